package ui

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/load"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// grows is a session that is followed, of which a summary is to be made early.
type grows struct {
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
	l    *grows
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

// telling is a summarizer that sends something, and says so before.
type telling struct{ counting }

func (t telling) Notice(context.Context, summarize.Request) (summarize.Notice, error) {
	return summarize.Notice{Rung: t.info.Rung, Model: t.info.Model, Host: t.info.Host, Provider: "somebody"}, nil
}

// alive is a session of 40 messages, 100,000 of 200,000 tokens.
func alive(t *testing.T, turn func(*grows, *Engine)) *grows {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "live.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	l := &grows{t: t, f: f, w: &world{path: f.Name()}}
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
func (l *grows) add(records ...string) {
	l.t.Helper()
	for _, r := range records {
		if _, err := l.f.WriteString(r); err != nil {
			l.t.Fatal(err)
		}
		l.n++
	}
}

// grow appends a question and its answer, and gives what is said of it.
func (l *grows) grow(tokens int) string {
	l.t.Helper()
	l.notice.text = ""
	l.add(line(l.n))
	l.add(answer(l.n, tokens))
	return told(l.App)
}

// begins looks at the file and does all but the summary that is begun then, which the test does.
func (l *grows) begins(tokens int) (making tea.Cmd) {
	l.t.Helper()
	l.add(line(l.n))
	l.add(answer(l.n, tokens))
	return l.halt(l.look())
}

// halt does what a command asks for, but for the summary.
func (l *grows) halt(cmd tea.Cmd) (making tea.Cmd) {
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

func (l *grows) strip() string { return l.stages()[4].Headline }
