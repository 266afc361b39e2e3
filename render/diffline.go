package render

import (
	"strconv"

	"cutline/render/theme"
)

// DiffLine is one line of a text diff.
type DiffLine struct {
	Kind          SideKind // SideSame, SideGone, SideNew or SideRule
	Old, New      int      // a message's index on each side, -1 for none
	Text          string
	Why           string // SideRule: what is added to the words when there is room
	Head          bool   // it names a message
	More          bool   // it stands for lines that are not shown
	Cursor, Focus bool
}

// Draw draws the line in exactly w cells, with two columns of indices.
func (d DiffLine) Draw(th *theme.Theme, indexWidth, w int) string {
	in := underCursor(th, &th.Inks, d.Cursor && d.Focus)
	l := newLine(th, w)
	if d.Cursor {
		l.put(th.Title, th.Shapes.Cursor)
	} else {
		l.blank(in.Text, 1)
	}
	if d.Kind == SideRule {
		r := rule{sign: th.Shapes.Split, edge: 2, line: in.Title, head: in.Title, tail: in.Dim}
		l.out.WriteString(r.draw(th, words(th, d.Text), words(th, d.Why), l.left))
		return l.out.String()
	}
	d.index(l, in, d.Old, indexWidth)
	l.blank(in.Text, 1)
	d.index(l, in, d.New, indexWidth)
	l.blank(in.Text, 1)
	ink := in.Text
	switch d.Kind {
	case SideGone:
		l.put(in.Minus, th.Shapes.Minus)
		ink = in.Minus
	case SideNew:
		l.put(in.Plus, th.Shapes.Plus)
		ink = in.Plus
	case SideSame:
		l.blank(in.Text, 1)
	case SideNone, SideText, SideFold, SideRule:
	}
	l.blank(in.Text, 1)
	switch {
	case d.Head:
		if d.Kind == SideSame {
			ink = in.Title
		}
		l.put(ink, label(th, words(th, d.Text), l.left))
	case d.More:
		l.put(in.Dim, th.Shapes.More+" "+words(th, d.Text))
	default:
		l.blank(in.Text, 2)
		if d.Kind == SideGone {
			ink = in.Lost
		}
		l.put(ink, verbatim(th, d.Text, l.left))
	}
	return l.end(in.Text)
}

func (d DiffLine) index(l *line, in *theme.Inks, i, n int) {
	if i < 0 {
		l.blank(in.Text, n)
		return
	}
	l.number(in.Dim, strconv.Itoa(i), n)
}
