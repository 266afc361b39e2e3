package render

import (
	"strconv"

	"cutline/render/text"
	"cutline/render/theme"
)

// NoticeKind says what a notice is about.
type NoticeKind uint8

// The kinds of notices.
const (
	Good NoticeKind = iota
	Info
	Problem
)

// Notice draws what lies over the footer: a mark, one sentence, and a hint on the right.
func Notice(th *theme.Theme, k NoticeKind, sentence, hint string, w int) string {
	mark, ink := th.Shapes.Dot, th.Text
	switch k {
	case Good:
		mark, ink = th.Shapes.Check, th.Good
	case Problem:
		mark, ink = "!", th.Error
	case Info:
	}
	hint = words(th, hint)
	tail := 0
	if n := text.Width(hint); n > 0 && n+24 <= w { // with less the sentence is worth more
		tail = n + 2
	}
	l := newLine(th, w)
	l.blank(th.Text, 1)
	l.put(ink, mark)
	l.blank(th.Text, 1)
	l.put(ink, words(th, label(th, sentence, l.left-tail-1)))
	if tail > 0 {
		l.blank(th.Text, l.left-tail+1)
		l.put(th.Dim, hint)
	}
	return l.end(th.Text)
}

// Progress draws how far something is. With of at 0 the end is not known, and only the count
// so far is shown.
func Progress(th *theme.Theme, what string, done, of, w int) string {
	l := newLine(th, w)
	l.blank(th.Text, 1)
	count := text.Num(done)
	if of <= 0 {
		tail := ""
		if done > 0 {
			tail = "  " + count
		}
		l.put(th.Text, label(th, what, l.left-text.Width(tail)-1))
		l.put(th.Dim, tail)
		return l.end(th.Text)
	}
	done = min(max(done, 0), of)
	tail := " " + strconv.Itoa(int(int64(done)*100/int64(of))) + "%  " + count + " of " + text.Num(of)
	const least = 8 // cells of a bar that is worth drawing
	l.put(th.Text, label(th, what, max(l.left-least-text.Width(tail)-4, 12)))
	if room := l.left - text.Width(tail) - 4; room >= least {
		n := min(room, maxProgress)
		full := int(int64(done) * int64(n) / int64(of))
		l.blank(th.Text, 1)
		l.put(th.Dim, th.Shapes.GaugeLeft)
		l.repeat(th.Ran, th.Shapes.Bar, full)
		l.repeat(th.Dim, th.Shapes.Unused, n-full)
		l.put(th.Dim, th.Shapes.GaugeRight)
	}
	l.put(th.Dim, tail)
	return l.end(th.Text)
}

const maxProgress = 40 // cells; a longer bar tells nothing more
