package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/ui/detail"
)

// unfold shows long arguments of calls whole, and folds them again.
func (a *App) unfold() tea.Cmd {
	a.unfolded = !a.unfolded
	words := "long arguments are folded"
	if a.unfolded {
		words = "long arguments are unfolded"
	}
	if i := a.list.Selected(); i >= 0 && a.list.Fate(i).Slim != nil && a.mode != detail.Whole {
		words += ", where the whole message is shown: x"
	}
	return tea.Batch(a.follow(), a.say(words))
}

// otherHalf goes from the first call of a message to its result, or from a result to its call.
func (a *App) otherHalf() tea.Cmd {
	i := a.list.Selected()
	some := false
	for _, l := range a.s.Links {
		if l.Row != i {
			continue
		}
		some = true
		if l.Peer < 0 || l.Peer == i {
			continue
		}
		if !a.list.Shows(l.Peer) {
			a.list.Filter(nil, "")
		}
		a.list.Select(l.Peer)
		return a.follow()
	}
	if some {
		return a.say("its other half is not in the session")
	}
	return a.say("this message holds no call and no result")
}
