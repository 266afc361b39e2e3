package ui

import (
	"fmt"
	"image"
	"strings"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/layout"
	"cutline/ui/page"
)

// View draws the whole screen: as many lines as it has rows, each as wide as it is.
func (a *App) View() string {
	if a.quit || a.w == 0 || a.h == 0 {
		return ""
	}
	return strings.Join(a.Lines(), "\n")
}

// Lines is the screen line by line.
func (a *App) Lines() []string {
	f := a.frame
	if f.TooSmall {
		return text.Box([]string{fmt.Sprintf("cutline needs %d×%d cells, this is %d×%d. q quits.", layout.MinWidth, layout.MinHeight, a.w, a.h)}, a.w, a.h)
	}
	out := make([]string, 0, a.h)
	out = append(out, a.header())
	if a.picking {
		return append(append(out, a.pickerLines()...), a.footer())
	}
	if a.s == nil {
		out = append(out, a.empty(a.h-2)...)
		return append(out, a.footer())
	}
	r := a.current()
	out = append(out, a.gauge(r)...)
	stages := a.stages()
	if f.BigStrip {
		out = append(out, render.StripBoxes(a.th, stages, a.stage, a.w)...)
	} else {
		out = append(out, render.StripLine(a.th, stages, a.stage, a.w))
	}
	out = append(out, a.sentence())
	out = append(out, a.body()...)
	return append(out, a.footer())
}

// gauge shows how full the context is; in the after views before and after on one scale.
func (a *App) gauge(r *pipeline.Report) []string {
	g := render.GaugeOf(r.Tokens, r.Trigger)
	if !a.after() {
		return render.Gauge(a.th, g, a.w, a.frame.Labels)
	}
	return render.GaugePair(a.th, g, render.GaugeOf(pipeline.After(a.result), trigger.Output{Background: r.Trigger.Background, Limit: r.Trigger.Limit}), a.w)
}

// sentence is the question of the moment: what runs, or the selected stage in one line.
func (a *App) sentence() string {
	if a.running != nil || a.send.what != "" {
		return a.runLine()
	}
	if a.page == nil && a.after() && (a.stage == 5 || a.view == planView) {
		if line := a.scoreLine(); line != "" && !a.at(keymap.Loss) {
			if a.stale {
				line = "stale, c runs it again " + a.th.Shapes.Dot + " " + line
			}
			return render.Sentence(a.th, "X: what was lost "+a.th.Shapes.Dot+" "+line, a.w)
		}
		return render.Sentence(a.th, a.resultLine(), a.w)
	}
	stages := a.stages()
	beside := ""
	if a.stage != 0 && !a.frame.BigStrip { // else it stands in the first box
		beside = render.Due(stages[0])
	}
	return render.Headline(a.th, stages[a.stage], beside, a.w)
}

// resultLine says in one line what the run gave.
func (a *App) resultLine() string {
	st := a.result.Status
	return fmt.Sprintf("%s: %s → %s tokens of messages, by %s; the gauge has all tokens",
		st.Outcome, text.Num(st.TokensBefore), text.Num(st.TokensAfter), a.result.Report.Summary.Rung)
}

// body draws what stands between strip and footer.
func (a *App) body() []string {
	f := a.frame
	switch {
	case a.page != nil:
		r := a.bodyRect()
		return a.pane(r, a.page.Title, "esc back", a.page.Foot, a.page.View(), true)
	case a.send.page != nil:
		return a.pane(a.bodyRect(), a.send.page.Title, "esc no", a.send.page.Foot, a.send.page.View(), true)
	case a.in != nil:
		return a.room()
	case a.view != planView:
		out := a.pane(f.Body, a.both.Title(), a.both.Position(), "", a.both.View(), true)
		if a.running != nil && a.running.answer != nil {
			return append(out, a.answering(false)...)
		}
		in := f.Inner(f.Gates)
		gates := render.Gates(a.th, a.result.Gates, in.Dx(), in.Dy())
		return append(out, a.pane(f.Gates, "gates", a.gatesNote(), "", text.Box(gates, in.Dx(), in.Dy()), false)...)
	}
	left := a.messages()
	detailLines := a.paneOrNone(f.Detail, func() []string {
		if a.running != nil && a.running.answer != nil {
			return a.answering(a.focus == 1)
		}
		c := a.msg.Content()
		c.Right = a.msg.Right()
		if k, n, more := a.msg.At(); n > 0 {
			plus := ""
			if more {
				plus = "+"
			}
			c.Right = fmt.Sprintf("hit %s of %s%s", text.Num(k), text.Num(n), plus)
		}
		return a.pane(f.Detail, c.Title, c.Right, "", a.msg.View(), a.focus == 1)
	})
	why := a.paneOrNone(f.Why, func() []string {
		return a.pane(f.Why, "why · "+stageTitle(a.stage), "", fmt.Sprintf("%d opens it", a.stage+1), a.why(f.Inner(f.Why)), a.focus == 2)
	})
	shares := a.sharesPicture()
	switch {
	case !f.Shares.Empty():
		return beside(beside(left, detailLines), append(why, shares...))
	case !f.List.Empty() && f.List.Dx() < a.w:
		return beside(left, append(detailLines, why...))
	}
	return append(append(left, detailLines...), why...)
}

func stageTitle(i int) string {
	return fmt.Sprintf("%d %s", i+1, [...]string{"trigger", "pick", "split", "slim", "summary", "join"}[i])
}

func (a *App) paneOrNone(r image.Rectangle, draw func() []string) []string {
	if r.Empty() {
		return nil
	}
	return draw()
}

