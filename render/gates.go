package render

import (
	"fmt"

	"cutline/pipeline/reassemble"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// gateNames are the checks in plain words.
var gateNames = map[string]string{
	"shape": "calls and results paired", "tail": "tail byte for byte", "empty": "summary says something",
	"invented": "no invented user message", "smaller": "smaller than before",
}

// gate is one check as it is drawn.
type gate struct {
	mark, name, words string
	ink               theme.Ink
}

func gateOf(th *theme.Theme, g reassemble.Gate) gate {
	d := gate{th.Shapes.Check, gateNames[g.Name], words(th, g.Message), th.Good}
	if d.name == "" {
		d.name = words(th, g.Name)
	}
	switch {
	case g.Pass:
	case g.Hard:
		d.mark, d.ink, d.words = th.Shapes.Cross, th.Error, "nothing is written: "+d.words
	default:
		d.mark, d.ink, d.words = th.Shapes.Cross, th.Warn, "only a warning: "+d.words
	}
	return d
}

func (g gate) cells() int { return text.Width(g.mark) + 1 + text.Width(g.name) }

// Gates draws the checks of a compacted session in at most limit lines: each with its
// reason when there is room, else by name, and those that do not hold first and with theirs.
func Gates(th *theme.Theme, gates []reassemble.Gate, w, limit int) []string {
	if limit < 1 || len(gates) == 0 {
		return nil
	}
	all := make([]gate, len(gates))
	for i, g := range gates {
		all[i] = gateOf(th, g)
	}
	if len(gates) <= limit {
		return gateList(th, all, w)
	}
	out := make([]string, 0, limit)
	var good []gate
	for i, g := range gates {
		switch {
		case g.Pass:
			good = append(good, all[i])
		case len(out) < limit:
			l := newLine(th, w)
			l.blank(th.Text, 1)
			l.put(all[i].ink, all[i].mark+" "+all[i].name)
			l.put(th.Text, ": "+all[i].words)
			out = append(out, l.end(th.Text))
		}
	}
	room := limit - len(out)
	flow := gateFlow(th, good, w)
	if len(flow) > room && room > 0 {
		words := fmt.Sprintf("all %d gates hold", len(good))
		if len(good) < len(gates) {
			words = "the other " + trace.Count(len(good), "gate") + " hold"
		}
		flow = gateFlow(th, []gate{{th.Shapes.Check, words, "", th.Good}}, w)
	}
	return append(out, flow[:min(len(flow), room)]...)
}

// gateList is one line a check, its words in a column.
func gateList(th *theme.Theme, all []gate, w int) []string {
	wide := 0
	for _, g := range all {
		wide = max(wide, g.cells())
	}
	out := make([]string, len(all))
	for i, g := range all {
		l := newLine(th, w)
		l.blank(th.Text, 1)
		l.column(g.ink, g.mark+" "+g.name, min(wide, w/2))
		l.blank(th.Text, 2)
		l.put(th.Dim, g.words)
		out[i] = l.end(th.Text)
	}
	return out
}

// gateFlow is the checks by name, as many on a line as fit.
func gateFlow(th *theme.Theme, all []gate, w int) []string {
	var out []string
	var l *line
	for _, g := range all {
		if l != nil && l.left < g.cells()+3 {
			out = append(out, l.end(th.Text))
			l = nil
		}
		if l == nil {
			l = newLine(th, w)
			l.blank(th.Text, 1)
		} else {
			l.blank(th.Text, 3)
		}
		l.put(g.ink, g.mark)
		l.put(th.Text, " "+g.name)
	}
	if l != nil {
		out = append(out, l.end(th.Text))
	}
	return out
}
