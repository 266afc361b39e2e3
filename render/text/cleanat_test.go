package text

import (
	"testing"
	"unicode/utf8"
)

func TestCleanAt(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in string
		at       []int
		want     []string // what follows in the clean text
	}{
		{"plain", "one\ntwo three", []int{0, 4, 8, 13}, []string{"one\ntwo three", "two three", "three", ""}},
		{"colour", "a \x1b[31mred\x1b[0m and\n\x1b[1mbold\x1b[0m x", []int{2, 7, 19, 23}, []string{"red and\nbold x", "red and\nbold x", "bold x", "bold x"}},
		{"tab", "a\tb\n\tc", []int{2, 5}, []string{"b\n        c", "c"}},
		{"wide", "中文 x\n文 y", []int{3, 7, 13}, []string{"文 x\n文 y", "x\n文 y", "y"}},
		{"within a character", "中文", []int{1, 4}, []string{"中文", "文"}},
		{"beyond", "ab", []int{-1, 9}, []string{"ab", ""}},
	} {
		clean, at := CleanAt(tt.in, tt.at)
		for i, n := range at {
			if got := clean[n:]; got != tt.want[i] {
				t.Errorf("%s: %d is at %q, want %q", tt.name, tt.at[i], got, tt.want[i])
			}
		}
	}
}

func FuzzCleanAt(f *testing.F) {
	f.Add("a\tb\rcd\b\be\r\n\xff\x9b\xc2\x1b[m\x9b中\x1b]0;x\a", 3, 9)
	f.Fuzz(func(t *testing.T, s string, a, b int) {
		a, b = min(a, b), max(a, b)
		clean, at := CleanAt(s, []int{a, b})
		if clean != Clean(s) {
			t.Fatalf("%q is not the clean %q", clean, Clean(s))
		}
		if at[0] > at[1] {
			t.Fatalf("%d, %d are not in order", at[0], at[1])
		}
		for _, n := range at {
			if n < 0 || n > len(clean) || n < len(clean) && !utf8.RuneStart(clean[n]) {
				t.Fatalf("%d is no place of %q", n, clean)
			}
		}
	})
}
