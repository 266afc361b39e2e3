package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/render"
	"cutline/render/text"
)

// earlyStep is how many tokens must have come since the last early summary was begun before another
// one is ‡: half of what is unused when the first begins, so that a session whose messages change
// all the time pays for few.
const earlyStep = 5000

// ahead makes a summary beside the screen before it is wanted, while a session is followed that
// nears its limit. It is switched on by a person, for the session that is open.
type ahead struct {
	job
	on     bool
	agreed []summarize.Info   // who may be sent something
	of     *model.Session     // what a summary is being made of, nil when none is
	source io.Closer          // its file, when that is not the one that is open
	cover  pipeline.Cover     // of the one that is being made, or that is ready
	at     summarize.Progress // of the one that is being made
	signs  chan tea.Msg
	ready  *pipeline.Precomputed
	held   *model.Session // the reading against which cover was held last
	last   int            // tokens at which the last one was begun, 0 when none was
	wanted bool           // c waits for it
	auto   bool           // it is being applied because the threshold is reached
	used   bool           // it was applied: no other one until the context is smaller
	told   bool           // why it is not applied by itself
}

type (
	earlySignMsg struct { // how far the one is that is being made
		gen int
		at  summarize.Progress
	}
	earlyMsg struct {
		gen   int
		early *pipeline.Precomputed
		err   error
	}
)

// drop stops what is being made, and throws away what is ready.
func (b *ahead) drop() {
	b.stop()
	b.made()
	b.ready, b.wanted, b.auto = nil, false, false
}

// made gives the file back that was read.
func (b *ahead) made() {
	if b.source != nil {
		_ = b.source.Close() // it was only read
	}
	b.of, b.source, b.signs, b.at = nil, nil, nil, summarize.Progress{}
}

// off is how it is for every session until somebody switches it on.
func (b *ahead) off() {
	b.drop()
	*b = ahead{job: b.job}
}

// reads reports whether a summary is being made of a session.
func (b *ahead) reads(s *model.Session) bool { return b.of != nil && b.of == s }

// toggleEarly switches early summaries on for this session, and off.
func (a *App) toggleEarly() tea.Cmd {
	if a.ahead.on {
		a.ahead.off()
		return a.say("no summary is made early any more")
	}
	if why := a.notEarly(); why != "" {
		return a.say(why)
	}
	then := func() tea.Cmd {
		a.ahead.on, a.ahead.agreed = true, a.sends()
		from := text.Num(a.report.Trigger.Background.Start.Threshold)
		return tea.Batch(a.say("from "+from+" tokens on a summary is made early; A switches it off"), a.watch())
	}
	return a.consent(purpose{
		intro: "A summary is made early whenever the session has grown enough. Each time all of it that is summarized is sent; now that would be:",
		yes:   "make summaries early, and send what that takes; A stops it",
		then:  then,
		locally: func() tea.Cmd {
			return a.say("nothing was sent; M chooses local, and A then sends nothing either")
		},
	})
}

// notEarly says why there can be no early summary of what is open, empty when there can.
func (a *App) notEarly() string {
	world := a.engine.World(a.s, a.params)
	switch t := &a.report.Trigger; {
	case !a.tail.on:
		return "a summary is made early of a session that is followed: F first"
	case a.params.Partition.Full:
		return "a full summarization leaves nothing out, so no summary can be made early"
	case a.params.SummaryFile != "" || world.Text != "":
		return "the summary is given, so none is made early"
	case writerOf(world.Summarizers, a.report.Pick.Summarizer) == nil:
		return "there is no " + a.report.Pick.Summarizer + " summarizer here to run"
	case !t.Background.Start.Set:
		for _, d := range t.Decisions {
			if strings.HasPrefix(d.Rule, "background") {
				return "no threshold is set for it: " + d.Because
			}
		}
		return "the strategy " + a.params.Strategy + " has no threshold for it"
	}
	if err := pipeline.Writable(a.s, world.To); err != nil {
		return err.Error()
	}
	return ""
}

