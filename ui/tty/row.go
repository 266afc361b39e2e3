package tty

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// cell is one column of a row: what stands there, and the colours that it has.
type cell struct {
	r     rune
	style string // the sequences since the last reset
}

// row is a line as it is on the terminal.
type row struct {
	text  string
	known bool
	cells []cell // nil when the line holds something whose width terminals do not agree about
}

// rowOf parts a line into cells. The line holds colours and text, and nothing else.
func rowOf(line string) row {
	out := row{text: line, known: true}
	cells := make([]cell, 0, len(line))
	style := ""
	for i := 0; i < len(line); {
		c := line[i]
		if c == 0x1b {
			n := sequence(line[i:])
			if n == 0 {
				return out
			}
			if seq := line[i : i+n]; seq == plain || seq == "\x1b[0m" {
				style = ""
			} else {
				style += seq
			}
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(line[i:])
		if !narrow(r) {
			return out
		}
		cells = append(cells, cell{r, style})
		i += n
	}
	out.cells = cells
	return out
}

// sequence is the length of the colour sequence that s begins with, 0 when it is something else.
func sequence(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && c != ':' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}

// narrow reports whether a rune is one cell in every terminal, whatever stands beside it: letters of European
// scripts, punctuation, arrows, mathematics, lines, blocks and shapes.
func narrow(r rune) bool {
	switch {
	case r < 0x20, r == 0x7f, r > 0x7f && r < 0xa0, r == 0xad:
		return false
	case r < 0x300, r >= 0x370 && r < 0x483, r >= 0x48a && r < 0x530:
		return true
	case r >= 0x2010 && r <= 0x2027, r >= 0x2030 && r <= 0x205e, r >= 0x2190 && r <= 0x22ff, r >= 0x2500 && r < 0x25fd, r >= 0x2800 && r < 0x2900:
		return true
	}
	return r == '✓' || r == '✗' || r == '⌫' || r == '€'
}

// at moves the cursor to a cell, counted from 0.
func at(row, col int) string {
	return "\x1b[" + strconv.Itoa(row+1) + ";" + strconv.Itoa(col+1) + "H"
}

// gap is how many cells that are the same stand between two changes that are written one by one: moving the
// cursor there costs as many bytes.
const gap = 8

// over writes a row, the i-th from 0, over what stands there.
func (r row) over(b *bytes.Buffer, was row, i int) {
	if r.cells == nil || was.cells == nil || len(r.cells) != len(was.cells) {
		b.WriteString(at(i, 0))
		if r.cells != nil {
			span(b, r.cells)
			return
		}
		b.WriteString(wrapOff) // a terminal that takes it for wider leaves the next row alone
		b.WriteString(r.text)
		b.WriteString(plain)
		b.WriteString(wrapOn)
		return
	}
	for from := 0; from < len(r.cells); {
		if r.cells[from] == was.cells[from] {
			from++
			continue
		}
		to, same := from+1, 0
		for k := to; k < len(r.cells) && same < gap; k++ {
			if r.cells[k] == was.cells[k] {
				same++
			} else {
				to, same = k+1, 0
			}
		}
		b.WriteString(at(i, from))
		span(b, r.cells[from:to])
		from = to
	}
}

// span writes cells where the cursor is.
func span(b *bytes.Buffer, cells []cell) {
	style := ""
	for _, c := range cells {
		if c.style != style {
			more, ok := strings.CutPrefix(c.style, style)
			if !ok {
				b.WriteString(plain)
				more = c.style
			}
			b.WriteString(more)
			style = c.style
		}
		b.WriteRune(c.r)
	}
	if style != "" {
		b.WriteString(plain)
	}
}
