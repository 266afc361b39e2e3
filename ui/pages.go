package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// toggle opens a page, or closes it when it is the one that is open.
func (a *App) toggle(k page.Kind) tea.Cmd {
	if a.page != nil && a.page.Kind == k {
		return a.closePage()
	}
	return a.openPage(k)
}

func (a *App) closePage() tea.Cmd {
	a.page, a.line, a.query = nil, nil, ""
	a.arrange()
	return a.follow()
}

// openPage puts a page over the body.
func (a *App) openPage(k page.Kind) tea.Cmd {
	a.hush()
	switch k {
	case page.Reasons:
		a.page = page.New(k, stageTitle(a.stage), "enter shows the messages of a reason", a.th, a.reasons)
	case page.Keys:
		return a.openPalette(false)
	case page.Problems:
		if len(a.problems())+len(a.report.Warnings)+len(a.engine.Warned) == 0 {
			return a.say("no line of the file was a problem, and no stage warns")
		}
		a.page = page.New(k, "problems and warnings", "the rest of the file is here", a.th, a.problemLines)
	case page.Writers:
		a.send.writers = a.writers()
		a.page = page.New(k, "who writes the summary", "enter chooses "+a.th.Shapes.Dot+" nothing is sent by it", a.th, a.writerLines)
	case page.Branches:
		if a.preview {
			return a.say("the session is still being read")
		}
		a.page = page.New(k, "branches and sub-agents", "enter goes there", a.th, a.branchLines)
	case page.Sending, page.Prompt, page.Bank, page.Choices, page.Failure: // which are opened with what they show
	}
	a.arrange()
	return nil
}

// pageDo carries out an action on the open page.
func (a *App) pageDo(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.Back:
		return a.closePage()
	case keymap.Open:
		return a.choose(a.page.Item())
	case keymap.HitNext, keymap.HitPrev:
		if a.page.IsText() {
			return a.nextInText(action)
		}
		return a.nextLine(a.page, action)
	}
	a.page.Do(action)
	return nil
}

// choose acts on what the cursor of the page is on.
func (a *App) choose(item int) tea.Cmd {
	if item < 0 {
		return nil
	}
	switch a.page.Kind {
	case page.Reasons:
		d := a.stages()[a.stage].Decisions[item]
		if len(d.Touches) == 0 {
			return a.say("this reason touches no message by itself")
		}
		a.showList()
		return a.addSieve(sieve{crumb: d.Rule, rows: slices.Sorted(slices.Values(d.Touches))})
	case page.Keys:
		return a.runCommand(item)
	case page.Branches:
		return a.reach(a.goals()[item])
	case page.Writers:
		return a.chooseWriter(a.send.writers[item])
	case page.Problems, page.Sending, page.Prompt, page.Bank, page.Choices, page.Failure:
		return nil
	}
	return nil
}

// reasons are the lines of a stage's page.
func (a *App) reasons(w int) []page.Line {
	stage := a.stages()[a.stage]
	lines := render.StagePage(a.th, stage, a.extra(), w)
	out := make([]page.Line, 0, len(lines))
	for _, l := range a.ladderLines(w) {
		out = append(out, page.Line{Text: l, Item: -1})
	}
	for _, l := range lines {
		out = append(out, page.Line{Text: l.Text, Item: l.Decision})
	}
	return out
}

// extra is what a stage's page says beside its decisions.
func (a *App) extra() []render.Extra {
	r := a.current()
	if a.stage >= summaryStage && a.holds() {
		r = &a.result.Report
	}
	var out []render.Extra
	for _, w := range r.Warnings {
		if w.Stage == r.Stages()[a.stage].Name {
			out = append(out, render.Extra{Verb: "warns", Title: w.Kind, Lines: []string{w.Message}})
		}
	}
	switch a.stage {
	case 3:
		if r.Slim.Budget > 0 {
			out = append(out, render.Extra{Verb: "note", Title: "budget used beside budget given", Lines: []string{
				fmt.Sprintf("%s of %s chars, %s of them reserved outside the messages (%s)", text.Num(r.Slim.BudgetUsed+r.Slim.Suffix), text.Num(r.Slim.Budget), text.Num(r.Slim.Suffix), r.Slim.From),
			}})
		}
		if a.view == planView {
			out = append(out, a.thisMessage()...)
		}
	case 5:
		out = append(out, render.Extra{Verb: "note", Title: "live state", Lines: []string{"S lists what is re-injected beside the summary, switches it off and edits it"}})
	case 4:
		if a.params.Instructions != "" {
			out = append(out, render.Extra{Verb: "note", Title: "instructions for this compaction", Lines: []string{a.params.Instructions}})
		}
	}
	return out
}

