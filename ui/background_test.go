package ui

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/golden"

	"cutline/model"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// live is a session that is followed, of which a summary is to be made early.
type live struct {
	*App
	t     *testing.T
	f     *os.File
	w     *world
	n     int // records
	calls int // of the summarizer
	files []*file
}

// file is one reading's.
type file struct{ closed bool }

func (f *file) Close() error { f.closed = true; return nil }

// counting counts the calls of a summarizer.
type counting struct {
	summarize.Summarizer
	l    *live
	info summarize.Info
	err  error
}

func (c counting) Info() summarize.Info { return c.info }

func (c counting) Summarize(ctx context.Context, req summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	c.l.calls++
	on(summarize.Progress{Rung: c.info.Rung, Done: 2, Of: 5})
	if c.err != nil {
		return summarize.Answer{}, c.err
	}
	return c.Summarizer.Summarize(ctx, req, on)
}

// alive is a session of 40 messages, 100,000 of 200,000 tokens.
func alive(t *testing.T, turn func(*live, *Engine)) *live {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "live.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	l := &live{t: t, f: f, w: &world{path: f.Name()}}
	for range 39 {
		l.add(wordy(l.n))
	}
	l.add(answer(l.n, 100_000))
	e := l.w.engine(t, plain)
	e.Open = func() (*model.Session, io.Closer, error) {
		s, closer, err := load.Open(f.Name(), load.Choice{})
		if err != nil {
			return nil, nil, err
		}
		t.Cleanup(func() { _ = closer.Close() })
		mine := &file{}
		l.files = append(l.files, mine)
		return s, mine, nil
	}
	e.Stat = func() (Stamp, error) { return Stat(f.Name()) }
	of := e.World
	e.World = func(s *model.Session, p pipeline.Params) pipeline.World {
		w := of(s, p)
		sum := w.Summarizers[0]
		w.Summarizers = []summarize.Summarizer{counting{sum, l, sum.Info(), nil}}
		return w
	}
	if turn != nil {
		turn(l, &e)
	}
	l.App = New(e, true, "live.jsonl", pipeline.Defaults())
	t.Cleanup(func() { _ = l.Close() })
	l.Follow()
	l.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	settle(l.App, l.Init())
	return l
}

// wordy is a record that is worth summarizing.
func wordy(i int) string {
	return strings.Replace(line(i), `"content":"`, `"content":"`+strings.Repeat("many words ", 60), 1)
}

// add appends records to the file.
func (l *live) add(records ...string) {
	l.t.Helper()
	for _, r := range records {
		if _, err := l.f.WriteString(r); err != nil {
			l.t.Fatal(err)
		}
		l.n++
	}
}

// grow appends a question and its answer, and gives what is said of it.
func (l *live) grow(tokens int) string {
	l.t.Helper()
	l.notice.text = ""
	l.add(line(l.n))
	l.add(answer(l.n, tokens))
	return told(l.App)
}

// begins looks at the file and does all but the summary that is begun then, which the test does.
func (l *live) begins(tokens int) (making tea.Cmd) {
	l.t.Helper()
	l.add(line(l.n))
	l.add(answer(l.n, tokens))
	return l.halt(l.look())
}

// halt does what a command asks for, but for the summary.
func (l *live) halt(cmd tea.Cmd) (making tea.Cmd) {
	queue := []tea.Cmd{cmd}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		if c == nil {
			continue
		}
		was := l.ahead.of
		msg := c()
		if batch, ok := msg.(tea.BatchMsg); ok {
			queue = append(queue, batch...)
			continue
		}
		if msg == nil {
			continue
		}
		_, next := l.Update(msg)
		if was == nil && l.ahead.of != nil { // the batch's last one begins it, and listens to it
			return next
		}
		queue = append(queue, next)
	}
	return nil
}

func (l *live) strip() string { return l.stages()[4].Headline }

// Nothing is made before it is switched on, before the first threshold, or for another session; what
// is ready is shown and is applied by c without another call.
func TestEarly(t *testing.T) {
	l := alive(t, nil)
	l.grow(182_000)
	if l.calls != 0 || l.ahead.of != nil || !strings.HasPrefix(l.strip(), "not run yet") {
		t.Fatalf("%d calls, %q", l.calls, l.strip())
	}
	l = alive(t, nil)
	press(l.App, "A")
	if !l.ahead.on || l.calls != 0 || l.strip() != "early: on, from 180,000 tokens" || !strings.Contains(l.header(), "following, early on") {
		t.Fatalf("on %t, %d calls, %q: %q", l.ahead.on, l.calls, l.strip(), l.notice.text)
	}
	l.grow(179_000)
	if l.calls != 0 {
		t.Errorf("%d calls before the threshold", l.calls)
	}
	l.grow(181_000)
	if l.calls != 1 || l.strip() != "early: ready, covers 0 to 42" || !strings.Contains(l.header(), "following, early ready") {
		t.Errorf("%d calls, %q", l.calls, l.strip())
	}
	golden.RequireEqual(t, []byte(l.View()))
	l.grow(184_000)
	if l.calls != 1 || l.ahead.ready == nil {
		t.Errorf("%d calls, the unchanged beginning is summarized again", l.calls)
	}
	press(l.App, "c")
	if l.result == nil || l.calls != 1 || !strings.HasPrefix(l.notice.text, "the early summary was applied: ") {
		t.Fatalf("%d calls: %q", l.calls, l.notice.text)
	}
	if part := l.result.Report.Partition; part.Split != 42 || part.Tail[len(part.Tail)-1] != len(l.s.Rows)-1 {
		t.Errorf("split at %d, kept %v", part.Split, part.Tail)
	}
	if l.written != "" || len(l.w.saved) != 0 {
		t.Error("it was written by itself")
	}
}

