package ui

import (
	"strings"
	"testing"

	"cutline/keymap"
)

// What a recorded compaction lost is chosen, its score and price are seen before, and the session is
// written; or it is copied as a message.
func TestRescue(t *testing.T) {
	t.Parallel()
	a := openedAt(t, "preserved-tail.jsonl", 80, 24)
	copied := ""
	a.engine.Copy = func(s string) error { copied = s; return nil }
	press(a, "X")
	if !strings.Contains(a.View(), "r gives back what it lost") {
		t.Errorf("nothing says that it can be given back:\n%s", a.View())
	}
	cmd := a.keys(keyMsg("r"))
	if !a.at(keymap.Rescue) || !strings.Contains(a.View(), "reading what the compaction lost") {
		t.Fatalf("r opens no choice:\n%s", a.View())
	}
	press(a, " ", "w", "y", "down")
	settle(a, cmd)
	if !strings.Contains(a.View(), "[x] ask") || !strings.Contains(a.View(), "RS 0 → 100") {
		t.Errorf("what is due is not chosen:\n%s", a.View())
	}
	press(a, " ")
	if !strings.Contains(a.View(), "[ ] ask") || !strings.Contains(a.View(), "RS 0 → 0") {
		t.Errorf("it is not let go:\n%s", a.View())
	}
	press(a, "w")
	if a.line != nil || !strings.Contains(a.notice.text, "nothing is given back") {
		t.Errorf("nothing is written: %q", a.notice.text)
	}
	press(a, " ")
	if !strings.Contains(a.View(), "[x] ask") || !strings.Contains(a.View(), "RS 0 → 100") || !strings.Contains(a.View(), "1 fact given back") {
		t.Errorf("the choice has no preview:\n%s", a.View())
	}
	press(a, "-")
	if !strings.Contains(a.notice.text, "the smallest budget is 50") {
		t.Errorf("a budget that changes nothing: %q", a.notice.text)
	}
	press(a, "+")
	if !strings.Contains(a.notice.text, "there is no budget") {
		t.Errorf("more than all: %q", a.notice.text)
	}
	press(a, "a", "0", "y")
	if !strings.Contains(copied, "Rename Exact to Unrounded?") {
		t.Errorf("copied: %q", copied)
	}
	press(a, "w", "enter")
	if !strings.Contains(a.notice.text, "written: ") || !strings.Contains(a.Farewell(), "resume ") {
		t.Fatalf("not written: %q, %q", a.notice.text, a.Farewell())
	}
	press(a, "esc")
	if !a.at(keymap.Loss) {
		t.Error("esc does not go back to what was lost")
	}
}

// Without a recorded compaction there is nothing to rescue, and a result of one's own is pinned instead.
func TestNothingToRescue(t *testing.T) {
	t.Parallel()
	a := openedAt(t, "rewind.jsonl", 80, 24)
	press(a, "X", "r")
	if a.at(keymap.Rescue) || !strings.Contains(a.notice.text, "no compaction here") {
		t.Errorf("said: %q", a.notice.text)
	}
	a = lossy(t, 80, 24)
	press(a, "X", "r")
	if a.at(keymap.Rescue) || !strings.Contains(a.notice.text, "* pins what it lost") {
		t.Errorf("said: %q", a.notice.text)
	}
	a.engine.Rescue = nil
	press(a, "r")
	if !strings.Contains(a.notice.text, "nothing can be rescued here") {
		t.Errorf("said: %q", a.notice.text)
	}
}

// The choice is drawn in every size.
func TestRescueFits(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		a := openedAt(t, "preserved-tail.jsonl", size[0], size[1])
		press(a, "X", "r", " ", "-")
		exact(t, a.View(), size[0], size[1])
	}
}
