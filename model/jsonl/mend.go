package jsonl

import (
	"strings"
	"unicode/utf8"
)

// Damaged reports whether a JSON text holds bytes that are no UTF-8 or half of a surrogate
// pair: an agent cannot read a file with the first, nor a line with the second.
func Damaged(raw string) bool { return !utf8.ValidString(raw) || LoneSurrogate([]byte(raw)) }

// Mend puts U+FFFD in the place of what Damaged finds: for every byte that begins no rune, and
// for the escape of every half. All else stays as it is.
func Mend(raw string) string {
	if !Damaged(raw) {
		return raw
	}
	const escape, pair = 6, 12 // bytes of \uXXXX, and of two of them
	var b strings.Builder
	b.Grow(len(raw) + 16)
	for i := 0; i < len(raw); {
		if raw[i] != '\\' || i+1 == len(raw) {
			r, size := utf8.DecodeRuneInString(raw[i:])
			b.WriteRune(r) // U+FFFD for a byte that begins no rune
			i += size
			continue
		}
		n := 2
		if raw[i+1] == 'u' && i+escape <= len(raw) {
			n = escape
		}
		switch {
		case !LoneSurrogate([]byte(raw[i : i+n])):
			b.WriteString(raw[i : i+n])
		case i+pair <= len(raw) && !LoneSurrogate([]byte(raw[i:i+pair])):
			n = pair // the other half follows
			b.WriteString(raw[i : i+n])
		default:
			b.WriteString(`\ufffd`)
		}
		i += n
	}
	return b.String()
}
