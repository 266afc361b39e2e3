package text

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		w        int
		want     []string
	}{
		{"empty", "", 5, []string{""}},
		{"fits", "abc", 3, []string{"abc"}},
		{"line ends", "a\n\nb\n", 3, []string{"a", "", "b"}},
		{"at a blank", "the quick brown fox", 10, []string{"the quick", "brown fox"}},
		{"blank just beyond", "abc def", 3, []string{"abc", "def"}},
		{"blank before the last third", "a bcdefghijkl", 9, []string{"a bcdefgh", "ijkl"}},
		{"no blank", "abcdefgh", 3, []string{"abc", "def", "gh"}},
		{"wide", "中文字", 5, []string{"中文", "字"}},
		{"too wide", "中x", 1, []string{"…", "x"}},
		{"blanks before a line end", "abc   \nd", 3, []string{"abc", "d"}},
		{"long indent", strings.Repeat(" ", 50) + "END-9", 10, []string{"          ", "END-9"}},
		{"no room", "abc", 0, []string{}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Wrap(tt.in, tt.w)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestWrappedIsLazy(t *testing.T) {
	t.Parallel()
	p := NewWrapped(strings.Repeat("aGVsbG8gd29ybGQ9", 2_000_000/16)+"END-11", 80)
	if got, ok := p.Line(39); !ok || Width(got) != 80 {
		t.Fatalf("line 39 = %q, %v", got, ok)
	}
	if n, all := p.Known(); n != 40 || all {
		t.Errorf("%d lines were looked at for 40 (all: %v)", n, all)
	}
	if p.Grow(100) {
		t.Error("all known after 140 lines")
	}
	if n, _ := p.Known(); n != 140 {
		t.Errorf("%d lines known, want 140", n)
	}
	if got := p.Lines(); got != 25_001 {
		t.Errorf("%d lines, want 25001", got)
	}
	if last, _ := p.Line(25_000); last != "END-11" {
		t.Errorf("last line %q", last)
	}
	if _, ok := p.Line(25_001); ok {
		t.Error("a line beyond the end")
	}
	if _, ok := p.Line(-1); ok {
		t.Error("a line before the start")
	}
	if !p.Grow(1) {
		t.Error("not all known at the end")
	}
}

// Every byte is on the line that Find names, or on none: then it is blank.
func TestFind(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := NewWrapped(cleanText(true).Draw(t, "text"), rapid.IntRange(2, 30).Draw(t, "w"))
		for at := range len(p.Text()) {
			from, to, ok := p.Span(p.Find(at))
			if !ok || at < from {
				t.Fatalf("byte %d is said to be on %d–%d", at, from, to)
			}
			if b := p.Text()[at]; at >= to && b != ' ' && b != '\n' {
				t.Fatalf("byte %d (%q) is beyond its line %d–%d of %q", at, b, from, to, p.Text())
			}
		}
		if p.Find(len(p.Text())+5) != p.Lines()-1 {
			t.Fatal("beyond the end is not the last line")
		}
	})
}
