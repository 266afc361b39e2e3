package render

import (
	"fmt"

	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render/text"
	"cutline/render/theme"
)

// SpreadColumn is the column in which message k of n by size stands, of w columns.
func SpreadColumn(n, w, k int) int {
	switch {
	case n < 1 || w < 1:
		return 0
	case n <= w:
		return (k*w + n - 1) / n
	}
	return ((k+1)*w - 1) / n
}

// SpreadOf are the messages of column x, of n by size in w columns: from, and the one behind the last.
func SpreadOf(n, w, x int) (from, to int) {
	if n < 1 || w < 1 {
		return 0, 0
	}
	x = max(0, min(x, w-1))
	from = x * n / w
	return from, max(from+1, (x+1)*n/w)
}

// spreadFoot are the lines below the columns: the cursor, the axis and the legend.
const spreadFoot = 3

// Spread draws the sizes of all messages as Shares does, with the one of them marked that has the
// cursor. It takes exactly w by h cells.
func Spread(th *theme.Theme, rows []slim.Allocation, fair, cursor, w, h int) []string {
	if h <= spreadFoot || w <= 0 {
		return text.Box(nil, w, h)
	}
	out := Shares(th, rows, fair, w, h-1) // the last two lines are its axis and legend
	at := len(out) - 2
	l := newLine(th, w)
	if len(rows) > 0 {
		l.blank(th.Text, SpreadColumn(len(rows), w, cursor))
		l.put(th.Key, th.Shapes.Up)
	}
	marked := append(out[:at:at], l.end(th.Text))
	return text.Box(append(marked, out[at:]...), w, h)
}

// SpreadHead is what the picture comes to: the budget given and used, and what becomes of the messages.
func SpreadHead(r *pipeline.Report) []string {
	s := &r.Slim
	granted, wanted := 0, 0
	for k := range s.Rows {
		granted += s.Rows[k].Allocation
		wanted += s.Rows[k].Size
	}
	share := "every message is whole"
	if s.FairShare >= 0 {
		share = "fair share " + text.Num(s.FairShare)
	} else if s.Counts.Full < len(s.Rows) {
		share = "no message is cut"
	}
	return []string{
		fmt.Sprintf("budget %s (%s) · %s used, %.0f%% · %s", text.Num(s.Budget), s.From, text.Num(s.BudgetUsed+s.Suffix), 100*s.Used(), share),
		fmt.Sprintf("%s of %s chars granted · %s whole · %s cut · %s omitted · %s not read", text.Num(granted), text.Num(wanted),
			text.Num(s.Counts.Full), text.Num(s.Counts.Truncated), text.Num(s.Counts.Omitted), text.Num(s.Counts.Dropped)),
	}
}

// SpreadWords says of message k by size what it asks for and what it gets.
func SpreadWords(rows []slim.Allocation, k, w int) string {
	a, n := rows[k], len(rows)
	from, to := SpreadOf(n, w, SpreadColumn(n, w, k))
	words := fmt.Sprintf("number %s of %s, the largest first · asks %s · granted %s", text.Num(n-k), text.Num(n), text.Num(a.Size), text.Num(a.Allocation))
	if lost := a.Size - a.Allocation; lost > 0 {
		words += fmt.Sprintf(" · %s not read, %.0f%%", text.Num(lost), 100*float64(lost)/float64(a.Size))
	}
	if to-from > 1 {
		words += fmt.Sprintf(" · one of %d in its column", to-from)
	}
	return words
}
