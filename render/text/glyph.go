package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Glyph is one character of a drawn line, or a styling sequence between two of them.
type Glyph struct {
	Text  string
	Col   int // the cell that it begins in
	Cells int // 0 for a sequence
}

// Glyphs walks a line as a terminal would draw it: styling sequences, and the characters that take cells.
// What takes none by itself, control characters above all, is left out.
func Glyphs(line string) iter.Seq[Glyph] {
	line = steady(line)
	return func(yield func(Glyph) bool) {
		for s, col := line, 0; s != ""; {
			n, cells := next(s)
			r, _ := utf8.DecodeRuneInString(s)
			for cells > 0 && n < len(s) { // what stands on the character belongs to it
				mark, _ := utf8.DecodeRuneInString(s[n:])
				k, more := next(s[n:])
				if more > 0 || !stacks(mark) && mark != vsText && mark != vsEmoji {
					break
				}
				n += k
			}
			g := Glyph{Text: s[:n], Col: col, Cells: cells}
			s, col = s[n:], col+cells
			if cells > 0 {
				g.Text = strings.Map(uncontrolled, g.Text)
			}
			if g.Text == "" || cells == 0 && (r != esc || n == 1) {
				continue
			}
			if !yield(g) {
				return
			}
		}
	}
}

// uncontrolled drops control characters, which broken bytes can bring into a character.
func uncontrolled(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}
