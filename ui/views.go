package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/ui/detail"
	"cutline/ui/page"
)

// pickStage selects a stage and opens its page; again closes it.
func (a *App) pickStage(i int) tea.Cmd {
	if a.page != nil && a.page.Kind == page.Reasons && a.stage == i {
		return a.closePage()
	}
	a.stage = i
	return a.openPage(page.Reasons)
}

// nextPane moves the focus among the panes that show.
func (a *App) nextPane(d int) tea.Cmd {
	if a.page != nil || a.in != nil || a.view != planView {
		return a.say("there is one pane here; esc goes back")
	}
	n := 2
	if a.frame.Boxed {
		n = 3
	}
	if a.focus == 2 {
		a.focus = 0
	}
	a.focus = (a.focus + d + n - n/3) % (n - n/3) // the reasons have a page of their own and no focus
	a.arrange()
	return a.follow()
}

// back lifts what was put on top last: the zoom, the focus, the filter.
func (a *App) back() tea.Cmd {
	switch {
	case a.find.busy:
		a.find.quit()
		return a.say("the search was stopped; what was found so far is marked")
	case a.zoom:
		a.zoom, a.focus = false, 0
	case a.focus != 0:
		a.focus = 0
	case a.list.Filtered():
		a.lift()
	case a.came != nil:
		return a.comeBack()
	case !a.find.pattern.Empty():
		a.dropFound()
		return nil
	case a.mode != detail.Read:
		a.mode = detail.Read
	case a.ahead.of != nil:
		a.ahead.off()
		return a.say("the early summary was stopped, and none is made any more; A switches it on again")
	}
	a.arrange()
	return a.follow()
}

// flip goes to a view of the result and back.
func (a *App) flip(v view) tea.Cmd {
	if a.view == v {
		return a.show(planView)
	}
	return a.show(v)
}

// show changes what fills the body.
func (a *App) show(v view) tea.Cmd {
	if v != planView && a.result == nil {
		return a.say(compactFirst)
	}
	a.hush()
	a.shut()
	a.view, a.zoom, a.page = v, false, nil
	a.both.SetText(v == diffView)
	if v != planView {
		a.stage = 5
	}
	a.arrange()
	return a.follow()
}
