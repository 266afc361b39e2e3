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
	if a.at(keymap.Fill) {
		return a.exit()
	}
	a.fill = contents.New(a.th)
	a.openRoom(&room{body: a.fill, scope: keymap.Fill, name: "what fills the context", do: a.fillDo, show: a.refill, left: a.weigh.stop})
	return a.readFill()
}

// refill adds up what fills the context: from the rows alone until the
// messages are read. Of a file that grew, what was read before stays until it is read anew.
func (a *App) refill() {
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
	if !a.at(keymap.Fill) || a.s == nil || a.preview || a.weighed.of == a.s {
		return nil
	}
	ctx, gen := a.weigh.start()
	s := a.s
	return apart(func() tea.Msg {
		pieces, err := fill.Read(ctx, s, nil)
		return weighedMsg{gen, weighed{s, pieces}, err}
	})
}

// filled takes what was read; the only error is that nobody wants it any more.
func (a *App) filled(msg weighedMsg) tea.Cmd {
	if msg.gen == a.weigh.gen && msg.err == nil && msg.of == a.s {
		a.weighed = msg.weighed
		a.fresh()
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
		return a.exit()
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
