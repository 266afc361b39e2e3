package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline/slim"
	"cutline/ui/page"
)

// Do carries out an action. One that changes nothing on the screen says so.
func (a *App) Do(action keymap.Action) tea.Cmd {
	if a.owed != nil && !turns(action) { // what is shown is of the plan before
		return tea.Batch(a.pay(), a.Do(action))
	}
	words, answers := idle[action]
	if !answers || a.frame.TooSmall {
		return a.do(action)
	}
	if more, ok := idleInList[action]; ok && a.view == planView && a.page == nil && a.in == nil {
		words = more
	}
	gen, before := a.notice.gen, a.Lines()
	cmd := a.do(action)
	if a.quit || a.notice.gen != gen || !slices.Equal(before, a.Lines()) {
		return cmd
	}
	return tea.Batch(cmd, a.say(words))
}

// idle are the answers of actions that found nothing to do. To move on where nothing is left needs none.
var idle = map[keymap.Action]string{
	keymap.Prev:    "there is none further up",
	keymap.Next:    "there is none further down",
	keymap.Plan:    "this is the list of messages",
	keymap.ToSplit: "the split is not among the messages that show in this order",
	keymap.Open:    "there is nothing to open here",
	keymap.Back:    "there is nothing to go back from; q leaves",
	keymap.Largest: "this is the largest already",
	keymap.Order:   "there is one order here",
	keymap.Mark:    "there is nothing to mark here",
}

// idleInList are those of the list of messages, which say what was looked for.
var idleInList = map[keymap.Action]string{
	keymap.Prev: "every message further up is read whole or kept",
	keymap.Next: "every message further down is read whole or kept",
}

// do carries out an action: it goes to the open page, else to the pane in focus, else to the root.
func (a *App) do(action keymap.Action) tea.Cmd {
	if a.copying {
		return a.copyDo(action)
	}
	if a.picking {
		return a.pickerDo(action)
	}
	if a.asksToSend() {
		return a.sendDo(action)
	}
	if cmd, done := a.global(action); done {
		return cmd
	}
	if a.s == nil {
		return a.say("no session is open yet")
	}
	switch {
	case a.page != nil:
		return a.pageDo(action)
	case a.in != nil:
		return a.in.do(action)
	case a.view != planView:
		if action == keymap.Back {
			return a.show(planView)
		}
		if action == keymap.HitNext || action == keymap.HitPrev {
			return a.nextLine(a.both, action)
		}
		a.both.Do(action)
		return nil
	case (action == keymap.HitNext || action == keymap.HitPrev) && a.msg.Marked() && len(a.list.Hits()) == 0:
		a.msg.Do(action)
		return nil
	case action == keymap.HitNext || action == keymap.HitPrev:
		return a.nextHit(action)
	case action == keymap.Lost:
		a.mode = a.nextMode()
		return a.follow()
	case action == keymap.ForceIn:
		return a.force(slim.ForcedIn)
	case action == keymap.ForceOut:
		return a.force(slim.ForcedOut)
	case action == keymap.Unfold:
		return a.unfold()
	case action == keymap.Peer:
		return a.otherHalf()
	case action == keymap.Back:
		return a.back()
	case action == keymap.Pin:
		return a.pinMessage()
	case action == keymap.Open:
		a.focus, a.zoom = 1, true
		a.arrange()
		return a.follow()
	case a.focus == 1 && action != keymap.Prev && action != keymap.Next:
		if a.running != nil && a.running.answer != nil {
			a.running.answer.Do(action)
			return nil
		}
		a.msg.Do(action)
		return nil
	}
	if a.list.Do(action) {
		return a.follow()
	}
	return nil
}

// global are the actions that mean the same everywhere.
func (a *App) global(action keymap.Action) (tea.Cmd, bool) {
	switch action {
	case keymap.Quit:
		return a.leave(), true
	case keymap.Help:
		return a.openPalette(false), true
	case keymap.Palette:
		return a.openPalette(true), true
	case keymap.Mouse:
		return a.toggleMouse(), true
	case keymap.Reload:
		if a.running != nil && a.running.answer != nil { // which it would put an end to
			return a.say("a model is writing; esc stops it, and R reads the file again then"), true
		}
		a.ahead.off()
		return a.open(), true
	case keymap.Sessions:
		if a.several != nil {
			return a.pickInside(), true
		}
		return a.pick(), true
	case keymap.Follow:
		return a.toggleFollow(), true
	case keymap.Seen:
		return a.askSeen(), true
	}
	if a.s == nil {
		return nil, false
	}
	if i := slices.Index(stageActions, action); i >= 0 {
		return a.pickStage(i), true
	}
	switch action {
	case keymap.Compact:
		return a.compact(a.params.Instructions), true
	case keymap.Early:
		return a.toggleEarly(), true
	case keymap.Compare:
		return a.flip(sidesView), true
	case keymap.Diff:
		return a.flip(diffView), true
	case keymap.Edit:
		return a.edit(), true
	case keymap.Write:
		return a.askPath(), true
	case keymap.LensNext:
		return a.nextLens(), true
	case keymap.BudgetLess:
		return a.budget(1, 2), true
	case keymap.BudgetMore:
		return a.budget(2, 1), true
	case keymap.SplitUp:
		return a.moveSplit(-1), true
	case keymap.SplitDown:
		return a.moveSplit(+1), true
	case keymap.Reset:
		return a.reset(), true
	case keymap.Timeline:
		return a.toggleTime(), true
	case keymap.Contents:
		return a.toggleFill(), true
	case keymap.Shares:
		return a.toggleShares(), true
	case keymap.Params:
		return a.toggleParams(), true
	case keymap.State:
		return a.toggleLive(), true
	case keymap.Lab:
		return a.toggleLab(), true
	case keymap.Retention:
		return a.toggleLoss(), true
	case keymap.Lineage:
		return a.toggleGenerations(), true
	case keymap.Problems:
		return a.toggle(page.Problems), true
	case keymap.Summarizer:
		return a.toggle(page.Writers), true
	case keymap.Prompt:
		return a.togglePrompt(), true
	case keymap.Branches:
		return tea.Batch(a.toggle(page.Branches), a.lookAround()), true
	case keymap.Command:
		return a.openLine(""), true
	case keymap.Plan:
		a.showList()
		return a.follow(), true
	case keymap.Sift:
		return a.openSift(), true
	case keymap.Zoom:
		if a.page != nil || a.in != nil || a.view != planView {
			return a.say("there is one pane here, and it has all the room"), true
		}
		a.zoom = !a.zoom
		a.arrange()
		return a.follow(), true
	case keymap.Narrower:
		return a.moveBorder(-1), true
	case keymap.Wider:
		return a.moveBorder(+1), true
	case keymap.NextPane:
		return a.nextPane(+1), true
	case keymap.PrevPane:
		return a.nextPane(-1), true
	case keymap.Copy:
		return a.askCopy(), true
	case keymap.LookAt:
		return a.lookAt(), true
	}
	return nil, false
}

var stageActions = []keymap.Action{keymap.Stage1, keymap.Stage2, keymap.Stage3, keymap.Stage4, keymap.Stage5, keymap.Stage6}
