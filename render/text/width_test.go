package text

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// pieces are what rows are made of: every width, every trap.
var pieces = []string{
	"a", "b", " ", "  ", "-", "中", "文", "한", "ｗ", "e\u0301", "ท", "ำ", "น้ำ", "नि", "क्ष", "ع", "🙂", "👨\u200d👩\u200d👧",
	"❤\ufe0f", "⚠\ufe0f", "👍🏽", "🇩🇪", "1\ufe0f\u20e3", "🏳\ufe0f\u200d🌈", "\u1112\u1161\u11ab", "…", "│", "█", "\u3000", "\u00a0", "\u200b", "x\u202e",
}

func cleanText(allowNewlines bool) *rapid.Generator[string] {
	from := pieces
	if allowNewlines {
		from = append([]string{"\n", "\n"}, pieces...)
	}
	return rapid.Custom(func(t *rapid.T) string {
		return Clean(strings.Join(rapid.SliceOfN(rapid.SampledFrom(from), 0, 60).Draw(t, "pieces"), ""))
	})
}

func TestWidth(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want int
	}{
		{"", 0},
		{"abc", 3},
		{"中文", 4},
		{"한국어", 6},
		{"\u1112\u1161\u11ab", 2}, // one syllable in three letters
		{"e\u0301", 1},
		{"ทำ", 2},
		{"❤\ufe0f", 1},
		{"👍🏽", 2},
		{"👨\u200d👩\u200d👧", 6},
		{"🇩🇪", 2},
		{"ｶﾞｶ", 3},
		{"\x1b[1;38;5;75mblue\x1b[0m", 4},
		{"\x1b]8;;http://e\aclick\x1b]8;;\x1b\\", 5},
	}
	for _, tt := range tests {
		if got := Width(tt.in); got != tt.want {
			t.Errorf("Width(%q) = %d, want %d", tt.in, got, tt.want)
		}
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		w    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"abcd", 1, "…"},
		{"abcd", 0, ""},
		{"abcd", -1, ""},
		{"中文字", 5, "中文…"},
		{"中文字", 4, "中…"},
		{"中", 1, "…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"👨\u200d👩\u200d👧", 6, "👨👩👧"},
		{"👨\u200d👩\u200d👧", 5, "👨👩…"},
		{"\x1b[1mbold\x1b[0m plain", 3, "\x1b[1mbo…\x1b[0m"},
		{strings.Repeat("x", 100_000), 4, "xxx…"},
	}
	for _, tt := range tests {
		if got := Cut(tt.in, tt.w); got != tt.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", Label(tt.in, 20), tt.w, got, tt.want)
		}
	}
	if got := CutTail("abcdef", 2, "..."); got != ".." {
		t.Errorf("a tail that is too wide: %q", got)
	}
	if got := Pad("中文", 3) + "|" + PadLeft("1.3k", 6) + "|" + Pad("", 2) + "|"; got != "中…|  1.3k|  |" {
		t.Errorf("Pad = %q", got)
	}
}

// checkRows holds every function that makes rows of a clean text to its width,
// by our own measure and by the one that the terminal library uses.
func checkRows(t interface {
	Helper()
	Fatalf(string, ...any)
}, clean string, w int,
) {
	t.Helper()
	row := CleanLine(clean)
	if got := Width(Cut(row, w)); got > max(w, 0) {
		t.Fatalf("Cut(%q, %d) is %d wide", row, w, got)
	}
	for _, r := range []string{Pad(row, w), PadLeft(row, w), Fit(row, w)} {
		if got, theirs := Width(r), ansi.StringWidth(r); got != max(w, 0) || theirs != got {
			t.Fatalf("%q is %d (%d) wide, want %d", r, got, theirs, w)
		}
	}
	lines := Wrap(clean, w)
	for _, l := range lines {
		if got := Width(l); got > w {
			t.Fatalf("line %q of Wrap(%q, %d) is %d wide", l, clean, w, got)
		}
	}
	if w > 1 {
		letters := func(s string) string { return strings.NewReplacer(" ", "", "\n", "").Replace(s) }
		if diff := cmp.Diff(letters(steady(clean)), letters(strings.Join(lines, ""))); diff != "" {
			t.Fatalf("Wrap(%q, %d) lost or moved text:\n%s", clean, w, diff)
		}
	}
	for _, l := range Box(append(lines, clean), w, len(lines)+2) {
		if got := ansi.StringWidth(l); got != max(w, 0) || strings.Contains(l, "\n") {
			t.Fatalf("%q in a box is %d wide, want %d", l, got, w)
		}
	}
}

