package ui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/lab"
	"cutline/pipeline/summarize"
	"cutline/ui/strategies"
)

// laboratory is the comparison of strategies: what it is of, and how far it is.
type laboratory struct {
	job
	pane    *strategies.Pane // nil until it is asked for
	of      *model.Session
	params  pipeline.Params                 // that it was made with
	run     func(pipeline.Strategy) lab.Row // nil while the session is read for it
	todo    []pipeline.Strategy
	stopped bool // by a person, before all were compared
	untold  bool // times are left out: of a picture
}

type (
	benchMsg struct { // the session was read for the comparison
		gen   int
		bench *lab.Bench
		run   func(pipeline.Strategy) lab.Row
		err   error
	}
	labRowMsg struct { // a strategy was run
		gen int
		row lab.Row
	}
)

// busy reports whether strategies are at work.
func (l *laboratory) busy() bool { return l.cancel != nil }

// halt ends what runs. What is there stays.
func (l *laboratory) halt() {
	l.stop()
	l.todo, l.run = nil, nil // it holds the messages of the session
	if l.pane != nil {
		l.pane.Stop()
	}
}

// toggleLab opens the comparison of strategies, or closes it. What was compared already is there
// again, as long as session and parameters are the same.
func (a *App) toggleLab() tea.Cmd {
	l := &a.labs
	switch {
	case a.at(keymap.Bench):
		return a.exit()
	case a.preview || a.s.Approx:
		return a.say("the session is still being read")
	case a.running != nil || a.send.busy():
		return a.say("something is under way; esc stops it")
	}
	if l.pane != nil && !l.stopped && l.of == a.s && l.params == a.params {
		return a.showLab()
	}
	of := a.params
	return a.consent(purpose{
		intro: "Every strategy that asks a model sends a prompt of its own, one after the other. That of the strategy that is chosen now would be:",
		yes:   "compare, and send what that takes",
		then:  func() tea.Cmd { return a.compareAll(of) },
		locally: func() tea.Cmd {
			of.Pick.Summarizer, of.Pick.Model = summarize.Local, ""
			return a.compareAll(of)
		},
	})
}

func (a *App) showLab() tea.Cmd {
	a.view = planView
	a.openRoom(&room{body: a.labs.pane, scope: keymap.Bench, name: "the strategies", do: a.labDo})
	return nil
}

// compareAll reads the session for all strategies, and then runs one after the other.
func (a *App) compareAll(p pipeline.Params) tea.Cmd {
	l := &a.labs
	in := a.labInput(p)
	ctx, gen := l.start()
	names := make([]string, len(in.Strategies))
	for i, s := range in.Strategies {
		names[i] = s.Name
	}
	l.stopped = false
	l.pane, l.of, l.params, l.run, l.todo = strategies.New(a.th, a.s, names), a.s, a.params, nil, in.Strategies
	cmd := a.showLab()
	return tea.Batch(cmd, apart(func() tea.Msg {
		bench, err := lab.New(ctx, in)
		return benchMsg{gen, bench, func(s pipeline.Strategy) lab.Row { return bench.Row(ctx, s, nil) }, err}
	}))
}

// labInput is what is compared. Nobody is called but those who were agreed to.
func (a *App) labInput(p pipeline.Params) lab.Input {
	in := lab.Input{Session: a.s, Params: p, Strategies: pipeline.Strategies}
	if a.engine.Lab != nil {
		in = a.engine.Lab(a.s, p)
	}
	engine, s, agreed := a.engine, a.s, a.send.agreed
	in.World = func(p pipeline.Params) pipeline.World {
		w := engine.World(s, p)
		if agreed != (agreement{s.Path, s.ID, whoOf(w.Summarizers, summarize.Self)}) {
			return pipeline.Quiet(w)
		}
		return w
	}
	return in
}

// benched goes on with the first strategy.
func (a *App) benched(msg benchMsg) tea.Cmd {
	l := &a.labs
	if msg.gen != l.gen {
		return nil
	}
	if msg.err != nil {
		l.halt()
		if errors.Is(msg.err, context.Canceled) {
			return nil
		}
		return a.failed("the strategies cannot be compared: ", msg.err, "")
	}
	l.run = msg.run
	l.pane.Budget(msg.bench.Before(), msg.bench.Target())
	return a.nextStrategy()
}

// nextStrategy runs the next one beside the screen.
func (a *App) nextStrategy() tea.Cmd {
	l := &a.labs
	if len(l.todo) == 0 {
		l.halt()
		return nil
	}
	next, run, gen := l.todo[0], l.run, l.gen
	l.todo = l.todo[1:]
	return apart(func() tea.Msg { return labRowMsg{gen, run(next)} })
}

// compared takes the row of a strategy.
func (a *App) compared(msg labRowMsg) tea.Cmd {
	l := &a.labs
	if msg.gen != l.gen {
		return nil
	}
	if l.untold {
		msg.row.Took = 0
	}
	l.pane.Put(msg.row)
	return a.nextStrategy()
}

// labDo carries out an action on the comparison.
func (a *App) labDo(action keymap.Action) tea.Cmd {
	l := &a.labs
	switch action {
	case keymap.Back:
		switch {
		case l.pane.Back():
			return nil
		case l.busy():
			l.halt()
			l.stopped = true
			return a.say("stopped; what was compared stays until L begins anew")
		}
		return a.exit()
	case keymap.Mark:
		l.pane.Mark()
	case keymap.Versus:
		if why := l.pane.Versus(); why != "" {
			return a.say(why)
		}
	case keymap.Open:
		return a.openResult(l.pane.Enter())
	default:
		l.pane.Do(action)
	}
	return nil
}

// openResult shows the result of a strategy as that of a compaction.
func (a *App) openResult(r *lab.Row) tea.Cmd {
	switch {
	case r == nil:
		return nil
	case r.Result == nil:
		return a.say(r.Strategy + " has no result: " + r.Why)
	case a.labs.of != a.s:
		return a.say("the session was read anew since; L compares again")
	case a.running != nil:
		return a.say("something is under way; esc stops it")
	}
	return a.compacted(compactedMsg{gen: a.run.gen, result: r.Result})
}
