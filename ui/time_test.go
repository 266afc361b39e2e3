package ui

import (
	"strings"
	"testing"

	"cutline/keymap"
)

// The timeline opens over the plan; a live message leads back to the list, a compaction is
// looked into, and esc goes one step at a time.
func TestTimeline(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	before := a.View()
	press(a, "t")
	if a.scope() != keymap.Time || !strings.Contains(a.View(), "timeline · the context message by message") {
		t.Fatalf("t shows:\n%s", a.View())
	}
	press(a, "enter", "]")
	if !strings.Contains(a.View(), "automatic compaction at line 20") || !strings.Contains(a.View(), "▌its summary") {
		t.Errorf("the compaction is not looked into:\n%s", a.View())
	}
	press(a, "esc", "esc")
	if a.View() != before {
		t.Errorf("esc twice does not go back to the plan:\n%s", a.View())
	}

	press(a, "t", "down")
	want := -1
	for i := range a.s.Rows {
		if a.s.Rows[i].Line == 206 {
			want = i
		}
	}
	press(a, "enter")
	if a.at(keymap.Time) || a.list.Selected() != want || want < 0 {
		t.Errorf("enter on line 206 goes to message %d, want %d", a.list.Selected(), want)
	}

	press(a, "t", "t")
	if a.at(keymap.Time) {
		t.Error("t again does not close the timeline")
	}
	press(a, "t", "?")
	if a.page == nil {
		t.Fatal("no page of keys over the timeline")
	}
	press(a, "esc")
	if a.page != nil || !a.at(keymap.Time) {
		t.Error("esc on the page does not go back to the timeline")
	}
	press(a, "c")
	if a.at(keymap.Time) || a.view != sidesView {
		t.Error("a compaction that is done does not show its result")
	}
}

// A compaction whose summary is live leads to it.
func TestTimelineToSummary(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "t", "enter", "enter")
	if a.at(keymap.Time) || a.list.Selected() != 0 {
		t.Errorf("the summary is message 0, not %d", a.list.Selected())
	}
}
