package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Ellipsis ends a text that was cut.
const Ellipsis = "…"

// Width returns how many cells s takes on one row. Styling sequences count
// nothing; s has no line ends.
func Width(s string) int {
	s = steady(s)
	cells := 0
	for i := 0; i < len(s); {
		if b := s[i]; b >= 0x20 && b < 0x7f {
			cells++
			i++
			continue
		}
		n, c := next(s[i:])
		i += n
		cells += c
	}
	return cells
}

// Cut returns s if it fits into w cells, else its beginning and an ellipsis.
// It never splits a character: before one that is two cells wide the result
// may be a cell short. Styling sequences survive. Its cost is that of the part
// that shows, unless s is styled.
func Cut(s string, w int) string { return CutTail(s, w, Ellipsis) }

// CutTail is Cut with its own sign for "there is more"; the empty one clips.
func CutTail(s string, w int, tail string) string {
	out, _ := cut(s, w, tail)
	return out
}

// Pad cuts s to w cells and fills up with blanks on the right: exactly w cells.
// For another sign than the ellipsis, pad what CutTail returns.
func Pad(s string, w int) string {
	out, cells := cut(s, w, Ellipsis)
	return out + blanks(w-cells)
}

// PadLeft cuts s to w cells and fills up with blanks on the left, as for numbers.
func PadLeft(s string, w int) string {
	out, cells := cut(s, w, Ellipsis)
	return blanks(w-cells) + out
}

// cut returns the text that CutTail promises, and its width.
func cut(s string, w int, tail string) (string, int) {
	if w <= 0 || s == "" {
		return "", 0
	}
	if len(s) > 64*w && strings.IndexByte(s, esc) < 0 {
		s = window(s, w)
	}
	s = steady(s)
	tailCells := 0
	if tail != "" {
		if tailCells = Width(tail); tailCells > w {
			tail, tailCells = cut(tail, w, "")
		}
	}
	keep, keepCells := 0, 0 // the longest beginning that leaves room for the tail
	cells := 0
	for i := 0; i < len(s); {
		n, c := next(s[i:])
		if cells+c > w {
			return s[:keep] + tail + styling(s[keep:]), keepCells + tailCells
		}
		cells += c
		i += n
		if cells+tailCells <= w {
			keep, keepCells = i, cells
		}
	}
	return s, cells
}

// window shortens a long text without styling to a beginning that surely
// takes more than w cells, so that cutting it costs the same however long it is.
func window(s string, w int) string {
	cells := 0
	for i := 0; i < len(s); {
		n, c := next(s[i:])
		i += n
		if cells += c; cells > 8*w+64 {
			return s[:i]
		}
	}
	return s
}

// styling returns the sequences in s without the text between them, so that a
// cut segment still ends its style.
func styling(s string) string {
	i := strings.IndexByte(s, esc)
	if i < 0 {
		return ""
	}
	var out strings.Builder
	for ; i >= 0; i = strings.IndexByte(s, esc) {
		n, _ := next(s[i:])
		out.WriteString(s[i : i+n])
		s = s[i+n:]
	}
	return out.String()
}

// next returns the length in bytes and the width in cells of the first
// character of s, which is not empty. A styling sequence is one character
// without width, and so is a control character.
func next(s string) (n, cells int) {
	switch b := s[0]; {
	case b >= 0x20 && b < 0x7f:
		return 1, 1
	case b == esc:
		return sequence(s), 0
	case b < 0x80:
		return 1, 0
	}
	cluster, cells := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return len(cluster), cells
}

// sequence returns the length of the CSI or OSC sequence at the start of s;
// of another one only the ESC.
func sequence(s string) int {
	if len(s) < 2 {
		return len(s)
	}
	switch s[1] {
	case '[':
		for j := 2; j < len(s); j++ {
			if s[j] >= 0x40 && s[j] < 0x7f {
				return j + 1
			}
		}
		return len(s)
	case ']':
		for j := 2; j < len(s); j++ {
			if s[j] == bel {
				return j + 1
			}
			if s[j] == esc && j+1 < len(s) && s[j+1] == '\\' {
				return j + 2
			}
		}
	}
	return 1
}

const blankRow = "                                                                " + // 64 cells each
	"                                                                " +
	"                                                                " +
	"                                                                "

// blanks returns n blanks, none if n is negative.
func blanks(n int) string {
	if n <= len(blankRow) {
		return blankRow[:max(n, 0)]
	}
	return strings.Repeat(" ", n)
}
