package render

import (
	"fmt"

	"cutline/render/text"
	"cutline/render/theme"
)

// GaugePair draws the context before and after a compaction, two lines on one scale. What
// comes after is counted, not reported, so it has a ~.
func GaugePair(th *theme.Theme, before, after GaugeData, w int) []string {
	after.Source = "estimated"
	if after.Window <= 0 {
		after.Window, after.Limit = before.Window, before.Limit
	}
	if before.scale() <= 0 { // no window: the larger of the two is the whole bar
		before.Limit = max(before.Used, after.Used)
		after.Limit = before.Limit
	}
	counts := [2]string{before.count(), after.count()}
	shares := [2]string{before.share(), after.share()}
	wide := max(text.Width(counts[0]), text.Width(counts[1]))
	much := max(text.Width(shares[0]), text.Width(shares[1]))
	out := make([]string, 0, 2)
	for i, d := range [2]GaugeData{before, after} {
		l := newLine(th, w)
		l.blank(th.Text, 1)
		l.column(th.Title, [2]string{"before", "after"}[i], 8)
		n := l.left - wide - much - 7
		if n >= minGauge {
			d.bar(l, th, n)
			l.blank(th.Text, 1)
		}
		l.number(th.Text, counts[i], wide)
		l.blank(th.Text, 3)
		l.number(th.Dim, shares[i], much)
		out = append(out, l.end(th.Text))
	}
	return out
}

// GaugeChange draws before and after in one line: both counts, the bar of what is left, and
// what was saved.
func GaugeChange(th *theme.Theme, before, after GaugeData, w int) string {
	after.Source = "estimated"
	if after.Window <= 0 {
		after.Window, after.Limit = before.Window, before.Limit
	}
	saved := ""
	if before.Used > 0 {
		pct := 100 * float64(before.Used-after.Used) / float64(before.Used)
		sign := th.Shapes.Minus
		if pct < 0 {
			sign, pct = th.Shapes.Plus, -pct
		}
		saved = fmt.Sprintf("%s%.1f%%", sign, pct)
	}
	l := newLine(th, w)
	l.blank(th.Text, 1)
	l.put(th.Text, before.count())
	l.put(th.Dim, " "+th.Shapes.Right+" ")
	l.put(th.Title, after.count())
	l.put(th.Dim, " tokens ")
	if n := l.left - text.Width(saved) - 4; after.scale() > 0 && n >= minGauge {
		l.blank(th.Dim, 1)
		after.bar(l, th, n)
		l.blank(th.Dim, 1)
	}
	l.put(th.Plus, saved)
	return l.end(th.Text)
}
