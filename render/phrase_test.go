package render

import (
	"strings"
	"testing"

	"cutline/render/text"
	"cutline/render/theme"
)

// said is how much of a sentence is left of it, in cells.
func said(s, more string) int {
	return text.Width(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), more)))
}

func TestWiderNeverSaysLess(t *testing.T) {
	t.Parallel()
	sentences := []string{
		"fires: tokens 183,204 ≥ 180,000 (90% of 200,000)",
		"local: no model has been chosen, so the summary is written here",
		"at 113: 114 summarized, 15 kept",
		"50 not read · 52 whole · 12 cut · fair share 693",
		"not run yet: local will write it",
		"by local, 0.0 s, 9,412 chars",
		"16 messages, 2 blocks of state",
		"incomprehensibilities",
		"",
	}
	for _, th := range []*theme.Theme{theme.Plain(), theme.PlainASCII()} {
		for _, s := range sentences {
			least := 0
			for w := range 80 {
				got := phrase(th, s, w)
				if n := text.Width(got); n > w {
					t.Fatalf("%q in %d cells takes %d: %q", s, w, n, got)
				}
				n := said(got, th.Shapes.Ellipsis)
				if n < least {
					t.Errorf("%q in %d cells says less than in %d: %q", s, w, w-1, got)
				}
				least = max(least, n)
			}
		}
	}
}

func TestPhraseEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    string
		w    int
		want string
	}{
		{"fires: tokens 183,204 ≥ 180,000", 16, "fires"},
		{"fires: tokens 183,204 ≥ 180,000", 27, "fires: tokens 183,204 …"},
		{"at 113: 114 summarized, 15 kept", 20, "at 113"},
		{"at 113: 114 summarized, 15 kept", 24, "at 113: 114 summarized"},
		{"not run yet: local will write it", 27, "not run yet: local will …"},
		{"50 not read · 52 whole · 12 cut", 27, "50 not read · 52 whole"},
		{"incomprehensibilities", 10, "incompreh…"},
	} {
		if got := phrase(theme.Plain(), c.s, c.w); got != c.want {
			t.Errorf("%q in %d cells is %q, not %q", c.s, c.w, got, c.want)
		}
	}
}

func TestBoxesNeverShrink(t *testing.T) {
	t.Parallel()
	for w := minBoxes; w < 260; w++ {
		for i := range 6 {
			from, to := boxSpan(i, w)
			if next, end := boxSpan(i, w+1); end-next < to-from {
				t.Errorf("box %d has %d cells at width %d and %d at %d", i, to-from, w, end-next, w+1)
			}
		}
		if _, end := boxSpan(5, w); end != w {
			t.Errorf("the boxes end at %d of %d", end, w)
		}
	}
}
