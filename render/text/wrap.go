package text

import (
	"sort"
	"strings"
)

// Wrap breaks a clean text into lines of at most w cells. A line end in s is
// always a break (one at the very end adds no empty line). A line that is too
// long breaks at the last blank of its last third, else between two
// characters; the blanks at a break are not drawn. With w below 1 there are no
// lines.
func Wrap(s string, w int) []string {
	p := NewWrapped(s, w)
	out := make([]string, p.Lines())
	for i := range out {
		out[i], _ = p.Line(i)
	}
	return out
}

// Wrapped is a clean text seen as lines of at most w cells. It finds its lines
// only as far as they are asked for, so that a text of any length shows its
// first screen at once. It is not safe for use by several goroutines.
type Wrapped struct {
	text  string
	w     int
	lines []lineSpan
	next  int // where the line after the last known one begins
	done  bool
}

// lineSpan is a line as a range of bytes.
type lineSpan struct{ from, to int }

// NewWrapped returns s, which must be clean, wrapped to w cells. It looks at
// no line yet. With w below 1 there are none.
func NewWrapped(s string, w int) *Wrapped {
	return &Wrapped{text: steady(s), w: w, done: w < 1}
}

// Text returns the text that Span and Find count in. It differs from the one
// that was given only in how some characters are spelled.
func (p *Wrapped) Text() string { return p.text }

// Line returns line i, and false if there are not that many.
func (p *Wrapped) Line(i int) (string, bool) {
	from, to, ok := p.Span(i)
	if !ok {
		return "", false
	}
	line := p.text[from:to]
	if p.w == 1 { // a character two cells wide has no place
		line = Cut(line, 1)
	}
	return line, true
}

// Span returns the range of bytes of Text that line i shows, and false if there
// are not that many lines.
func (p *Wrapped) Span(i int) (from, to int, ok bool) {
	for len(p.lines) <= i && !p.done {
		p.step()
	}
	if i < 0 || i >= len(p.lines) {
		return 0, 0, false
	}
	return p.lines[i].from, p.lines[i].to, true
}

// Find returns the line that shows the given byte of Text; for one that is not
// drawn, the line before it; for one beyond the end, the last line.
func (p *Wrapped) Find(offset int) int {
	for p.next <= offset && !p.done {
		p.step()
	}
	i := sort.Search(len(p.lines), func(i int) bool { return p.lines[i].from > offset })
	return max(i-1, 0)
}

// Grow finds up to n more lines and reports whether all are known now, so that
// a caller can count a long text in portions.
func (p *Wrapped) Grow(n int) bool {
	for ; n > 0 && !p.done; n-- {
		p.step()
	}
	return p.done
}

// Known returns how many lines have been found so far, and whether that is all.
func (p *Wrapped) Known() (int, bool) { return len(p.lines), p.done }

// Lines returns the number of all lines; it finds those that are not yet known.
func (p *Wrapped) Lines() int {
	for !p.done {
		p.step()
	}
	return len(p.lines)
}

// step finds one more line.
func (p *Wrapped) step() {
	from, s := p.next, p.text
	cells := 0
	blank, blankCells := -1, 0 // the last blank on this line, and the cells before it
	for i := from; ; {
		if i == len(s) {
			p.add(from, i, i)
			return
		}
		if s[i] == '\n' {
			p.add(from, i, i+1)
			return
		}
		n, c := 1, 1
		if b := s[i]; b < 0x20 || b >= 0x7f {
			n, c = next(s[i:])
		}
		if cells+c > p.w {
			switch {
			case s[i] == ' ':
				p.add(from, i, pastBlanks(s, i))
			case blank > from && blankCells >= p.w-p.w/3:
				p.add(from, blank, pastBlanks(s, blank))
			case i == from:
				p.add(from, i+n, i+n)
			default:
				p.add(from, i, i)
			}
			return
		}
		if s[i] == ' ' {
			blank, blankCells = i, cells
		}
		cells += c
		i += n
	}
}

// add records a line and where the next one begins.
func (p *Wrapped) add(from, to, next int) {
	p.lines = append(p.lines, lineSpan{from, to})
	p.next = next
	p.done = next >= len(p.text)
}

// pastBlanks returns the place after the blanks at i, and after the line end
// that they may lead to.
func pastBlanks(s string, i int) int {
	i += len(s[i:]) - len(strings.TrimLeft(s[i:], " "))
	if i < len(s) && s[i] == '\n' {
		i++
	}
	return i
}
