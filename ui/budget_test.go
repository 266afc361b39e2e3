package ui

import (
	"testing"

	"cutline/pipeline/slim"
)

// A budget says what it moved, and when it moved nothing, what would.
func TestMoved(t *testing.T) {
	t.Parallel()
	of := func(full, cut, dropped int, valve bool) *slim.Output {
		return &slim.Output{Counts: slim.Counts{Full: full, Truncated: cut, Dropped: dropped}, Tool: slim.ToolNoise{Applied: valve}}
	}
	for _, c := range []struct {
		was, is *slim.Output
		want    string
	}{
		{of(1, 2, 3, true), of(3, 0, 3, true), "1 → 3 whole, 2 → 0 cut"},
		{of(1, 2, 1182, true), of(1, 2, 1182, true), "nothing changes: 1,182 messages not read for another reason: p, tool-valve"},
		{of(1, 2, 3, false), of(1, 2, 3, false), "as many are whole, cut and omitted as before"},
	} {
		if got := moved(c.was, c.is); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
