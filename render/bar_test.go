package render

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/pipeline/slim"
	"cutline/render/theme"
)

func drawBar(b bar, w int) string {
	th := theme.Plain()
	l := newLine(th, w)
	b.draw(l, th, &th.Inks, w)
	return l.end(th.Text)
}

func TestBar(t *testing.T) {
	const share = 1000
	for name, c := range map[string]struct {
		b    bar
		w    int
		want string
	}{
		"nothing":               {bar{0, share, 0, barWhole}, 16, "         ┊      "},
		"one char":              {bar{1, share, 0, barWhole}, 16, "█        ┊      "},
		"half":                  {bar{500, share, 0, barWhole}, 16, "█████    ┊      "},
		"as much as the share":  {bar{1000, share, 0, barWhole}, 16, "█████████┊      "},
		"a char too much":       {bar{1001, share, 0, barCut}, 16, "█████████┃░     "},
		"twice":                 {bar{2000, share, 0, barCut}, 16, "█████████┃░     "},
		"a char more":           {bar{2001, share, 0, barCut}, 16, "█████████┃░░    "},
		"27 times":              {bar{27_000, share, 0, barCut}, 16, "█████████┃░░░░░ "},
		"forced in, 27 times":   {bar{27_000, share, 0, barHeld}, 16, "█████████┃█████ "},
		"beyond the scale":      {bar{1 << 40, share, 0, barCut}, 16, "█████████┃░░░░░░"},
		"not read, small":       {bar{300, share, 0, barGone}, 16, "░░░      ┊      "},
		"not read, large":       {bar{5000, share, 0, barGone}, 16, "░░░░░░░░░┃░░░   "},
		"kept":                  {bar{5000, share, 0, barIdle}, 16, "·········┊      "},
		"least":                 {bar{5000, share, 0, barCut}, 6, "███┃░░"},
		"no share":              {bar{500, -1, 1000, barWhole}, 16, "████████        "},
		"no share, not read":    {bar{1000, -1, 1000, barGone}, 16, "░░░░░░░░░░░░░░░░"},
		"a share of nothing":    {bar{5, 0, 0, barGone}, 16, "░░░░░░░░░┃░░░   "},
		"one cell is the share": {bar{5000, share, 0, barCut}, 1, "┃"},
	} {
		if diff := cmp.Diff(c.want, drawBar(c.b, c.w)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A message that is whole stops left of the line, one that is cut always passes it, and the
// line stands in the same cell whatever the message is.
func TestBarAndLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.IntRange(0, 1_000_000).Draw(t, "share")
		w := rapid.IntRange(minBar, maxBar).Draw(t, "width")
		size := rapid.IntRange(0, share).Draw(t, "size")
		over := rapid.IntRange(share+1, 1<<40).Draw(t, "over")
		at := shareAt(w)
		whole := []rune(drawBar(bar{size, share, 0, barWhole}, w))
		if whole[at] != '┊' || strings.ContainsRune(string(whole[at:]), '█') {
			t.Fatalf("a whole message reaches the line: %q", string(whole))
		}
		cut := []rune(drawBar(bar{over, share, 0, barCut}, w))
		if cut[at] != '┃' || cut[at+1] != '░' || strings.ContainsRune(string(cut[:at]), ' ') {
			t.Fatalf("a cut message does not reach the line: %q", string(cut))
		}
		for _, s := range []barState{barIdle, barGone} {
			b := []rune(drawBar(bar{over, share, 0, s}, w))
			if b[at] != '┊' && b[at] != '┃' || strings.ContainsRune(string(b), '█') {
				t.Fatalf("state %d: %q", s, string(b))
			}
		}
	})
}

// The larger of two messages never has the shorter bar.
func TestBarGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.IntRange(1, 100_000).Draw(t, "share")
		a := rapid.IntRange(0, 1<<30).Draw(t, "a")
		b := rapid.IntRange(a, 1<<30).Draw(t, "b")
		w := rapid.IntRange(minBar, maxBar).Draw(t, "width")
		long := func(n int) int {
			state := barWhole
			if n > share {
				state = barCut
			}
			return len(strings.TrimRight(strings.TrimRight(drawBar(bar{n, share, 0, state}, w), " "), "┊"))
		}
		if long(a) > long(b) {
			t.Fatalf("%d chars have a longer bar than %d", a, b)
		}
	})
}

func TestBarOf(t *testing.T) {
	for tier, want := range map[slim.Tier]barState{slim.Full: barWhole, slim.Truncated: barCut, slim.Omitted: barGone, slim.Dropped: barGone} {
		if got := barOf(&slim.Allocation{Tier: tier}); got != want {
			t.Errorf("%s: %d", tier, got)
		}
	}
	if barOf(&slim.Allocation{Hand: slim.ForcedIn}) != barHeld {
		t.Error("a message that is forced in looks as the others")
	}
	if barOf(nil) != barIdle {
		t.Error("a message that is not read asks for something")
	}
}

// What is dropped when a row gets narrow: first cells of the bar, then of the label, then the
// bar, then the size. From 60 cells on everything is there.
func TestColumns(t *testing.T) {
	last := columnsFor(220, 3)
	for w := 219; w >= 1; w-- {
		c := columnsFor(w, 3)
		if w >= 60 && (c.bar < minBar || c.size == 0 || c.label < minLabel) {
			t.Errorf("at %d cells something is missing: %+v", w, c)
		}
		if c.bar == 0 && last.bar > minBar || c.size == 0 && last.bar > 0 || c.bar > last.bar {
			t.Errorf("at %d cells: %+v after %+v", w, c, last)
		}
		if c.bar > 0 && c.label < minLabel {
			t.Errorf("at %d cells there is a bar beside a label of %d", w, c.label)
		}
		last = c
	}
}

func BenchmarkRows(b *testing.B) {
	f := newFixture()
	th := theme.Colour(true)
	for b.Loop() {
		for k := range 60 {
			i := k % len(f.before.Rows)
			_ = Row(th, RowData{Index: i, IndexWidth: 5, Row: &f.before.Rows[i], Fate: f.fates[i], FairShare: fixtureShare}, 120)
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	f := newFixture()
	th := theme.Colour(true)
	lines := make([]string, 60)
	for k := range lines {
		i := k % len(f.before.Rows)
		lines[k] = Row(th, RowData{Index: i, IndexWidth: 5, Row: &f.before.Rows[i], Fate: f.fates[i], FairShare: fixtureShare}, 118)
	}
	for b.Loop() {
		_ = Frame(th, "messages", "1–60", "", lines, 120, 62, true)
	}
}
