package chat

import (
	"strings"
	"unicode/utf8"

	"cutline/model/jsonl"
)

// mend makes JSON text valid for every reader: a byte that is no UTF-8 and the escape of half
// a surrogate pair become U+FFFD. All else stays as it is.
func mend(raw string) string {
	var b strings.Builder
	b.Grow(len(raw) + 16)
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '\\' && i+1 < len(raw) && raw[i+1] != 'u':
			b.WriteString(raw[i : i+2])
			i += 2
		case c == '\\' && i+6 <= len(raw):
			n := 6
			if i+12 <= len(raw) && raw[i+6] == '\\' && raw[i+7] == 'u' && !jsonl.LoneSurrogate([]byte(raw[i:i+12])) {
				n = 12
			}
			if n == 6 && jsonl.LoneSurrogate([]byte(raw[i:i+6])) {
				b.WriteString(`\ufffd`)
			} else {
				b.WriteString(raw[i : i+n])
			}
			i += n
		case c < utf8.RuneSelf:
			b.WriteByte(c)
			i++
		default:
			r, size := utf8.DecodeRuneInString(raw[i:])
			b.WriteRune(r) // U+FFFD for a byte that begins no rune
			i += size
		}
	}
	return b.String()
}