func TestRows(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		checkRows(t, cleanText(true).Draw(t, "text"), rapid.IntRange(-1, 90).Draw(t, "w"))
	})
}

// The same for characters of every kind, most of them in places where they do not belong.
func TestRowsOfAnything(t *testing.T) {
	t.Parallel()
	anyRune := rapid.OneOf(rapid.Rune(), rapid.RuneFrom(nil, unicode.M), rapid.RuneFrom(nil, unicode.Cf), rapid.RuneFrom(nil, hidden),
		rapid.Int32Range(0, 0x3000), rapid.Int32Range(0x1f000, 0x1ffff), rapid.SampledFrom([]rune{' ', 'a', zwj, zwnj, vsEmoji, '\n', '\t', '\r', '\b'}))
	rapid.Check(t, func(t *rapid.T) {
		raw := string(rapid.SliceOfN(anyRune, 0, 12).Draw(t, "runes"))
		clean := Clean(raw)
		if again := Clean(clean); again != clean {
			t.Fatalf("not idempotent: %q, then %q", clean, again)
		}
		checkRows(t, clean, rapid.IntRange(0, 12).Draw(t, "w"))
	})
}

func TestStyledBox(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var line strings.Builder
		for range rapid.IntRange(1, 5).Draw(t, "segments") {
			line.WriteString("\x1b[38;5;75m" + cleanText(false).Draw(t, "text") + "\x1b[0m")
		}
		w := rapid.IntRange(0, 60).Draw(t, "w")
		got := Box([]string{line.String()}, w, 1)[0]
		if Width(got) != w || ansi.StringWidth(got) != w {
			t.Fatalf("%q is %d wide, want %d", got, Width(got), w)
		}
		if w > 0 && strings.Count(got, "\x1b[38;5;75m") != strings.Count(got, "\x1b[0m") {
			t.Fatalf("a style is left open: %q", got)
		}
	})
}

func TestBox(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		lines []string
		w, h  int
		want  []string
	}{
		{"clips and fills", []string{"abcdef", "中文字", "x"}, 5, 4, []string{"abcde", "中文 ", "x    ", "     "}},
		{"too many lines", []string{"a", "b"}, 1, 1, []string{"a"}},
		{"no width", []string{"a"}, 0, 2, []string{"", ""}},
		{"no height", []string{"a"}, 3, -1, []string{}},
		{"control characters", []string{"a\nb\tc"}, 6, 1, []string{"a b c "}},
		{"styled", []string{"\x1b[1mab\x1b[0mcd"}, 3, 1, []string{"\x1b[1mab\x1b[0mc"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Box(tt.lines, tt.w, tt.h)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestSteady compares what is drawn with the sum of what its characters take
// one by one: if both agree, it does not matter how a terminal counts.
func TestSteady(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		"ทำ", "น้ำ", "ຳ", "❤\ufe0f", "⌚\ufe0e", "1\ufe0f\u20e3", "👍🏽", "👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "\u1112\u1161\u11ab", "\u1112\u1161", "한", "ｶﾞｷﾞﾁﾞﾂﾞﾄﾞﾊﾞﾎﾟｳﾞ", "e\u0301",
	} {
		drawn := steady("x" + s)[1:]
		sum := 0
		for _, r := range drawn {
			sum += ansi.StringWidth(string(r))
		}
		if got := ansi.StringWidth(drawn); got != sum {
			t.Errorf("%q is drawn as %q: %d cells as a whole, %d one by one", s, drawn, got, sum)
		}
		if again := steady(drawn); again != drawn {
			t.Errorf("steady twice: %q, then %q", drawn, again)
		}
	}
}
