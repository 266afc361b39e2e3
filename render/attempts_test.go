package render

import (
	"strings"
	"testing"
	"time"

	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
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
