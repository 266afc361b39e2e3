package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render/theme"
)

// A picture of a result sends nothing.
func TestShotSendsNothing(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	p := pipeline.Defaults()
	p.Pick.Summarizer = summarize.External
	w := &world{path: demoPath(t), models: []*asked{m}}
	if _, err := New(w.engine(t, plain), true, "demo.jsonl", p).Shot(context.Background(), 80, 24, "after"); err == nil || !strings.Contains(err.Error(), "sends nothing") {
		t.Errorf("error %v", err)
	}
	if _, err := New(w.engine(t, plain), true, "demo.jsonl", pipeline.Defaults()).Shot(context.Background(), 80, 24, "after"); err != nil {
		t.Error(err)
	}
	if m.calls.Load() != 0 {
		t.Error("a model was called")
	}
}

// With shapes from ASCII these screens draw nothing else either.
func TestModelScreensInASCII(t *testing.T) {
	t.Parallel()
	ascii := func(bool) *theme.Theme { return theme.PlainASCII() }
	check := func(a *App) {
		t.Helper()
		for i, line := range a.Lines() {
			if strings.Contains(line, "messages") || i == 0 {
				continue
			}
			if at := strings.IndexFunc(line, func(r rune) bool { return r > 0x7e }); at >= 0 {
				t.Errorf("%q in %q", line[at:min(len(line), at+4)], line)
			}
		}
	}
	w := &world{path: "../testdata/cases/ren-14/input.json", models: []*asked{answers(wrote)}}
	p := pipeline.Defaults()
	p.Pick.Summarizer = summarize.External
	a := openedWith(t, w, ascii, 120, 40, p)
	press(a, "M")
	check(a)
	press(a, "esc", "c")
	if !a.asksToSend() {
		t.Fatalf("not asked:\n%s", a.View())
	}
	check(a)
	press(a, "P")
	check(a)
	press(a, "esc")
	_ = a.keys(keyMsg("y"))
	for _, at := range []summarize.Progress{
		{Try: 1, Text: "The person wants", Done: 16},
		{Try: 2, Until: noon.Add(time.Second), Why: "busy", Tried: []trace.Attempt{overloaded}},
	} {
		goes(a, at)
		check(a)
		press(a, "5")
		check(a)
		press(a, "5")
	}
}

func TestStreamingScreens(t *testing.T) {
	for name, p := range map[string]summarize.Progress{
		"streaming": {Try: 1, Done: 312, Text: strings.Repeat("The person wants every screen to be 80 cells wide, and says why:\n- golden files show what changed\n- a frame that is too wide breaks the terminal\n\n", 4) + "Next is the diff view, which"},
		"waiting":   {Try: 2, Until: noon.Add(4 * time.Second), Why: "the server is overloaded (529)", Tried: []trace.Attempt{overloaded}},
		"attempts":  {Try: 2, Done: 40, Text: "The person wants", Tried: []trace.Attempt{overloaded}},
	} {
		drawn(t, name, func(w, h int) *App {
			a := begun(t, plain, w, h)
			a.running.since = noon.Add(-12 * time.Second)
			goes(a, p)
			if name == "attempts" {
				press(a, "5")
			}
			return a
		})
	}
}
