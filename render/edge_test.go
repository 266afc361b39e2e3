package render

import (
	"testing"

	"pgregory.net/rapid"
)

// A cell leads to a place of its own where it has one, the ends lead to the ends, and every place has one cell.
func TestEdge(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		e := Edge{N: rapid.IntRange(0, 500).Draw(t, "places"), H: rapid.IntRange(0, 60).Draw(t, "cells"), Cursor: -1}
		at := 0
		for c := range e.H {
			from, to := e.Places(c)
			if from != at && e.N > 0 {
				t.Fatalf("cell %d of %+v begins with place %d, not %d", c, e, from, at)
			}
			for k := from; k < to; k++ {
				if e.Cell(k) != c {
					t.Fatalf("place %d of %+v is of cell %d and of %d", k, e, c, e.Cell(k))
				}
			}
			at = to
			if p := e.Place(c); p < 0 || p > max(0, e.N-1) {
				t.Fatalf("cell %d of %+v leads to place %d", c, e, p)
			}
		}
		if e.H > 0 && at != e.N {
			t.Fatalf("%d of %d places have a cell", at, e.N)
		}
		if e.H > 1 && e.N > 0 && (e.Place(0) != 0 || e.Place(e.H-1) != e.N-1) {
			t.Fatalf("the ends of %+v lead to %d and %d", e, e.Place(0), e.Place(e.H-1))
		}
	})
}
