package render

import (
	"fmt"
	"strconv"

	"cutline/pipeline/generations"
	"cutline/render/text"
	"cutline/render/theme"
)

// The cells of a line of what died.
const (
	deathAt     = 4
	deathPoints = 8
	deathIndex  = 9
	deathLead   = 2
)

// DeathHead names the columns of what died.
func DeathHead(th *theme.Theme, w int) string {
	l := newLine(th, w)
	l.blank(th.Dim, deathLead)
	l.number(th.Dim, "gen", deathAt)
	l.blank(th.Dim, 2)
	l.column(th.Dim, "class", generationName)
	l.number(th.Dim, "points", deathPoints)
	l.number(th.Dim, "message", deathIndex)
	l.blank(th.Dim, 2)
	l.put(th.Dim, "what died")
	return l.end(th.Dim)
}

// DeathLine is a fact that died: the first generation without it, its class, the points of the score that
// it is worth, the message in which it stands, its words, and the generation that has it again.
func DeathLine(th *theme.Theme, d *generations.Death, cursor bool, w int) string {
	in, mark := th.Inks, " "
	if cursor {
		in, mark = th.OnCursor, th.Shapes.Cursor
	}
	l := newLine(th, w)
	l.put(in.Key, mark+" ")
	l.number(in.Text, strconv.Itoa(d.At), deathAt)
	l.blank(in.Text, 2)
	l.column(in.Dim, d.Class.String(), generationName)
	l.number(in.Text, strconv.FormatFloat(d.Points, 'f', 1, 64), deathPoints)
	l.number(in.Dim, text.Num(d.Index), deathIndex)
	l.blank(in.Text, 2)
	again := ""
	if d.Back > 0 {
		again = fmt.Sprintf("  again in %d", d.Back)
	}
	room := max(0, l.left-text.Width(again))
	said := label(th, d.Text, room)
	l.put(in.Text, said)
	l.put(in.Dim, again)
	return l.end(in.Text)
}
