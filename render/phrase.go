package render

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cutline/render/text"
	"cutline/render/theme"
)

// phraseRest is how many cells may stay empty behind a sentence that ends with one of its phrases; when
// there are more, words of the next phrase follow, if they are phraseGain cells at least.
const (
	phraseRest = 12
	phraseGain = 10
)

// phrase is a sentence in at most w cells: whole, or up to the end of one of its phrases, or
// up to a word. With more cells it never says less.
func phrase(th *theme.Theme, s string, w int) string {
	s = text.CleanLine(s)
	if full := words(th, s); text.Width(full) <= w {
		return full
	}
	more := th.Shapes.Ellipsis
	whole, part := "", ""
	for i, r := range s {
		switch {
		case (isPhraseEnd(r) || r == '·') && !digitAt(s, i+1):
			if head := words(th, strings.TrimRight(s[:i], " ")); text.Width(head) <= w {
				whole = head
			}
		case r == ' ' && endsWell(s[:i]):
			if head := words(th, strings.TrimRight(s[:i], " ")) + " " + more; text.Width(head) <= w {
				part = head
			}
		}
	}
	switch {
	case whole == "" && part == "": // not even a word
		return label(th, words(th, s), w)
	case whole == "", w-text.Width(whole) > phraseRest && text.Width(part) >= text.Width(whole)+phraseGain:
		return part
	}
	return whole
}

func isPhraseEnd(r rune) bool { return r == ':' || r == ',' || r == ';' }

// endsWell reports whether the last word can stand before the sign for "there is more": a sign cannot, and
// a number with which a phrase begins waits for what it counts.
func endsWell(head string) bool {
	at := strings.LastIndexByte(head, ' ')
	last, before := head[at+1:], strings.TrimRight(head[:max(at, 0)], " ")
	if last == "" {
		return false
	}
	if r, _ := utf8.DecodeLastRuneInString(last); isPhraseEnd(r) || strings.IndexFunc(last, isWordRune) < 0 {
		return false
	}
	if strings.IndexFunc(last, unicode.IsLetter) >= 0 {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(before)
	return isWordRune(r)
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// digitAt reports whether a digit stands there: a comma before it separates thousands.
func digitAt(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
