package render

import (
	"strings"
	"testing"
	"time"

	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

func TestTold(t *testing.T) {
	t.Parallel()
	gave := func(rung string, kinds ...string) []trace.Attempt {
		var out []trace.Attempt
		for _, k := range kinds {
			out = append(out, trace.Attempt{Rung: rung, Error: k})
		}
		return out
	}
	join := func(parts ...[]trace.Attempt) (out []trace.Attempt) {
		for _, p := range parts {
			out = append(out, p...)
		}
		return out
	}
	for _, c := range []struct {
		list     []trace.Attempt
		by, want string
	}{
		{gave("local", ""), "local", ""},
		{join(gave("external", "Overloaded", "Overloaded", "Overloaded"), gave("local", "")), "local", "external gave Overloaded three times; local wrote it"},
		{join(gave("external", "Quota"), gave("local", "")), "local", "external gave Quota; local wrote it"},
		{gave("external", "Network", "Network", ""), "external", "external gave Network twice; external wrote it"},
		{
			join(gave("self", "InputTooLarge", "Empty"), gave("external", "TimedOut", "TimedOut"), gave("local", "Other")), "placeholder",
			"self gave InputTooLarge once and Empty once; external gave TimedOut twice; local gave Other; nobody wrote a summary",
		},
		{gave("external", "A", "A", "A", "A"), "local", "external gave A 4 times; local wrote it"},
	} {
		if got := Told(c.list, c.by); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Each attempt has its row and its sentence, at any width, and nothing of a server's words is more
// than text.
func TestAttempts(t *testing.T) {
	t.Parallel()
	list := []trace.Attempt{
		{Rung: "external", Model: "a-model", Budget: 800_000, Error: "Overloaded", Millis: 2100, Detail: "the server\nsaid \x1b[31moverloaded (529)", InputTokens: 12_345},
		{Rung: "local", Budget: 9000, Millis: 3},
	}
	at := &summarize.Progress{Rung: "external", Model: "b-model", Until: time.Unix(1, 0)}
	for _, w := range []int{1, 10, 30, 60, 120} {
		lines := Attempts(theme.Plain(), list, at, w)
		for _, l := range lines {
			if text.Width(l) != w || strings.Contains(l, "\x1b") {
				t.Errorf("%d cells, not %d: %q", text.Width(l), w, l)
			}
		}
	}
	got := strings.Join(Attempts(theme.Plain(), list, at, 120), "\n")
	for _, want := range []string{
		"1 external a-model  ✗ Overloaded  2.1 s  12,345 tokens in, 0 out  budget 800,000", "    the server", "said overloaded (529)",
		"2 local  ✓  3 ms  budget 9,000", "3 external b-model  is waited for",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

func TestRunning(t *testing.T) {
	t.Parallel()
	at := summarize.Progress{Rung: "external", Model: "a-model", Done: 1234, Try: 2, Tries: 3}
	writes := RunData{At: at, Since: 12_900 * time.Millisecond, Stop: "esc stops it"}
	at.Why = "overloaded (529)"
	waits := RunData{At: at, Since: 12 * time.Second, Wait: 3100 * time.Millisecond, Stop: "esc stops it"}
	for _, c := range []struct {
		d    RunData
		w    int
		want string
	}{
		{writes, 80, "external a-model · attempt 2 of 3 · 1,234 chars · 12 s · esc stops it"},
		{writes, 60, "external a-model · attempt 2 of 3 · 1,234 chars · 12 s"},
		{writes, 50, "external · attempt 2 of 3 · 1,234 chars · 12 s"},
		{waits, 120, "external a-model · attempt 2 of 3 in 4 s · overloaded (529) · 12 s · esc stops it"},
		{waits, 45, "external · attempt 2 of 3 in 4 s · 12 s"},
	} {
		if got := strings.TrimSpace(Running(theme.Plain(), c.d, c.w)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestPrompt(t *testing.T) {
	t.Parallel()
	p := summarize.Prompt{
		System: "be brief", Tools: []byte("[]"), Conversation: []byte(`[{"role":"user"}]`),
		Turns: []summarize.Turn{{Role: "user", Text: "summarize"}, {Role: "assistant", Text: "so"}},
	}
	want := "--- system ---\nbe brief\n\n--- tools, as JSON ---\n[]\n\n--- conversation, as JSON ---\n[{\"role\":\"user\"}]\n\n--- user ---\nsummarize\n\n--- assistant ---\nso"
	if got := Prompt(p); got != want {
		t.Errorf("%q", got)
	}
}
