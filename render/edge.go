package render

import (
	"cutline/render/theme"
)

// EdgeCell is what stands in one cell of a scroll bar, the most telling last.
type EdgeCell uint8

// The cells.
const (
	EdgeTrack  EdgeCell = iota // beyond the window
	EdgeLoss                   // something there gives up text
	EdgeWindow                 // what shows
	EdgeCursor                 // the cursor
	EdgeHit                    // something there holds what is looked for
)

// Edge is a scroll bar of h cells for n places: which places show, where the cursor is, and what stands
// where. Places are lines of a list, or bytes of a text.
type Edge struct {
	N, H     int
	From, To int // the places that show
	Cursor   int // -1 for none
}

// Cell is the cell of a place.
func (e Edge) Cell(place int) int { return max(0, min(place*e.H/max(1, e.N), e.H-1)) }

// Place is the place that a cell leads to: the first cell to the first one, the last to the last.
func (e Edge) Place(cell int) int {
	if e.H < 2 {
		return 0
	}
	return max(0, min(cell, e.H-1)) * max(0, e.N-1) / (e.H - 1)
}

// Places are those whose cell it is, from one to before another. There are none where cells are more than places.
func (e Edge) Places(cell int) (from, to int) {
	if e.H < 1 {
		return 0, 0
	}
	first := func(c int) int { return max(0, min((c*e.N+e.H-1)/e.H, e.N)) }
	return first(cell), first(cell + 1)
}

// Cells lays the window and the cursor over what stands there already, which is nil or H cells; what is
// given stays as it is.
func (e Edge) Cells(there []EdgeCell) []EdgeCell {
	out := make([]EdgeCell, max(0, e.H))
	copy(out, there)
	if e.H < 1 {
		return out
	}
	for c := e.Cell(e.From); c <= e.Cell(max(e.From, e.To-1)); c++ {
		out[c] = max(out[c], EdgeWindow)
	}
	if e.Cursor >= 0 {
		c := e.Cell(e.Cursor)
		out[c] = max(out[c], EdgeCursor)
	}
	return out
}

// Draw is the cell in one sign.
func (c EdgeCell) Draw(th *theme.Theme) string {
	switch c {
	case EdgeLoss:
		return th.Cut.Render(th.Shapes.Empty)
	case EdgeWindow:
		return th.Border.Render(th.Shapes.Bar)
	case EdgeCursor:
		return th.Title.Render(th.Shapes.Cursor)
	case EdgeHit:
		return th.Key.Render(th.Shapes.Event)
	default:
		return th.Border.Render(th.Shapes.Kept)
	}
}
