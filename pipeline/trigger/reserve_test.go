package trigger

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model/sessiontest"
)

// reserved gives an input for the rule reserve.
func reserved(tokens, window, reserve int) Input {
	p := Defaults()
	p.Rule, p.Reserve = RuleReserve, reserve
	return Input{Source: "reported", Window: window, Load: Load{Tokens: tokens, Known: true}, Params: p}
}

func TestReserveVectors(t *testing.T) {
	t.Parallel()
	var v struct {
		Cases []struct {
			ContextTokens, ContextWindow int
			Settings                     struct {
				Enabled       bool
				ReserveTokens int
			}
			Expected bool
		}
	}
	path := filepath.Join(sessiontest.Root(t), "testdata", "prime", "micro", "should-compact.json")
	if err := json.Unmarshal(sessiontest.Bytes(t, path), &v); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range v.Cases {
		if !c.Settings.Enabled {
			continue // what a person has switched off, nobody asks for here
		}
		n++
		out := Run(reserved(c.ContextTokens, c.ContextWindow, c.Settings.ReserveTokens))
		if out.Fires != c.Expected {
			t.Errorf("%+v: fires %v\n%s", c, out.Fires, reasons(out))
		}
	}
	if n < 14 {
		t.Errorf("%d cases", n)
	}
}

func TestReserve(t *testing.T) {
	t.Parallel()
	over := reserved(190_000, 200_000, Reserve)
	stale, failed, refused, whatIf, given := over, over, over, over, over
	stale.Load.Stale = true
	failed.Load = Load{Tokens: 190_000, Failed: true}
	refused.Load = Load{Tokens: 10, Known: true, Failed: true, Overflow: true}
	whatIf.Source, whatIf.Used = "flag", 5
	given.Params.TokenLimit = 100
	unmeasured := over
	unmeasured.Load.Known = false
	for _, tt := range []struct {
		name  string
		in    Input
		fires bool
		says  string
	}{
		{"over", over, true, "190,000 tokens > 183,616: a window of 200,000 less a reserve of 16,384"},
		{"exactly the limit", reserved(183_616, 200_000, Reserve), false, "183,616 tokens ≤ 183,616"},
		{"no window", reserved(190_000, 0, Reserve), false, "the context window is not known; give it with --window"},
		{"a number from before a compaction", stale, false, "is from before the last compaction"},
		{"nothing but a failed answer", failed, false, "nothing is known of the context"},
		{"no number at all", unmeasured, true, "all of it is estimated"},
		{"refused as too long", refused, true, "too long for the model"},
		{"what if", whatIf, false, "5 tokens ≤ 183,616"},
		{"a limit of the other rule", given, true, "without effect: --token-limit"},
		{"a reserve as large as the window", reserved(1, 8_192, Reserve), true, "leaves nothing of a window of 8,192"},
	} {
		out := Run(tt.in)
		if out.Fires != tt.fires || !strings.Contains(reasons(out), tt.says) {
			t.Errorf("%s: fires %v, want %v; it says\n%s", tt.name, out.Fires, tt.fires, reasons(out))
		}
		if out.Background.Start.Set || out.Background.Persist.Set || out.Limit < 0 {
			t.Errorf("%s: %+v", tt.name, out)
		}
	}
}

func TestSign(t *testing.T) {
	t.Parallel()
	for want, s := range map[string]Signal{
		"≥": {Op: ">=", Value: 2, Limit: 2}, "<": {Op: ">=", Value: 1, Limit: 2}, ">": {Op: ">", Value: 3, Limit: 2}, "≤": {Op: ">", Value: 2, Limit: 2},
	} {
		if got := s.Sign(); got != want {
			t.Errorf("%+v: %s, want %s", s, got, want)
		}
	}
}
