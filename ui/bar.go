package ui

import (
	"image"

	tea "github.com/charmbracelet/bubbletea"
)

// barred is a pane with a scroll bar at its right edge, which a click goes along.
type barred interface {
	OnBar(x, y int) bool // at a cell of the content
	Jump(y int)          // to where row y of the content leads on the bar
}

// bar is the scroll bar that the mouse holds.
type bar struct {
	pane barred
	rect image.Rectangle // the content of its pane
}

// barAt is the scroll bar at a cell of the screen; its pane is nil where there is none.
func (a *App) barAt(at image.Point) bar {
	f := a.frame
	on := func(p barred, r image.Rectangle) bar {
		if r = f.Inner(r); at.In(r) && p.OnBar(at.X-r.Min.X, at.Y-r.Min.Y) {
			return bar{p, r}
		}
		return bar{}
	}
	switch {
	case a.page != nil || a.picking || a.asksToSend():
		return bar{}
	case a.in != nil && !a.beside():
		return bar{}
	case a.in == nil && a.view != planView:
		return on(a.both, f.Body)
	case at.In(f.List):
		return on(a.list, f.List)
	case a.in != nil || a.running != nil && a.running.answer != nil && at.In(a.answerRect()):
		return bar{}
	}
	return on(a.msg, f.Detail)
}

// along goes to where a row of the screen leads on the bar that is held.
func (a *App) along(at image.Point) tea.Cmd {
	a.held.pane.Jump(at.Y - a.held.rect.Min.Y)
	if a.held.pane == barred(a.list) && a.in == nil {
		return a.follow()
	}
	return nil
}
