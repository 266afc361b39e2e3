package ui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/stream"
)

// progress is something that is under way.
type progress struct {
	what   string
	at     summarize.Progress
	since  time.Time
	box    *mailbox     // nil when it is no compaction
	answer *stream.Pane // where the answer appears, nil when no model writes it
}

// errand is a run as it was asked for: what it is made of does not change any more.
type errand struct {
	s      *model.Session
	params pipeline.Params
	world  pipeline.World
	plan   pipeline.Report
}

// errandOf is a run of the open session.
func (a *App) errandOf(p pipeline.Params) errand {
	p.Ask.Count = false // a server that counts gets the prompt, before anybody has said yes
	e := errand{s: a.s, params: p, world: a.engine.World(a.s, p)}
	e.world.Counted, e.world.Calls = a.counted, true
	e.plan = pipeline.Plan(e.s, e.params, e.world.Env)
	return e
}

// writer is who is called first; nil when it is not here.
func (e *errand) writer() summarize.Summarizer {
	return writerOf(e.world.Summarizers, e.plan.Pick.Summarizer)
}

// writerOf finds a rung among those that are here, or among those that ask nobody and are always here.
func writerOf(list []summarize.Summarizer, rung string) summarize.Summarizer {
	i := slices.IndexFunc(list, func(s summarize.Summarizer) bool { return s.Info().Rung == rung })
	if i < 0 {
		plain, _ := local.Plain(rung)
		return plain
	}
	return list[i]
}

// byRule reports whether a rung's text is there at once, because no model writes it.
func byRule(rung string) bool {
	_, plain := local.Plain(rung)
	return plain || rung == summarize.Local
}

// compact runs the real compaction beside the screen, after a yes where something would be sent.
func (a *App) compact(instructions string) tea.Cmd {
	switch {
	case a.preview:
		return a.say("the session is still being read")
	case a.s.Approx:
		return a.say("the session is still being measured: " + a.unsized() + "; c works when that is done")
	case a.running != nil || a.send.what != "":
		return a.say("something is under way; esc stops it")
	case a.send.page != nil:
		return a.say("it is asked already whether to send it; esc goes back to that")
	}
	if a.report.Nothing != "" {
		return a.complain("nothing to compact: " + a.report.Nothing)
	}
	params := a.params
	params.Instructions = instructions
	e := a.errandOf(params)
	if rung := a.report.Pick.Summarizer; writerOf(e.world.Summarizers, rung) == nil {
		return a.complain("there is no " + rung + " summarizer here to run; M shows who could write, local among them")
	}
	if a.awaits(params) {
		return nil
	}
	a.params.Instructions, e.world.Early = instructions, a.ahead.early()
	return a.permit(e)
}

// start begins a run.
func (a *App) start(e errand) tea.Cmd {
	ctx, gen := a.run.start()
	box := newMailbox()
	rung := e.plan.Pick.Summarizer
	a.running = &progress{what: "compacting, by " + rung, box: box, since: a.now()}
	a.running.at = summarize.Progress{Rung: rung, Try: 1, Tries: e.params.Ask.Attempts}
	if w := e.writer(); w != nil && !byRule(rung) && e.world.Text == "" {
		a.running.at.Model, a.running.answer = w.Info().Model, stream.New(a.th)
	}
	if e.params.Instructions != "" {
		a.running.what += ": " + text.Label(e.params.Instructions, 60)
	}
	a.arrange()
	note, began := a.engine.Note, a.now()
	run := apart(func() tea.Msg {
		defer box.close()
		res, err := pipeline.Run(ctx, e.s, e.params, e.world, box.put)
		if note != nil {
			_ = note(e.s, e.params, e.world, res, err, began) // a record that cannot be written is no reason to fail
		}
		return compactedMsg{gen: gen, result: res, err: err}
	})
	return tea.Batch(run, box.listen(gen), a.tick(gen))
}

// tickEvery is how often the screen is drawn while a run says nothing.
const tickEvery = time.Second

func (a *App) tick(gen int) tea.Cmd { return a.later(tickEvery, tickMsg{gen}) }

// ticked goes on as long as the run does; drawing the screen is all that it is for.
func (a *App) ticked(msg tickMsg) tea.Cmd {
	if a.running == nil || msg.gen != a.run.gen {
		return nil
	}
	return a.tick(msg.gen)
}

func (a *App) now() time.Time {
	if a.engine.Now != nil {
		return a.engine.Now()
	}
	return time.Now()
}

// progressed takes the newest sign of progress.
func (a *App) progressed(msg progressMsg) tea.Cmd {
	p := a.running
	if p == nil || msg.gen != a.run.gen || p.box == nil {
		return nil
	}
	was := p.at
	p.at = msg.at
	other := was.Rung != p.at.Rung || was.Try != p.at.Try
	if p.answer != nil {
		if other {
			p.answer.Clear()
		}
		p.answer.Show(p.at.Text)
	}
	if other || len(was.Tried) != len(p.at.Tried) || was.Until != p.at.Until {
		a.refreshAttempts()
	}
	return p.box.listen(msg.gen)
}

// stoppable reports whether esc would stop something. It closes what lies over the answer of a model
// first: an answer is paid for.
func (a *App) stoppable() bool {
	if a.send.what != "" {
		return true
	}
	return a.running != nil && (a.running.answer == nil || !a.picking && a.page == nil && a.in == nil)
}

// cancelRun stops what runs at once; everything stays as it was.
func (a *App) cancelRun() tea.Cmd {
	if a.send.what != "" {
		a.send.drop()
		return a.say("cancelled; nothing was sent")
	}
	a.run.stop()
	a.running = nil
	a.refreshAttempts()
	a.arrange()
	if a.ahead.wanted {
		a.ahead.off()
		return a.say("cancelled; nothing was changed, and no summary is made early any more")
	}
	a.ahead.failed()
	return a.say("cancelled; nothing was changed")
}

// runLine says in one line how far it is.
func (a *App) runLine() string {
	p := a.running
	if p == nil {
		return render.Progress(a.th, a.send.what+" "+a.th.Shapes.Dot+" esc stops it", 0, 0, a.w)
	}
	if p.answer == nil {
		return render.Progress(a.th, p.what+" · esc stops it", p.at.Done, p.at.Of, a.w)
	}
	return render.Running(a.th, a.runData(), a.w)
}

func (a *App) runData() render.RunData {
	p := a.running
	d := render.RunData{At: p.at, Since: max(0, a.now().Sub(p.since))}
	if !p.at.Until.IsZero() {
		d.Wait = max(0, p.at.Until.Sub(a.now()))
	}
	if a.stoppable() {
		d.Stop = "esc stops it"
	}
	return d
}

// answering draws the pane in which the answer appears.
func (a *App) answering(focus bool) []string {
	p, r := a.running.answer, a.answerRect()
	p.Idle(render.Waiting(a.runData()))
	title := "answer " + a.th.Shapes.Dot + " " + a.running.at.Rung
	if m := a.running.at.Model; m != "" {
		title += " " + text.Label(m, 40)
	}
	return a.pane(r, title, "", p.Foot(), p.View(), focus)
}
