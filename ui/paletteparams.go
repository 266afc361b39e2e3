package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/render/text"
	"cutline/ui/dials"
)

// paramCommands open the parameters with the cursor on one. They are many, so only what is typed for shows.
func (a *App) paramCommands(typed string) []command {
	if strings.TrimSpace(typed) == "" || a.asks(typed) { // a phrase starts a compaction, and looks for nothing
		return nil
	}
	out := make([]command, 0, len(pipeline.Table))
	for _, row := range pipeline.Table {
		if row.Name == strategyRow { // each of them is a command
			continue
		}
		out = append(out, command{
			show: "parameter", name: row.Name, sentence: "now " + a.nowOf(row) + " · " + row.Usage, why: a.cannot(keymap.Params), run: func() tea.Cmd { return a.toParam(row.Name, "") },
		})
	}
	return out
}

// nowOf is the value of a parameter, or the one that holds where none is set.
func (a *App) nowOf(row pipeline.Param) string {
	value := row.Get(&a.params)
	is, from := pipeline.InEffect(row.Name, value, &a.report)
	switch {
	case is != "":
		return text.Label(dials.Spelled(row, is), 40)
	case from != "":
		return "not set, " + from
	}
	return shown(row, value)
}

// paramCommand gives a parameter the value that is typed behind its name, as its row of the parameters would.
// It is first when the value is one of a number, a switch or a choice; words may mean another command.
func (a *App) paramCommand(typed string) (out []command, first bool) {
	name, value, ok := strings.Cut(strings.TrimPrefix(strings.Replace(strings.TrimSpace(typed), "=", " ", 1), "--"), " ")
	row, is := pipeline.Lookup(name)
	if value = strings.TrimSpace(value); !ok || !is || value == "" || row.Name == strategyRow || a.s == nil || a.picking {
		return nil, false
	}
	c := command{show: "parameter", name: name + " " + value, sentence: "Set it; now " + a.nowOf(row) + " · " + row.Usage, why: a.cannot(keymap.Params)}
	p := a.params
	err := a.give(&p, row, value)
	if err != nil && c.why == "" {
		c.why = err.Error()
	}
	c.run = func() tea.Cmd { return a.toParam(name, value) }
	return []command{c}, err == nil && row.Kind() != pipeline.Words
}

// toParam opens the parameters with the cursor on one, and gives it a value when there is one.
func (a *App) toParam(name, value string) tea.Cmd {
	cmd := a.goTo(keymap.Turn, keymap.Params)
	if !a.at(keymap.Turn) { // it said why
		return cmd
	}
	a.dials.Go(name)
	if value == "" {
		return tea.Batch(cmd, a.weighTurned())
	}
	return tea.Batch(cmd, a.turn(value))
}
