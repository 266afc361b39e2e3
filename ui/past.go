package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/render/text"
	"cutline/ui/loss"
)

// scorePast scores the compactions that the session records, when that is what would show.
func (a *App) scorePast() tea.Cmd {
	l := &a.loss
	if a.ofResult() || !a.at(keymap.Loss) || a.preview || l.pastOf == a.s || len(a.s.Compactions) == 0 {
		return nil
	}
	ctx, gen := l.start()
	s := a.s
	return apart(func() tea.Msg {
		past, err := pipeline.ScoreRecorded(ctx, s)
		return pastScoredMsg{gen, s, past, err}
	})
}

// pastScored takes the scores of the compactions that the session records; the last one shows.
func (a *App) pastScored(msg pastScoredMsg) tea.Cmd {
	l := &a.loss
	if msg.gen != l.gen || msg.of != a.s {
		return nil
	}
	l.stop()
	if msg.err != nil {
		return a.unscored(msg.err)
	}
	l.past, l.pastOf, l.k = msg.past, msg.of, len(msg.past)-1
	a.fresh()
	return nil
}

// pastSubject is a compaction that the session records.
func (a *App) pastSubject() loss.Subject {
	l := &a.loss
	one := &l.past[l.k]
	sub := loss.Subject{Name: fmt.Sprintf("recorded compaction %d of %d, line %d", l.k+1, len(l.past), one.Line), Message: a.s.Past, Saved: one.Saved()}
	history := a.s.History
	sub.Line = func(i int) int { return int(history[i].Line) }
	if one.Trigger != "" {
		sub.Name += ", " + text.CleanLine(one.Trigger)
	}
	if one.Why != "" {
		sub.Why = "No score: " + one.Why + ". " + a.otherPast()
		return sub
	}
	sub.Out = &one.Output
	if a.engine.Rescue != nil {
		sub.Offer = "r gives back what it lost"
	}
	sub.Summary, _ = a.s.CompactionText(l.k) // which was read when it was scored
	if one.Partial() {
		sub.Notes = append(sub.Notes, fmt.Sprintf("the file holds ~%s of the %s tokens that were replaced; what stood in the rest counts as not there", text.Num(one.Held), text.Num(one.Before)))
	}
	return sub
}

// otherPast says how to get to the other recorded compactions, empty when there are none.
func (a *App) otherPast() string {
	if len(a.loss.past) > 1 {
		return "[ and ] go to the other compactions; c runs one of your own."
	}
	return "c runs a compaction of your own."
}

// nextPast goes to another of the compactions that the session records.
func (a *App) nextPast(d int) tea.Cmd {
	l := &a.loss
	switch k := l.k + d; {
	case a.ofResult() && (d > 0 || len(a.s.Compactions) == 0):
		return a.say("there is no other compaction that way")
	case a.ofResult():
		l.back = true
		a.fresh()
		a.arrange()
		return a.scorePast()
	case l.back && l.pastOf == a.s && k == len(l.past):
		l.back = false
		a.arrange()
	case l.pastOf != a.s || k < 0 || k >= len(l.past):
		return a.say("there is no other recorded compaction that way")
	default:
		l.k = k
	}
	a.fresh()
	return nil
}
