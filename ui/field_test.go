package ui

import (
	"strings"
	"testing"

	"cutline/render/text"
)

func TestAroundShowsTheCursor(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "short", strings.Repeat("a/long/path/", 20) + "end.jsonl", strings.Repeat("喫茶", 60)} {
		value := []rune(s)
		for pos := range len(value) + 1 {
			from, to := shownAround(value, pos, 40)
			if pos < from || pos > to || pos == to && to < len(value) {
				t.Fatalf("%q: the cursor at %d is outside %d to %d", s, pos, from, to)
			}
			n := text.Width(string(value[from:to]))
			if from > 0 {
				n++
			}
			if to < len(value) || pos == len(value) {
				n++
			}
			if n > 40 {
				t.Fatalf("%q at %d takes %d cells of 40", s, pos, n)
			}
		}
	}
}

func TestFieldScrolls(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "/", strings.Repeat("a long line, ", 9)+"its end")
	last := func() string {
		lines := strings.Split(a.View(), "\n")
		return lines[len(lines)-1]
	}
	if got := last(); !strings.HasPrefix(got, " /…") || !strings.Contains(got, "its end ") {
		t.Errorf("the end of the line is hidden: %q", got)
	}
	press(a, "home")
	if got := last(); !strings.HasPrefix(got, " /a long line,") || !strings.HasSuffix(strings.TrimRight(got, " "), "…") {
		t.Errorf("the beginning of the line is hidden: %q", got)
	}
}
