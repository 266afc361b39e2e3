package ui

import (
	"image"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/render/theme"
)

// body is a pane that has all the room between strip and footer.
type body interface {
	Title() string
	Position() string
	Foot() string
	View() []string
	SetSize(w, h int)
	SetTheme(th *theme.Theme)
	Scroll(d int)
	Click(y int) bool // on line y of the content; it reports whether there was something
}

// room is a body that can be entered: the timeline, the contents, the lab and so on. One is open at
// a time. A new one is a pane, a scope of keys and a function that makes its room.
type room struct {
	body
	scope  keymap.Scope
	name   string // what esc goes back to
	do     func(keymap.Action) tea.Cmd
	show   func()                                   // hands the body the plan of the moment; may be nil
	left   func()                                   // ends what works for this room alone; may be nil
	beside bool                                     // the list stays in view, so that it is seen what turns in it
	hover  bool                                     // hold is also wanted for the mouse that moves without a button
	hold   func(at image.Point, press bool) tea.Cmd // takes a press, and the drag that follows, at a cell of the content; may be nil
}

// at reports whether the room of a scope is open.
func (a *App) at(s keymap.Scope) bool { return a.in != nil && a.in.scope == s }

// beside reports whether the open room leaves the list in view.
func (a *App) beside() bool { return a.in != nil && a.in.beside }

// openRoom opens a room in the place of what is open.
func (a *App) openRoom(r *room) {
	a.hush()
	a.shut()
	a.page, a.line, a.query, a.came = nil, nil, "", nil
	a.in = r
	r.SetTheme(a.th)
	a.fresh()
	a.arrange()
}

// fresh hands the open room the plan of the moment.
func (a *App) fresh() {
	if a.in != nil && a.in.show != nil && a.s != nil {
		a.in.show()
	}
}

// shut closes the open room, and nothing else.
func (a *App) shut() {
	if a.in == nil {
		return
	}
	left := a.in.left
	a.in = nil
	if a.drag == dragRoom { // what it holds is not there any more
		a.drag = dragNothing
	}
	if left != nil {
		left()
	}
}

// exit closes the open room and goes back to what was below it.
func (a *App) exit() tea.Cmd {
	a.shut()
	a.arrange()
	return a.follow()
}

// toMessage closes the open room and goes to a message; -1 goes nowhere. Esc comes back to the room.
func (a *App) toMessage(row int) tea.Cmd {
	if row < 0 {
		return nil
	}
	from := a.in
	a.view, a.focus = planView, 0
	a.liftAll()
	a.list.Select(row)
	a.shut()
	a.came = from
	a.arrange()
	return a.follow()
}

// comeBack enters the room again from which a message was gone to.
func (a *App) comeBack() tea.Cmd {
	a.openRoom(a.came)
	return nil
}
