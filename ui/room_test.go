package ui

import (
	"strings"
	"testing"

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
