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

// attemptLines stand above the decisions of the summary's stage.
func (a *App) attemptLines(w int) []string {
	list, running := a.attempts()
	if a.stage != summaryStage || len(list) == 0 && running == nil {
		return nil
	}
	out := append([]string{" " + a.th.Title.Render("attempts")}, render.Attempts(a.th, list, running, w)...)
	return append(out, "")
}

// refreshAttempts draws them anew where they show.
func (a *App) refreshAttempts() {
	if a.page != nil && a.page.Kind == page.Reasons {
		a.page.Refresh()
	}
}
