package ui

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/discover"
	"cutline/pipeline"
)

// forked is a session with two branches, and with files of sub-agents beside it.
func forked() *world {
	return &world{
		path: filepath.Join("..", "testdata", "sessions", "claudecode", "rewind.jsonl"),
		kin: &discover.Kin{Agents: []discover.Entry{
			{Path: "/s/main/subagents/agent-a1b2.jsonl", Size: 18_200, Messages: 24, Title: "Search the folder for amounts that are stored as floats"},
			{Path: "/s/main/subagents/agent-c3d4.jsonl", Size: 1_400_000, Messages: 1_210, Approx: true, Title: "請求書の端数処理を調べて"},
			{Path: "/s/main/subagents/agent-e5f6.jsonl", Size: 12, Messages: -1, Why: "no line of it is a JSON object"},
		}},
	}
}

func TestBranchScreens(t *testing.T) {
	drawn(t, "branches", func(w, h int) *App {
		a := opened(t, forked(), plain, w, h)
		press(a, "B")
		return a
	})
}

// Enter on a branch reads it, and again on the first one reads what was open at first.
func TestSwitchBranch(t *testing.T) {
	t.Parallel()
	w := forked()
	a := opened(t, w, plain, 120, 40)
	see(t, a, "branch 2 of 2", "4 messages")
	press(a, "B", "j", "enter")
	see(t, a, "this branch is the one that is shown")
	press(a, "k", "enter")
	see(t, a, "branch 1 of 2", "6 messages", "XAF is not in the table")
	if a.page != nil || a.s.Leaves[0].ID != w.leaves[0] {
		t.Errorf("page %v, asked for %v", a.page, w.leaves)
	}
	press(a, "B", "j", "enter")
	see(t, a, "branch 2 of 2", "4 messages")
	if len(w.leaves) != 1 {
		t.Errorf("what was open at first was asked for by its leaf: %v", w.leaves)
	}
	press(a, "B", "B")
	if a.page != nil {
		t.Error("the key does not close the page")
	}
}

// Reading another branch can be stopped; what comes late is not wanted.
func TestStopSwitch(t *testing.T) {
	t.Parallel()
	w := forked()
	a := opened(t, w, plain, 80, 24)
	press(a, "B")
	_, cmd := a.Update(keyMsg("enter"))
	see(t, a, "reading branch 1 of 2", "esc stops it")
	press(a, "enter")
	see(t, a, "something is under way")
	press(a, "esc")
	see(t, a, "nothing was changed", "branch 2 of 2")
	closer := &closed{}
	msg := cmd().(branchedMsg)
	msg.closer = closer
	a.Update(msg)
	see(t, a, "branch 2 of 2")
	if !closer.done {
		t.Error("the file that nobody wants stays open")
	}
}

type closed struct{ done bool }

func (c *closed) Close() error { c.done = true; return nil }

// A result that was not written is not lost unasked.
func TestSwitchAsks(t *testing.T) {
	t.Parallel()
	a := opened(t, forked(), plain, 120, 40)
	a.result = &pipeline.Result{}
	press(a, "B", "enter")
	see(t, a, "was not written. Read another branch all the same?")
	press(a, "n")
	see(t, a, "stays open")
	press(a, "enter", "y")
	see(t, a, "branch 1 of 2")
}

// Enter on a sub-agent's file opens it, and there is a way back to the branch it was opened from.
func TestVisit(t *testing.T) {
	t.Parallel()
	w := forked()
	a := opened(t, w, plain, 120, 40)
	press(a, "B", "enter") // branch 1
	press(a, "B", "j", "j", "enter")
	see(t, a, "agent-a1b2.jsonl")
	if len(w.opened) != 1 || w.opened[0] != "/s/main/subagents/agent-a1b2.jsonl" {
		t.Errorf("opened %v", w.opened)
	}
	press(a, "B", "end")
	see(t, a, "to rewind.jsonl")
	for a.page != nil && !a.goals()[max(0, a.page.Item())].back {
		press(a, "k")
	}
	press(a, "enter")
	see(t, a, "rewind.jsonl", "branch 1 of 2")
	if len(a.around.visits) != 0 {
		t.Error("there is still a way back")
	}
}

// A file that cannot be opened is said, and the session before is there again.
func TestVisitBroken(t *testing.T) {
	t.Parallel()
	w := forked()
	w.kin = &discover.Kin{Main: discover.Entry{Path: "/s/broken.jsonl", Messages: 2, Size: 10}}
	a := opened(t, w, plain, 120, 40)
	press(a, "B", "end")
	see(t, a, "main session", "broken")
	press(a, "enter")
	see(t, a, "rewind.jsonl", "read broken.jsonl: not a session", "branch 2 of 2")
}

// A session that has one branch and nothing beside it says so.
func TestNoBranches(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{kin: &discover.Kin{}}, plain, 120, 40)
	if strings.Contains(a.View(), "branch") {
		t.Error("one branch is no news")
	}
	press(a, "B")
	see(t, a, "none lies beside this session", "shown")
	chat := &world{path: filepath.Join("..", "testdata", "sessions", "gemini", "rewind.jsonl")}
	b := opened(t, chat, plain, 120, 40)
	see(t, b, "1 other branch")
	press(b, "B")
	see(t, b, "those of this session are not known")
}

// A branch that is gone, because the file was written anew, leaves what is open as it was.
func TestSwitchFails(t *testing.T) {
	t.Parallel()
	w := forked()
	a := opened(t, w, plain, 120, 40)
	a.engine.Leaf = func(string) Engine {
		return Engine{Open: func() (*model.Session, io.Closer, error) {
			return nil, nil, &model.NotHereError{What: "branch", ID: "x"}
		}}
	}
	press(a, "B", "enter")
	see(t, a, `it holds no branch "x"`)
	press(a, "esc")
	see(t, a, "branch 2 of 2")
	settle(a, func() tea.Msg { return kinMsg{gen: a.around.gen - 1} })
	if len(a.around.kin.Agents) == 0 {
		t.Error("what was looked for before is taken")
	}
}
