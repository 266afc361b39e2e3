package render

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// Bound is what a score is, and what it is not.
const Bound = "RS: facts kept, of 100 [95 % interval]; a lower bound: other words are not found, and kept is not obeyed"

// legendWide are the cells from which the words of ScoreLine are explained at length, in a line each.
const legendWide = 110

// ScoreLegend says what the words of ScoreLine and ClassLine mean, in lines for w cells; below 78 they have to be wrapped.
func ScoreLegend(w int) []string {
	if w < legendWide {
		return []string{
			"RS: facts kept, of 100 [95 % interval]; a lower bound: other words not found",
			"precision: names found in the session · facts/1k tokens · ×25: class weight",
		}
	}
	return []string{Bound, "precision: names of the summary found in the session · facts/1k: kept for 1,000 tokens · ×25: weight of a class"}
}

// ScoreLine is a score in one line. Saved is the share of the tokens that went, 0 when it is not known.
func ScoreLine(o *retention.Output, saved float64) string {
	words := []string{
		fmt.Sprintf("RS %.0f [%.0f–%.0f] of %s", o.Score, o.Low, o.High, trace.Count(o.N, "fact")), precisionWords(o),
	}
	if o.N == 0 {
		words[0] = "nothing that holds facts was replaced"
	}
	if saved != 0 {
		words = append(words, change100(saved)+" tokens")
	}
	if o.Per1k > 0 {
		words = append(words, fmt.Sprintf("%.1f facts/1k", o.Per1k))
	}
	if o.LowEvidence() {
		words = append(words, "low evidence")
	}
	return strings.Join(words, " · ")
}

// change100 is by how much of 100 the tokens changed.
func change100(saved float64) string {
	if math.Abs(100*saved) < 0.05 {
		return "0.0 %"
	}
	return strings.Replace(fmt.Sprintf("%+.1f %%", -100*saved), "-", "−", 1)
}

// precisionWords is what of the summary is in the session; of a source that lacks most it is not known.
func precisionWords(o *retention.Output) string {
	if o.Partial {
		return "precision not known"
	}
	return fmt.Sprintf("precision %.0f", o.Precision)
}

// ClassData is what became of the facts of one class, in points of the score.
type ClassData struct {
	Class                facts.Class
	N                    int
	Weight, Share        float64 // Share is what is kept of it, 0 to 1
	Kept, Weakened, Lost float64
}

// ClassesOf adds up the facts of every class, in the order of the score.
func ClassesOf(o *retention.Output) []ClassData {
	out := make([]ClassData, len(o.Classes))
	at := map[facts.Class]*ClassData{}
	for i, c := range o.Classes {
		out[i] = ClassData{Class: c.Class, N: c.N, Weight: c.Weight, Share: c.Kept}
		at[c.Class] = &out[i]
	}
	for i := range o.Facts {
		f := &o.Facts[i]
		c := at[f.Class]
		switch {
		case c == nil:
		case f.State() == retention.Kept:
			c.Kept += f.Points
		case f.State() == retention.Weakened:
			c.Weakened += f.Points
		default:
			c.Lost += f.Points
		}
	}
	return out
}

// The columns of a class, in cells.
const (
	classCells = 12
	classOf    = 17 // "100% of 200  ×25"
)

// ClassLine is one class in w cells: its name, a bar that is solid for what is kept, half for what is
// weakened and hatched for what is lost, the share that is kept, of how many facts, and the weight.
func ClassLine(th *theme.Theme, c ClassData, at bool, w int) string {
	in, cursor := underCursor(th, &th.Inks, at), " "
	if at {
		cursor = th.Shapes.Cursor
	}
	l := newLine(th, w)
	l.put(in.Text, cursor)
	l.column(in.Text, " "+c.Class.String(), classCells)
	bar := max(l.left-classOf-1, 0)
	kept, weak := thirds(c, bar)
	l.repeat(th.Whole, th.Shapes.Bar, kept) // in reverse it would show the opposite of what it means
	l.repeat(th.Cut, th.Shapes.Half, weak)
	l.repeat(th.Cut, th.Shapes.Empty, bar-kept-weak)
	l.number(in.Text, percent(c.Share), 5)
	l.put(in.Dim, " of")
	l.number(in.Text, strconv.Itoa(c.N), 4)
	l.number(in.Dim, words(th, "×")+strconv.Itoa(int(c.Weight)), 5)
	return l.end(in.Text)
}

// percent is a share as a whole number; only all is 100 %, and only nothing is 0 %.
func percent(share float64) string {
	n := int(math.Round(100 * share))
	if share < 1 {
		n = min(n, 99)
	}
	if share > 0 {
		n = max(n, 1)
	}
	return strconv.Itoa(n) + "%"
}

