package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cutline/pipeline/lab"
	"cutline/render/text"
	"cutline/render/theme"
)

// labColumn is one column of a table of strategies.
type labColumn struct {
	title string
	cells int
	rank  int // which columns go first when there is no room: the highest
	cell  func(th *theme.Theme, r *lab.Row) string
	value func(r *lab.Row) float64 // by which rows are sorted, the smallest first; nil: by the cell
}

// The columns that are shown in inks of their own.
const (
	labStrategy = "strategy"
	labAfterIs  = "after"
	labGatesAre = "gates"
	labSetIs    = "set so that it fits"
)

// labColumns is the table, in order. The last one takes what is left.
var labColumns = []labColumn{
	{labStrategy, 16, 0, func(_ *theme.Theme, r *lab.Row) string { return r.Strategy }, nil},
	{labAfterIs, 8, 1, labAfter, func(r *lab.Row) float64 { return float64(r.After) }},
	{"RS", 4, 2, labScore(0, labRetention), labBest(labRetention)},
	{"prec", 6, 3, labScore(0, labPrecision), labBest(labPrecision)},
	{"facts/1k", 9, 4, labScore(1, labPer1k), labBest(labPer1k)},
	{"kept", 6, 9, labNumber(func(r *lab.Row) int { return r.Kept }), func(r *lab.Row) float64 { return -float64(r.Kept) }},
	{"tokens", 8, 13, labNumber(func(r *lab.Row) int { return r.KeptTokens }), func(r *lab.Row) float64 { return -float64(r.KeptTokens) }},
	{"read", 6, 14, labNumber(func(r *lab.Row) int { return r.Summarized }), func(r *lab.Row) float64 { return -float64(r.Summarized) }},
	{"cut", 5, 15, labNumber(func(r *lab.Row) int { return r.Truncated }), func(r *lab.Row) float64 { return float64(r.Truncated) }},
	{"omitted", 8, 16, labNumber(func(r *lab.Row) int { return r.Omitted }), func(r *lab.Row) float64 { return float64(r.Omitted) }},
	{"unread", 7, 11, labNumber(func(r *lab.Row) int { return r.Dropped }), func(r *lab.Row) float64 { return float64(r.Dropped) }},
	{"words", 6, 6, labPercent(func(r *lab.Row) (int, int) { return r.WordsKept, r.Words }), func(r *lab.Row) float64 { return -labPart(r.WordsKept, r.Words) }},
	{"files", 6, 7, labPercent(func(r *lab.Row) (int, int) { return r.FilesKept, r.Files }), func(r *lab.Row) float64 { return -labPart(r.FilesKept, r.Files) }},
	{"pairs", 9, 12, labPairs, func(r *lab.Row) float64 { return float64(r.Broken) - float64(r.Pairs)/1e9 }},
	{labGatesAre, 11, 5, labGates, func(r *lab.Row) float64 { return float64(labFailing(r)) }},
	{"price", 8, 8, labPrice, func(r *lab.Row) float64 {
		if !r.Price.Known {
			return math.Inf(1)
		}
		return r.Price.Dollars
	}},
	{"time", 7, 10, func(_ *theme.Theme, r *lab.Row) string { return labTook(r.Took) }, func(r *lab.Row) float64 { return float64(r.Took) }},
	{labSetIs, 0, 17, func(th *theme.Theme, r *lab.Row) string { return label(th, labSet(r), 200) }, nil},
}

// LabColumns is how many columns a table of strategies has.
var LabColumns = len(labColumns)

// labLead are the cells before the first column: the cursor and a mark.
const labLead = 4

// labLeast are the cells from which on the last column says something.
const labLeast = 14

