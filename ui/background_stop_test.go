package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// While one is being made the screen says how far it is, the file goes on to be followed, and
// whatever ends it leaves nothing: no work, no file, no message that does something.
func TestEarlyStops(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		do   func(l *grows)
		on   bool
	}{
		{"A", func(l *grows) { press(l.App, "A") }, false},
		{"esc", func(l *grows) { press(l.App, "esc") }, false},
		{"F", func(l *grows) { press(l.App, "F") }, false},
		{"R", func(l *grows) { press(l.App, "R") }, false},
		{"quit", func(l *grows) { press(l.App, "q") }, false},
		{"close", func(l *grows) { _ = l.Close() }, false},
		{"another session", func(l *grows) { settle(l.App, l.enter(l.engine, "other.jsonl")) }, false},
		{"the session is another", func(l *grows) {
			write(t, l.f.Name(), strings.ReplaceAll(lines(0, 30), "Größe", "Grüße"))
			told(l.App)
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := alive(t, nil)
			l.t = t
			l.w.slow, l.w.started = make(chan struct{}), make(chan struct{}, 1)
			press(l.App, "A")
			l.grow(179_000)
			batch := l.makeEarly()().(tea.BatchMsg)
			run, signs, done := batch[0], batch[1], make(chan tea.Msg)
			go func() { done <- run() }()
			<-l.w.started
			l.Update(earlySignMsg{l.ahead.gen, summarize.Progress{Done: 2, Of: 5}})
			if l.strip() != "early: 40%, by local" || !strings.Contains(l.header(), "following, early ") {
				t.Errorf("the strip says %q", l.strip())
			}
			l.grow(182_000)
			if len(l.s.Rows) != 44 || l.s == l.ahead.of || l.files[0].closed && l.files[1].closed {
				t.Fatalf("%d messages; the file that is read is closed", len(l.s.Rows))
			}
			tt.do(l)
			msg := <-done // it ends by itself
			if err := msg.(earlyMsg).err; err == nil || !strings.Contains(err.Error(), "canceled") {
				t.Errorf("it ended with %v", err)
			}
			before := l.notice
			if _, cmd := l.Update(msg); cmd != nil || l.ahead.ready != nil || l.ahead.of != nil || l.ahead.on != tt.on || l.notice != before {
				t.Errorf("on %t, ready %t: %q", l.ahead.on, l.ahead.ready != nil, l.notice.text)
			}
			for msg := signs(); msg != nil; msg = signs() { // what is still in the channel
				if _, cmd := l.Update(msg); cmd != nil {
					t.Error("a late sign goes on")
				}
			}
			_ = l.Close()
			for i, f := range l.files {
				if !f.closed {
					t.Errorf("file %d of %d stays open", i, len(l.files))
				}
			}
		})
	}
}

// c waits for the one that is being made, or stops it when that would not be valid.
func TestEarlyAwaited(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		keys   []string
		calls  int
		early  bool
		waited bool
	}{
		{"c", []string{"c"}, 1, true, true},
		{"c, esc", []string{"c", "esc"}, 1, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := alive(t, nil)
			press(l.App, "A")
			making := l.begins(181_000)
			press(l.App, tt.keys...)
			if (l.running != nil) != tt.waited || (l.ahead.of != nil) != tt.waited {
				t.Fatalf("runs %t", l.running != nil)
			}
			if tt.waited && !strings.Contains(strings.Join(l.Lines(), "\n"), "waits for the early summary") {
				t.Error("the screen does not say that it waits")
			}
			settle(l.App, making)
			if (l.result != nil) != tt.early || l.running != nil {
				t.Fatalf("%d calls: %q", l.calls, l.notice.text)
			}
			if tt.early && (!l.result.Report.Summary.Early || l.calls != tt.calls) {
				t.Errorf("%d calls: %q", l.calls, l.notice.text)
			}
		})
	}
	l := alive(t, nil)
	press(l.App, "A")
	making := l.begins(181_000)
	settle(l.App, l.compact("mind the tests"))
	if l.result == nil || l.result.Report.Summary.Early || l.calls != 1 || l.ahead.of != nil {
		t.Fatalf("%d calls: %q", l.calls, l.notice.text)
	}
	settle(l.App, making) // it was stopped
	if l.ahead.ready != nil || l.strip() == "" {
		t.Error("what was stopped is taken")
	}
}

