package ui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
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
			return a.complain(msg.err.Error())
		}
		a.s, a.preview = nil, false
		if len(a.around.visits) > 0 {
			return tea.Batch(a.goBack(), a.complain(msg.err.Error()))
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
	a.forget()
	a.around.kin = nil
	a.exchange(msg.s, msg.closer)
	a.err, a.running, a.view = nil, nil, planView
	if !begun { // what was opened over the beginning of the session stays, and shows the rest too
		a.page, a.time, a.fill = nil, nil, nil
	}
	a.tail.read, a.tail.lost, a.tail.owed = msg.stamp, "", false
	a.replan()
	if a.tail.on && !reloaded { // what is followed is what comes
		a.list.Select(len(a.s.Rows) - 1)
	}
	cmds := []tea.Cmd{a.settle(), a.follow(), a.readFill()}
	if reloaded {
		cmds = append(cmds, a.done("read again: "+text.Num(len(a.s.Rows))+" messages"))
	}
	return tea.Batch(cmds...)
}

// count counts the tokens exactly, beside the screen.
func (a *App) count() tea.Cmd {
	ctx, gen := a.load.start()
	s, count := a.s, a.engine.World(a.s, a.params).Count
	if count == nil {
		return nil
	}
	return func() tea.Msg {
		n, err := count(ctx, s)
		if err != nil { // the estimate stays
			return nil
		}
		return countedMsg{gen, n}
	}
}

func (a *App) countedAll(msg countedMsg) tea.Cmd {
	if msg.gen != a.load.gen {
		return nil
	}
	a.counted = msg.tokens
	stale := a.stale
	a.replan()
	a.stale = stale
	return nil
}

// compact runs the real compaction beside the screen.
func (a *App) compact(instructions string) tea.Cmd {
	switch {
	case a.preview:
		return a.say("the session is still being read")
	case a.s.Approx:
		return a.say("the session is still being measured: " + a.unsized() + "; c works when that is done")
	}
	if a.report.Nothing != "" {
		return a.complain("nothing to compact: " + a.report.Nothing)
	}
	world := a.engine.World(a.s, a.params)
	if !a.hasWriter(world) {
		return a.complain("there is no " + a.report.Pick.Summarizer + " summarizer here to run; start without --summarizer, and the local one writes")
	}
	params := a.params
	params.Instructions = instructions
	if a.awaits(params) {
		return nil
	}
	a.params.Instructions, world.Early = instructions, a.ahead.early()
	ctx, gen := a.run.start()
	ch := make(chan tea.Msg, 1)
	a.running = &progress{what: "compacting, by " + a.report.Pick.Summarizer, messages: ch}
	if instructions != "" {
		a.running.what += ": " + text.Label(instructions, 60)
	}
	s := a.s
	world.Counted = a.counted
	run := func() tea.Msg {
		defer close(ch)
		res, err := pipeline.Run(ctx, s, params, world, func(p summarize.Progress) {
			select { // a screen that has not drawn the last one yet needs no other
			case ch <- progressMsg{gen, p}:
			default:
			}
		})
		return compactedMsg{gen: gen, result: res, err: err}
	}
	return tea.Batch(run, listen(ch))
}

// listen waits for the next sign of progress.
func listen(ch chan tea.Msg) tea.Cmd {
	return func() tea.Msg {
		msg, ok := <-ch
		if !ok {
			return nil
		}
		return msg
	}
}

func (a *App) progressed(msg progressMsg) tea.Cmd {
	if a.running == nil || msg.gen != a.run.gen {
		return nil
	}
	a.running.at = msg.at
	return listen(a.running.messages)
}

// cancelRun stops what runs at once; everything stays as it was.
func (a *App) cancelRun() tea.Cmd {
	a.run.stop()
	a.running = nil
	if a.ahead.wanted {
		a.ahead.off()
		return a.say("cancelled; nothing was changed, and no summary is made early any more")
	}
	a.ahead.failed()
	return a.say("cancelled; nothing was changed")
}

func (a *App) compacted(msg compactedMsg) tea.Cmd {
	if msg.gen != a.run.gen {
		return nil
	}
	a.running = nil
	switch {
	case errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		a.ahead.failed()
		return a.complain(msg.err.Error())
	}
	a.take(msg)
	a.both.Show(a.from, a.result)
	cmd := a.show(sidesView)
	words := fmt.Sprintf("%s → %s tokens, by %s; w writes it", text.Num(a.result.Status.TokensBefore), text.Num(a.result.Status.TokensAfter), a.result.Report.Summary.Rung)
	if msg.edited {
		words = "the edited summary was checked again; " + words
	}
	first := ""
	if !msg.edited {
		first = a.applied()
	}
	if a.result.Status.Outcome == pipeline.OK {
		return tea.Batch(cmd, a.done(first+words))
	}
	if a.result.Status.TokensAfter >= a.result.Status.TokensBefore {
		words = fmt.Sprintf("%s → %s tokens: it became larger, nothing is saved", text.Num(a.result.Status.TokensBefore), text.Num(a.result.Status.TokensAfter))
	}
	return tea.Batch(cmd, a.complain(first+a.result.Status.Outcome+": "+words))
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
