package render

import (
	"strings"

	"cutline/render/text"
	"cutline/render/theme"
)

// line builds one row of an exact width from segments, each with its own ink. What does not
// fit is cut; what is missing is filled with blanks.
type line struct {
	out  strings.Builder
	left int    // cells that are still free
	more string // the sign for what was cut
}

func newLine(th *theme.Theme, w int) *line {
	l := &line{left: max(w, 0), more: th.Shapes.Ellipsis}
	l.out.Grow(2*l.left + 64)
	return l
}

// put adds a clean segment, cut when there is no room for it.
func (l *line) put(ink theme.Ink, s string) {
	if l.left <= 0 || s == "" {
		return
	}
	n := text.Width(s)
	if n > l.left {
		s = text.CutTail(s, l.left, l.more)
		n = text.Width(s)
	}
	ink.To(&l.out, s)
	l.left -= n
}

// column adds a clean segment of exactly n cells.
func (l *line) column(ink theme.Ink, s string, n int) {
	if n = min(n, l.left); n <= 0 {
		return
	}
	rest := l.left - n
	l.left = n
	l.put(ink, s)
	l.blank(ink, l.left)
	l.left = rest
}

// number adds a clean segment of exactly n cells, aligned on the right.
func (l *line) number(ink theme.Ink, s string, n int) {
	if n = min(n, l.left); n <= 0 {
		return
	}
	rest := l.left - n
	l.left = n
	l.blank(ink, n-text.Width(s))
	l.put(ink, s)
	l.left = rest
}

// repeat adds a sign of one cell n times.
func (l *line) repeat(ink theme.Ink, sign string, n int) {
	if n = min(n, l.left); n <= 0 {
		return
	}
	ink.To(&l.out, strings.Repeat(sign, n))
	l.left -= n
}

// blank adds n blanks in an ink, for rows with a background.
func (l *line) blank(ink theme.Ink, n int) { l.repeat(ink, " ", n) }

// end fills the row and returns it.
func (l *line) end(ink theme.Ink) string {
	l.blank(ink, l.left)
	return l.out.String()
}

// label is text of a session on one row: clean, cut to w cells.
func label(th *theme.Theme, s string, w int) string {
	return text.LabelTail(s, max(w, 0), th.Shapes.Ellipsis)
}

// words is a sentence of ours, which may quote a session: clean, and without signs that the
// theme's shapes do not have.
func words(th *theme.Theme, s string) string {
	s = text.CleanLine(s)
	if th.Shapes.Rule == "-" {
		s = plainSigns.Replace(s)
	}
	return s
}

// Words is a sentence of ours, which may quote a session, as it may be shown with the theme.
func Words(th *theme.Theme, s string) string { return words(th, s) }

// plainSigns replaces the signs that our own sentences use.
var plainSigns = strings.NewReplacer("·", ".", "≥", ">=", "≈", "~", "→", "->", "−", "-", "–", "-", "×", "x", "…", "...", "›", ">")

// join puts a separator between the words that are not empty.
func join(sep string, words ...string) string {
	var b strings.Builder
	for _, s := range words {
		if s == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString(sep)
		}
		b.WriteString(s)
	}
	return b.String()
}
