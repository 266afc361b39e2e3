package render

import (
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
