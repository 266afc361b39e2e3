package render

import (
	"strings"
	"testing"

	"cutline/pipeline/summarize"
)

// TestSending: what is sent, how much, to whom, for how much, and what was taken out.
func TestSending(t *testing.T) {
	t.Parallel()
	read, write := 0.0312, 0.164
	n := summarize.Notice{
		Rung: "external", Provider: "anthropic", Model: "claude-haiku-4-5", Host: "api.anthropic.com", Key: "ANTHROPIC_API_KEY", Because: "it serves the session's own model",
		Next:     []summarize.Info{{Rung: "external", Model: "small", Host: "other.example"}},
		Messages: 36, Chars: 120_391, Bytes: 120_500, Tokens: 30_100, Source: "o200k_base", Read: &read, Write: &write, Since: "2026-03", Output: 8192,
		Hidden: []summarize.Hidden{{Kind: "github-token", Number: 1, Name: "ghp_", Message: 4}, {Kind: "env-value", Number: 2, Name: "DB_\x1b[31mPASS", Message: -1}},
	}
	got := strings.Join(Sending(n), "\n")
	want := `external asks claude-haiku-4-5 at api.anthropic.com (anthropic, as it serves the session's own model, key from ANTHROPIC_API_KEY)
what is sent: 36 messages, 120,391 chars, 120,500 bytes, ~30,100 tokens (counted with o200k_base; not the model's own)
about $0.0312 to read, at most $0.16 for an answer of 8,192 tokens (list prices of 2026-03)
2 secrets taken out: github-token #1 ghp_ in message 4, env-value #2 DB_PASS
when that fails, external asks small at other.example the same`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	n.Read, n.Exact, n.Hidden, n.Plain, n.Key, n.Model, n.Because = nil, true, nil, true, "", "", ""
	got = strings.Join(Sending(n), "\n")
	for _, w := range []string{"the model that the server has", "(anthropic)", "30,100 tokens (counted with o200k_base)", "http: whoever", "its price is not in the table", "no secret was found"} {
		if !strings.Contains(got, w) {
			t.Errorf("no %q in\n%s", w, got)
		}
	}
	n.Local, n.Hidden = true, make([]summarize.Hidden, 9)
	if got = strings.Join(Sending(n), "\n"); strings.Contains(got, "price") || !strings.Contains(got, "on this machine") || !strings.Contains(got, "3 more") {
		t.Errorf("got\n%s", got)
	}
}
