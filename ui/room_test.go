package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
)

// From a message that a room led to, esc comes back to the room as it was left, after what was put
// on top since; a room that is opened meanwhile ends that.
func TestComeBack(t *testing.T) {
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "u", "enter", "enter", "enter")
	if !strings.Contains(a.View(), "esc: back to what fills the context") {
		t.Errorf("nothing says where esc leads:\n%s", a.View())
	}
	press(a, "enter", "esc") // into the message, and out of it
	if a.at(keymap.Fill) {
		t.Fatal("esc out of the message goes too far")
	}
	press(a, "esc")
	if !a.at(keymap.Fill) || !strings.Contains(a.View(), "results of tools → Bash") {
		t.Errorf("esc does not come back:\n%s", a.View())
	}
	press(a, "enter", "t", "esc", "esc")
	if a.in != nil || a.came != nil {
		t.Errorf("esc comes back to a room that was left for another one:\n%s", a.View())
	}
}

// A room that is left while the mouse holds something of it lets go.
func TestLeaveWhileHeld(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{path: small}, plain, 80, 24)
	press(a, "%")
	at := a.frame.Inner(a.roomRect())
	mouse(a, at.Min.X+5, at.Min.Y+5, tea.MouseActionPress)
	if a.drag != dragRoom {
		t.Fatal("the room is not held")
	}
	press(a, "esc")
	mouse(a, at.Min.X+6, at.Min.Y+5, tea.MouseActionMotion)
	press(a, "p")
	mouse(a, at.Min.X+9, at.Min.Y+5, tea.MouseActionMotion)
	if a.drag != dragNothing || a.params != a.began {
		t.Error("another room is held")
	}
}
