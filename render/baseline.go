package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cutline/pipeline/retention"
	"cutline/render/theme"
)

// baselineWords say what a baseline is. Its name is the same everywhere.
var baselineWords = map[string]string{
	retention.DropOldest: "newest only", retention.Masking: "no tool output", retention.Slim: "fair shares",
	retention.Users: "your words", retention.Random: "any lines",
}

// best are the baselines, the best first.
func best(o *retention.Output) []retention.Baseline {
	return slices.SortedStableFunc(slices.Values(o.Baselines), func(a, b retention.Baseline) int { return cmp.Compare(b.Score, a.Score) })
}

// Beside is what else would score at the same tokens, in one line; empty when nothing is compared. With
// explained it says what each is.
func Beside(o *retention.Output, explained bool) string {
	if len(o.Baselines) == 0 {
		return ""
	}
	words := make([]string, 0, len(o.Baselines))
	for _, b := range best(o) {
		name := b.Name
		if about := baselineWords[name]; explained && about != "" {
			name += " (" + about + ")"
		}
		words = append(words, fmt.Sprintf("%s %.0f", name, b.Score))
	}
	lead := "same tokens: "
	if explained {
		lead = "same tokens, no summary: "
	}
	return lead + strings.Join(words, " · ")
}

// The columns of a baseline, in cells.
const (
	baselineName  = 12
	baselineAbout = 15 // what it is, in words
	baselineScore = 5
)

// BaselineLines are the score and what else would score at the same tokens, a bar of w cells each. What
// is as good as the score has a mark.
func BaselineLines(th *theme.Theme, o *retention.Output, w int) []string {
	if len(o.Baselines) == 0 {
		return nil
	}
	out := make([]string, 0, 1+len(o.Baselines))
	out = append(out, scoreBar(th, "this context", "", o.Score, th.Title, false, w))
	for _, b := range best(o) {
		out = append(out, scoreBar(th, b.Name, baselineWords[b.Name], b.Score, th.Dim, b.Score >= o.Score, w))
	}
	return out
}

// scoreBar is a score of 100 as a bar.
func scoreBar(th *theme.Theme, name, about string, score float64, ink theme.Ink, better bool, w int) string {
	l := newLine(th, w)
	l.blank(th.Text, 1)
	l.column(ink, label(th, name, baselineName), baselineName)
	l.column(th.Dim, label(th, about, baselineAbout), baselineAbout)
	cells := max(l.left-baselineScore-2, 0)
	n := part(int(10*score), 1000, cells)
	l.repeat(ink, th.Shapes.Bar, n)
	l.repeat(th.Dim, th.Shapes.Unused, cells-n)
	l.number(ink, fmt.Sprintf("%.0f", score), baselineScore)
	if better {
		l.put(th.Warn, " "+th.Shapes.Up)
	}
	return l.end(th.Text)
}
