package render

import (
	"cutline/pipeline"
	"cutline/render/text"
	"cutline/render/theme"
)

// ParamData is one parameter as a row shows it.
type ParamData struct {
	Stage  int // 1 to 6, 0 for the whole run
	Name   string
	Kind   pipeline.Kind
	Value  string
	Of, At int    // stops of its slider, and the one at which it stands
	Mark   string // one cell behind the name: that it is changed, and by whom
	Says   string // what it does or comes to, where there is room
	Idle   bool   // it has no effect
	Cursor bool
}

// The columns of a parameter, in cells.
const (
	paramLead  = 4  // cursor and stage
	paramName  = 25 // the longest name and its mark's blank
	paramValue = 12
	leastDial  = 8
	mostDial   = 24
	leastSays  = 16
)

// DialAt is where the slider of a row of w cells begins, and its cells.
func DialAt(w int) (x, cells int) {
	x = paramLead + paramName + 2
	room := w - x - paramValue - 1
	cells = room
	if room-leastSays-2 >= leastDial {
		cells = min(max(leastDial, (room-leastSays)/2), mostDial)
	}
	return x, max(cells, 0)
}

// DialStop is the stop of a slider that stands at cell x of its row, -1 beside it.
func DialStop(w, x, stops int) int {
	from, cells := DialAt(w)
	if x < from || x >= from+cells || stops < 1 {
		return -1
	}
	return DialNear(w, x, stops)
}

// DialNear is the stop of a slider nearest to cell x of its row, which may lie beside it.
func DialNear(w, x, stops int) int {
	from, cells := DialAt(w)
	x = max(0, min(x-from, cells-1))
	if cells < 2 {
		return 0
	}
	return (x*(stops-1) + (cells-1)/2) / (cells - 1)
}

// Param draws one parameter in w cells: stage, name, slider, value, and what it does.
func Param(th *theme.Theme, d ParamData, w int) string {
	in := underCursor(th, &th.Inks, d.Cursor)
	ink, sh := in.Text, &th.Shapes
	if d.Idle {
		ink = in.Dim
	}
	l := newLine(th, w)
	mark, stage := " ", " "
	if d.Cursor {
		mark = sh.Cursor
	}
	if d.Stage > 0 {
		stage = string(rune('0' + d.Stage))
	}
	l.put(in.Title, mark)
	l.blank(in.Text, 1)
	l.put(in.Dim, stage)
	l.blank(in.Text, 1)
	l.column(ink, d.Name, paramName-1)
	l.blank(ink, 1)
	l.column(in.Cut, d.Mark, 1)
	l.blank(ink, 1)
	_, cells := DialAt(w)
	if d.Kind == pipeline.Words {
		switch {
		case d.Value != "":
			l.put(ink, label(th, d.Value, l.left))
		case d.Says != "":
			l.put(in.Dim, label(th, words(th, d.Says), l.left))
		default:
			l.put(ink, sh.Unused)
		}
		return l.end(in.Text)
	}
	knob := 0
	if d.Of > 1 {
		knob = d.At * (cells - 1) / (d.Of - 1)
	}
	rule := in.Dim
	if cells > 0 {
		l.repeat(rule, sh.Rule, knob)
		l.put(ink, sh.Knob)
		l.repeat(rule, sh.Rule, cells-knob-1)
	}
	l.number(ink, text.CutTail(text.CleanLine(d.Value), paramValue-1, sh.Ellipsis), paramValue)
	if l.left > 3 {
		l.blank(in.Text, 2)
		l.put(in.Dim, text.CleanLine(words(th, d.Says)))
	}
	return l.end(in.Text)
}
