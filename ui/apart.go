package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/model/aside"
)

// apart is a command that works beside the screen for longer than a frame, and stands aside for it.
func apart(work func() tea.Msg) tea.Cmd {
	return func() tea.Msg { return aside.Do(work) }
}
