package js

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Unquote gives the value of a raw JSON string, quotes included. Half of a surrogate pair
// and bytes that are no UTF-8 become U+FFFD, and broken reports that there was one.
func Unquote(raw string) (s string, broken bool) {
	return unquote(raw, func(b *strings.Builder, _ rune) { b.WriteRune(utf8.RuneError) })
}

// Unescape is Unquote of what stands between the quotes.
func Unescape(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) {
		return string(raw)
	}
	s, _ := Unquote(`"` + string(raw) + `"`)
	return s
}

// unquote is Unquote with a choice of what stands for half of a surrogate pair.
func unquote(raw string, lone func(*strings.Builder, rune)) (s string, broken bool) {
	if len(raw) < 2 {
		return raw, false
	}
	body, broken := clean(raw[1 : len(raw)-1])
	if strings.IndexByte(body, '\\') < 0 {
		return body, broken
	}
	var b strings.Builder
	b.Grow(len(body))
	for i := 0; i < len(body); {
		j := strings.IndexByte(body[i:], '\\')
		if j < 0 {
			b.WriteString(body[i:])
			break
		}
		b.WriteString(body[i : i+j])
		i += j + 1
		if i >= len(body) {
			break
		}
		c := body[i]
		i++
		switch c {
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u':
			r, ok := hex4(body, i)
			if !ok {
				broken = true
				b.WriteRune(utf8.RuneError)
				continue
			}
			i += 4
			if !utf16.IsSurrogate(r) {
				b.WriteRune(r)
				continue
			}
			if strings.HasPrefix(body[i:], `\u`) {
				if low, ok := hex4(body, i+2); ok {
					if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
						b.WriteRune(pair)
						i += 6
						continue
					}
				}
			}
			broken = true
			lone(&b, r)
		default: // " \ /
			b.WriteByte(c)
		}
	}
	return b.String(), broken
}

// half writes half of a surrogate pair as three bytes, the way UTF-8 would if it knew it. No
// text that Unquote gives holds such bytes, so requote knows them again.
func half(b *strings.Builder, r rune) {
	b.WriteByte(0xe0 | byte(r>>12))
	b.WriteByte(0x80 | byte(r>>6)&0x3f)
	b.WriteByte(0x80 | byte(r)&0x3f)
}

// requote writes a raw JSON string as JSON.stringify would: half of a surrogate pair is an
// escape again.
func requote(b *strings.Builder, raw string) {
	s, broken := unquote(raw, half)
	if !broken {
		quote(b, s)
		return
	}
	var q strings.Builder
	quote(&q, s)
	s = q.String()
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 && i+3 <= len(s) {
			fmt.Fprintf(b, `\u%04x`, rune(s[i]&0x0f)<<12|rune(s[i+1]&0x3f)<<6|rune(s[i+2]&0x3f))
			i += 3
			continue
		}
		b.WriteString(s[i : i+size])
		i += size
	}
}

func hex4(s string, i int) (rune, bool) {
	if i+4 > len(s) {
		return 0, false
	}
	n, err := strconv.ParseUint(s[i:i+4], 16, 32)
	return rune(n), err == nil
}

func clean(s string) (string, bool) {
	if utf8.ValidString(s) {
		return s, false
	}
	return replaceInvalid(s), true
}

// replaceInvalid puts one U+FFFD in the place of every byte that is no UTF-8, so that the
// length in units stays what Units says of the original.
func replaceInvalid(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 16)
	for _, r := range s { // range yields U+FFFD for each bad byte
		b.WriteRune(r)
	}
	return b.String()
}

// Quote is s as a JSON string in the form of JSON.stringify: only what must be escaped is,
// so <, >, & and U+2028 stay as they are.
func Quote(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 2)
	quote(&b, s)
	return b.String()
}

func quote(b *strings.Builder, s string) {
	const hex = "0123456789abcdef"
	b.WriteByte('"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		b.WriteString(s[start:i])
		start = i + 1
		switch c {
		case '"', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		default:
			b.WriteString(`\u00`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	b.WriteString(s[start:])
	b.WriteByte('"')
}
