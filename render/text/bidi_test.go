package text

import (
	"strings"
	"testing"
	"unicode"
)

// No way to a row lets through what turns its neighbours round, wherever in a text it stands; letters of
// scripts that run from right to left stay as they are.
func TestNothingReorders(t *testing.T) {
	t.Parallel()
	for r := range all(unicode.Bidi_Control) {
		for _, s := range []string{string(r), "a" + string(r) + "b", "שלום" + string(r) + "عربي", "\t" + string(r) + "\n" + string(r) + "x\x1b[31m" + string(r)} {
			for name, got := range map[string]string{"Clean": Clean(s), "CleanLine": CleanLine(s), "Label": Label(s, 20), "Cut": Cut(Clean(s), 9), "Wrap": strings.Join(Wrap(Clean(s), 3), "\n")} {
				if i := strings.IndexFunc(got, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }); i >= 0 {
					t.Errorf("%s(%q) = %q", name, s, got)
				}
			}
		}
	}
	for _, s := range []string{"שלום עולם 12,345", "نص عربي مع 678 English", "עִבְרִית"} {
		if got := Clean(s); got != s {
			t.Errorf("Clean(%q) = %q", s, got)
		}
		if got := Width(Pad(Label(s, 9), 12)); got != 12 {
			t.Errorf("%q is %d cells wide, not 12", s, got)
		}
	}
}

// all gives the characters of a table.
func all(table *unicode.RangeTable) func(func(rune) bool) {
	return func(yield func(rune) bool) {
		for _, x := range table.R16 {
			for r := x.Lo; r <= x.Hi; r += x.Stride {
				if !yield(rune(r)) {
					return
				}
			}
		}
	}
}