// thirds is a bar of so many cells in cells of what is kept and what is weakened. What there is of
// something has a cell at least, where there is room.
func thirds(c ClassData, cells int) (kept, weak int) {
	sizes := [3]float64{c.Kept, c.Weakened, c.Lost}
	all := c.Kept + c.Weakened + c.Lost
	if all <= 0 || cells <= 0 {
		return 0, 0
	}
	var n [3]int
	sum, filled := 0.0, 0
	for i, size := range sizes {
		sum += size
		n[i] = int(math.Round(sum/all*float64(cells))) - filled
		filled += n[i]
	}
	for i, size := range sizes {
		if most := largest(n); size > 0 && n[i] == 0 && n[most] > 1 {
			n[i], n[most] = 1, n[most]-1
		}
	}
	return n[0], n[1]
}

// largest is the place of the largest number.
func largest(n [3]int) int {
	at := 0
	for i := range n {
		if n[i] > n[at] {
			at = i
		}
	}
	return at
}

// Item is a fact that is not kept whole, or something that the summary invents.
type Item struct {
	State  retention.State
	Class  string
	Text   string  // as in the session or the summary
	Points float64 // of the score, or of the precision, that it costs
	Worth  float64 // what it would cost if nothing of it were there
	Pinned bool    // a person wants it word for word
	Index  int     // the message in which it stands, -1 for an invention
	Line   int     // of the file, 0 when the message is live; of an invention in the summary
	Of     int     // in Output.Facts, of an invention in Output.Named
	Often  int     // how often it stands in what was replaced, 0 when it is not known
}

// The columns of an item, in cells.
const (
	itemState  = 9
	itemClass  = 11
	itemPoints = 10 // "−12.4 RS", "−33.3 prec"
	itemPlace  = 10
)

// ItemLine is one item in w cells: what became of it, its class, what it costs, where it stands, its text.
func ItemLine(th *theme.Theme, it *Item, at bool, w int) string {
	in, cursor := underCursor(th, &th.Inks, at), " "
	if at {
		cursor = th.Shapes.Cursor
	}
	l := newLine(th, w)
	l.put(in.Text, cursor)
	l.put(in.Key, pinSign(it.Pinned))
	l.column(stateInk(in, it.State), it.State.String(), itemState)
	l.column(in.Dim, it.Class, itemClass)
	cost := ""
	if it.Points > 0 {
		cost = points(th, it.Points) + " " + it.unit()
	}
	l.number(in.Text, cost, itemPoints)
	l.number(in.Dim, it.place(), itemPlace)
	l.blank(in.Text, 2)
	l.put(in.Text, label(th, it.Text, l.left))
	return l.end(in.Text)
}

// pinSign is the cell that says whether something is pinned.
func pinSign(pinned bool) string {
	if pinned {
		return "*"
	}
	return " "
}

// points is what an item costs; what is less than the smallest number that is shown says so.
func points(th *theme.Theme, p float64) string {
	if p < 0.05 {
		return "<0.1"
	}
	return fmt.Sprintf("%s%.1f", th.Shapes.Minus, p)
}

// unit is what an item takes points of, as the line of the score calls it.
func (it *Item) unit() string {
	if it.Index < 0 {
		return "prec"
	}
	return "RS"
}

// place is the message of a loss, or a line.
func (it *Item) place() string {
	if it.Line > 0 {
		return "line " + strconv.Itoa(it.Line)
	}
	return strconv.Itoa(it.Index)
}

// Where is where an item stands, and of what it takes points.
func (it *Item) Where() (where, of string) {
	switch {
	case it.Index < 0:
		return "line " + trace.Num(it.Line) + " of the summary", "precision"
	case it.Line > 0:
		return "line " + trace.Num(it.Line) + " of the file" + it.again(), "score"
	}
	return "message " + trace.Num(it.Index) + it.again(), "score"
}

// again says that a fact stands in more than one place: it is one item, which counts for more.
func (it *Item) again() string {
	if it.Often < 2 {
		return ""
	}
	return fmt.Sprintf(", %d times", it.Often)
}

// ItemWords says of an item all but its text.
func ItemWords(th *theme.Theme, it *Item) string {
	where, of := it.Where()
	switch {
	case it.State == retention.Unfound:
		return words(th, fmt.Sprintf("%s %s · %s · the file lacks most of its source", it.State, it.Class, where))
	case it.Points == 0:
		return words(th, fmt.Sprintf("%s %s · %s · pinned", it.State, it.Class, where))
	}
	return words(th, fmt.Sprintf("%s %s · %s · %s of the %s", it.State, it.Class, where, points(th, it.Points), of))
}

// ItemsCount is how many there are of each kind, in words.
func ItemsCount(items []Item) string {
	n := map[retention.State]int{}
	pins := 0
	for i := range items {
		n[items[i].State]++
		if items[i].Pinned {
			pins++
		}
	}
	var out []string
	for _, s := range []retention.State{retention.Lost, retention.Weakened, retention.Invented, retention.Unfound} {
		if n[s] > 0 {
			out = append(out, text.Num(n[s])+" "+s.String())
		}
	}
	if pins > 0 {
		out = append(out, text.Num(pins)+" pinned")
	}
	if out == nil {
		return "nothing lost, nothing invented"
	}
	return strings.Join(out, ", ")
}
