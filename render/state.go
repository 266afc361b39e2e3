package render

import (
	"cutline/pipeline/reassemble"
	"cutline/render/text"
	"cutline/render/theme"
)

// The columns of the live state, in cells.
const (
	stateOn    = 6
	statePlace = 9
	stateChars = 7
	stateName  = 16 // at least; on a wide screen it has a third of the rest
)

// stateNames is the room for the names in w cells.
func stateNames(w int) int {
	return max(stateName, (w-2-stateOn-statePlace-stateChars-2)/3)
}

// StateHead names the columns of StateLine.
func StateHead(th *theme.Theme, w int) string {
	l := newLine(th, w)
	l.blank(th.Dim, 2)
	l.column(th.Dim, "", stateOn)
	l.column(th.Dim, "block", stateNames(w))
	l.column(th.Dim, "summary", statePlace)
	l.number(th.Dim, "chars", stateChars)
	l.blank(th.Dim, 2)
	l.put(th.Dim, "from")
	return l.end(th.Dim)
}

// StateName is what a block is called: its name, and which one it is where there may be several.
func StateName(p *reassemble.Placed) string {
	if p.Key == "" {
		return p.Name
	}
	return p.Name + ": " + text.Label(p.Key, 60)
}

// StateLine is one block of live state in one row of w cells: whether it is on, its name, its place
// beside the summary, its size, and whence it comes.
func StateLine(th *theme.Theme, p *reassemble.Placed, at bool, w int) string {
	in, cursor := &th.Inks, " "
	if at {
		in, cursor = &th.OnCursor, th.Shapes.Cursor
	}
	ink, on := in.Text, "on"
	switch {
	case p.Absent:
		ink, on = in.Dim, "none"
	case p.Off:
		ink, on = in.Dim, "off"
	case p.Repeated:
		ink = in.Dim
	}
	place := "after"
	switch {
	case p.Absent:
		place = ""
	case p.Repeated:
		place = "in tail"
	case p.Before:
		place = "before"
	}
	l := newLine(th, w)
	l.put(in.Text, cursor)
	l.blank(in.Text, 1)
	l.column(ink, on, stateOn)
	n := stateNames(w)
	l.column(ink, label(th, StateName(p), n-1), n)
	l.column(ink, place, statePlace)
	if p.Absent {
		l.blank(ink, stateChars+2)
		l.put(ink, "--"+p.Flag)
		return l.end(in.Text)
	}
	l.number(ink, text.Num(p.Chars), stateChars)
	l.blank(ink, 2)
	if p.Cut != "" {
		l.put(in.Warn, "cut")
		l.put(ink, ", ")
	}
	l.put(ink, label(th, p.Source, l.left))
	return l.end(in.Text)
}

// StateWords say what becomes of a block, and why.
func StateWords(th *theme.Theme, p *reassemble.Placed) string {
	if p.Absent {
		return words(th, "the session has none: --"+p.Flag+" gives one, E writes one here")
	}
	s := "re-injected after the summary"
	switch {
	case p.Off:
		s = "switched off: it is not re-injected"
	case p.Repeated:
		return words(th, "not repeated: "+p.Source+" stands word for word in the tail")
	case p.Before:
		s = "re-injected before the summary"
	}
	from := "from " + p.Source
	if p.Source == reassemble.EditedSource {
		from = p.Source
	}
	return words(th, join("; ", s, from, p.Cut))
}
