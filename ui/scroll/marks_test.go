package scroll

import "testing"

func TestMarks(t *testing.T) {
	t.Parallel()
	m := Marks{2, 5, 9}
	for _, c := range []struct{ line, d, want int }{
		{0, 1, 2},
		{2, 1, 5},
		{3, 1, 5},
		{9, 1, -1},
		{9, -1, 5},
		{10, -1, 9},
		{2, -1, -1},
		{1, -1, -1},
	} {
		if got := m.Next(c.line, c.d); got != c.want {
			t.Errorf("from %d by %d: %d, not %d", c.line, c.d, got, c.want)
		}
	}
	if k, n := m.Of(5); k != 2 || n != 3 || !m.Has(9) || m.Has(3) {
		t.Errorf("%d of %d", k, n)
	}
	if k, n := m.Of(4); k != 0 || n != 3 || Marks(nil).Next(0, 1) != -1 {
		t.Errorf("%d of %d", k, n)
	}
}
