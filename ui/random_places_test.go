package ui

import (
	"strings"

	"cutline/keymap"
	"cutline/pipeline/slim"
	"cutline/render"
	"cutline/ui/detail"
	"cutline/ui/page"
)

// reached are the places that events lead to, and how one is told from another.
var reached = []struct {
	name string
	is   func(*App) bool
}{
	{"too small", func(a *App) bool { return a.frame.TooSmall }},
	{"no session", func(a *App) bool { return a.s == nil }},
	{"preview", func(a *App) bool { return a.preview }},
	{"approximate sizes", func(a *App) bool { return a.s != nil && a.s.Approx }},
	{"list of sessions", func(a *App) bool { return a.picking && !a.inside }},
	{"list of a file", func(a *App) bool { return a.picking && a.inside }},

	{"message", func(a *App) bool { return a.scope() == keymap.Detail }},
	{"zoom", func(a *App) bool { return a.zoom }},
	{"what is lost", func(a *App) bool { return a.mode == detail.Lost }},
	{"whole message", func(a *App) bool { return a.mode == detail.Whole }},
	{"record", func(a *App) bool { return a.mode == detail.Raw }},
	{"unfolded", func(a *App) bool { return a.unfolded }},
	{"border moved", func(a *App) bool { return a.shift.X != 0 || a.shift.Y != 0 }},
	{"border held", func(a *App) bool { return a.drag == dragBorder }},
	{"split held", func(a *App) bool { return a.drag == dragSplit }},
	{"scroll bar held", func(a *App) bool { return a.drag == dragBar }},
	{"room held", func(a *App) bool { return a.drag == dragRoom }},
	{"mouse off", func(a *App) bool { return !a.mouse }},
	{"copy menu", func(a *App) bool { return a.copying }},

	{"plan that follows a key", func(a *App) bool { return a.owed != nil }},
	{"parameters", in(keymap.Turn)},
	{"shares", in(keymap.Spread)},
	{"losses", in(keymap.Loss)},
	{"losses of a result", func(a *App) bool { return a.at(keymap.Loss) && a.ofResult() && a.loss.out != nil }},
	{"losses of a recorded compaction", func(a *App) bool { return a.at(keymap.Loss) && !a.ofResult() && len(a.loss.past) > 0 }},
	{"rescue", func(a *App) bool { return a.at(keymap.Rescue) && a.rescue.now != nil }},
	{"generations", in(keymap.Lives)},
	{"generations at work", func(a *App) bool { return a.at(keymap.Lives) && a.lines.busy() }},
	{"lab", in(keymap.Bench)},
	{"lab at work", func(a *App) bool { return a.at(keymap.Bench) && a.labs.busy() }},
	{"lab done", func(a *App) bool { return a.at(keymap.Bench) && !a.labs.busy() && !a.labs.stopped }},
	{"two strategies", func(a *App) bool { return a.at(keymap.Bench) && strings.Contains(a.labs.pane.Title(), " and ") }},
	{"timeline", in(keymap.Time)},
	{"contents", in(keymap.Fill)},
	{"state", in(keymap.Live)},
	{"message of a room", func(a *App) bool { return a.came != nil }},

	{"reasons", on(page.Reasons)},
	{"keys", on(page.Keys)},
	{"problems", on(page.Problems)},
	{"branches", on(page.Branches)},
	{"writers", on(page.Writers)},
	{"prompt", on(page.Prompt)},
	{"bank", on(page.Bank)},
	{"filter", on(page.Choices)},
	{"whole error", on(page.Failure)},
	{"question before sending", func(a *App) bool { return a.asksToSend() }},
	{"question", func(a *App) bool { return a.asking != nil }},
	{"error", func(a *App) bool { return a.notice.text != "" && a.notice.kind == render.Problem }},

	{"find line", func(a *App) bool {
		return a.line != nil && !a.writing && a.typing == nil && a.page == nil && !a.picking && a.in == nil
	}},
	{"find line of a list of sessions", func(a *App) bool { return a.line != nil && a.picking }},
	{"find line of losses", func(a *App) bool { return a.line != nil && a.at(keymap.Loss) && !a.writing }},
	{"command line", func(a *App) bool { return a.line != nil && a.inKeys() }},
	{"filter line", func(a *App) bool { return a.line != nil && a.inTerms() }},
	{"path of the result", func(a *App) bool { return a.writing && a.into == nil }},
	{"path of an export", func(a *App) bool { return a.writing && a.into != nil }},
	{"line of a room", func(a *App) bool { return a.typing != nil }},
	{"found", func(a *App) bool { return len(a.list.Hits()) > 0 }},
	{"found by an expression", func(a *App) bool { return a.find.pattern.IsExpression() }},
	{"no expression", func(a *App) bool { return a.find.bad != "" }},
	{"filtered", func(a *App) bool { return a.list.Filtered() }},

	{"forced in", func(a *App) bool { return forced(a, slim.ForcedIn) }},
	{"forced out", func(a *App) bool { return forced(a, slim.ForcedOut) }},
	{"split by hand", func(a *App) bool { return a.report.Partition.ByHand }},
	{"lens", func(a *App) bool { return a.lens != 0 }},
	{"parameter turned", func(a *App) bool { return len(a.effects) > 0 }},
	{"pinned", func(a *App) bool { return len(a.report.Pins) > 0 }},
	{"state changed", func(a *App) bool { return len(a.report.Changes) > 0 }},

	{"prompt prepared", func(a *App) bool { return a.send.what != "" }},
	{"compaction", func(a *App) bool { return a.running != nil }},
	{"answer of a model", func(a *App) bool { return a.running != nil && a.running.answer != nil && a.running.at.Text != "" }},
	{"result", func(a *App) bool { return a.result != nil }},
	{"stale result", func(a *App) bool { return a.result != nil && a.stale }},
	{"before and after", func(a *App) bool { return a.view == sidesView }},
	{"text diff", func(a *App) bool { return a.view == diffView }},
	{"written", func(a *App) bool { return a.written != "" }},
	{"followed", func(a *App) bool { return a.tail.on }},
	{"early summary made", func(a *App) bool { return a.ahead.of != nil }},
	{"early summary ready", func(a *App) bool { return a.ahead.ready != nil }},
}

// reachedMeanwhile are places that are seen while an event is carried out.
var reachedMeanwhile = []string{"editor of a record", "editor of the summary", "editor of a block", "left"}

func in(s keymap.Scope) func(*App) bool { return func(a *App) bool { return a.at(s) } }

func on(k page.Kind) func(*App) bool {
	return func(a *App) bool { return a.page != nil && a.page.Kind == k }
}

func forced(a *App, h slim.Hand) bool {
	for i := range a.report.Slim.Rows {
		if a.report.Slim.Rows[i].Hand == h {
			return true
		}
	}
	return false
}

// look counts the places where the walk is.
func (k *walk) look() {
	for _, r := range reached {
		if r.is(k.a) {
			k.reach(r.name)
		}
	}
}

func (k *walk) reach(name string) { k.seen[name]++ }
