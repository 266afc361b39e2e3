package ui

import (
	"image"

	"cutline/render"
)

// messages draws the list.
func (a *App) messages() []string {
	f := a.frame
	return a.paneOrNone(f.List, func() []string {
		title := a.list.Title()
		if a.came != nil {
			title += " " + a.th.Shapes.Dot + " esc: back to " + a.came.name
		}
		return a.pane(f.List, title, a.list.Position(), "", a.list.View(), a.focus == 0 && a.in == nil)
	})
}

// sharesPicture draws the small picture of the fair shares.
func (a *App) sharesPicture() []string {
	f := a.frame
	return a.paneOrNone(f.Shares, func() []string {
		in := f.Inner(f.Shares)
		if a.shares == nil {
			a.shares = render.SortShares(a.report.Slim.Rows)
		}
		return a.pane(f.Shares, "fair share", "small to large", "", render.Shares(a.th, a.shares, a.report.Slim.FairShare, in.Dx(), in.Dy()), false)
	})
}

// room draws the open room, and what stands beside it.
func (a *App) room() []string {
	p, f := a.in, a.frame
	out := a.pane(a.roomRect(), p.Title(), p.Position(), render.Words(a.th, p.Foot()), p.View(), true)
	switch {
	case !p.beside || f.List.Empty():
		return out
	case !f.Boxed:
		return append(out, a.messages()...)
	}
	return beside(a.messages(), append(out, a.sharesPicture()...))
}

// roomRect is where the open room stands.
func (a *App) roomRect() image.Rectangle {
	if a.beside() {
		return a.frame.Room
	}
	return a.bodyRect()
}
