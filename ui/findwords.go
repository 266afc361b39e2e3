package ui

import (
	"fmt"

	"cutline/render/text"
	"cutline/ui/layout"
)

// findWords say what was found so far.
func (a *App) findWords() string {
	f := &a.find
	k, n := a.list.HitAt()
	what := fmt.Sprintf("%q", f.pattern.String())
	if f.pattern.IsExpression() {
		what = "the expression " + f.pattern.String()
	}
	where := ""
	if a.list.Filtered() {
		where = " that the filter shows"
	}
	switch {
	case f.busy:
		return fmt.Sprintf("%s is in %s so far, %d%% looked into; esc stops it", what, count(n), 100*f.at/max(1, f.of))
	case n == 0:
		return what + " is in no message" + where
	case n == 1 && k == 1:
		return fmt.Sprintf("%s is in message %d", what, a.list.Selected())
	}
	return fmt.Sprintf("%s is in %s%s; n and N go to the next", what, count(n), where)
}

// findOffer says beside the line what is found while it is typed.
func (a *App) findOffer() string {
	f := &a.find
	n := 0
	switch {
	case f.bad != "":
		return f.bad
	case f.pattern.Empty():
		dot := " " + a.th.Shapes.Dot + " "
		if a.w < layout.TwoColumns {
			return "finds as you type" + dot + "~ expression" + dot + "/compact " + a.th.Shapes.Ellipsis
		}
		return "finds as you type" + dot + "~ for a regular expression" + dot + "/compact [instructions]"
	case f.lines != nil:
		n = len(f.lines.Marks())
	default:
		_, n = a.list.HitAt()
	}
	words := text.Num(n) + " found"
	if f.pattern.IsExpression() {
		words = "expression, " + words
	}
	switch {
	case f.busy:
		return fmt.Sprintf("%s so far, %d%%", words, 100*f.at/max(1, f.of))
	case f.lines == nil && a.in != nil:
		return words + ", enter goes there"
	}
	return words + ", enter stays there"
}
