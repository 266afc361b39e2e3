package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/trigger"
)

// asks reports whether a line asks for a compaction in one of the phrases, where the strategy listens to them.
func (a *App) asks(line string) bool {
	return a.params.Trigger.Rule == trigger.RulePhrase && len(trigger.Phrases(line)) > 0
}

// asked runs a compaction that a line asked for. More words than the phrase are instructions.
func (a *App) asked(line string) tea.Cmd {
	a.params.Said = line
	if trigger.Only(line) {
		line = ""
	}
	cmd := a.compact(strings.TrimSpace(line))
	a.params.Said = "" // it started this run, no later one
	return cmd
}
