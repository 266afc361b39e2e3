package ui

import (
	"image"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/render"
	"cutline/ui/spread"
)

// toggleShares opens the picture of the fair shares, or closes it.
func (a *App) toggleShares() tea.Cmd {
	if a.at(keymap.Spread) {
		return a.exit()
	}
	a.view, a.stage = planView, 3
	p := spread.New(a.th)
	first := a.list.Selected()
	a.openRoom(&room{body: p, scope: keymap.Spread, name: "the fair shares", hover: true, show: func() {
		if a.shares == nil {
			a.shares = render.SortShares(a.report.Slim.Rows)
		}
		p.Show(a.s, &a.report, a.shares, first)
	}, do: func(action keymap.Action) tea.Cmd {
		switch action {
		case keymap.Back:
			return a.exit()
		case keymap.Open:
			if p.Message() < 0 {
				return a.say("nothing is summarized, so there is no message to go to")
			}
			return a.toMessage(p.Message())
		}
		was := p.Position()
		if p.Do(action); p.Position() == was {
			return a.say("there is nothing further that way")
		}
		return nil
	}, hold: func(at image.Point, _ bool) tea.Cmd {
		p.Point(at.X, at.Y)
		return nil
	}})
	return nil
}

// hovers asks the terminal for the movements of the mouse while a room wants them, beside a command; they
// are many, so that nothing else does.
func (a *App) hovers(cmd tea.Cmd) tea.Cmd {
	want := a.mouse && a.in != nil && a.in.hover
	if want == a.hovering {
		return cmd
	}
	a.hovering = want
	switch {
	case want:
		return tea.Batch(cmd, tea.EnableMouseAllMotion)
	case a.mouse:
		return tea.Batch(cmd, tea.EnableMouseCellMotion)
	}
	return cmd
}
