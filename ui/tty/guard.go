package tty

import (
	"fmt"
	"runtime/debug"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/render/text"
)

// guarded is a model whose commands may fail.
type guarded struct{ tea.Model }

// faultMsg is a panic of a command.
type faultMsg string

// Guarded gives a model of which a command that panics ends the program as the screen itself would: Bubble Tea
// writes the message of such a command to the alternate screen, where it is gone with it.
func Guarded(m tea.Model) tea.Model { return guarded{m} }

// Init is that of the model.
func (g guarded) Init() tea.Cmd { return guard(g.Model.Init()) }

// Update takes one message.
func (g guarded) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if fault, ok := msg.(faultMsg); ok {
		panic(string(fault))
	}
	m, cmd := g.Model.Update(msg)
	return guarded{m}, guard(cmd)
}

// guard makes a message of a panic, in each command of a batch.
func guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = faultMsg(fmt.Sprintf("%s\n\n%s", text.Clean(fmt.Sprint(r)), debug.Stack()))
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i, c := range batch {
				batch[i] = guard(c)
			}
		}
		return msg
	}
}
