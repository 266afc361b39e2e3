package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// micro reads vectors of one function.
func micro(tb testing.TB, name string, to any) {
	tb.Helper()
	path := filepath.Join(sessiontest.Root(tb), "testdata", "prime", "micro", name+".json")
	if err := json.Unmarshal(sessiontest.Bytes(tb, path), to); err != nil {
		tb.Fatal(err)
	}
}

// ofMessages is a session that holds messages as Prime Agent records them.
func ofMessages(tb testing.TB, messages []json.RawMessage) *model.Session {
	tb.Helper()
	text := `{"type":"session","version":3,"id":"h","timestamp":"t","cwd":"/"}` + "\n"
	parent := "null"
	for i, m := range messages {
		var flat bytes.Buffer
		if err := json.Compact(&flat, m); err != nil {
			tb.Fatal(err)
		}
		text += fmt.Sprintf(`{"type":"message","id":"m%d","parentId":%s,"timestamp":"t","message":%s}`+"\n", i, parent, flat.String())
		parent = fmt.Sprintf(`"m%d"`, i)
	}
	return readVector(tb, []byte(text), "")
}

// raws are messages as they stand in a file.
func raws(messages ...string) []json.RawMessage {
	out := make([]json.RawMessage, len(messages))
	for i, m := range messages {
		out[i] = json.RawMessage(m)
	}
	return out
}

func TestSerializeVectors(t *testing.T) {
	t.Parallel()
	var v struct {
		Cases []struct {
			Messages []json.RawMessage
			Text     string
		}
	}
	micro(t, "serialize", &v)
	if len(v.Cases) < 30 {
		t.Fatalf("%d cases", len(v.Cases))
	}
	for k, c := range v.Cases {
		s := ofMessages(t, c.Messages)
		var parts []string
		for i := range s.Rows {
			if text := slim.Serialized(sessiontest.Message(t, s, i)); text != "" {
				parts = append(parts, text)
			}
		}
		differ(t, fmt.Sprintf("case %d", k), "text", c.Text, strings.Join(parts, slim.Separator))
	}
}

// TestBudgetVectors: how much each answer may have. How hard the model thinks is not asked for here.
func TestBudgetVectors(t *testing.T) {
	t.Parallel()
	var v struct {
		Cases []struct {
			ReserveTokens int
			PrimeAgent    map[string]struct{ MaxTokens int }
		}
	}
	micro(t, "summary-budgets", &v)
	files := vectorFiles(t, filepath.Join(sessiontest.Root(t), "testdata", "prime"))
	for _, c := range v.Cases {
		for _, f := range files {
			if f.name != "s10-split-with-history" {
				continue
			}
			p := byName(t, "prime")
			p.Pick.Summarizer, p.Partition.KeepRecent, p.Trigger.Reserve = summarize.External, 50, c.ReserveTokens
			rec := record(nil)
			must(t, f.at(t, &vector{}), p, world(rec))
			got := map[string]struct{ MaxTokens int }{}
			for k, req := range rec.asked {
				got[kindOf(req)] = struct{ MaxTokens int }{rec.model.sent[k].MaxOutput}
			}
			differ(t, fmt.Sprintf("reserve %d", c.ReserveTokens), "caps", c.PrimeAgent, got)
		}
	}
}

// failing are the answers of the vectors of failures, by their names.
var failing = map[string]func(kind string) (summarize.Reply, error){
	"history error with message":    fails("quota exceeded"),
	"history error without message": fails("Unknown error"),
	"prefix error": func(kind string) (summarize.Reply, error) {
		if kind == "turnPrefix" {
			return summarize.Reply{}, summarize.Fail(summarize.Other, "boom")
		}
		return summarize.Reply{Text: "H", Stop: summarize.StopEnd}, nil
	},
	"both error: which message wins": func(kind string) (summarize.Reply, error) {
		return summarize.Reply{}, summarize.Fail(summarize.Other, kind)
	},
	"aborted response is NOT an error here (caller checks its signal)": says("half a summ", summarize.StopUnknown),
	"length-truncated response accepted":                               says("cut off he", summarize.StopLength),
	"empty output accepted":                                            says("", summarize.StopEnd),
	"whitespace output accepted":                                       says("  \n ", summarize.StopEnd),
	"tool-use stop without text accepted as empty":                     says("", summarize.StopTool),
	"empty split parts":                                                says("", summarize.StopEnd),
	"empty output plus file tags":                                      says("", summarize.StopEnd),
	"several text blocks joined by newline, thinking dropped":          says("a\nb", summarize.StopEnd),
	"thrown provider exception propagates":                             fails("network down"),
	"nothing new to summarize still calls the model":                   says("U", summarize.StopEnd),
}

