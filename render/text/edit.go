package text

import "strings"

const (
	wideRest  = "\x00" // fills the second column of a wide character
	maxColumn = 64     // bytes; what has no width and no room here gets a column of its own
)

// editor is one line of a terminal: a text per column and a cursor.
type editor struct {
	cols []string
	at   int
}

// edit plays the cursor movements that strip has left in a line and returns
// what a terminal would show in the end. Tabs stay: they count as one column
// here, which keeps a line that is overwritten by its own next state in step.
func edit(line string) string {
	line = strings.TrimRight(line, string(rune(home))) // the CR of a CRLF; it overwrites nothing
	if !strings.ContainsAny(line, "\r\b\x01\x02\x03") {
		return line
	}
	var e editor
	for i := 0; i < len(line); {
		switch line[i] {
		case home:
			e.at = 0
		case back:
			e.at = max(e.at-1, 0)
		case eraseTail:
			e.blank(e.at)
			e.cols = e.cols[:min(e.at, len(e.cols))]
		case eraseHead:
			for c := 0; c <= e.at && c < len(e.cols); c++ {
				e.blank(c)
			}
		case eraseLine:
			e.cols = e.cols[:0]
		case '\t':
			e.put("\t", 1)
		default:
			n, cells := next(line[i:])
			e.put(line[i:i+n], cells)
			i += n - 1
		}
		i++
	}
	var out strings.Builder
	out.Grow(len(line))
	for _, c := range e.cols {
		if c != wideRest {
			out.WriteString(c)
		}
	}
	return out.String()
}

// put writes one character at the cursor. One without width joins the
// character before it, if there is any.
func (e *editor) put(c string, cells int) {
	if cells == 0 {
		prev := e.at - 1
		for prev > 0 && prev < len(e.cols) && e.cols[prev] == wideRest {
			prev--
		}
		if prev >= 0 && prev < len(e.cols) && len(e.cols[prev]) < maxColumn {
			e.cols[prev] += c
			return
		}
		cells = 1
	}
	for len(e.cols) < e.at {
		e.cols = append(e.cols, " ")
	}
	for k := range cells {
		if k > 0 {
			c = wideRest
		}
		if e.at == len(e.cols) {
			e.cols = append(e.cols, c)
		} else {
			e.blank(e.at)
			e.cols[e.at] = c
		}
		e.at++
	}
}

// blank clears a column, and with it the other half of a wide character.
func (e *editor) blank(c int) {
	if c >= len(e.cols) {
		return
	}
	if e.cols[c] == wideRest && c > 0 {
		e.cols[c-1] = " "
	}
	if c+1 < len(e.cols) && e.cols[c+1] == wideRest {
		e.cols[c+1] = " "
	}
	e.cols[c] = " "
}
