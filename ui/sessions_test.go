package ui

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/discover"
	"cutline/pipeline"
	"cutline/render/theme"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// found are sessions of a machine, newest first.
var found = []discover.Entry{
	{Path: "/s/demo.jsonl", Agent: "claude-code", Project: "/home/dev/ledger", Title: "Read the README against the code, and say what is wrong", ModTime: noon.Add(-20 * time.Minute), Size: 412_300, Messages: 128, Used: 183_204, Window: 200_000, Compactions: 1, Subagents: []string{"x", "y"}},
	{Path: "/s/slow.jsonl", Agent: "codex", Project: "/home/dev/clients/acme/inspector", Title: "Why is the second start slower than the first one?", ModTime: noon.Add(-3 * time.Hour), Size: 4_120_000, Messages: 269, Approx: true, Used: 46_947, Window: 258_400, Compactions: 2},
	{Path: "/s/broken.jsonl", Agent: "pi", Project: "/srv/notes", Title: "喫茶店の一覧を作って", ModTime: noon.Add(-26 * time.Hour), Size: 30_100, Messages: 31},
	{Path: "/s/child.jsonl", Agent: "prime", ModTime: noon.Add(-30 * time.Hour), Size: 30_100, Messages: -1},
	{Path: "/s/some.db", Agent: "opencode", ModTime: noon.Add(-99 * time.Hour), Size: 90_000_000, Messages: -1, Why: "no reader: it is a database of many sessions"},
}

// sessions lists them, and then says of each what was read.
func sessions(ctx context.Context) iter.Seq[discover.Entry] {
	return func(yield func(discover.Entry) bool) {
		for _, e := range found {
			if ctx.Err() != nil || !yield(discover.Entry{Path: e.Path, Agent: e.Agent, ModTime: e.ModTime, Size: e.Size, Messages: -1}) {
				return
			}
		}
		for _, e := range found {
			e.Read = true
			if e.Path == "/s/child.jsonl" {
				e.Parent = "somebody"
			}
			if ctx.Err() != nil || !yield(e) {
				return
			}
		}
	}
}

// at is the engine for a session of the list: all are the demo, but one that is none.
func (w *world) at(tb testing.TB, th func(bool) *theme.Theme) func(path, session string) Engine {
	tb.Helper()
	return func(path, session string) Engine {
		if session != "" {
			path += " " + session
		}
		w.opened = append(w.opened, path)
		e := w.engine(tb, th)
		if path == "/s/broken.jsonl" {
			e.Open = func() (*model.Session, io.Closer, error) {
				return nil, nil, errors.New("read broken.jsonl: not a session")
			}
		}
		return e
	}
}

// picking is an inspector that was started without a session.
func picking(t *testing.T, w *world) *App {
	t.Helper()
	w.path = demoPath(t)
	e := w.engine(t, plain)
	e.Open = nil
	a := New(e, true, "", pipeline.Defaults())
	a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	settle(a, a.Init())
	return a
}

func see(t *testing.T, a *App, words ...string) {
	t.Helper()
	frame := a.View()
	for _, s := range words {
		if !strings.Contains(frame, s) {
			t.Fatalf("no %q on the screen:\n%s", s, frame)
		}
	}
}

// Without a session the list comes first; enter opens, o comes back, esc returns to the session.
func TestPick(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := picking(t, w)
	see(t, a, "claude-code", "Why is the second start", "≈269", "no reader: it is a database", "2 files of sub-agents")
	if strings.Contains(a.View(), "prime") {
		t.Error("a sub-agent's file stands in the list")
	}
	press(a, "c") // means nothing here
	see(t, a, openFirst)
	press(a, "j", "enter")
	see(t, a, "slow.jsonl", "split at 113")
	if len(w.opened) != 1 || w.opened[0] != "/s/slow.jsonl" {
		t.Errorf("opened %v", w.opened)
	}
	press(a, "o")
	see(t, a, "Why is the second start")
	press(a, "esc")
	see(t, a, "slow.jsonl", "split at 113")
	press(a, "o", "q")
	if !a.quit || a.Err() != nil {
		t.Errorf("quit %t, error %v", a.quit, a.Err())
	}
}

// Find as you type; what is typed are no keys; esc lifts it, and once more leaves.
func TestPickFind(t *testing.T) {
	t.Parallel()
	a := picking(t, &world{})
	press(a, "/", "q", "u", "i")
	see(t, a, `No session has "qui"`)
	press(a, "backspace", "backspace", "backspace", "s", "l", "o", "w", "e", "r")
	see(t, a, "sessions › slower", "1 of 4")
	press(a, "enter")
	see(t, a, "slow.jsonl", "split at 113")
	press(a, "o", "/", "p", "i", "esc")
	if a.picks.Query() != "" || a.line != nil {
		t.Errorf("the search for %q is not lifted", a.picks.Query())
	}
	press(a, "?")
	see(t, a, "Find as you type: words of the agent", openFirst)
	press(a, "esc", "esc")
	if a.picking || a.quit {
		t.Error("esc does not go back to the session")
	}
	b := picking(t, &world{})
	press(b, "esc")
	if !b.quit {
		t.Error("esc does not leave where no session is open")
	}
}

// A session that cannot be opened is said, and the list is there to pick another one.
func TestPickBroken(t *testing.T) {
	t.Parallel()
	a := picking(t, &world{})
	press(a, "j", "j", "enter")
	see(t, a, "read broken.jsonl: not a session", "Why is the second start")
	press(a, "k", "enter")
	see(t, a, "split at 113")
	if a.Err() != nil {
		t.Error(a.Err())
	}
}

// A result that was not written is not lost unasked; nothing of one session reaches another.
func TestPickAsks(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := opened(t, w, plain, 120, 40)
	press(a, "{", "c", "o", "enter")
	see(t, a, "was not written")
	press(a, "n")
	if len(w.opened) != 0 {
		t.Error("it was opened all the same")
	}
	press(a, "enter", "y")
	see(t, a, "demo.jsonl", "split at 113")
	if a.result != nil || a.params.Partition.SplitAt != pipeline.Defaults().Partition.SplitAt {
		t.Error("the session before left something behind")
	}
}

// A click chooses, the wheel scrolls, and R looks again.
func TestPickMouse(t *testing.T) {
	t.Parallel()
	a := picking(t, &world{})
	a.Update(tea.MouseMsg{X: 10, Y: 4, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if e, _ := a.picks.Selected(); e.Path != "/s/slow.jsonl" {
		t.Errorf("a click on the second row chooses %s", e.Path)
	}
	a.Update(tea.MouseMsg{X: 10, Y: 4, Button: tea.MouseButtonWheelDown})
	was := a.picks
	press(a, "R")
	if a.picks == was {
		t.Error("R does not look again")
	}
	see(t, a, "Why is the second start")
}
