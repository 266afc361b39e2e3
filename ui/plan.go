package ui

import (
	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
)

// replan decides everything again. It takes milliseconds and is called at every change.
func (a *App) replan() {
	if a.s == nil {
		return
	}
	a.showPlan(a.planOf(a.params))
}

// showPlan takes a plan of what is open.
func (a *App) showPlan(report pipeline.Report, lensed string) {
	a.owed = nil
	a.plans++
	a.report, a.lensed = report, lensed
	a.stale = a.result != nil
	a.shares = nil
	a.list.Show(a.s, &a.report)
	if len(a.sift.sieves) > 0 {
		a.refilter()
	}
	a.live.joining = false // a plan made anew for another reason is not what a result becomes that is put together again
	if a.weighed.of != a.s && !a.at(keymap.Fill) {
		a.weighed = weighed{} // of a session that is not open any more
	}
	a.fresh()
	a.arrange()
}

// planOf is the plan with other parameters, through the lens of the moment, and the name of that.
func (a *App) planOf(params pipeline.Params) (pipeline.Report, string) {
	return a.planner(a.s, a.counted, params)()
}

// planner makes a plan, also beside the screen.
func (a *App) planner(s *model.Session, counted int, params pipeline.Params) func() (pipeline.Report, string) {
	p, name := a.lens.Look(params, a.report.Tokens.Window)
	world := a.engine.World
	return func() (pipeline.Report, string) {
		env := world(s, params).Env
		env.Counted = counted
		return pipeline.Plan(s, p, env), name
	}
}
