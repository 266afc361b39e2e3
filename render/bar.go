package render

import (
	"math/bits"

	"cutline/pipeline/slim"
	"cutline/render/theme"
)

// bar is what the bar of one message shows: how much it asks for, how much it gets.
type bar struct {
	size  int // chars wanted
	share int // chars of the fair share; -1 when every message is whole
	scale int // chars of the largest message
	state barState
}

type barState uint8

const (
	barIdle  barState = iota // asks for nothing: kept, set aside, left out
	barWhole                 // read in full
	barCut                   // read up to the fair share
	barGone                  // not read at all
	barHeld                  // forced in: read in full, whatever its share
)

// barOf is the state of an allocation; nil when the message is not read.
func barOf(a *slim.Allocation) barState {
	if a == nil {
		return barIdle
	}
	if a.Hand == slim.ForcedIn {
		return barHeld
	}
	switch a.Tier {
	case slim.Truncated:
		return barCut
	case slim.Omitted, slim.Dropped:
		return barGone
	case slim.Full:
	}
	return barWhole
}

// shareAt is the cell of a bar of w cells in which the fair share stands. Left of it each
// cell is the same number of chars; right of it each cell is twice the one before.
func shareAt(w int) int { return max((w-1)*3/5, 0) }

// cells is the bar in numbers of cells: full and lost ones left of the line, whether the line
// is reached, and ones right of it, which are lost unless the message is forced in.
func (b bar) cells(w int) (full, lost int, reached bool, beyond int) {
	if b.state == barIdle || w < 1 {
		return 0, 0, false, 0
	}
	left := shareAt(w)
	right := w - left - 1
	if b.share < 0 { // without a fair share there is no line, all is to one scale
		n := part(b.size, b.scale, w)
		if b.state == barGone {
			return 0, n, false, 0
		}
		return n, 0, false, 0
	}
	switch b.state {
	case barWhole:
		return part(b.size, b.share, left), 0, false, 0
	case barHeld:
		if b.size > b.share {
			return left, 0, true, min(max(doublings(b.size, b.share), 1), right)
		}
		return part(b.size, b.share, left), 0, false, 0
	case barCut:
		return left, 0, true, min(max(doublings(b.size, b.share), 1), right)
	case barGone:
		if b.size <= b.share {
			return 0, part(b.size, b.share, left), false, 0
		}
		return 0, left, true, min(doublings(b.size, b.share), right)
	case barIdle:
	}
	return 0, 0, false, 0
}

// part is n of whole in cells, rounded, at least one when n is anything.
func part(n, whole, cells int) int {
	if n <= 0 || cells <= 0 {
		return 0
	}
	if n >= whole {
		return cells
	}
	return max(int((int64(n)*int64(cells)+int64(whole)/2)/int64(whole)), 1)
}

// doublings is how often share must be doubled to be at least size.
func doublings(size, share int) int {
	if share < 1 {
		share = 1
	}
	if size <= share {
		return 0
	}
	return bits.Len(uint((size - 1) / share))
}

// draw adds the bar to a row, in exactly w cells.
func (b bar) draw(l *line, th *theme.Theme, in *theme.Inks, w int) {
	if w < 1 {
		return
	}
	sh := &th.Shapes
	full, lost, reached, beyond := b.cells(w)
	if b.share < 0 {
		l.repeat(in.Whole, sh.Bar, full)
		l.repeat(in.Lost, sh.Empty, lost)
		l.blank(in.Text, w-full-lost)
		return
	}
	left := shareAt(w)
	ink := in.Whole
	if b.state == barCut {
		ink = in.Cut
	}
	l.repeat(ink, sh.Bar, full)
	l.repeat(in.Lost, sh.Empty, lost)
	if b.state == barIdle {
		l.repeat(in.Dim, sh.Unused, left)
	} else {
		l.blank(in.Text, left-full-lost)
	}
	mark := sh.Share
	if reached {
		mark = sh.ShareFull
	}
	if b.state == barCut {
		l.repeat(in.Cut, mark, 1)
	} else {
		l.repeat(in.Dim, mark, 1)
	}
	if b.state == barHeld {
		l.repeat(ink, sh.Bar, beyond)
	} else {
		l.repeat(in.Lost, sh.Empty, beyond)
	}
	l.blank(in.Text, w-left-1-beyond)
}
