package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/ui/timeline"
)

// toggleTime opens the timeline, or closes it: with the numbers of the moment, which move its lines.
func (a *App) toggleTime() tea.Cmd {
	if a.at(keymap.Time) {
		return a.exit()
	}
	p := timeline.New(a.th)
	a.openRoom(&room{
		body: p, scope: keymap.Time, name: "the timeline",
		do: func(action keymap.Action) tea.Cmd { return a.timeDo(p, action) },
		show: func() {
			out := pipeline.Replay(a.s, a.params, a.engine.World(a.s, a.params).Asked)
			p.Show(a.s, &out)
		},
	})
	return nil
}

// timeDo carries out an action on the timeline.
func (a *App) timeDo(p *timeline.Pane, action keymap.Action) tea.Cmd {
	switch action {
	case keymap.Back:
		if p.Back() {
			return nil
		}
		return a.exit()
	case keymap.Open:
		return a.toMessage(p.Enter())
	}
	p.Do(action)
	return nil
}
