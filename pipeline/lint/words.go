package lint

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// words are those of a text in lower case: letters and digits with what joins them, each sign of a
// script without spaces by itself.
func words(s string) []string {
	var out []string
	var b []byte
	flush := func() {
		if w := bytes.Trim(b, "'"); len(w) > 0 {
			out = append(out, string(w))
		}
		b = b[:0]
	}
	for i, r := range s {
		switch {
		case wide(r):
			flush()
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r):
			b = utf8.AppendRune(b, unicode.ToLower(r))
		case (r == '\'' || r == '’') && len(b) > 0:
			b = append(b, '\'')
		case r == '.' && i > 0 && i+1 < len(s) && digit(s[i-1]) && digit(s[i+1]): // 1.5.0 is one word
			b = append(b, '.')
		default:
			flush()
		}
	}
	flush()
	return out
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// wide reports a letter of a script that is written without spaces.
func wide(r rune) bool {
	return r >= 0x2E80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// endings are cut off words so that "reverted" is "revert". This is rough on purpose: both sides of
// a comparison are treated alike.
var endings = []string{"ingly", "ing", "edly", "ied", "ies", "ed", "es", "en", "er", "ly", "s", "e", "y"}

// stem is a word without its ending.
func stem(w string) string {
	if w[0] >= utf8.RuneSelf || len(w) < 4 {
		return w
	}
	for _, e := range endings {
		if rest, ok := strings.CutSuffix(w, e); ok && len(rest) >= 3 {
			w = rest
			break
		}
	}
	if n := len(w); n > 3 && w[n-1] == w[n-2] { // stopping, stopped
		w = w[:n-1]
	}
	return w
}

// few is up to how many words looking through them is quicker than a map.
const few = 24

// content are the stems of the words of a text that say something about its subject, each once. Of
// a script without spaces it is the pairs of neighbours.
func content(s string) []string {
	list := words(s)
	out := make([]string, 0, len(list))
	var seen map[string]bool
	add := func(w string) {
		if len(out) <= few { // as in nearly every unit of a text: a map would cost more
			if !slices.Contains(out, w) {
				out = append(out, w)
			}
			return
		}
		if seen == nil {
			seen = make(map[string]bool, len(list))
			for _, w := range out {
				seen[w] = true
			}
		}
		if !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	for i, w := range list {
		r, n := utf8.DecodeRuneInString(w)
		switch {
		case wide(r):
			if i+1 < len(list) && !cues.function[w] && !cues.function[list[i+1]] {
				if next, _ := utf8.DecodeRuneInString(list[i+1]); wide(next) {
					add(w + list[i+1])
				}
			}
		case cues.function[w] || len(w) == n && !unicode.IsDigit(r):
		default:
			add(stem(w))
		}
	}
	return out
}

// gramWords is how many words in a row are compared.
const gramWords = 3

// grams are the runs of one to gramWords words of some texts, by their hashes.
type grams map[uint64]struct{}

func gram(list []string) uint64 {
	h := uint64(len(list))
	for _, w := range list {
		for i := range len(w) {
			h = (h ^ uint64(w[i])) * prime
		}
		h = (h ^ ' ') * prime
	}
	return h
}

func (g grams) add(list []string) {
	for n := 1; n <= gramWords; n++ {
		for i := 0; i+n <= len(list); i++ {
			g[gram(list[i:i+n])] = struct{}{}
		}
	}
}

// share is how much of a text stands in the texts, by runs of its words; 0 for one without words.
func (g grams) share(list []string) float64 {
	n := min(gramWords, len(list))
	if n == 0 {
		return 0
	}
	hits := 0
	for i := 0; i+n <= len(list); i++ {
		if _, ok := g[gram(list[i:i+n])]; ok {
			hits++
		}
	}
	return float64(hits) / float64(len(list)-n+1)
}

// longest is how many words in a row stand in the texts, as far as runs of gramWords can tell.
func (g grams) longest(list []string) int {
	most, now := 0, 0
	for i := 0; i+gramWords <= len(list); i++ {
		if _, ok := g[gram(list[i:i+gramWords])]; !ok {
			now = 0
			continue
		}
		now++
		most = max(most, now+gramWords-1)
	}
	return most
}
