package ui

import (
	"context"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model/convert"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/text"
)

// compacted takes what a run gave.
func (a *App) compacted(msg compactedMsg) tea.Cmd {
	if msg.gen != a.run.gen {
		return nil
	}
	a.running = nil
	a.arrange()
	switch {
	case errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		a.ahead.failed()
		return a.failed("", msg.err, "")
	}
	if kept := a.keeps(msg); kept != "" {
		a.ahead.failed()
		return a.complain(kept)
	}
	a.take(msg)
	a.both.Show(a.from, a.result)
	cmd := tea.Batch(a.show(sidesView), a.score())
	words := a.resultWords(msg.edited)
	if !msg.edited {
		words = a.applied() + words
	}
	if a.result.Status.Outcome != pipeline.OK {
		return tea.Batch(cmd, a.complain(words))
	}
	return tea.Batch(cmd, a.done(words))
}

// keeps says why the result that is here stays: a run that failed takes nothing away that could be written.
func (a *App) keeps(msg compactedMsg) string {
	if msg.result.Status.Outcome != pipeline.Failed || msg.edited || a.result == nil || a.result.Status.Outcome != pipeline.OK || a.from != a.s || a.stale || a.written != "" {
		return ""
	}
	why := "no summary was made"
	if told := render.Told(msg.result.Status.Attempts, msg.result.Report.Summary.Rung); told != "" {
		why = told
	} else if g, bad := reassemble.Failed(msg.result.Gates); bad {
		why = "the gate " + g.Name + " failed"
	}
	return fmt.Sprintf("%s; the result from before, %s tokens, is still here: w writes it", why, text.Num(a.result.Status.TokensAfter))
}

// resultWords says what a run gave, what failed on the way first.
func (a *App) resultWords(edited bool) string {
	st, by := a.result.Status, a.result.Report.Summary.Rung
	numbers := fmt.Sprintf("%s → %s tokens", text.Num(st.TokensBefore), text.Num(st.TokensAfter))
	to := "; w writes it"
	if t, ok := convert.Find(a.from, a.result.To); ok {
		to += " as a session of " + t.Title
	}
	words := numbers + ", by " + by + to
	told := ""
	if !edited {
		told = render.Told(st.Attempts, by)
	}
	switch {
	case st.TokensAfter >= st.TokensBefore:
		words = numbers + ": it became larger, no tokens are saved"
	case told != "":
		words = numbers + to
	}
	for _, first := range []string{grown(a.result), told} {
		if first != "" {
			words = first + "; " + words
		}
	}
	if edited {
		words = "the edited summary was checked again; " + words
	}
	if st.Outcome != pipeline.OK {
		words = st.Outcome + ": " + words
	}
	return words
}

// grown says what became of records that were appended to the file during the run, empty when there
// were none.
func grown(res *pipeline.Result) string {
	w := res.Written
	if w.Carried+w.Missed == 0 {
		return ""
	}
	words := "the file grew by " + trace.Count(w.Carried+w.Missed, "line") + " meanwhile"
	switch {
	case w.Missed == 0:
		words += ", carried over"
	case w.Carried == 0:
		words += ", not carried over"
	default:
		words += fmt.Sprintf(", %s carried over", text.Num(w.Carried))
	}
	return words + "; R reads it again"
}
