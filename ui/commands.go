package ui

import (
	"context"
	"errors"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline/trace"
	"cutline/render/code"
	"cutline/render/text"
)

// open reads the session, beside the screen. Of a large one the beginning shows first.
func (a *App) open() tea.Cmd {
	_, gen := a.load.start()
	preview, engine := a.engine.Preview, a.engine
	cmds := []tea.Cmd{func() tea.Msg { return engine.load(gen, engine.reading()) }}
	if preview != nil && a.s == nil {
		cmds = append(cmds, func() tea.Msg {
			s, err := preview()
			if err != nil { // what is wrong with the file is said when all of it is read
				return nil
			}
			return previewedMsg{gen, s}
		})
	}
	return tea.Batch(cmds...)
}

// whole reads the session without an index.
func (a *App) whole() tea.Cmd {
	_, gen := a.load.start()
	engine := a.engine
	return func() tea.Msg { return engine.load(gen, engine.Open) }
}

func (a *App) previewed(msg previewedMsg) tea.Cmd {
	if msg.gen != a.load.gen || msg.s == nil || a.s != nil {
		return nil
	}
	a.s, a.preview = msg.s, true
	a.replan()
	return a.follow()
}

func (a *App) loaded(msg loadedMsg) tea.Cmd {
	if msg.gen != a.load.gen {
		if msg.closer != nil {
			_ = msg.closer.Close() // nobody wants it any more
		}
		return nil
	}
	var several *model.SeveralError
	if errors.As(msg.err, &several) && a.engine.Choose != nil {
		return a.chooseOne(several)
	}
	if msg.err != nil {
		a.err, a.tail.tried = msg.err, msg.stamp
		if a.s != nil && !a.preview {
			return a.failed("", msg.err, "")
		}
		a.s, a.preview = nil, false
		if len(a.around.visits) > 0 {
			return tea.Batch(a.goBack(), a.failed("", msg.err, ""))
		}
		if a.picks != nil {
			return a.pickAgain()
		}
		return nil
	}
	if !a.picking {
		a.hunt.stop()
	}
	reloaded, begun := a.s != nil && !a.preview, a.preview
	a.run.stop()
	a.send.drop()
	a.forget()
	a.dropFound()
	a.liftAll()
	a.around.kin = nil
	a.exchange(msg.s, msg.closer)
	a.err, a.running, a.view = nil, nil, planView
	if !begun { // what was opened over the beginning of the session stays, and shows the rest too
		a.shut()
		a.page = nil
	}
	a.tail.read, a.tail.lost, a.tail.owed = msg.stamp, "", false
	if begun {
		a.list.Same(a.s)
	}
	a.replan()
	if a.tail.on && !reloaded { // what is followed is what comes
		a.list.Select(len(a.s.Rows) - 1)
	}
	cmds := []tea.Cmd{a.settle(), a.follow(), a.readFill(), a.scorePast()}
	if reloaded {
		cmds = append(cmds, a.done("read again: "+text.Num(len(a.s.Rows))+" messages"))
	} else if words := a.greeting(); words != "" {
		cmds = append(cmds, a.say(words))
	}
	return tea.Batch(cmds...)
}

// greeting is what has to be known when a session is opened: settings that are not used, pins that are.
func (a *App) greeting() string {
	switch n := len(a.report.Pins); {
	case len(a.engine.Warned) > 0:
		return "settings: " + a.engine.Warned[0] + "; ! lists what is not used"
	case n > 0:
		return trace.Count(n, "pin") + " of this session: re-injected word for word; S lists them"
	}
	return ""
}

// count counts the tokens exactly, beside the screen.
func (a *App) count() tea.Cmd {
	ctx, gen := a.load.start()
	s, count := a.s, a.engine.World(a.s, a.params).Count
	if count == nil {
		return nil
	}
	return apart(func() tea.Msg {
		n, err := count(ctx, s)
		if err != nil { // the estimate stays
			return nil
		}
		return countedMsg{gen, n}
	})
}

func (a *App) countedAll(msg countedMsg) tea.Cmd {
	if msg.gen != a.load.gen {
		return nil
	}
	return a.planBetter(a.s, msg.tokens, func() tea.Cmd { return nil })
}

// highlightTime bounds the work on the colours of one message.
var highlightTime = 120 * time.Millisecond // tests have more patience

// highlight colours the message pane, beside the screen.
func (a *App) highlight() tea.Cmd {
	c := a.msg.Content()
	if c.Lang == "" || a.msg.Body() == "" {
		return nil
	}
	ctx, gen := a.light.start()
	req := code.Request{Text: a.msg.Body(), Lang: c.Lang, Theme: a.th}
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, highlightTime)
		defer cancel()
		return litMsg{gen, req.Text, painter.Highlight(ctx, req)}
	}
}

// painter remembers what it has coloured, for all messages of all sessions.
var painter code.Highlighter

func (a *App) lit(msg litMsg) tea.Cmd {
	if msg.gen == a.light.gen {
		a.msg.Colour(msg.body, msg.painted)
	}
	return nil
}
