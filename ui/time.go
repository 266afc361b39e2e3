package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/ui/timeline"
)

// toggleTime opens the timeline, or closes it.
func (a *App) toggleTime() tea.Cmd {
	if a.time != nil {
		return a.closeTime()
	}
	a.page, a.fill, a.live.pane, a.line, a.query = nil, nil, nil, nil, ""
	a.labs.open = false
	a.time = timeline.New(a.th)
	a.retime()
	a.arrange()
	return nil
}

func (a *App) closeTime() tea.Cmd {
	a.time = nil
	a.arrange()
	return a.follow()
}

// retime replays the session for the timeline, when it is open: with the numbers of the
// moment, which move its lines.
func (a *App) retime() {
	if a.time != nil && a.s != nil {
		out := pipeline.Replay(a.s, a.params, a.engine.World(a.s, a.params).Asked)
		a.time.Show(a.s, &out)
	}
}

// timeDo carries out an action on the timeline.
func (a *App) timeDo(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.Back:
		if a.time.Back() {
			return nil
		}
		return a.closeTime()
	case keymap.Open:
		row := a.time.Enter()
		if row < 0 {
			return nil
		}
		a.view, a.focus = planView, 0
		a.list.Filter(nil, "")
		a.list.Select(row)
		return a.closeTime()
	}
	a.time.Do(action)
	return nil
}