// It is refused where it makes no sense, with the reason.
func TestEarlyRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		why  string
		turn func(l *grows)
	}{
		{"F first", func(l *grows) { press(l.App, "F") }},
		{"a full summarization", func(l *grows) { l.params.Partition.Full = true }},
		{"the summary is given", func(l *grows) { l.params.SummaryFile = "x.md" }},
		{"there is no external summarizer", func(l *grows) { l.params.Pick.Summarizer = "external" }},
		{"no threshold is set for it", func(l *grows) {
			for _, name := range []string{"background-unused-tokens", "background-unused-share"} {
				if err := l.params.SetParam(name, "off"); err != nil {
					t.Fatal(err)
				}
			}
		}},
		{"the strategy prime has no threshold", func(l *grows) {
			if err := l.params.SetParam("strategy", "prime"); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		l := alive(t, nil)
		tt.turn(l)
		l.replan()
		press(l.App, "A")
		if l.ahead.on || !strings.Contains(l.notice.text, tt.why) {
			t.Errorf("on %t: %q, want %q", l.ahead.on, l.notice.text, tt.why)
		}
	}
}

// A model is asked only after a yes, and not when another one is picked meanwhile. What it could
// not write is made again when c asks for it.
func TestEarlyAsks(t *testing.T) {
	t.Parallel()
	info := summarize.Info{Rung: summarize.External, Model: "small", Host: "models.example"}
	var fail error
	turn := func(l *grows, e *Engine) {
		of := e.World
		e.World = func(s *model.Session, p pipeline.Params) pipeline.World {
			w := of(s, p)
			to := info
			if p.Pick.Model != "" {
				to.Model = p.Pick.Model
			}
			w.Rungs = []summarize.Info{to}
			w.Summarizers = append(w.Summarizers, telling{counting{w.Summarizers[0].(counting).Summarizer, l, to, fail}})
			return w
		}
	}
	begin := func(answer string) *grows {
		l := alive(t, turn)
		l.params.Pick.Summarizer = summarize.External
		l.replan()
		press(l.App, "A")
		if shown := l.View(); l.send.page == nil || l.ahead.on || !strings.Contains(shown, "external asks small at models.example") || !strings.Contains(shown, "made early whenever") {
			t.Fatalf("nothing is asked: %q\n%s", l.notice.text, shown)
		}
		press(l.App, answer)
		l.grow(181_000)
		return l
	}
	if l := begin("n"); l.ahead.on || l.calls != 0 {
		t.Errorf("after a no: %d calls", l.calls)
	}
	l := begin("y")
	if l.calls != 1 || l.ahead.ready == nil {
		t.Fatalf("after a yes: %d calls: %q", l.calls, l.notice.text)
	}
	l.params.Pick.Model = "large"
	l.replan()
	if said := l.grow(182_000); !strings.Contains(said, "thrown away: a parameter was changed") {
		t.Errorf("%q", said)
	}
	if said := l.grow(188_000); !strings.Contains(said, "another summarizer is picked") || l.ahead.on || l.calls != 1 {
		t.Errorf("%d calls: %q", l.calls, said)
	}
	fail = summarize.Fail(summarize.Refused, "no")
	l = begin("y")
	if l.ahead.ready == nil || !l.ahead.ready.FellBack() || l.stages()[4].Outcome != "fellBack" {
		t.Fatalf("%d calls: %q", l.calls, l.strip())
	}
	before := l.calls
	fail = nil
	press(l.App, "c")
	if l.result == nil || l.result.Report.Summary.Early || l.calls != before+1 {
		t.Errorf("%d calls, then %d: %q", before, l.calls, l.notice.text)
	}
}
