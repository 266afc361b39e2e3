package ui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/generations"
	"cutline/pipeline/summarize"
	"cutline/ui/survival"
)

// ofGenerations is how many generations the inspector makes.
const ofGenerations = 5

// lineage is one session compacted several times over: what it is of, and how far it is.
type lineage struct {
	job
	pane    *survival.Pane // nil until it is asked for
	of      *model.Session
	params  pipeline.Params // that it was asked for with
	used    pipeline.Params // that it was made with
	stopped bool            // before all were made
	below   *room           // that it was asked for in; nil: the plan
}

// generationMsg says that a generation was made, or that none can be.
type generationMsg struct {
	gen  int
	made generations.Generations
	next func() tea.Msg // makes the next one; nil when there is none
	err  error
}

// busy reports whether generations are made.
func (l *lineage) busy() bool { return l.cancel != nil }

// halt ends what runs. What is there stays.
func (l *lineage) halt() {
	l.stop()
	if l.pane != nil {
		l.pane.Stop()
	}
}

// toggleGenerations opens the generations, or closes them: of the strategy under the cursor in the
// lab, else of the parameters of the moment. What was made already is there again, as long as
// session and parameters are the same.
func (a *App) toggleGenerations() tea.Cmd {
	l := &a.lines
	switch {
	case a.at(keymap.Lives):
		return a.leaveGenerations()
	case a.preview || a.s.Approx:
		return a.say("the session is still being read")
	case a.running != nil || a.send.busy() || a.labs.busy():
		return a.say("something is under way; esc stops it")
	}
	p := a.params
	var below *room
	if a.at(keymap.Bench) {
		row := a.labs.pane.Row()
		if row == nil {
			return a.say("the strategy has not run; L runs it")
		}
		p, below = row.Params, a.in
	}
	l.below = below
	if l.pane != nil && !l.stopped && l.of == a.s && l.params == p {
		return a.showGenerations()
	}
	return a.askGenerations(p, p, false)
}

// askGenerations makes generations with the parameters p, once a person has agreed to what that sends.
func (a *App) askGenerations(asked, p pipeline.Params, grow bool) tea.Cmd {
	p.SummaryFile = "" // it is one text, and there are several summaries
	begin := func(p pipeline.Params) tea.Cmd {
		a.lines.params = asked
		return a.makeGenerations(p, grow)
	}
	if p.Pick.Summarizer == summarize.Local {
		return begin(p)
	}
	return a.consent(purpose{
		intro: "Every generation that a model summarizes is a prompt of its own, one after the other. The first would be about:",
		yes:   "make them, and send what that takes",
		then:  func() tea.Cmd { return begin(p) },
		locally: func() tea.Cmd {
			p.Pick.Summarizer, p.Pick.Model = summarize.Local, ""
			return begin(p)
		},
	})
}

func (a *App) showGenerations() tea.Cmd {
	a.view = planView
	a.openRoom(&room{body: a.lines.pane, scope: keymap.Lives, name: "the generations", do: a.generationsDo})
	return nil
}

// leaveGenerations goes back to where they were asked for.
func (a *App) leaveGenerations() tea.Cmd {
	if below := a.lines.below; below != nil && a.labs.pane != nil && below.body == body(a.labs.pane) {
		a.openRoom(below)
		return nil
	}
	return a.exit()
}

// makeGenerations makes one generation after the other beside the screen.
func (a *App) makeGenerations(p pipeline.Params, grow bool) tea.Cmd {
	l := &a.lines
	ctx, gen := l.start()
	l.stopped = false
	l.pane, l.of, l.used = survival.New(a.th, p.Strategy, ofGenerations, grow), a.s, p
	engine, s, agreed := a.engine, a.s, a.send.agreed
	in := generations.Input{
		Session: s, Params: p, N: ofGenerations, Grow: grow,
		World: func(_ context.Context, of *model.Session) (pipeline.World, error) {
			w := engine.World(of, p)
			if agreed != (agreement{s.Path, s.ID, whoOf(w.Summarizers, summarize.Self)}) {
				return pipeline.Quiet(w), nil
			}
			return w, nil
		},
	}
	cmd := a.showGenerations()
	return tea.Batch(cmd, apart(func() tea.Msg {
		line, err := generations.New(in)
		if err != nil {
			return generationMsg{gen: gen, err: err}
		}
		var next func() tea.Msg
		next = func() tea.Msg {
			_, err := line.Next(ctx, nil)
			msg := generationMsg{gen: gen, made: line.Generations(), err: err}
			if line.More() {
				msg.next = next
			}
			return msg
		}
		return next()
	}))
}

// generated takes a generation, and goes on with the next one.
func (a *App) generated(msg generationMsg) tea.Cmd {
	l := &a.lines
	if msg.gen != l.gen {
		return nil
	}
	if msg.err != nil {
		l.halt()
		l.stopped = true
		if errors.Is(msg.err, context.Canceled) {
			return nil
		}
		return a.failed("no more generations: ", msg.err, "")
	}
	l.pane.Put(msg.made)
	if msg.next == nil {
		l.halt()
		return nil
	}
	return apart(msg.next)
}

// generationsDo carries out an action on the generations.
func (a *App) generationsDo(action keymap.Action) tea.Cmd {
	l := &a.lines
	switch action {
	case keymap.Back:
		if l.busy() {
			l.halt()
			l.stopped = true
			return a.say("stopped; what was made stays until C begins anew")
		}
		return a.leaveGenerations()
	case keymap.Open:
		if l.of != a.s {
			return a.say("the session was read anew since; C compacts it again")
		}
		return a.toMessage(l.pane.Enter())
	case keymap.Grow:
		l.halt()
		return a.askGenerations(l.params, l.used, !l.pane.Grow())
	default:
		l.pane.Do(action)
	}
	return nil
}
