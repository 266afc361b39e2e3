package picture

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/google/go-cmp/cmp"

	"cutline/render/text"
)

// small is a screen of all that a line can hold.
var small = []string{
	"\x1b[1;38;5;75m U \x1b[0mread it,   and say <why> & \"how\"",
	"\x1b[38;5;214m│████░░\x1b[0m cut \x1b[4munder \x1b[24;9mstruck\x1b[0m",
	"\x1b[7m 你好 e\u0301 👩‍👩‍👧 x \x1b[27m\x1b[48;2;1;2;3m \x1b[m\x1b[2;3mfaint\x1b[22;23m",
	"",
	"\x1b[31mred \x1b[92;44mgreen on blue\x1b[39;49m done",
}

func TestSVG(t *testing.T) {
	t.Parallel()
	golden.RequireEqual(t, SVG(small, Options{Dark: true, Title: "a <small> one"}))
}

func TestAnimated(t *testing.T) {
	t.Parallel()
	golden.RequireEqual(t, Animated([]Frame{
		{[]string{"always", "one"}, 2 * time.Second},
		{[]string{"always", "two", "more"}, time.Second},
		{[]string{"always", "one"}, 0},
	}, Options{}))
}

func TestPage(t *testing.T) {
	t.Parallel()
	golden.RequireEqual(t, Page(small[:1], Options{Title: "a </title> one"}))
}

// What stands in a row of the picture stands where a terminal has it.
func TestRuns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line string
		want []string
	}{
		{"ab  c    d ", []string{"0+5 ab  c", "9+1 d"}},
		{"   ", nil},
		{"ää│││─x", []string{"0+2 ää", "2+3 │││", "5+1 ─", "6+1 x"}},
		{"你好a", []string{"0+4 你好", "4+1 a"}},
		{"e\u0301e👍👍", []string{"0+1 e\u0301", "1+1 e", "2+2 👍", "4+2 👍"}},
		{"a\x1b[1mb\x1b[1mc", []string{"0+1 a", "1+2 bc"}},
		{"a\x07\x1b]0;title\x07\x1b[2Kb", []string{"0+2 ab"}},
	} {
		var got []string
		for _, r := range runs(c.line) {
			for _, w := range r.words() {
				got = append(got, fmt.Sprintf("%d+%d %s", w.col, w.cells, w.text))
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: want (-), got (+):\n%s", c.line, diff)
		}
	}
}

func TestStyle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sequence, fore, back string }{
		{"", "#dcdcdc", ""},
		{"\x1b[7m", "#1e1e1e", "#dcdcdc"},
		{"\x1b[38;5;75m", "#5fafff", ""},
		{"\x1b[38:5:235m\x1b[48;5;255m", "#262626", "#eeeeee"},
		{"\x1b[38;2;300;0;16m", "#ff0010", ""},
		{"\x1b[31;41m\x1b[m", "#dcdcdc", ""},
		{"\x1b[38m\x1b[48;5m\x1b[38;2;1m", "#010000", "#4a4a4a"},
		{"\x1b[38;9;31m", "#f2777a", ""},
		{"\x1b[xm\x1b[2J", "#dcdcdc", ""},
	} {
		s := plain
		for g := range text.Glyphs(c.sequence) {
			s = s.turn(g.Text)
		}
		if fore, back := dark.colors(s); fore != c.fore || back != c.back {
			t.Errorf("%q: %s on %q, want %s on %q", c.sequence, fore, back, c.fore, c.back)
		}
	}
}

// check holds the picture of a text to what is promised of every one.
func check(t *testing.T, s string) {
	t.Helper()
	lines := strings.Split(s, "\n")
	for _, doc := range []string{
		SVG(lines, Options{Dark: true, Title: s}),
		Animated([]Frame{{lines, time.Second}, {[]string{s, "x"}, 0}, {lines[:len(lines)/2], time.Second}}, Options{}),
	} {
		if !utf8.ValidString(doc) {
			t.Fatalf("%q: no UTF-8", s)
		}
		if i := strings.IndexFunc(doc, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }); i >= 0 {
			t.Fatalf("%q: a control character at %q", s, doc[i:])
		}
		for d := xml.NewDecoder(strings.NewReader(doc)); ; {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%q: %v in\n%s", s, err, doc)
			}
			if e, ok := tok.(xml.StartElement); ok && !known[e.Name.Local] {
				t.Fatalf("%q brings in <%s>", s, e.Name.Local)
			}
		}
	}
}

// known are the elements of a picture: none of them runs or loads anything.
var known = map[string]bool{"svg": true, "title": true, "style": true, "rect": true, "g": true, "text": true}

var hostile = []string{
	strings.Join(small, "\n"), "</text><script>alert(1)</script>", "]]>", "<!--", "&amp;&#0;", "\x00\x01\x7f\u0085\u009b31m", "\xff\xfe", "\xf3\u009b", "\ufffe\uffff", "\u202eabc\u200b",
	"\u0301", "\x1b[", "\x1b[38;5m", "\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\", "\t\r", "</style>", "🇩🇪🇩", "\u0600\u0601x", "ￒ",
}

func TestHostile(t *testing.T) {
	t.Parallel()
	for _, s := range hostile {
		check(t, s)
	}
	if doc := SVG(nil, Options{}) + Animated(nil, Options{}); strings.Count(doc, "</svg>") != 2 {
		t.Errorf("nothing gives %s", doc)
	}
}

func FuzzSVG(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(check)
}
