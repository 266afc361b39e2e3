package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/model/discover"
	"cutline/render/text"
)

// chooseOne lists the sessions of a file, since nobody has said yet which of them is meant.
func (a *App) chooseOne(of *model.SeveralError) tea.Cmd {
	a.run.stop()
	a.ahead.off()
	a.exchange(nil, nil)
	a.err, a.running = nil, nil
	a.fromList = a.picks != nil && !a.inside
	a.several = of
	return a.pickInside()
}

// pickInside shows the list of the sessions in the file.
func (a *App) pickInside() tea.Cmd {
	a.hunt.stop() // what still comes of the machine's is for another list
	a.newPicks()
	a.inside = true
	a.picks.In(text.CleanLine(a.path))
	found := make([]discover.Entry, len(a.several.Sessions))
	for i, b := range a.several.Sessions {
		agent := a.several.Format
		if b.Parent != "" {
			agent = "sub-agent"
		}
		found[i].Agent = agent
		found[i].Tell(b)
		if b.Messages == 0 {
			found[i].Messages = -1
		}
	}
	a.picks.Add(found)
	a.picks.Done()
	a.arrange()
	return nil
}

// leaveInside goes back from the list of the sessions in a file to where it was come from.
func (a *App) leaveInside() tea.Cmd {
	if a.fromList {
		a.several = nil
		return a.pick()
	}
	return a.leave()
}
