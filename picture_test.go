//go:build unix

package main

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// picture is what a terminal shows: the program writes only the cells that change, so that words
// are found in rows, not in bytes.
type picture struct {
	cols     int
	rows     [][]string // what stands in each cell; "" behind a wide one
	row, col int
	held     []byte       // a sequence that has not ended
	dirty    map[int]bool // rows that were written to in this frame
	seen     bytes.Buffer // each row that changed, as it was after a frame, with a line feed
	over     int          // cells that were written behind the end of a row
}

func newPicture(cols, rows int) *picture {
	p := &picture{dirty: map[int]bool{}}
	p.resize(cols, rows)
	return p
}

// resize changes the size of the terminal. What it shows then is anybody's guess, so it is nothing.
func (p *picture) resize(cols, rows int) {
	p.cols, p.rows = cols, make([][]string, rows)
	for i := range p.rows {
		p.rows[i] = strings.Split(strings.Repeat(" ", cols), "")
	}
}

// feed takes what the program writes.
func (p *picture) feed(b []byte) {
	b = append(p.held, b...)
	p.held = nil
	for i := max(0, len(b)-utf8.UTFMax); i < len(b); i++ { // the beginning of a character, if it is not whole
		if utf8.RuneStart(b[i]) && !utf8.FullRune(b[i:]) {
			defer func(rest []byte) { p.held = append(p.held, rest...) }(bytes.Clone(b[i:]))
			b = b[:i]
		}
	}
	var state byte
	for len(b) > 0 {
		if i := bytes.LastIndexByte(b, 0x1b); i == 0 && !ended(b) {
			p.held = bytes.Clone(b)
			return
		}
		seq, width, n, next := ansi.DecodeSequence(b, state, nil)
		state, b = next, b[n:]
		if width > 0 {
			p.put(string(seq), width)
			continue
		}
		p.control(string(seq))
	}
}

// ended reports whether the control sequence that b begins with is whole.
func ended(b []byte) bool {
	if len(b) < 2 {
		return false
	}
	switch b[1] {
	case '[':
		return bytes.ContainsFunc(b[2:], func(r rune) bool { return r >= 0x40 && r <= 0x7e })
	case ']':
		return bytes.ContainsRune(b, '\a')
	}
	return true
}

func (p *picture) put(cell string, width int) {
	if p.row >= len(p.rows) || p.col+width > len(p.rows[p.row]) {
		p.over++
		return
	}
	p.dirty[p.row] = true
	p.rows[p.row][p.col] = cell
	for k := 1; k < width; k++ {
		p.rows[p.row][p.col+k] = ""
	}
	p.col += width
}

func (p *picture) control(seq string) {
	switch {
	case seq == "\x1b[?2026l":
		p.frame()
	case seq == "\x1b[2J":
		p.resize(p.cols, len(p.rows))
	case strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "H"):
		row, col, _ := strings.Cut(seq[2:len(seq)-1], ";")
		p.row, p.col = place(row), place(col)
	}
}

func place(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n - 1
}

// frame keeps the rows of a frame that is there now.
func (p *picture) frame() {
	for i, row := range p.rows {
		if p.dirty[i] {
			p.seen.WriteString(strings.Join(row, "") + "\n")
		}
	}
	clear(p.dirty)
}

// shown are all rows that the program has shown, each time that it changed them.
func (x *screen) shown() string { return string(x.shownBytes()) }

func (x *screen) shownBytes() []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return bytes.Clone(x.picture.seen.Bytes())
}

// now is what the terminal shows, row by row.
func (x *screen) now() []string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return now(x.picture)
}

func now(p *picture) []string {
	out := make([]string, len(p.rows))
	for i, row := range p.rows {
		out[i] = strings.Join(row, "")
	}
	return out
}
