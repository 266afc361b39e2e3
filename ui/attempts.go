package ui

import (
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/ui/page"
)

// summaryStage is the index of the stage that has attempts; it and the one after it need a run.
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

// ran gives the stages of a plan whose result is out of sight what came of them: their own words as long as
// the result is one of this plan, else that there is one.
func (a *App) ran(stages [6]pipeline.Stage) [6]pipeline.Stage {
	switch {
	case a.result == nil || a.after() || a.running != nil:
		return stages
	case !a.holds():
		stages[summaryStage].Headline = "not run since the change: c runs it, v shows the result of before"
		return stages
	}
	of := a.result.Report.Stages()
	for i := summaryStage; i < len(of); i++ {
		stages[i] = of[i]
		stages[i].Headline += "; v shows the result"
	}
	return stages
}

// holds reports whether there is a result, and it is what the plan on the screen gives.
func (a *App) holds() bool { return a.result != nil && a.from == a.s && !a.stale && a.running == nil }
