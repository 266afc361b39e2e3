package tty

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

type faulty struct{}

func (faulty) Init() tea.Cmd { return nil }

func (f faulty) Update(tea.Msg) (tea.Model, tea.Cmd) {
	return f, tea.Batch(func() tea.Msg { return "fine" }, func() tea.Msg { panic("a fault") })
}

func (faulty) View() string { return "" }

// A panic of a command, also of one among several, comes where the terminal is given back.
func TestGuarded(t *testing.T) {
	t.Parallel()
	m := Guarded(faulty{})
	if m.Init() != nil {
		t.Error("there was no command")
	}
	m, cmd := m.Update(nil)
	batch, ok := cmd().(tea.BatchMsg)
	if !ok || len(batch) != 2 || batch[0]() != "fine" {
		t.Fatalf("the commands are %v", batch)
	}
	defer func() {
		if r, ok := recover().(string); !ok || !strings.Contains(r, "a fault") || !strings.Contains(r, "faulty.Update") {
			t.Errorf("the panic is %q", r)
		}
	}()
	m.Update(batch[1]())
	t.Error("no panic")
}
