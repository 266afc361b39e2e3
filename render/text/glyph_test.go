package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestGlyphs(t *testing.T) {
	t.Parallel()
	var got []string
	for g := range Glyphs("\x1b[1ma\x00e\u0301\u0085你\x1b[m👍\u202e.") {
		got = append(got, fmt.Sprintf("%d+%d %q", g.Col, g.Cells, g.Text))
	}
	want := []string{`0+0 "\x1b[1m"`, `0+1 "a"`, "1+1 \"e\u0301\"", `2+2 "你"`, `4+0 "\x1b[m"`, `4+2 "👍"`, `6+1 "."`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// The characters of a line fill it without a gap, and no text of it is lost.
func TestGlyphsFillTheLine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := CleanLine(rapid.String().Draw(t, "s"))
		col, all := 0, strings.Builder{}
		for g := range Glyphs(s) {
			if g.Col != col {
				t.Fatalf("%q begins at %d, not %d", g.Text, g.Col, col)
			}
			col += g.Cells
			all.WriteString(g.Text)
		}
		if col != Width(s) || all.String() != steady(s) {
			t.Errorf("%q: %d cells of %d, %q", s, col, Width(s), all.String())
		}
	})
}