// pane draws content with a border, or under a title line where panes have none.
func (a *App) pane(r image.Rectangle, title, right, foot string, lines []string, focus bool) []string {
	if a.frame.Boxed {
		return render.Frame(a.th, title, right, foot, lines, r.Dx(), r.Dy(), focus)
	}
	out := append([]string{render.Titled(a.th, title, right, r.Dx(), focus)}, lines...)
	return text.Box(out, r.Dx(), r.Dy())
}

// bodyRect is the room between strip and footer.
func (a *App) bodyRect() image.Rectangle {
	f := a.frame
	if a.picking {
		return a.pickerRect()
	}
	return image.Rect(0, f.Line.Max.Y, a.w, f.Footer.Min.Y)
}

// answerRect is where the answer of a model appears: over the message, or over the gates.
func (a *App) answerRect() image.Rectangle {
	if a.view != planView {
		return a.frame.Gates
	}
	return a.frame.Detail
}

// beside joins two blocks of the same height.
func beside(l, r []string) []string {
	out := make([]string, len(l))
	for i := range l {
		out[i] = l[i]
		if i < len(r) {
			out[i] += r[i]
		}
	}
	return out
}

// why draws the reasons of the selected stage and what is said of the message.
func (a *App) why(in image.Rectangle) []string {
	stages := a.stages()
	lines := render.StagePage(a.th, stages[a.stage], a.extra(), in.Dx())
	out := a.ladderLines(in.Dx())
	for _, l := range lines {
		out = append(out, l.Text)
	}
	return text.Box(out, in.Dx(), in.Dy())
}

// gatesNote says beside the gates what was or can be done with the result.
func (a *App) gatesNote() string {
	switch {
	case a.stale:
		return "stale: something was changed since; c runs it again"
	case a.from != a.s && a.written == "":
		return "the agent went on since: w writes it as it is, c runs it again"
	case a.written == "" && grown(a.result) != "":
		return grown(a.result)
	case a.written != "":
		return "written to " + text.CleanLine(a.written)
	}
	note := "not written yet: w"
	if a.ready() && a.loss.out.Verdict() != "" {
		note += " " + a.th.Shapes.Dot + " keeps no more than slim, without a summary: X"
	}
	if n := len(a.result.Lint); n > 0 {
		note += " " + a.th.Shapes.Dot + " " + trace.Count(n, "finding") + " in the summary: 5"
	}
	return note
}

// empty is the body before there is a session.
func (a *App) empty(h int) []string {
	lines := []string{"", ""}
	if a.err != nil {
		lines = append(lines, "  The session could not be opened.", "")
		for _, l := range text.Wrap(text.CleanLine(a.err.Error()), max(1, a.w-4)) {
			lines = append(lines, "  "+l)
		}
		lines = append(lines, "", "  q quits; cutline demo opens a built-in session.")
	} else {
		lines = append(lines, "  "+render.Words(a.th, "Reading "+a.path+" …"), "", "  q quits at once.")
	}
	return text.Box(lines, a.w, h)
}

// footer shows the keys of the moment, a notice, a question, or the line that is typed in.
func (a *App) footer() string {
	switch {
	case a.asking != nil:
		return text.Fit(a.asking.draw(a.w), a.w)
	case a.line != nil:
		return a.lineView()
	case a.notice.text != "":
		hint := ""
		if a.notice.kind == render.Problem {
			hint = a.moreHint()
		}
		return render.Notice(a.th, a.notice.kind, a.notice.text, hint, a.w)
	}
	return render.Footer(a.th, a.hints(), a.w)
}

// whyKeys stands in the footer for the keys of all six stages.
const whyKeys = "1-6"

// hints are the keys that the footer names.
func (a *App) hints() []render.Hint {
	var out []render.Hint
	if a.stoppable() && !a.asksToSend() {
		out = append(out, render.Hint{Keys: "esc", Word: "stop", Always: true})
	}
	for _, r := range keymap.Footer(a.scope()) {
		if a.s == nil && !a.picking && r.Action != keymap.Quit && r.Action != keymap.Help || a.picking && !picks(r.Action) {
			continue
		}
		word := r.Word
		switch {
		case a.asksToSend() && r.Scope != keymap.Ask:
			continue
		case r.Action == keymap.Compact && (a.running != nil || a.ofResult()):
			continue
		case r.Action == keymap.Pin && a.at(keymap.Loss) && a.rescues(): // r is what helps there
			continue
		case r.Action == keymap.Back && a.stoppable(): // which esc does first
			continue
		case r.Action == keymap.Open && a.page != nil && a.page.Kind == page.Writers:
			word = "choose"
		case r.Action == keymap.Open && a.page != nil && (a.page.IsText() || a.page.Kind == page.Problems):
			continue
		case a.cannot(r.Action) != "" && r.Action != keymap.Compact && !a.copying: // the list of commands says what it waits for
			continue
		case a.copying && r.Scope != keymap.Clip:
			continue
		case r.Action == keymap.Lost:
			word = a.nextMode().Word()
		case r.Action == keymap.Back && a.picking && a.backLeaves():
			word = "leave"
		case r.Action == keymap.Command && a.inKeys():
			word = "search"
		case r.Action == keymap.Open && a.page != nil && a.page.Kind == page.Keys:
			word = "run it"
		case r.Action == keymap.Open && a.page != nil && a.page.Kind == page.Branches:
			word = "go there"
		case r.Action == keymap.Stage4:
			out = append(out, render.Hint{Keys: whyKeys, Word: word})
			continue
		}
		out = append(out, render.Hint{Keys: a.th.Keys(r.Show), Word: word, Always: r.Action == keymap.Help || r.Action == keymap.Quit})
	}
	return out
}
