package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
)

// planAtOnce is how many messages are planned before the frame of a key. A plan of more takes longer than a
// frame may: the key shows what it turned, and the plan follows it.
const planAtOnce = 10_000

type (
	// planMsg says that the frame of the key is there, and that a plan is owed.
	planMsg struct{}
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

// pay makes the plan that is owed, if one is.
func (a *App) pay() tea.Cmd {
	o := a.owed
	if o == nil || a.s == nil {
		return nil
	}
	a.owed = nil
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