// thisMessage says what the stage makes of the message under the cursor.
func (a *App) thisMessage() []render.Extra {
	i := a.list.Selected()
	if i < 0 {
		return nil
	}
	fate := a.list.Fate(i)
	if fate.Slim == nil {
		return nil
	}
	al := *fate.Slim
	larger := 0
	for _, o := range a.report.Slim.Rows {
		if o.Size > al.Size {
			larger++
		}
	}
	lines := []string{fmt.Sprintf("number %s by size of %s", text.Num(larger+1), text.Num(len(a.report.Slim.Rows)))}
	switch al.Tier {
	case slim.Truncated:
		lines = append(lines, fmt.Sprintf("asks %.1f times its share; keeps %s of %s chars, marker included", float64(al.Size)/float64(max(1, al.Allocation)), text.Num(al.Allocation), text.Num(al.Size)))
		if al.Protected {
			lines = append(lines, "its user query goes before all the rest")
		}
	case slim.Omitted:
		lines = append(lines, "a marker says that it is missing: "+al.Marker())
	case slim.Dropped:
		lines = append(lines, dropped(fate))
	case slim.Full:
		lines = append(lines, "read whole")
	}
	if al.Hand == slim.ForcedIn {
		lines = append(lines, "forced in by hand, so its share is its size")
	}
	if al.Said {
		lines = append(lines, "its words alone: its calls went with the tool noise")
	}
	return []render.Extra{{Verb: "note", Title: fmt.Sprintf("message %d", i), Lines: lines}}
}

// dropped says why a message is not read at all.
func dropped(f pipeline.Fate) string {
	if f.Slim.Hand == slim.ForcedOut {
		return "forced out by hand: it is not read"
	}
	if f.Unread {
		return "not read: the strategy has nothing read"
	}
	return "tool output or its call: not read, in pairs"
}

// cannot says what an action waits for, empty when it can act now.
func (a *App) cannot(action keymap.Action) string {
	if a.picking {
		if picks(action) {
			return ""
		}
		return openFirst
	}
	if a.s == nil {
		if slices.Contains([]keymap.Action{keymap.Quit, keymap.Help, keymap.Palette, keymap.Mouse, keymap.Sessions, keymap.Reload, keymap.Follow, keymap.Seen}, action) {
			return ""
		}
		return "no session is open yet"
	}
	switch action {
	case keymap.Compare, keymap.Diff, keymap.Edit, keymap.Write:
		if a.result == nil {
			return compactFirst
		}
	case keymap.CopySummary:
		if a.result == nil {
			return compactFirst
		}
	case keymap.Compact:
		return a.report.Nothing
	case keymap.HitNext, keymap.HitPrev:
		if len(a.list.Hits()) == 0 && a.lined() == nil {
			return findFirst
		}
	case keymap.GiveBack:
		return a.noRescue()
	case keymap.Follow:
		if a.engine.Stat == nil {
			return "there is no file to follow"
		}
	case keymap.Problems:
		if len(a.problems())+len(a.report.Warnings)+len(a.engine.Warned) == 0 {
			return "no line of the file was a problem, and no stage warns"
		}
	case keymap.Lab, keymap.Prompt:
		if a.preview || a.s.Approx {
			return "the session is still being read"
		}
	}
	return ""
}

// compactFirst answers what needs a result.
const compactFirst = "run a compaction first: c"

func (a *App) problemLines(w int) []page.Line {
	var out []page.Line
	add := func(head, words string) {
		for i, l := range text.Wrap(text.CleanLine(words), max(8, w-14)) {
			h := ""
			if i == 0 {
				h = head
			}
			out = append(out, page.Line{Item: -1, Text: a.th.Warn.Render(text.Pad(h, 14)) + l})
		}
	}
	for _, w := range a.engine.Warned {
		add("settings", w)
	}
	for _, w := range a.report.Warnings {
		add(a.titleOf(w.Stage), w.Message)
	}
	for _, p := range a.problems() {
		head := "file"
		if p.Line > 0 {
			head = fmt.Sprintf("line %d", p.Line)
		}
		add(head, strings.TrimPrefix(p.Message, head+" "))
	}
	if a.s.Unknown > 0 {
		add("file", fmt.Sprintf("%d records are of types that no reader knows; they are passed over", a.s.Unknown))
	}
	out = append(out, compactionLines(a, a.s.Compactions)...)
	return out
}

// titleOf is how the screen calls a stage.
func (a *App) titleOf(name string) string {
	for i, s := range a.report.Stages() {
		if s.Name == name {
			return stageTitle(i)
		}
	}
	return name
}

func compactionLines(a *App, list []model.Compaction) []page.Line {
	var out []page.Line
	for _, c := range list {
		if c.Micro {
			continue
		}
		words := fmt.Sprintf("line %d: the agent compacted here", c.Line)
		if c.Trigger != "" {
			words += " (" + text.CleanLine(c.Trigger) + ")"
		}
		if c.Before > 0 {
			words += ", " + text.Num(c.Before) + " tokens before"
		}
		if c.After > 0 {
			words += ", " + text.Num(c.After) + " after"
		}
		out = append(out, page.Line{Item: -1, Text: a.th.Dim.Render(text.Pad("compacted", 14)) + words})
	}
	return out
}
