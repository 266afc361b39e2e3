package render

import (
	"strconv"
	"strings"

	"cutline/render/text"
	"cutline/render/theme"
)

const (
	exactCells = 7  // "481,203", " 1.19M"
	sideNarrow = 40 // below this many cells there is no column of sizes
)

// sideBody adds what stands behind the cursor's cell: mark, index, role, words, size.
func sideBody(l *line, th *theme.Theme, in *theme.Inks, s Side, indexWidth int) {
	mark, ink := sideMark(th, in, s)
	size := 0
	if l.left >= sideNarrow {
		size = exactCells
	}
	l.put(ink, mark)
	l.blank(in.Text, 1)
	if s.Index >= 0 {
		l.number(in.Dim, strconv.Itoa(s.Index), indexWidth)
	} else {
		l.blank(in.Text, indexWidth)
	}
	l.blank(in.Text, 1)
	room := max(l.left-2, 0)
	if size > 0 {
		room -= size + 2
	}
	switch s.Kind {
	case SideSame, SideGone, SideNew:
		letter, words := role(th, in, s.Row)
		if s.Kind == SideGone {
			words = in.Lost
		}
		l.put(words, letter)
		l.blank(in.Text, 1)
		labelTo(l, th, in, words, s.Row, room)
	case SideText:
		l.blank(in.Text, 2)
		l.column(in.Text, verbatim(th, s.Text, room), room)
	case SideFold:
		l.blank(in.Text, 2)
		l.column(in.Dim, th.Shapes.More+" "+words(th, s.Text), room)
	case SideNone, SideRule:
		l.blank(in.Text, room+2)
	}
	if size > 0 {
		l.blank(in.Text, 1)
		n := ""
		if s.Size > 0 {
			n = exact(s.Size)
		}
		l.number(in.Dim, n, size)
	}
}

// sideMark is the sign of a line: the same, only before, only after.
func sideMark(th *theme.Theme, in *theme.Inks, s Side) (string, theme.Ink) {
	k := s.Kind
	if k == SideFold || k == SideText && s.Mark != SideNone {
		k = s.Mark
	}
	switch k {
	case SideSame:
		return "=", in.Dim
	case SideGone:
		return th.Shapes.Minus, in.Minus
	case SideNew, SideText:
		return th.Shapes.Plus, in.Plus
	case SideNone, SideFold, SideRule:
	}
	return " ", in.Text
}

// exact is a number in full up to six digits, then shortened.
func exact(n int) string {
	if n < 1_000_000 {
		return text.Num(n)
	}
	return text.Short(n)
}

// verbatim is one line of a text: clean and cut, its blanks as they are.
func verbatim(th *theme.Theme, s string, w int) string {
	if n := 8*max(w, 0) + 64; len(s) > n { // clean no more than what can show
		s = s[:n]
	}
	s, _, _ = strings.Cut(text.Clean(s), "\n")
	return text.CutTail(s, w, th.Shapes.Ellipsis)
}
