package ui

import (
	"image"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/render"
	"cutline/render/text"
)

// wheelLines is how far one notch of the wheel scrolls.
const wheelLines = 3

// moused takes a mouse event.
func (a *App) moused(msg tea.MouseMsg) tea.Cmd {
	if a.frame.TooSmall || a.s == nil && !a.picking || a.asking != nil {
		return nil
	}
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		return a.wheel(msg, -wheelLines)
	case tea.MouseButtonWheelDown:
		return a.wheel(msg, +wheelLines)
	case tea.MouseButtonLeft:
		at := image.Pt(msg.X, msg.Y)
		switch msg.Action {
		case tea.MouseActionPress:
			if a.drag = a.grab(at); a.drag == dragBar {
				return a.along(at) // as the wheel, it leaves the keys where they are
			}
			return a.click(at)
		case tea.MouseActionMotion:
			return a.dragged(at)
		case tea.MouseActionRelease:
			return a.released(at)
		}
	default:
		if at := image.Pt(msg.X, msg.Y); msg.Action == tea.MouseActionMotion && a.page == nil && !a.picking && !a.asksToSend() && a.in != nil && a.in.hover && at.In(a.roomRect()) {
			return a.in.hold(at.Sub(a.frame.Inner(a.roomRect()).Min), false)
		}
		if msg.Action == tea.MouseActionRelease { // some terminals do not say of which button
			return a.released(image.Pt(msg.X, msg.Y))
		}
	}
	return nil
}

// wheel scrolls what is under the pointer.
func (a *App) wheel(msg tea.MouseMsg, d int) tea.Cmd {
	at := image.Pt(msg.X, msg.Y)
	switch {
	case a.page != nil:
		a.page.Scroll(d)
	case a.picking:
		a.picks.Scroll(d)
	case a.send.page != nil:
		a.send.page.Scroll(d)
	case a.beside() && at.In(a.frame.List):
		a.list.Scroll(d)
	case a.in != nil:
		a.in.Scroll(d)
	case a.view != planView:
		a.both.Scroll(d)
	case a.running != nil && a.running.answer != nil && at.In(a.answerRect()):
		a.running.answer.Scroll(d)
	case at.In(a.frame.Detail):
		a.msg.Scroll(d)
	default:
		a.list.Scroll(d)
		return a.follow()
	}
	return nil
}

// click selects what is under the pointer: a message, a stage, a key of the footer. A scroll bar is not clicked
// but held.
func (a *App) click(at image.Point) tea.Cmd {
	f := a.frame
	switch {
	case a.picking && at.In(a.pickerRect()):
		if a.page == nil {
			a.picks.Click(at.Y - f.Inner(a.pickerRect()).Min.Y)
		}
	case a.asksToSend() && !at.In(f.Footer):
	case at.In(f.Header):
		if head := strings.TrimRight(text.Clean(a.header()), " "); strings.HasSuffix(head, headerHint) && at.X >= text.Width(head)-len(headerHint) {
			return a.Do(keymap.Help)
		}
	case at.In(f.Strip):
		stages := a.stages()
		var i int
		if f.BigStrip {
			i = render.StripBoxAt(a.w, at.X)
		} else {
			i = render.StripLineAt(stages, a.stage, a.w, at.X)
		}
		if i >= 0 {
			return a.pickStage(i)
		}
	case at.In(f.Footer) && a.line == nil && a.notice.text == "":
		hints := a.hints()
		if i := render.FooterAt(hints, a.w, at.X); i >= 0 {
			return a.hinted(hints[i].Keys)
		}
	case a.page != nil:
		if a.page.Click(at.Y - f.Inner(a.bodyRect()).Min.Y) {
			return a.pageDo(keymap.Open)
		}
	case a.beside() && at.In(f.List):
		a.list.Click(at.Y - f.Inner(f.List).Min.Y)
	case a.in != nil && a.in.hold != nil && at.In(f.Inner(a.roomRect())):
		return a.in.hold(at.Sub(f.Inner(a.roomRect()).Min), true)
	case a.in != nil:
		a.in.Click(at.Y - f.Inner(a.roomRect()).Min.Y)
	case a.view != planView:
	case at.In(f.Detail):
		a.focus = 1
		a.arrange()
	case at.In(f.List):
		a.focus = 0
		a.arrange()
		if a.list.Click(at.Y - f.Inner(f.List).Min.Y) {
			return a.follow()
		}
	}
	return nil
}

// headerHint is the hint that the header ends with where there is room.
const headerHint = "? keys"

// hinted carries out the action of a key that the footer names.
func (a *App) hinted(keys string) tea.Cmd {
	if keys == "esc" && a.stoppable() && !a.asksToSend() {
		return a.cancelRun()
	}
	if keys == whyKeys {
		return a.pickStage(a.stage)
	}
	for _, r := range keymap.In(a.scope()) {
		if a.th.Keys(r.Show) == keys {
			return a.Do(r.Action)
		}
	}
	return nil
}

// Still begins with the mouse off.
func (a *App) Still() { a.mouse = false }

// pointer asks the terminal for the mouse again. An editor and ctrl-z let go of it, and after both comes the
// size of the terminal.
func (a *App) pointer() tea.Cmd {
	switch {
	case !a.mouse:
		return nil
	case a.hovering:
		return tea.EnableMouseAllMotion
	}
	return tea.EnableMouseCellMotion
}

func (a *App) toggleMouse() tea.Cmd {
	a.mouse, a.hovering = !a.mouse, false
	if a.mouse {
		return tea.Batch(tea.EnableMouseCellMotion, a.say("mouse on"))
	}
	return tea.Batch(tea.DisableMouse, a.say("mouse off: text can be selected; m switches it on"))
}
