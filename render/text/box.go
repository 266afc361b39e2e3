package text

// Box returns exactly h lines of exactly w cells: lines that are too long are
// clipped, short ones filled with blanks, missing ones are blank. Lines may be
// styled. A line that still holds a control character is cleaned first, which
// costs its style but keeps the frame.
func Box(lines []string, w, h int) []string {
	w, h = max(w, 0), max(h, 0)
	out := make([]string, h)
	empty := blanks(w)
	for i := range out {
		if i < len(lines) {
			out[i] = fit(lines[i], w)
		} else {
			out[i] = empty
		}
	}
	return out
}

// Fit clips or fills one line to exactly w cells, without an ellipsis.
func Fit(line string, w int) string { return fit(line, max(w, 0)) }

func fit(line string, w int) string {
	switch n := asciiPrefix(line, w); {
	case n == len(line):
		return line + blanks(w-n)
	case n == w && line[w] < 0x80: // nothing is styled yet, so nothing of the rest is needed
		return line[:w]
	}
	if broken(line) {
		line = CleanLine(line)
	}
	out, cells := cut(line, w, "")
	return out + blanks(w-cells)
}

// asciiPrefix returns the length of the printable ASCII at the start of s, at most n.
func asciiPrefix(s string, n int) int {
	n = min(n, len(s))
	for i := range n {
		if s[i] < 0x20 || s[i] > 0x7e {
			return i
		}
	}
	return n
}

// broken reports whether a line holds a control character that would move the cursor.
func broken(s string) bool {
	for i := 0; i < len(s); i++ {
		if b := s[i]; b < 0x20 && b != esc || b == 0x7f {
			return true
		}
	}
	return false
}
