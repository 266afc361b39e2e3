// Package scroll is the arithmetic of a list that shows a part of many lines: a cursor, the
// first line shown, and how both move. It draws nothing and remembers no text.
package scroll

import "cutline/keymap"

// Margin is how many lines stay visible beyond the cursor where there are any.
const Margin = 2

// List is a position in a list of lines. The zero value stands at the top.
type List struct {
	Top    int // first line shown
	Cursor int
	n      int // lines
	h      int // lines that show
}

// SetSize says how many lines there are and how many show. The cursor stays where it is as
// far as it can.
func (l *List) SetSize(lines, height int) {
	l.n, l.h = lines, height
	l.settle()
}

// Height is how many lines show.
func (l *List) Height() int { return l.h }

// Len is how many lines there are.
func (l *List) Len() int { return l.n }

// Do carries out the actions that move the cursor, and reports whether it was one.
func (l *List) Do(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		l.Move(-1)
	case keymap.Down:
		l.Move(+1)
	case keymap.PageUp:
		l.Page(-1)
	case keymap.PageDown:
		l.Page(+1)
	case keymap.Top:
		l.To(0)
	case keymap.Bottom:
		l.To(l.n - 1)
	default:
		return false
	}
	return true
}

// Move moves the cursor by d lines.
func (l *List) Move(d int) { l.To(l.Cursor + d) }

// Page moves the cursor by d pages.
func (l *List) Page(d int) { l.To(l.Cursor + d*max(1, l.h-1)) }

// To puts the cursor on a line.
func (l *List) To(i int) {
	l.Cursor = i
	l.settle()
}

// Scroll moves the window by d lines; the cursor goes with it only as far as it must.
func (l *List) Scroll(d int) {
	l.Top = max(0, min(l.Top+d, l.n-l.h))
	m := l.margin()
	lo, hi := l.Top+m, l.Top+l.h-1-m
	if l.Top == 0 {
		lo = 0
	}
	if l.Top >= l.n-l.h {
		hi = l.n - 1
	}
	l.Cursor = max(0, min(max(l.Cursor, lo), hi, l.n-1))
}

// Center shows the cursor in the middle of the window.
func (l *List) Center() {
	l.Top = l.Cursor - l.h/2
	l.settle()
}

func (l *List) margin() int { return min(Margin, max(0, (l.h-1)/2)) }

func (l *List) settle() {
	l.Cursor = max(0, min(l.Cursor, l.n-1))
	m := l.margin()
	l.Top = min(l.Top, l.Cursor-m)
	l.Top = max(l.Top, l.Cursor-l.h+1+m)
	l.Top = max(0, min(l.Top, l.n-l.h))
}
