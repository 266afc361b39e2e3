package ui

import (
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/ui/page"
)

// summaryStage is the index of the stage that has attempts.
const summaryStage = 4

// attempts are those of the run that goes on, else those of the last one as long as it holds.
func (a *App) attempts() ([]trace.Attempt, *summarize.Progress) {
	switch {
	case a.running != nil && a.running.box != nil:
		return a.running.at.Tried, &a.running.at
	case a.result != nil && (a.view != planView || !a.stale):
		return a.result.Report.Summary.Attempts, nil
	}
	return nil, nil
}

// ladderLines stand above the decisions of the summary's stage: who is asked, in which order, and what
// came of it.
func (a *App) ladderLines(w int) []string {
	if a.stage != summaryStage {
		return nil
	}
	list, running := a.attempts()
	r := a.current()
	if a.result != nil && len(list) > 0 && running == nil {
		r = &a.result.Report
	}
	out := append([]string{" " + a.th.Title.Render("ladder")}, render.Ladder(a.th, r.Ladder(list), running, w)...)
	return append(out, "")
}

// refreshAttempts draws them anew where they show.
func (a *App) refreshAttempts() {
	if a.page != nil && a.page.Kind == page.Reasons {
		a.page.Refresh()
	}
}
