package ui

import (
	"fmt"
	"image"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/ui/layout"
)

// drag is what the mouse holds between a press and the release.
type drag uint8

const (
	dragNothing drag = iota
	dragBorder       // between the list and what stands beside or below it
	dragSplit        // the line of the split
	dragRoom         // something of the open room
	dragBar          // a scroll bar
)

// borderStep is how far a key moves the border: two columns, or one row where the list stands above.
const borderStep = 2

// shape is what the arrangement of the panes depends on.
func (a *App) shape() layout.Shape {
	return layout.Shape{W: a.w, H: a.h, Zoom: a.zoom, After: a.after(), Focus: a.focus, Shift: a.shift, Room: a.beside()}
}

// moveBorder moves the border beside the list by a step.
func (a *App) moveBorder(d int) tea.Cmd {
	was, list := a.shift, a.frame.List
	if list.Empty() || list.Dx() == a.w && a.frame.Boxed || a.page != nil || a.in != nil && !a.in.beside {
		return a.say("there is no border here")
	}
	if a.frame.Boxed {
		a.shift.X += borderStep * d
	} else {
		a.shift.Y += d
	}
	a.arrange()
	if a.frame.List == list { // it went as far as it could before
		a.shift = was
		return a.say("the border goes no further")
	}
	return a.follow()
}

// grab says what a press takes hold of.
func (a *App) grab(at image.Point) drag {
	f := a.frame
	if a.held = a.barAt(at); a.held.pane != nil {
		return dragBar
	}
	switch {
	case a.page != nil || a.picking || a.asksToSend() || a.view != planView:
		return dragNothing
	case a.in != nil && a.in.hold != nil && at.In(f.Inner(a.roomRect())):
		return dragRoom
	case a.in != nil && !a.in.beside:
		return dragNothing
	case f.Boxed && !f.List.Empty() && at.Y >= f.List.Min.Y && at.Y < f.List.Max.Y && (at.X == f.List.Max.X-1 || at.X == f.List.Max.X) && f.List.Max.X < a.w,
		!f.Boxed && !f.List.Empty() && !f.Detail.Empty() && at.Y == f.Detail.Min.Y,
		!f.Boxed && !f.List.Empty() && !f.Room.Empty() && at.Y == f.List.Min.Y:
		return dragBorder
	case at.In(f.Inner(f.List)) && a.list.SplitAt(at.Y-f.Inner(f.List).Min.Y):
		return dragSplit
	}
	return dragNothing
}

// slipped reports whether what the mouse holds is not on the screen any more, because something else came there.
func (a *App) slipped() bool {
	covered := a.s == nil || a.page != nil || a.picking || a.asksToSend()
	switch a.drag {
	case dragBorder, dragSplit:
		return covered || a.view != planView || a.in != nil && !a.in.beside
	case dragBar:
		return covered || a.in != nil && !a.in.beside
	case dragRoom:
		return covered || a.in == nil
	case dragNothing:
	}
	return false
}

// dragged follows the mouse with what it holds.
func (a *App) dragged(at image.Point) tea.Cmd {
	if a.slipped() {
		a.drag = dragNothing
	}
	switch a.drag {
	case dragBorder:
		plain := a.shape()
		plain.Shift = layout.Shift{}
		switch own := layout.Arrange(plain); {
		case a.frame.Boxed:
			a.shift.X = at.X - own.List.Max.X
		case a.beside():
			a.shift.Y = at.Y - own.List.Min.Y
		default:
			a.shift.Y = at.Y - own.List.Max.Y
		}
		a.arrange()
		return a.follow()
	case dragSplit:
		in := a.frame.Inner(a.frame.List)
		if at.Y < in.Min.Y {
			a.list.Scroll(-1)
		} else if at.Y >= in.Max.Y {
			a.list.Scroll(+1)
		}
		switch k := a.splitUnder(at); {
		case k == len(a.report.Partition.Considered): // where the split of a plan stands that keeps nothing
			return a.say("release leaves everything summarized")
		case k >= 0:
			return a.say(fmt.Sprintf("release splits at %d", a.report.Partition.Considered[k]))
		}
		return a.say("there is no safe place to split near here")
	case dragRoom:
		return a.in.hold(at.Sub(a.frame.Inner(a.roomRect()).Min), false)
	case dragBar:
		return a.along(at)
	case dragNothing:
	}
	return nil
}

// released lets go.
func (a *App) released(at image.Point) tea.Cmd {
	splits := a.drag == dragSplit && !a.slipped()
	a.drag = dragNothing
	if !splits {
		return nil
	}
	if k := a.splitUnder(at); k >= 0 && k != a.report.Partition.SplitIndex {
		return a.splitAt(k)
	}
	return nil
}

// splitUnder is the safe place for a split that is nearest below the pointer, else above it, as a
// position of the considered messages; -1 when there is none. The line of the split itself is where it is.
func (a *App) splitUnder(at image.Point) int {
	in := a.frame.Inner(a.frame.List)
	y := max(0, min(at.Y-in.Min.Y, in.Dy()-1))
	if a.list.SplitAt(y) {
		return a.report.Partition.SplitIndex
	}
	m := a.list.MessageAt(y)
	if m < 0 {
		return -1
	}
	k, _ := slices.BinarySearch(a.report.Partition.Considered, m)
	if safe := a.safePlace(k, +1); safe >= 0 {
		return safe
	}
	return a.safePlace(k-1, -1)
}