func fails(why string) func(string) (summarize.Reply, error) {
	return func(string) (summarize.Reply, error) { return summarize.Reply{}, summarize.Fail(summarize.Other, why) }
}

func says(text string, stop summarize.Stop) func(string) (summarize.Reply, error) {
	return func(string) (summarize.Reply, error) { return summarize.Reply{Text: text, Stop: stop}, nil }
}

// TestFailureVectors: --faithful takes what the original takes. What it would save and what says
// nothing is stopped by a gate all the same, on purpose: a session is never lost for an empty summary.
// Without --faithful such an answer is none.
func TestFailureVectors(t *testing.T) {
	t.Parallel()
	var v struct {
		Cases []struct {
			Name, Session, Error, Summary string
			KeepRecentTokens              int
			OK                            bool
			Calls                         []string
		}
	}
	micro(t, "compact-failures", &v)
	rejected := map[string]bool{ // by the safe mode
		"length-truncated response accepted": true, "empty output accepted": true, "whitespace output accepted": true,
		"tool-use stop without text accepted as empty": true, "empty split parts": true, "empty output plus file tags": true,
	}
	for _, c := range v.Cases {
		reply, ok := failing[c.Name]
		if !ok {
			t.Errorf("nothing answers in %q", c.Name)
			continue
		}
		b := sessiontest.Bytes(t, filepath.Join(sessiontest.Root(t), "testdata", "prime", c.Session))
		for _, faithful := range []bool{true, false} {
			rec := record(reply)
			p := byName(t, "prime")
			p.Pick.Summarizer, p.Partition.KeepRecent, p.Partition.Faithful = summarize.External, c.KeepRecentTokens, faithful
			res, err := Run(t.Context(), readVector(t, b, ""), p, world(rec), nil)
			if !faithful && strings.HasPrefix(c.Name, "nothing new") {
				if err == nil || len(rec.asked) > 0 {
					t.Errorf("%s: safe, and yet somebody is asked", c.Name)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", c.Name, err)
				continue
			}
			sum := res.Report.Summary
			took := sum.Rung == summarize.External
			if want := c.OK && (faithful || !rejected[c.Name]); took != want {
				t.Errorf("%s, faithful %t: by %s", c.Name, faithful, sum.Rung)
			}
			if faithful && c.OK {
				differ(t, c.Name, "summary", c.Summary, sum.Text)
				var kinds []string
				for _, req := range rec.asked {
					kinds = append(kinds, kindOf(req))
				}
				differ(t, c.Name, "calls", c.Calls, kinds)
			}
			if _, why, _ := strings.Cut(c.Error, ": "); !c.OK && faithful && (sum.Attempts[0].Detail != why && c.Error != sum.Attempts[0].Detail || len(sum.Attempts) != 1) {
				t.Errorf("%s: %+v, want the reason %q", c.Name, sum.Attempts, why)
			}
			if took && strings.TrimSpace(c.Summary) == "" && res.Status.Outcome != Failed {
				t.Errorf("%s: an empty summary may be written", c.Name)
			}
		}
	}
}

// TestOverflowVectors: by what the server says, and by its numbers.
func TestOverflowVectors(t *testing.T) {
	t.Parallel()
	var v struct {
		Cases []struct {
			StopReason    string
			ErrorMessage  string
			Usage         json.RawMessage
			ContextWindow int
			Expected      bool
		}
	}
	micro(t, "overflow", &v)
	if len(v.Cases) < 40 {
		t.Fatalf("%d cases", len(v.Cases))
	}
	for k, c := range v.Cases {
		if c.Usage == nil {
			c.Usage = json.RawMessage(`{}`)
		}
		s := ofMessages(t, raws(`{"role":"user","content":"go","timestamp":1}`,
			fmt.Sprintf(`{"role":"assistant","content":[],"model":"m","stopReason":%q,"errorMessage":%s,"usage":%s,"timestamp":1}`, c.StopReason, quoted(c.ErrorMessage), c.Usage)))
		p := byName(t, "prime")
		p.Window = c.ContextWindow
		if got := Plan(s, p, Env{}).Trigger.Overflow; got != c.Expected {
			t.Errorf("case %d: overflow %t, want %t: %+v", k, got, c.Expected, c)
		}
	}
}
