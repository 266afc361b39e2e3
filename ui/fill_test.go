package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
)

// What fills the context opens over the plan: enter goes from a kind to a tool to a message, and
// esc goes one step at a time.
func TestContents(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	before := a.View()
	press(a, "u")
	if a.scope() != keymap.Fill || !strings.Contains(a.View(), "what fills the context") || !strings.Contains(a.View(), "calls of tools") {
		t.Fatalf("u shows:\n%s", a.View())
	}
	press(a, "enter", "enter")
	if !strings.Contains(a.View(), "context → results of tools → Bash") {
		t.Errorf("the tool is not looked into:\n%s", a.View())
	}
	press(a, "esc", "esc", "esc")
	if a.at(keymap.Fill) || a.View() != before {
		t.Errorf("esc three times does not go back to the plan:\n%s", a.View())
	}

	press(a, "u", "enter", "enter", "enter")
	if a.at(keymap.Fill) || a.list.Selected() != 19 {
		t.Errorf("enter on the largest message goes to %d", a.list.Selected())
	}
	press(a, "g", "u", "x")
	if a.at(keymap.Fill) || a.list.Selected() != 19 {
		t.Errorf("the largest message of the largest part is not %d", a.list.Selected())
	}
	press(a, "u", "down", "x")
	if !a.at(keymap.Fill) || !strings.Contains(a.notice.text, "no message") {
		t.Errorf("the overhead leads somewhere: %q", a.notice.text)
	}
	press(a, "enter")
	if !a.at(keymap.Fill) || !strings.Contains(a.notice.text, "no message") {
		t.Errorf("the overhead can be looked into: %q", a.notice.text)
	}

	press(a, "s")
	if !strings.Contains(a.View(), "by file") || !strings.Contains(a.View(), "rates/table.go") {
		t.Errorf("not by file:\n%s", a.View())
	}
	press(a, "u")
	if a.at(keymap.Fill) {
		t.Error("u again does not close it")
	}
	press(a, "u", "t")
	if a.at(keymap.Fill) || !a.at(keymap.Time) {
		t.Error("the timeline does not take its place")
	}
	press(a, "u")
	if !a.at(keymap.Fill) || a.at(keymap.Time) {
		t.Error("it does not take the place of the timeline")
	}
	press(a, "?")
	if !strings.Contains(a.View(), "By kind, or by file.") {
		t.Errorf("the page of keys does not know it:\n%s", a.View())
	}
	press(a, "esc", "c")
	if a.at(keymap.Fill) || a.view != sidesView {
		t.Error("a compaction that is done does not show its result")
	}
}

// It shows before the messages are read, and what is read once is not read again.
func TestContentsWhileReading(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	cmd := a.toggleFill()
	if cmd == nil || !strings.Contains(a.View(), "reading the messages") || strings.Contains(a.View(), "calls of tools") {
		t.Fatalf("before the reading:\n%s", a.View())
	}
	a.exit()
	if msg, ok := cmd().(weighedMsg); !ok || msg.err == nil {
		t.Errorf("closing it does not stop the reading: %+v", msg)
	}
	cmd = a.toggleFill()
	a.Update(cmd())
	if strings.Contains(a.View(), "reading the messages") || !strings.Contains(a.View(), "calls of tools") {
		t.Errorf("after the reading:\n%s", a.View())
	}
	a.toggleFill()
	if cmd := a.toggleFill(); cmd != nil {
		t.Error("it is read again")
	}
}

// The file grows while a part is looked into: that stays open, and the new message is added.
func TestContentsFollows(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	press(a, "u", "down")
	if got := a.fill.Title() + a.fill.Position(); got != "what fills the context2 of 2" {
		t.Fatal(got)
	}
	was := a.weighed.of
	a.fill.Do(keymap.Top)
	press(a, "enter")
	record(t, f, 6)
	record(t, f, 8)
	settle(a, a.look())
	if a.weighed.of == was || a.weighed.of != a.s || !strings.HasPrefix(a.fill.Title(), "context → words of ") || !strings.HasSuffix(a.fill.Position(), " of 5") {
		t.Errorf("%s, %s", a.fill.Title(), a.fill.Position())
	}
}

// The mouse moves the cursor, and the numbers follow what the gauge says.
func TestContentsMouse(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "u")
	a.Update(tea.MouseMsg{X: 10, Y: 9, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if got := a.fill.Position(); got != "4 of 9" {
		t.Errorf("a click on the fourth part: %s", got)
	}
	a.Update(tea.MouseMsg{X: 10, Y: 9, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	a.params = pipeline.Defaults()
	a.params.UsedTokens = 1_000
	a.replan()
	if !strings.Contains(a.View(), "25,961") || a.fill.Position() != "4 of 9" {
		t.Errorf("a what-if changes what fills the context, or moves the cursor:\n%s", a.View())
	}
}