// labFit says which columns fit into w cells, in order.
func labFit(w int) []int {
	order := make([]int, len(labColumns))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(labColumns[a].rank, labColumns[b].rank) })
	left := w - labLead
	var out []int
	for _, i := range order {
		need := labColumns[i].cells
		if need == 0 {
			need = labLeast
		}
		if left -= need; left < 0 {
			break
		}
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

// LabShown reports whether a column shows in w cells.
func LabShown(column, w int) bool { return slices.Contains(labFit(w), column) }

// LabTitle is the title of a column.
func LabTitle(column int) string { return labColumns[column].title }

// LabHead names the columns; that by which the rows are sorted stands out, -1 for none.
func LabHead(th *theme.Theme, sorted, w int) string {
	l := newLine(th, w)
	l.blank(th.Dim, labLead)
	for _, i := range labFit(w) {
		ink := th.Dim
		if i == sorted {
			ink = th.Title
		}
		labCell(l, ink, i, labColumns[i].title)
	}
	return l.end(th.Dim)
}

// labCell writes a cell of a column: words to the left, numbers to the right.
func labCell(l *line, ink theme.Ink, column int, s string) {
	switch c := &labColumns[column]; {
	case column == 0:
		l.column(ink, s, c.cells)
	case c.cells == 0:
		l.blank(ink, 2)
		l.put(ink, s)
	default:
		l.number(ink, s, c.cells)
	}
}

// LabData is one row of a table of strategies, and how it is shown.
type LabData struct {
	*lab.Row
	Cursor, Marked bool
	Running        bool // there is no row yet: it is at work
	Waiting        bool // there is no row yet
}

// LabLine is the row of a strategy. One without a result says why.
func LabLine(th *theme.Theme, d LabData, w int) string {
	in := th.Inks
	if d.Cursor {
		in = th.OnCursor
	}
	l := newLine(th, w)
	cursor, mark := " ", " "
	if d.Cursor {
		cursor = th.Shapes.Cursor
	}
	if d.Marked {
		mark = th.Shapes.Knob
	}
	l.put(in.Key, cursor+" ")
	l.put(in.Key, mark+" ")
	if d.Result == nil {
		l.column(in.Text, d.Strategy, labColumns[0].cells)
		l.blank(in.Dim, 2)
		switch {
		case d.Running:
			l.put(in.Text, words(th, "running …"))
		case d.Waiting:
			l.put(in.Dim, "waits")
		default:
			l.put(in.Warn, words(th, d.Why))
		}
		return l.end(in.Text)
	}
	for _, i := range labFit(w) {
		ink := in.Text
		switch labColumns[i].title {
		case labAfterIs:
			if !d.Fits {
				ink = in.Warn
			}
		case labGatesAre:
			ink = in.Good
			if labFailing(d.Row) > 0 {
				ink = in.Error
			}
		case labSetIs:
			ink = in.Dim
		}
		labCell(l, ink, i, labColumns[i].cell(th, d.Row))
	}
	return l.end(in.Text)
}

// LabOrder is the order of rows by a column, -1 for that in which they come. Those without a result
// come last.
func LabOrder(rows []lab.Row, column int) []int {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	if column < 0 {
		return order
	}
	c := &labColumns[column]
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &rows[i], &rows[j]
		if (a.Result == nil) != (b.Result == nil) {
			if a.Result == nil {
				return 1
			}
			return -1
		}
		if c.value == nil {
			return strings.Compare(c.cell(theme.Plain(), a), c.cell(theme.Plain(), b))
		}
		return cmp.Compare(c.value(a), c.value(b))
	})
	return order
}

// LabBudget says in one sentence what the strategies are compared at.
func LabBudget(before, target int) string {
	if target <= 0 {
		return "no budget: nothing can be compacted"
	}
	return fmt.Sprintf("%s tokens before, a budget of %s after", text.Num(before), text.Num(target))
}

// LabLegend says what the columns mean that show in w cells and do not say it themselves.
func LabLegend(w int) string {
	shown := make(map[string]bool)
	for _, i := range labFit(w) {
		shown[labColumns[i].title] = true
	}
	var out []string
	for _, l := range []struct {
		title, words string
	}{
		{"RS", "RS: retention score"},
		{"prec", "prec: % of names found in the session"},
		{"words", "words: of persons, as said"},
		{"files", "files: of those touched, named"},
	} {
		if shown[l.title] {
			out = append(out, l.words)
		}
	}
	counts := slices.DeleteFunc([]string{"kept", "read", "cut", "omitted", "unread"}, func(title string) bool { return !shown[title] })
	if len(counts) > 0 {
		out = append(out, strings.Join(counts, ", ")+": messages")
	}
	return strings.Join(append(out, "> over the budget"), " · ")
}
