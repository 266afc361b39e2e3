// Package text is the gate between a transcript and the terminal. A transcript
// holds whatever programs once printed: escape sequences, progress bars, tabs,
// invisible and reordering characters. Clean turns that into plain characters
// whose width is known; the other functions measure, cut, wrap and frame what
// Clean has passed. It is the one package that asks a library about widths.
package text

import (
	"strings"
	"unicode/utf8"
)

// Clean makes s safe to draw on several lines. The result is valid UTF-8 and
// its only control character is \n.
//
// Escape sequences and control characters are removed; carriage returns and
// backspaces move a cursor and overwrite, as in a terminal, so a progress bar
// becomes its last state; tabs become blanks up to the next 8-column stop;
// characters that are invisible or reorder their neighbours become a mark such
// as <U+202E>; invalid bytes become U+FFFD. Clean is linear in len(s), and
// Clean(Clean(s)) == Clean(s). A text that needs nothing is returned as is.
func Clean(s string) string { return clean(s, false) }

// Copied is Clean for the clipboard: tabs stay, because a Makefile is none without them.
func Copied(s string) string { return clean(s, true) }

func clean(s string, tabs bool) string {
	if plain(s) {
		return s
	}
	s = strip(s)
	var out strings.Builder
	out.Grow(len(s) + len(s)/8)
	m := marker{out: &out, first: true, tabs: tabs}
	for {
		line, rest, more := strings.Cut(s, "\n")
		if plain(line) {
			out.WriteString(line)
		} else {
			m.line(edit(line))
		}
		m.first = false
		if !more {
			return out.String()
		}
		out.WriteByte('\n')
		s = rest
	}
}

// CleanLine is Clean for what must stay on one row, such as a name, a path or
// an error: every run of blanks and line ends is folded into a single blank,
// and none is left at either end.
func CleanLine(s string) string { return fold(Clean(s)) }

// Label is CleanLine cut to w cells, for the one-line preview of a text of any
// length: it cleans only as much of the beginning of s as the row can show
// (at most labelBytes, if that much is invisible).
func Label(s string, w int) string { return LabelTail(s, w, Ellipsis) }

// LabelTail is Label with its own sign for "there is more".
func LabelTail(s string, w int, tail string) string {
	const labelBytes = 64 << 10 // bytes; beyond this a text without visible beginning is not searched
	for n := 8*max(w, 0) + 64; ; n *= 4 {
		head := headOf(s, min(n, labelBytes))
		line := CleanLine(head)
		switch {
		case len(head) == len(s):
			return CutTail(line, w, tail)
		case Width(line) > w:
			return CutTail(line, w, tail)
		case n >= labelBytes:
			return CutTail(line+strings.Repeat(" ", max(w-Width(line), 0))+tail, w, tail)
		}
	}
}

// headOf returns about the first n bytes of s, ending neither inside a
// character nor inside an escape sequence.
func headOf(s string, n int) string {
	if n >= len(s) {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	head := s[:n]
	if i := strings.LastIndexByte(head, esc); i > 0 {
		head = head[:i]
	}
	return head
}

// plain reports whether s consists of printable ASCII and line ends.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if b := s[i]; b-0x20 > 0x7e-0x20 && b != '\n' {
			return false
		}
	}
	return true
}

// fold replaces each run of blanks and line ends by one blank and trims both ends.
func fold(s string) string {
	s = strings.Trim(s, " \n")
	if !strings.Contains(s, "  ") && strings.IndexByte(s, '\n') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b == '\n' {
			b = ' '
		}
		if b == ' ' && out[len(out)-1] == ' ' {
			continue
		}
		out = append(out, b)
	}
	return string(out)
}
