package render

import (
	"fmt"
	"sort"

	"cutline/pipeline"
	"cutline/pipeline/trigger"
	"cutline/render/text"
	"cutline/render/theme"
)

// GaugeLine is a threshold inside the gauge, in tokens.
type GaugeLine struct {
	Name string
	At   int
}

// GaugeData is how full the context is, in tokens.
type GaugeData struct {
	Used   int
	Window int    // 0 when unknown
	Source string // where Used comes from: reported, counted, estimated, flag
	Lines  []GaugeLine
	Limit  int // at which a compaction fires, 0 when there is no such limit
}

// GaugeOf takes from a report what Gauge draws.
func GaugeOf(t pipeline.Tokens, tr trigger.Output) GaugeData {
	d := GaugeData{Used: t.Used, Window: t.Window, Source: t.Source, Limit: tr.Limit}
	if tr.Background.Start.Set {
		d.Lines = append(d.Lines, GaugeLine{"start", tr.Background.Start.Threshold})
	}
	if tr.Background.Persist.Set {
		d.Lines = append(d.Lines, GaugeLine{"persist", tr.Background.Persist.Threshold})
	}
	if tr.Limit > 0 {
		d.Lines = append(d.Lines, GaugeLine{"limit", tr.Limit})
	}
	return d
}

// scale is the tokens that the whole bar stands for: the window, else the limit.
func (d GaugeData) scale() int {
	if d.Window > 0 {
		return d.Window
	}
	return d.Limit
}

// count is the used tokens, with a ~ when they are no count.
func (d GaugeData) count() string {
	if d.Source == "estimated" {
		return "~" + text.Num(d.Used)
	}
	return text.Num(d.Used)
}

// share is the used part of the scale in percent.
func (d GaugeData) share() string {
	if d.scale() <= 0 {
		return ""
	}
	return fmt.Sprintf("%.1f%%", 100*float64(d.Used)/float64(d.scale()))
}

// source says how the tokens were counted.
func (d GaugeData) source() string {
	switch d.Source {
	case "":
		return ""
	case "flag":
		return "what if"
	}
	return d.Source
}

const minGauge = 10 // cells of a bar that is worth drawing

// Gauge draws how full the context is, with the thresholds as lines inside the bar. With
// labels there is a second line that names them.
func Gauge(th *theme.Theme, d GaugeData, w int, labels bool) []string {
	l := newLine(th, w)
	l.blank(th.Text, 1)
	bars, at := 0, 0
	l.put(th.Title, d.count())
	if d.scale() <= 0 {
		l.put(th.Dim, join(" "+th.Shapes.Dot+" ", " tokens", "window not known", d.source()))
	} else {
		of := "of " + text.Num(d.Window)
		if d.Window <= 0 {
			of = "of the limit " + text.Num(d.Limit) + ", window not known"
		}
		tail := d.fitting(l.left-5-minGauge, of)
		if bars = l.left - text.Width(tail) - 5; bars >= minGauge {
			l.blank(th.Text, 1)
			at = w - l.left + 1
			d.bar(l, th, bars)
		} else {
			bars = 0
		}
		l.blank(th.Text, 1)
		l.put(th.Text, tail)
	}
	out := []string{l.end(th.Text)}
	if labels {
		out = append(out, d.labels(th, at, bars, w))
	}
	return out
}

// fitting is what stands behind the bar: the share, of what, and how it was counted; in so
// many cells, the least important goes first.
func (d GaugeData) fitting(cells int, of string) string {
	word := d.source()
	if word != "" {
		word = ", " + word
	}
	for _, s := range []string{d.share() + " " + of + word, d.share() + word} {
		if text.Width(s) <= cells {
			return s
		}
	}
	return d.share()
}

// cell is the cell of a bar of n in which that many tokens end.
func (d GaugeData) cell(tokens, n int) int {
	return min(int(int64(max(tokens, 0))*int64(n)/int64(d.scale())), n-1)
}

// bar draws the bar with n cells between its ends.
func (d GaugeData) bar(l *line, th *theme.Theme, n int) {
	lines := make(map[int]int, len(d.Lines)) // cell → the least threshold in it
	for _, x := range d.Lines {
		c := d.cell(x.At, n)
		if at, ok := lines[c]; !ok || x.At < at {
			lines[c] = x.At
		}
	}
	full := min(part(d.Used, d.scale(), n), n)
	over := n // the cell from which on it is over the limit
	if d.Limit > 0 {
		over = d.cell(d.Limit, n)
	}
	l.put(th.Dim, th.Shapes.GaugeLeft)
	for c := 0; c < n; {
		if at, ok := lines[c]; ok {
			ink := th.Dim
			if d.Used >= at {
				ink = th.Warn
			}
			l.repeat(ink, th.Shapes.ShareFull, 1)
			c++
			continue
		}
		sign, ink := th.Shapes.Unused, th.Dim
		switch {
		case c < full && c >= over:
			sign, ink = th.Shapes.Bar, th.Warn
		case c < full:
			sign, ink = th.Shapes.Bar, th.Text
		}
		to := c + 1 // a run of cells that look the same is one segment
		for to < n && lines[to] == 0 && (to < full) == (c < full) && (to < over) == (c < over) {
			to++
		}
		l.repeat(ink, sign, to-c)
		c = to
	}
	l.put(th.Dim, th.Shapes.GaugeRight)
}

// group is what stands in one column of the label line.
type group struct {
	cell int
	name string
}

// groups are the names of the thresholds by cell, from left to right.
func (d GaugeData) groups(n int) []group {
	lines := append([]GaugeLine(nil), d.Lines...)
	sort.SliceStable(lines, func(i, j int) bool { return lines[i].At < lines[j].At })
	var out []group
	for i := 0; i < len(lines); {
		name := lines[i].Name + " " + text.Num(lines[i].At)
		j := i + 1
		for ; j < len(lines) && lines[j].At == lines[i].At; j++ {
			name += " (= " + lines[j].Name + ")"
		}
		c := d.cell(lines[i].At, n)
		if k := len(out); k > 0 && out[k-1].cell == c {
			out[k-1].name += ", " + name
		} else {
			out = append(out, group{c, name})
		}
		i = j
	}
	return out
}

// labels is the line below the bar, whose first cell is at: an arrow under each threshold,
// the last name right of its arrow, the others left of the first.
func (d GaugeData) labels(th *theme.Theme, at, n, w int) string {
	l := newLine(th, w)
	if n <= 0 || len(d.Lines) == 0 {
		return l.end(th.Dim)
	}
	g := d.groups(n)
	last := g[len(g)-1]
	right := " " + last.name
	left := ""
	for _, x := range g[:len(g)-1] {
		left = join(" "+th.Shapes.Dot+" ", left, x.name)
	}
	if at+last.cell+1+text.Width(right) > w { // no room right of it: all names go left
		left = join(" "+th.Shapes.Dot+" ", left, last.name)
		right = ""
	}
	first := at + g[0].cell
	left = label(th, left, first-2)
	if left != "" {
		l.blank(th.Dim, first-text.Width(left)-1)
		l.put(th.Dim, left)
	}
	for _, x := range g {
		l.blank(th.Dim, at+x.cell-(w-l.left))
		l.put(th.Dim, th.Shapes.Up)
	}
	l.put(th.Dim, right)
	return l.end(th.Dim)
}
