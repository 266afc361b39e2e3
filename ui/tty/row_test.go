package tty

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// grid is a terminal as far as rows are written to it.
type grid struct {
	cells    [][]cell
	row, col int
	style    string
}

func (g *grid) write(t *rapid.T, s string) {
	for len(s) > 0 {
		if s[0] != 0x1b {
			r, n := utf8.DecodeRuneInString(s)
			if g.col >= len(g.cells[g.row]) {
				t.Fatalf("a cell behind the end of row %d", g.row)
			}
			g.cells[g.row][g.col] = cell{r, g.style}
			g.col++
			s = s[n:]
			continue
		}
		n := strings.IndexAny(s, "Hmhl") + 1
		switch seq := s[:n]; {
		case seq == plain:
			g.style = ""
		case strings.HasSuffix(seq, "m"):
			g.style += seq
		case strings.HasSuffix(seq, "H"):
			row, col, _ := strings.Cut(seq[2:n-1], ";")
			g.row, _ = strconv.Atoi(row)
			g.col, _ = strconv.Atoi(col)
			g.row, g.col = g.row-1, g.col-1
		default:
			t.Fatalf("%q is written", seq)
		}
		s = s[n:]
	}
}

// aLine is one of n cells in some colours.
func aLine(t *rapid.T, n int) string {
	var b strings.Builder
	colours := rapid.SampledFrom([]string{"", "\x1b[1m", "\x1b[38;2;1;2;3m", "\x1b[7m\x1b[2m"})
	letters := rapid.SampledFrom([]rune("ab ab ─│█é✓"))
	for k := 0; k < n; {
		style := colours.Draw(t, "colour")
		b.WriteString(style)
		for range rapid.IntRange(1, 12).Draw(t, "cells") {
			if k < n {
				b.WriteRune(letters.Draw(t, "letter"))
				k++
			}
		}
		if style != "" {
			b.WriteString(plain)
		}
	}
	return b.String()
}

// However a frame came about, what stands on the terminal is the frame, and a row that is the same costs nothing.
func TestRowsOverRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 40).Draw(t, "w"), 3
		g := &grid{cells: make([][]cell, h)}
		for i := range g.cells {
			g.cells[i] = make([]cell, w)
		}
		was := make([]row, h)
		for range rapid.IntRange(1, 5).Draw(t, "frames") {
			for i := range h {
				line := aLine(t, w)
				if was[i].known && rapid.Bool().Draw(t, "alike") { // the one before, with another beginning
					k := rapid.IntRange(0, len(was[i].cells)).Draw(t, "from")
					var b bytes.Buffer
					span(&b, was[i].cells[k:])
					line = aLine(t, k) + b.String()
				}
				now := rowOf(line)
				if len(now.cells) != w {
					t.Fatalf("%d cells of %q", len(now.cells), line)
				}
				var b bytes.Buffer
				now.over(&b, was[i], i)
				if b.Len() > len(line)+w*8 {
					t.Errorf("%d bytes for a line of %d", b.Len(), len(line))
				}
				g.write(t, b.String())
				for k, c := range now.cells {
					if g.cells[i][k] != c {
						t.Fatalf("cell %d of row %d is %v, want %v", k, i, g.cells[i][k], c)
					}
				}
				b.Reset()
				now.over(&b, now, i)
				if b.Len() > 0 {
					t.Errorf("the same row costs %q", b.String())
				}
				was[i] = now
			}
		}
	})
}

// A line with letters that terminals give different widths to is written whole, and never beyond its row.
func TestDoubtfulRowsAreWhole(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"語語 a", "e\u0301 b", "👩‍👩‍👧 c", "שלום d", "✔️ e", "\x1b[31m◾ f\x1b[m"} {
		var b bytes.Buffer
		rowOf(line).over(&b, rowOf(strings.Repeat("x", 5)), 2)
		if want := "\x1b[3;1H" + wrapOff + line + plain + wrapOn; b.String() != want {
			t.Errorf("%q, want %q", b.String(), want)
		}
	}
}
