package ui

import (
	"fmt"
	"io"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"

	"cutline/model"
	"cutline/pipeline"
)

// three are the sessions of a file.
var three = model.SeveralError{Format: "opencode", Sessions: []model.Brief{
	{ID: "ses_1", Title: "Fix the totals", Messages: 31, Updated: noon.Add(-time.Hour), Dir: "/home/dev/ledger"},
	{ID: "ses_2", Title: "Look for callers", Parent: "ses_1", Updated: noon.Add(-2 * time.Hour)},
	{ID: "bad", Title: "Broken"},
}}

// store is an engine for a file with several sessions: all are the demo, but one that is broken.
func (w *world) store(tb testing.TB, session string) Engine {
	tb.Helper()
	e := w.engine(tb, plain)
	e.Choose = func(id string) Engine {
		w.opened = append(w.opened, "in it "+id)
		return w.store(tb, id)
	}
	at := e.At
	e.At = func(path, session string) Engine {
		next := at(path, session)
		if path == "/s/demo.jsonl" {
			next = w.store(tb, session)
		}
		return next
	}
	switch session {
	case "":
		e.Open = func() (*model.Session, io.Closer, error) {
			several := three
			return nil, nil, fmt.Errorf("read it: %w", &several)
		}
	case "bad":
		e.Open = func() (*model.Session, io.Closer, error) { return nil, nil, io.ErrUnexpectedEOF }
	}
	return e
}

func inStore(t *testing.T, w *world) *App {
	t.Helper()
	w.path = demoPath(t)
	a := New(w.store(t, ""), true, "opencode.db", pipeline.Defaults())
	a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	settle(a, a.Init())
	return a
}

// A file with several sessions shows their list first; enter opens one, o comes back, esc returns.
func TestSeveral(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := inStore(t, w)
	see(t, a, "one file that holds several", "esc leave", "sessions in opencode.db", "opencode", "sub-agent", "Fix the totals", "Look for callers", "≈31", "~/ledger")
	press(a, "c")
	see(t, a, openFirst)
	press(a, "j", "enter")
	see(t, a, "opencode.db", "split at 113")
	press(a, "o")
	see(t, a, "sessions in opencode.db", "Look for callers")
	press(a, "esc")
	see(t, a, "split at 113")
	press(a, "o", "G", "enter") // the one without a time stands last
	see(t, a, "unexpected EOF", "sessions in opencode.db")
	press(a, "g", "enter")
	see(t, a, "split at 113")
	if fmt.Sprint(w.opened) != "[in it ses_2 in it bad in it ses_1]" {
		t.Errorf("opened %v", w.opened)
	}
	press(a, "o", "q")
	if !a.quit || a.Err() != nil {
		t.Errorf("quit %t, error %v", a.quit, a.Err())
	}
}

// From the list of a file o goes to that of the machine, and esc back; esc once more leaves.
func TestSeveralAndMachine(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := inStore(t, w)
	press(a, "o")
	see(t, a, "Why is the second start", "sessions of the agents", "esc back")
	press(a, "esc")
	see(t, a, "sessions in opencode.db")
	press(a, "esc")
	if !a.quit {
		t.Error("esc does not leave")
	}
	a = inStore(t, w)
	press(a, "o", "g", "enter") // a file of the machine that holds several, too
	see(t, a, "sessions in demo.jsonl")
	press(a, "esc")
	see(t, a, "Why is the second start")
	press(a, "j", "enter")
	see(t, a, "slow.jsonl", "split at 113")
	press(a, "o") // it holds one only
	see(t, a, "Why is the second start")
}

// A file that is found to hold several sessions when it is read again ends what runs on the one.
func TestSeveralAfterReload(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := inStore(t, w)
	press(a, "enter")
	run := a.compact("")
	a.engine.Open = w.store(t, "").Open
	press(a, "R")
	see(t, a, "sessions in opencode.db", "Look for callers")
	settle(a, run)
	see(t, a, "sessions in opencode.db")
	if a.running != nil || a.result != nil {
		t.Errorf("%+v runs, and gave %v", a.running, a.result)
	}
}

// A session that is a copy is not followed.
func TestSeveralNotFollowed(t *testing.T) {
	t.Parallel()
	a := inStore(t, &world{})
	press(a, "enter")
	a.s.Copied = true
	a.engine.Stat = func() (Stamp, error) { return Stamp{}, nil }
	press(a, "F")
	see(t, a, "which is not followed")
	if a.tail.on {
		t.Error("it is followed")
	}
	a.tail.on = true
	settle(a, a.look())
	if a.tail.on {
		t.Error("it is followed since the start")
	}
}

// The story: a store is opened, a session of it is chosen, then another one.
func TestStorySeveral(t *testing.T) {
	t.Parallel()
	w := &world{path: demoPath(t)}
	s := story{teatest.NewTestModel(t, New(w.store(t, ""), true, "opencode.db", pipeline.Defaults()), teatest.WithInitialTermSize(120, 40)), t}
	s.see("sessions in opencode.db")
	s.keys("enter")
	s.see("split at 113")
	s.keys("o")
	s.see("Look for callers")
	s.keys("j", "enter")
	s.see("split at 113")
	a := s.end()
	if fmt.Sprint(w.opened) != "[in it ses_1 in it ses_2]" || a.path != "opencode.db" {
		t.Errorf("opened %v of %s", w.opened, a.path)
	}
}
