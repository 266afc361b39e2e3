package jsonl

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Damaged reports whether a JSON text holds bytes that are no UTF-8, or escapes half of a
// surrogate pair. Some agents cannot read a file with the first, nor a line with the second.
func Damaged(raw string) bool { return !utf8.ValidString(raw) || LoneSurrogate([]byte(raw)) }

// Mend puts U+FFFD in the place of every byte, and every escape, that Damaged finds. All else
// stays as it is.
func Mend(raw string) string {
	if !Damaged(raw) {
		return raw
	}
	raw = strings.Map(func(r rune) rune { return r }, raw) // a U+FFFD for every byte
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		n := 1
		switch {
		case raw[i] != '\\':
		case !escaped(raw[i:]):
			n = min(2, len(raw)-i)
		case !LoneSurrogate([]byte(raw[i : i+escape])):
			n = escape
		case escaped(raw[i+escape:]) && !LoneSurrogate([]byte(raw[i:i+2*escape])):
			n = 2 * escape // the other half follows
		default:
			b.WriteString(`\ufffd`)
			i += escape
			continue
		}
		b.WriteString(raw[i : i+n])
		i += n
	}
	return b.String()
}

// escape is how many bytes \uXXXX has.
const escape = 6

// escaped reports whether a text begins with such an escape.
func escaped(raw string) bool {
	if len(raw) < escape || raw[:2] != `\u` {
		return false
	}
	_, err := strconv.ParseUint(raw[2:escape], 16, 16)
	return err == nil
}
