package linear

import (
	"fmt"
	"slices"

	"cutline/pipeline/slim"
	"cutline/render"
	"cutline/render/text"
)

// shares says of every message that is summarized its size, what of it is granted and what is lost, small to
// large, and where among them the fair share lies.
func (d *Dialogue) shares(arg string) {
	rows := render.SortShares(d.report.Slim.Rows)
	for _, l := range render.SpreadHead(&d.report) {
		d.say("", l)
	}
	switch arg {
	case "":
	case "largest":
		slices.Reverse(rows)
	default:
		d.say("", "shares lists them from the smallest on, shares largest from the largest")
		return
	}
	if len(rows) == 0 {
		d.say("", "nothing is summarized")
	}
	for i := range rows {
		d.line(rows, i, arg != "")
		d.share(&rows[i])
	}
}

// line says where the fair share lies, when it is before message i of the list.
func (d *Dialogue) line(rows []slim.Allocation, i int, falling bool) {
	fair := d.report.Slim.FairShare
	over := rows[i].Size > fair
	if fair < 0 || over == falling || i > 0 && over == (rows[i-1].Size > fair) {
		return
	}
	words := "those that follow are larger"
	if falling {
		words = "those that follow are no larger"
	}
	d.say("fair share", text.Num(fair)+" chars; "+words)
}

// share says what a message asks for and gets.
func (d *Dialogue) share(a *slim.Allocation) {
	words := text.Num(a.Size) + " chars, "
	switch lost := a.Size - a.Allocation; {
	case lost <= 0:
		words += "all granted"
	case a.Allocation > 0:
		words += fmt.Sprintf("%s granted, %s lost, %.0f%%", text.Num(a.Allocation), text.Num(lost), 100*float64(lost)/float64(a.Size))
	default:
		words += "all lost, " + d.tell.Fate(d.fates[a.Index])
	}
	d.say(fmt.Sprintf("message %d", a.Index), words)
}
