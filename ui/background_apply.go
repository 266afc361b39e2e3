package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
	"cutline/pipeline/trace"
	"cutline/render/text"
)

// persist applies the early summary because the threshold is reached: a result as after c, which
// nobody writes by itself. It takes nothing out of a person's hands.
func (a *App) persist() tea.Cmd {
	b := &a.ahead
	switch {
	case a.result != nil && a.written == "":
		if b.told {
			return nil
		}
		b.told = true
		return a.remark("the context is nearly full; the early summary is not applied, because a result is here that was not written: w writes that, c applies the summary")
	case a.picking || a.line != nil || a.asking != nil || a.page != nil || a.in != nil || a.view != planView:
		return nil // later
	}
	b.held = nil // the parameters may be others
	if cmd := a.hold(); b.ready == nil {
		return cmd
	}
	cmd := a.compact(a.params.Instructions)
	b.auto = a.running != nil
	return cmd
}

// awaits has c wait for the early summary that is being made, when that will be valid; else that is
// stopped.
func (a *App) awaits(p pipeline.Params) bool {
	b := &a.ahead
	if b.of == nil {
		return false
	}
	if valid, why := b.cover.Valid(a.s, p, a.engine.World(a.s, p)); !valid {
		b.drop()
		a.tell(a.notice.kind, "the early summary is thrown away: "+why)
		return false
	}
	a.run.start()
	b.wanted = true
	a.params.Instructions = p.Instructions
	a.running = &progress{what: "compacting, by " + a.report.Pick.Summarizer + ": waits for the early summary", at: b.at, since: a.now()}
	return true
}

// early is the summary that a run may take. One that the picked summarizer could not write is
// better made again when a person asks for it.
func (b *ahead) early() *pipeline.Precomputed {
	if b.ready == nil || b.ready.FellBack() && !b.auto {
		return nil
	}
	return b.ready
}

// applied says what a run has made of the early summary; empty when it had none.
func (a *App) applied() string {
	b := &a.ahead
	auto := b.auto
	b.auto = false
	if !a.result.Report.Summary.Early {
		b.ready = nil
		return ""
	}
	b.used = true
	if auto {
		return "the context is nearly full, so the early summary was applied; nothing is written: "
	}
	return "the early summary was applied: "
}

// failed says that it could not be applied by itself, or was not to be; that is not tried again.
func (b *ahead) failed() {
	b.used = b.used || b.auto
	b.auto = false
}

// stages are the six as the strip shows them: stage 5 of the plan says what comes of an early
// summary.
func (a *App) stages() [6]pipeline.Stage {
	out := a.ran(a.current().Stages())
	b := &a.ahead
	if a.view != planView || !b.on {
		return out
	}
	st, why := &out[4], trace.Decision{Rule: "early", Chose: a.earlyLine(), Because: "it was switched on for this session"}
	st.Headline = why.Chose
	if line := a.report.Trigger.Background.Start; line.Set {
		why.Because += fmt.Sprintf("; it begins at %s tokens and is applied at %s, or by c", text.Num(line.Threshold), text.Num(a.report.Trigger.Background.Persist.Threshold))
	}
	if b.ready != nil {
		st.Outcome, st.Decisions = trace.Ran, b.ready.Decisions()
		if b.ready.FellBack() {
			st.Outcome = trace.FellBack
		}
		why.Touches = b.ready.List
	}
	st.Decisions = append(st.Decisions[:len(st.Decisions):len(st.Decisions)], why)
	return out
}

// earlyLine says in one line how the early summary stands.
func (a *App) earlyLine() string {
	b := &a.ahead
	switch {
	case b.of != nil:
		return "early: " + b.far() + ", by " + a.report.Pick.Summarizer
	case b.ready != nil && !b.used:
		return fmt.Sprintf("early: ready, covers %d to %d", b.ready.List[0], b.ready.Last())
	case b.used:
		return "early: applied, the next one once the context is smaller"
	case b.last > 0:
		return fmt.Sprintf("early: waits, again from %s tokens", text.Num(b.last+earlyStep))
	}
	return fmt.Sprintf("early: on, from %s tokens", text.Num(a.report.Trigger.Background.Start.Threshold))
}

// far is how far the summary is that is being made.
func (b *ahead) far() string {
	switch {
	case b.at.Of > 0:
		return fmt.Sprintf("%d%%", 100*min(b.at.Done, b.at.Of)/b.at.Of)
	case b.at.Done > 0:
		return text.Num(b.at.Done) + " chars"
	}
	return "begun"
}

// earlyPart is what the header says of it.
func (a *App) earlyPart() string {
	b := &a.ahead
	switch {
	case !b.on:
		return ""
	case b.of != nil:
		return ", early " + b.far()
	case b.ready != nil && !b.used:
		return ", early ready"
	}
	return ", early on"
}
