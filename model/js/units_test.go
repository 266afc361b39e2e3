package js

import (
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// wide draws text of every width, sometimes with bytes that are no UTF-8.
func wide(valid bool) *rapid.Generator[string] {
	pieces := []string{"a", "\n", "é", "語", "\u2028", "🦊", "👩‍👧", "\ufffd", "\x00"}
	if !valid {
		pieces = append(pieces, "\xff", "\xe8\xaa", "\xf0\x9f\xa6", "\x80")
	}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 20).Draw(t, "pieces"), "")
	})
}

// TestUnits: the length is that of the UTF-16 text, in which a bad byte is one U+FFFD.
func TestUnits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := wide(false).Draw(t, "s")
		if want := len(utf16.Encode([]rune(s))); Units(s) != want {
			t.Fatalf("Units(%q) = %d, want %d", s, Units(s), want)
		}
	})
}

// TestCuts: Prefix and Suffix are ends of the text, at most n units long, and one unit
// shorter only where the next code point has two.
func TestCuts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		valid := rapid.Bool().Draw(t, "valid")
		s := wide(valid).Draw(t, "s")
		total := Units(s)
		n := rapid.IntRange(-2, total+2).Draw(t, "n")
		want := min(max(n, 0), total)
		for name, cut := range map[string]string{"Prefix": Prefix(s, n), "Suffix": Suffix(s, n)} {
			ends := strings.HasPrefix(s, cut)
			next, _ := utf8.DecodeRuneInString(s[min(len(cut), len(s)):])
			if name == "Suffix" {
				ends = strings.HasSuffix(s, cut)
				next, _ = utf8.DecodeLastRuneInString(s[:max(0, len(s)-len(cut))])
			}
			u := Units(cut)
			if !ends || u > want || u < want-1 || u == want-1 && width(next) != 2 {
				t.Fatalf("%s(%q, %d) = %q of %d units", name, s, n, cut, u)
			}
			if valid && !utf8.ValidString(cut) {
				t.Fatalf("%s(%q, %d) = %q is no UTF-8", name, s, n, cut)
			}
		}
	})
}

func TestCutsInsideAPair(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		s              string
		n              int
		prefix, suffix string
	}{
		{"🦊🦊", 0, "", ""},
		{"🦊🦊", 1, "", ""},
		{"🦊🦊", 2, "🦊", "🦊"},
		{"🦊🦊", 3, "🦊", "🦊"},
		{"a🦊b", 2, "a", "b"},
		{"a🦊b", 3, "a🦊", "🦊b"},
		{"語é", 1, "語", "é"},
		{"abc", 99, "abc", "abc"},
	} {
		if p, s := Prefix(tt.s, tt.n), Suffix(tt.s, tt.n); p != tt.prefix || s != tt.suffix {
			t.Errorf("%q at %d: %q and %q, want %q and %q", tt.s, tt.n, p, s, tt.prefix, tt.suffix)
		}
	}
}
