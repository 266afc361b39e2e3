package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/fill"
	"cutline/ui/contents"
)

// weighed are the pieces of a session's context, as they were read from its messages.
type weighed struct {
	of     *model.Session
	pieces []fill.Piece
}

// toggleFill opens what fills the context, or closes it.
func (a *App) toggleFill() tea.Cmd {
	if a.fill != nil {
		return a.closeFill()
	}
	a.page, a.time, a.live.pane, a.line, a.query = nil, nil, nil, nil, ""
	a.labs.open = false
	a.fill = contents.New(a.th)
	a.refill()
	a.arrange()
	return a.readFill()
}

func (a *App) closeFill() tea.Cmd {
	a.fill = nil
	a.weigh.stop()
	a.arrange()
	return a.follow()
}

// refill adds up what fills the context, when that is open: from the rows alone until the
// messages are read. Of a file that grew, what was read before stays until it is read anew.
func (a *App) refill() {
	if a.fill == nil || a.s == nil {
		if a.weighed.of != a.s { // a session that is not open any more
			a.weighed = weighed{}
		}
		return
	}
	rough := a.weighed.of != a.s
	pieces := a.weighed.pieces
	if rough {
		if a.fill.Read() {
			return
		}
		pieces = fill.Rough(a.s)
	}
	out := pipeline.Fill(a.s, a.params, pipeline.Env{Counted: a.counted}, pieces)
	a.fill.Show(a.s, &out, rough)
}

// readFill reads the messages for it, beside the screen, unless they were read already.
func (a *App) readFill() tea.Cmd {
	if a.fill == nil || a.s == nil || a.preview || a.weighed.of == a.s {
		return nil
	}
	ctx, gen := a.weigh.start()
	s := a.s
	return func() tea.Msg {
		pieces, err := fill.Read(ctx, s, nil)
		return weighedMsg{gen, weighed{s, pieces}, err}
	}
}

// filled takes what was read; the only error is that nobody wants it any more.
func (a *App) filled(msg weighedMsg) tea.Cmd {
	if msg.gen == a.weigh.gen && msg.err == nil && msg.of == a.s {
		a.weighed = msg.weighed
		a.refill()
	}
	return nil
}

// fillDo carries out an action on what fills the context.
func (a *App) fillDo(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.Back:
		if a.fill.Back() {
			return nil
		}
		return a.closeFill()
	case keymap.Open:
		row, why := a.fill.Enter()
		if why != "" {
			return a.say(why)
		}
		return a.toMessage(row)
	case keymap.Largest:
		row := a.fill.Largest()
		if row < 0 {
			return a.say("this stands in no message")
		}
		return a.toMessage(row)
	}
	a.fill.Do(action)
	return nil
}

// toMessage closes what is open over the list and goes to a message; -1 goes nowhere.
func (a *App) toMessage(row int) tea.Cmd {
	if row < 0 {
		return nil
	}
	a.view, a.focus = planView, 0
	a.list.Filter(nil, "")
	a.list.Select(row)
	return a.closeFill()
}
