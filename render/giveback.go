package render

import (
	"fmt"
	"strconv"

	"cutline/pipeline"
	"cutline/pipeline/rescue"
	"cutline/pipeline/trace"
	"cutline/render/theme"
)

// GiveBack says what giving back would do, a sentence each. Now is nil while that is looked at.
func GiveBack(r *pipeline.Rescue, now *pipeline.Preview) []string {
	head := fmt.Sprintf("RS %.0f → …", r.Before.Score)
	if now != nil {
		head = fmt.Sprintf("RS %.0f → %.0f", r.Before.Score, now.After.Score)
		if !r.Partial {
			head += fmt.Sprintf(" · precision %.0f → %.0f", r.Before.Precision, now.After.Precision)
		}
		head += fmt.Sprintf(" · %s given back · %+d tokens in the summary", trace.Count(len(now.Chosen), "fact"), now.Tokens)
	}
	out := []string{head, Bound}
	if n := len(r.Freed); n > 0 {
		out = append(out, trace.Count(n, "invention")+" taken out of the summary")
	}
	if r.Sealed {
		out = append(out, "only a server can read the summary: it stays, and what is given back may stand in it already")
	}
	if r.Partial {
		out = append(out, "the file holds less than half of what was replaced: nothing is taken out of the summary")
	}
	return out
}

// The columns of what can be given back, in cells.
const (
	giveBackPoints = 6
	giveBackTokens = 6
)

// GiveBackLine is one loss in w cells: whether it is chosen and fits the budget, its class, what it is worth,
// what it takes, where it stands, its text.
func GiveBackLine(th *theme.Theme, it *rescue.Item, chosen, fits, at bool, w int) string {
	in, cursor := underCursor(th, &th.Inks, at), " "
	if at {
		cursor = th.Shapes.Cursor
	}
	box := "[ ]"
	switch {
	case chosen && fits:
		box = "[x]"
	case chosen:
		box = "[-]"
	}
	l := newLine(th, w)
	l.put(in.Text, cursor)
	l.put(in.Key, box+" ")
	l.column(in.Dim, it.Class.String(), itemClass)
	l.number(in.Text, "+"+strconv.FormatFloat(it.Points, 'f', 1, 64), giveBackPoints)
	l.number(in.Dim, strconv.Itoa(it.Tokens)+"t", giveBackTokens)
	place := ""
	if it.Line > 0 {
		place = "line " + strconv.Itoa(it.Line)
	}
	l.number(in.Dim, place, itemPlace)
	l.blank(in.Text, 2)
	l.put(in.Text, label(th, it.Text, l.left))
	return l.end(in.Text)
}