// At the second threshold the result is there by itself, once, and nothing is written.
func TestEarlyPersist(t *testing.T) {
	l := alive(t, nil)
	press(l.App, "A")
	l.grow(181_000)
	press(l.App, "?") // somebody reads something
	l.grow(191_000)
	if l.result != nil {
		t.Fatal("it is put over what somebody reads")
	}
	press(l.App, "esc")
	told(l.App)
	if l.result == nil || l.calls != 1 || !strings.HasPrefix(l.notice.text, "the context is nearly full, so the early summary was applied; nothing is written: ") || len(l.w.saved) != 0 {
		t.Fatalf("%d calls: %q", l.calls, l.notice.text)
	}
	was := l.result
	press(l.App, "esc")
	l.grow(197_000)
	if l.result != was || l.calls != 1 || l.strip() != "early: applied, the next one once the context is smaller" {
		t.Errorf("%d calls, %q", l.calls, l.strip())
	}
}

// A result that was not written stays; that the early one waits is said once.
func TestEarlyLeavesAResult(t *testing.T) {
	l := alive(t, nil)
	press(l.App, "c", "esc", "A")
	was := l.result
	l.grow(181_000)
	if said := l.grow(191_000); !strings.Contains(said, "a result is here that was not written") || l.result != was {
		t.Errorf("%q", said)
	}
	l.notice.text = ""
	told(l.App)
	if l.notice.text != "" {
		t.Errorf("said again: %q", l.notice.text)
	}
}

// What is not the beginning of the session any more is thrown away, once, and another one is made
// only when enough has come since.
func TestEarlyThrownAway(t *testing.T) {
	l := alive(t, nil)
	press(l.App, "A")
	l.grow(181_000)
	rewritten := func(tokens int) string { // message 5 is another one
		t.Helper()
		b, err := os.ReadFile(l.f.Name())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(b), `Größe 5"`, `Größe 55"`, 1)
		write(t, l.f.Name(), text)
		if _, err := l.f.Seek(0, io.SeekEnd); err != nil {
			t.Fatal(err)
		}
		return l.grow(tokens)
	}
	if said := rewritten(182_000); !strings.Contains(said, "the early summary is thrown away: message 5 has another size") || l.ahead.ready != nil {
		t.Errorf("%q", said)
	}
	l.notice.text = ""
	told(l.App)
	if l.calls != 1 || strings.Contains(l.notice.text, "thrown away") || l.strip() != "early: waits, again from 186,000 tokens" {
		t.Errorf("%d calls, %q, %q", l.calls, l.notice.text, l.strip())
	}
	l.grow(185_900)
	if l.calls != 1 {
		t.Errorf("%d calls, too little has come since", l.calls)
	}
	l.grow(186_100)
	if l.calls != 2 || l.ahead.ready == nil {
		t.Errorf("%d calls: %q", l.calls, l.strip())
	}
	l.params.Instructions = "mind the tests"
	press(l.App, "c")
	if l.calls != 3 || l.result == nil || l.result.Report.Summary.Early {
		t.Errorf("%d calls, with other instructions", l.calls)
	}
}

// While one is being made the screen says how far it is, the file goes on to be followed, and
// whatever ends it leaves nothing: no work, no file, no message that does something.
func TestEarlyStops(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(l *live)
		on   bool
	}{
		{"A", func(l *live) { press(l.App, "A") }, false},
		{"esc", func(l *live) { press(l.App, "esc") }, false},
		{"F", func(l *live) { press(l.App, "F") }, false},
		{"R", func(l *live) { press(l.App, "R") }, false},
		{"quit", func(l *live) { press(l.App, "q") }, false},
		{"close", func(l *live) { _ = l.Close() }, false},
		{"another session", func(l *live) { settle(l.App, l.enter(l.engine, "other.jsonl")) }, false},
		{"the session is another", func(l *live) {
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
	for _, tt := range []struct {
		why  string
		turn func(l *live)
	}{
		{"F first", func(l *live) { press(l.App, "F") }},
		{"a full summarization", func(l *live) { l.params.Partition.Full = true }},
		{"the summary is given", func(l *live) { l.params.SummaryFile = "x.md" }},
		{"there is no external summarizer", func(l *live) { l.params.Pick.Summarizer = "external" }},
		{"no threshold is set for it", func(l *live) {
			for _, name := range []string{"background-unused-tokens", "background-unused-share"} {
				if err := l.params.SetParam(name, "off"); err != nil {
					t.Fatal(err)
				}
			}
		}},
		{"the strategy prime has no threshold", func(l *live) {
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
	info := summarize.Info{Rung: summarize.External, Model: "small", Host: "models.example"}
	var fail error
	turn := func(l *live, e *Engine) {
		of := e.World
		e.World = func(s *model.Session, p pipeline.Params) pipeline.World {
			w := of(s, p)
			to := info
			if p.Pick.Model != "" {
				to.Model = p.Pick.Model
			}
			w.Rungs = []summarize.Info{to}
			w.Summarizers = append(w.Summarizers, counting{w.Summarizers[0].(counting).Summarizer, l, to, fail})
			return w
		}
	}
	begin := func(answer string) *live {
		l := alive(t, turn)
		l.params.Pick.Summarizer = summarize.External
		l.replan()
		press(l.App, "A")
		if l.asking == nil || !strings.Contains(l.asking.words, "external small at models.example") || l.ahead.on {
			t.Fatalf("nothing is asked: %q", l.notice.text)
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
