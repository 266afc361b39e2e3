package ui

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/retention"
	"cutline/render"
	"cutline/ui/detail"
	"cutline/ui/loss"
)

// losses is what compactions kept, lost and invented: that of the result, and those that the session
// records.
type losses struct {
	job
	pane   *loss.Pane        // nil until it is asked for
	out    *retention.Output // of the result, nil until it is scored
	of     *pipeline.Result  // that out is of; an older one while the result is scored anew
	past   []pipeline.Scored // the compactions that pastOf records
	pastOf *model.Session    // nil until they are scored
	k      int               // the one of past that shows
	back   bool              // one of past shows although there is a result
	at     render.Item       // the one whose message was gone to
}

type (
	scoredMsg struct { // the result was scored
		gen int
		of  *pipeline.Result
		out retention.Output
		err error
	}
	pastScoredMsg struct { // the compactions were scored that a session records
		gen  int
		of   *model.Session
		past []pipeline.Scored
		err  error
	}
)

// toggleLoss opens what was kept, lost and invented, or closes it.
func (a *App) toggleLoss() tea.Cmd {
	if a.at(keymap.Loss) {
		return a.exit()
	}
	l := &a.loss
	if l.pane == nil {
		l.pane = loss.New(a.th)
	}
	l.back = false
	a.openRoom(&room{body: l.pane, scope: keymap.Loss, name: "what was lost", do: a.lossDo, show: a.showLoss})
	return a.scorePast()
}

// score scores the result, beside the screen.
func (a *App) score() tea.Cmd {
	l := &a.loss
	ctx, gen := l.start()
	s, res, score := a.from, a.result, a.engine.Score
	a.fresh()
	return apart(func() tea.Msg {
		if score == nil {
			score = func(ctx context.Context, s *model.Session, res *pipeline.Result) (retention.Output, error) {
				return res.Compared(ctx, s)
			}
		}
		out, err := score(ctx, s, res)
		return scoredMsg{gen, res, out, err}
	})
}

// scored takes the score of the result.
func (a *App) scored(msg scoredMsg) tea.Cmd {
	l := &a.loss
	if msg.gen != l.gen || msg.of != a.result {
		return nil
	}
	l.stop()
	if msg.err != nil {
		return a.unscored(msg.err)
	}
	l.out, l.of = &msg.out, msg.of
	a.fresh()
	return a.follow()
}

// unscored says why there is no score; nobody wants one that was cancelled.
func (a *App) unscored(err error) tea.Cmd {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return a.failed("there is no score: ", err, "")
}

// unscore lets the score of a result go that is no longer here.
func (l *losses) unscore() {
	l.stop()
	l.out, l.of, l.back = nil, nil, false
}

// ofResult reports whether the loss room is about the result, and not about a compaction that the
// session records.
func (a *App) ofResult() bool { return a.result != nil && !a.loss.back && a.at(keymap.Loss) }

// ready reports whether the result has its score.
func (a *App) ready() bool { return a.result != nil && a.loss.out != nil && a.loss.of == a.result }

// showLoss hands the pane the compaction of the moment.
func (a *App) showLoss() {
	l, sub := &a.loss, loss.Subject{}
	switch {
	case a.ofResult():
		sub = a.resultSubject()
	case a.preview:
		sub.Why = "the session is still being read"
	case len(a.s.Compactions) == 0:
		sub.Why = "Here stands what a compaction keeps, loses and invents, item by item. c runs one; nothing is written by it."
	case l.pastOf != a.s:
		sub.Scoring = true
	default:
		sub = a.pastSubject()
	}
	pins := a.report.Pins
	sub.Pinned = func(i int, text string) bool {
		if sub.Line != nil && i >= 0 {
			i = int(a.s.History[i].Row)
		}
		return pinnedAt(pins, i, text)
	}
	if sub.Out != nil && sub.Offer == "" && a.engine.SetPins != nil && lostRules(sub.Out, pins) {
		sub.Offer = "* pins it, & all lost constraints"
	}
	l.pane.Show(sub)
}

// resultSubject is the result as the pane shows it. The score of the one before stays until the new
// one is there.
func (a *App) resultSubject() loss.Subject {
	l, st := &a.loss, a.result.Status
	sub := loss.Subject{
		Name: "the result, by " + a.result.Report.Summary.Rung, Out: l.out, Summary: a.result.Report.Summary.Text, Message: a.from.Message,
		Scoring: l.of != a.result,
	}
	if st.TokensBefore > 0 {
		sub.Saved = 1 - float64(st.TokensAfter)/float64(st.TokensBefore)
	}
	if l.of != nil && sub.Scoring { // the marks are those of its summary
		sub.Summary = l.of.Report.Summary.Text
	}
	if a.stale {
		sub.Notes = append(sub.Notes, "something was changed since the result was made; c runs it again")
	}
	return sub
}

// lossDo carries out an action on what was lost.
func (a *App) lossDo(action keymap.Action) tea.Cmd {
	l := &a.loss
	switch action {
	case keymap.Back:
		if l.pane.Back() {
			return nil
		}
		return a.exit()
	case keymap.Open:
		return a.openLoss()
	case keymap.Prev:
		return a.nextPast(-1)
	case keymap.Next:
		return a.nextPast(+1)
	case keymap.Pin:
		return a.pinItem()
	case keymap.PinRules:
		return a.pinConstraints()
	case keymap.GiveBack:
		return a.openRescue()
	case keymap.Instruct:
		return a.copyInstruction()
	case keymap.CopyItem:
		return a.copyItem()
	case keymap.CopyItems:
		return a.copyItems()
	case keymap.Export:
		return a.askExport()
	}
	l.pane.Do(action)
	return nil
}

// openLoss goes to where the item under the cursor stands: to the message of a loss that is live,
// else to its text here.
func (a *App) openLoss() tea.Cmd {
	p := a.loss.pane
	it := p.At()
	switch {
	case it != nil && it.Index >= 0 && a.ofResult() && a.from == a.s:
		a.loss.at = *it
		return a.toMessage(it.Index)
	default:
		if why := p.Enter(); why != "" {
			return a.say(why)
		}
		return nil
	}
}

// marks is the score by which the messages are marked, nil when they are not: they are while esc leads
// back to what was lost, and where what became of a message is asked for.
func (a *App) marks() *retention.Output {
	if a.ready() && a.from == a.s && (a.mode == detail.Became || a.came != nil && a.came.scope == keymap.Loss) {
		return a.loss.out
	}
	return nil
}

// scoreLine is the score of the result in one line, empty until it is known.
func (a *App) scoreLine() string {
	if !a.ready() || a.result.Status.Outcome != pipeline.OK {
		return ""
	}
	sub := a.resultSubject()
	return render.ScoreLine(sub.Out, sub.Saved)
}
