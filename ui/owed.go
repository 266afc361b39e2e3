package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
)

// planAtOnce is how many messages are planned before the frame of a key. A plan of more takes longer than a
// frame may: the key shows what it turned, and the plan follows it.
const planAtOnce = 10_000

type (
	// planMsg says that the frame of the key is there, and that a plan is owed.
	planMsg struct{}
	// plannedMsg hands over a plan that was made beside the screen.
	plannedMsg struct {
		gen, plans int // of reading, and of plans when it was begun
		s          *model.Session
		counted    int
		report     pipeline.Report
		lensed     string
		then       func() tea.Cmd
	}
	// weighMsg says the same of what the parameter under the cursor does.
	weighMsg struct{}
)

// owed is a plan that is to be made once the frame of the key is there.
type owed struct {
	before pipeline.Report
	then   func(before *pipeline.Report) tea.Cmd
}

// large reports whether a plan of the session takes longer than a frame may.
func (a *App) large() bool { return a.s != nil && len(a.s.Rows) > a.atOnce }

// replanThen decides everything again, and then goes on with what the plan before it was. What is turned
// several times before there is a plan is planned once, and the last one goes on.
func (a *App) replanThen(then func(before *pipeline.Report) tea.Cmd) tea.Cmd {
	if !a.large() {
		before := a.report
		a.replan()
		return then(&before)
	}
	if a.owed == nil {
		a.owed = &owed{before: a.report}
	}
	a.owed.then = then
	a.fresh()
	return func() tea.Msg { return planMsg{} }
}

// planBetter plans a session of which more is known now, beside the screen when that takes long, and then goes on. A
// result is as stale as it was: nothing was turned.
func (a *App) planBetter(s *model.Session, counted int, then func() tea.Cmd) tea.Cmd {
	msg := plannedMsg{gen: a.load.gen, plans: a.plans, s: s, counted: counted, then: then}
	plan := a.planner(s, counted, a.params)
	beside := func() tea.Msg {
		msg.report, msg.lensed = plan()
		return msg
	}
	if len(s.Rows) > a.atOnce {
		return beside
	}
	beside()
	return a.plannedBetter(msg)
}

// plannedBetter shows that plan; when another one was made meanwhile, it is made anew.
func (a *App) plannedBetter(msg plannedMsg) tea.Cmd {
	if msg.gen != a.load.gen {
		return nil
	}
	stale := a.stale
	a.list.Same(msg.s)
	a.s, a.counted = msg.s, msg.counted
	if msg.plans == a.plans && a.owed == nil {
		a.showPlan(msg.report, msg.lensed)
	} else {
		a.replan()
	}
	a.stale = stale
	return msg.then()
}

// pay makes the plan that is owed, if one is.
func (a *App) pay() tea.Cmd {
	o := a.owed
	a.owed = nil // also of a session that is not open any more
	if o == nil || a.s == nil {
		return nil
	}
	a.replan()
	return o.then(&o.before)
}

// turns reports whether an action turns what was turned before, whatever the plan will be.
func turns(action keymap.Action) bool {
	switch action {
	case keymap.Less, keymap.More, keymap.LeapLess, keymap.LeapMore, keymap.BudgetLess, keymap.BudgetMore:
		return true
	}
	return false
}

// weighTurned works out what the parameter under the cursor does, after the frame of the key when that takes long.
func (a *App) weighTurned() tea.Cmd {
	if !a.large() {
		a.weighDial()
		return nil
	}
	return func() tea.Msg { return weighMsg{} }
}

// weighLate does so when the parameters are still there; a plan that is owed does it itself.
func (a *App) weighLate() tea.Cmd {
	if a.owed == nil && a.at(keymap.Turn) {
		a.weighDial()
	}
	return nil
}
