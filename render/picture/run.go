package picture

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cutline/render/text"
)

// run is a piece of a line that is placed as one: its characters are equally wide.
type run struct {
	text       string
	col, cells int
	style      style
	kind       kind
}

// kind says which characters may stand in one run. Whatever font draws them, those of one kind have the
// same width, so that a run only has to be stretched.
type kind uint8

const (
	latin kind = iota // what every monospace font has
	wide              // ideographs, two cells each
	alike             // one and the same character, again and again
	alone             // anything else, such as emoji and letters with marks of their own
)

func kindOf(g text.Glyph) kind {
	r, n := utf8.DecodeRuneInString(g.Text)
	switch {
	case n < len(g.Text):
		return alone
	case r < 0x7f || g.Cells == 1 && unicode.IsLetter(r) && unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic):
		return latin
	case g.Cells == 2 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return wide
	case g.Cells == 1 && r >= 0x2190 && r < 0x2c00: // arrows, borders, blocks
		return alike
	}
	return alone
}

// takes reports whether a character goes on a run.
func (r *run) takes(g text.Glyph, s style, k kind) bool {
	switch {
	case r.style != s || r.kind != k || k == alone || r.col+r.cells != g.Col:
		return false
	case k == alike:
		return strings.HasPrefix(r.text, g.Text)
	}
	return true
}

// runs splits a line as a terminal would draw it.
func runs(line string) []run {
	var out []run
	s := plain
	for g := range text.Glyphs(line) {
		if g.Cells == 0 {
			s = s.turn(g.Text)
			continue
		}
		k := kindOf(g)
		if n := len(out); n > 0 && out[n-1].takes(g, s, k) {
			out[n-1].text += g.Text
			out[n-1].cells += g.Cells
			continue
		}
		out = append(out, run{g.Text, g.Col, g.Cells, s, k})
	}
	return out
}

// gap is how many blanks divide a run: fewer cost less as they are than another element.
const gap = 3

// words are the parts of a run between its gaps.
func (r run) words() []run {
	if r.kind != latin {
		return []run{r}
	}
	var out []run
	for rest, col := r.text, r.col; ; {
		ink := strings.TrimLeft(rest, " ")
		col += len(rest) - len(ink)
		if ink == "" {
			return out
		}
		one, _, _ := strings.Cut(ink, strings.Repeat(" ", gap))
		one = strings.TrimRight(one, " ")
		cells := utf8.RuneCountInString(one)
		out = append(out, run{one, col, cells, r.style, r.kind})
		rest = ink[len(one):]
		col += cells
	}
}