// watch does what is due: it throws away what is not valid any more, begins an early summary at the
// first threshold, and applies it at the second.
func (a *App) watch() tea.Cmd {
	b := &a.ahead
	if !b.on || a.s == nil || a.preview || a.running != nil {
		return nil
	}
	cmd := a.hold()
	lines, used := a.report.Trigger.Background, a.report.Tokens.Used
	switch {
	case !lines.Start.Fires:
		b.last, b.used, b.told = 0, false, false
	case b.used || a.s.Approx || a.report.Nothing != "":
	case b.ready != nil && lines.Persist.Fires:
		return tea.Batch(cmd, a.persist())
	case b.ready == nil && b.of == nil && (b.last == 0 || used >= b.last+earlyStep):
		return tea.Batch(cmd, a.makeEarly())
	}
	return cmd
}

// hold compares what is covered with a new reading of the session.
func (a *App) hold() tea.Cmd {
	b := &a.ahead
	if b.of == nil && b.ready == nil || b.held == a.s {
		return nil
	}
	b.held = a.s
	if valid, why := b.cover.Valid(a.s, a.params, a.engine.World(a.s, a.params)); !valid {
		b.drop()
		return a.remark("the early summary is thrown away: " + why)
	}
	return nil
}

// remark says something beside what weighs more.
func (a *App) remark(words string) tea.Cmd {
	if a.notice.text != "" && a.notice.kind == render.Problem {
		return a.refuse(a.notice.err, a.notice.text+"; "+words)
	}
	return a.say(words)
}

// makeEarly begins an early summary.
func (a *App) makeEarly() tea.Cmd {
	b := &a.ahead
	if !slices.Equal(a.sends(), b.agreed) {
		b.off()
		return a.remark("another summarizer is picked, so no summary is made early any more; A asks again")
	}
	e := a.errandOf(a.params)
	s, params, world := e.s, e.params, e.world
	cover, err := pipeline.Covering(s, params, world)
	if err != nil {
		b.off()
		return a.remark("no summary is made early: " + err.Error())
	}
	ctx, gen := b.start()
	ch := make(chan tea.Msg, 1)
	b.of, b.held, b.cover, b.signs, b.last = s, s, cover, ch, a.report.Tokens.Used
	run := apart(func() tea.Msg {
		defer close(ch)
		early, err := pipeline.Early(ctx, s, params, world, func(p summarize.Progress) {
			select { // the screen has not drawn the last one yet
			case ch <- earlySignMsg{gen, p}:
			default:
			}
		})
		return earlyMsg{gen, early, err}
	})
	return tea.Batch(run, listen(ch))
}

// listen waits for the next sign.
func listen(ch chan tea.Msg) tea.Cmd {
	return func() tea.Msg {
		msg, ok := <-ch
		if !ok {
			return nil
		}
		return msg
	}
}

// earlySign takes how far it is.
func (a *App) earlySign(msg earlySignMsg) tea.Cmd {
	b := &a.ahead
	if msg.gen != b.gen || b.of == nil {
		return nil
	}
	b.at = msg.at
	if b.wanted && a.running != nil {
		a.running.at = msg.at
	}
	return listen(b.signs)
}

// earlyMade takes the early summary, and applies it when c waits for it.
func (a *App) earlyMade(msg earlyMsg) tea.Cmd {
	b := &a.ahead
	if msg.gen != b.gen || b.of == nil {
		return nil
	}
	wanted := b.wanted
	b.made()
	b.wanted = false
	if errors.Is(msg.err, context.Canceled) {
		return nil
	}
	b.ready = msg.early
	if wanted {
		a.running = nil
		return a.compact(a.params.Instructions)
	}
	if msg.err != nil {
		return a.remark(fmt.Sprintf("%s; it is tried again when %s more tokens have come", msg.err, text.Num(earlyStep)))
	}
	cmd := a.watch()
	if a.notice.text == "" && b.ready != nil && a.running == nil {
		return tea.Batch(cmd, a.say("the early summary is ready; c applies it"))
	}
	return cmd
}
