package text

import (
	"strings"
	"unicode/utf8"
)

// Steady is s as rows of it are drawn, for whoever counts places in a text that NewWrapped is given: they
// are those of Wrapped.Text then.
func Steady(s string) string { return steady(s) }

// steady returns s without the spellings that one terminal draws in more cells
// than another. Everything that measures or makes rows goes through it, so a
// row has the same width wherever it is drawn:
//
//   - an emoji joined from several (U+200D) is drawn as its parts;
//   - a request for the plain or emoji form (U+FE0E, U+FE0F) and a skin tone are
//     left out, each sign keeps the width it has by itself;
//   - Korean spelled in single letters is put together into syllables;
//   - half-width kana with a voicing mark are drawn as one full-width kana;
//   - Thai and Lao AM are drawn as the mark and the letter that they consist of.
//
// What stays open are characters that Unicode itself calls ambiguous, such as
// the box-drawing lines (one cell here), and Indic conjuncts.
//
// Words that run from right to left are drawn in the order in which they were
// written, one letter after the other, and nothing is put around them. A
// terminal that turns such words itself may take a number beside them along;
// marks of ours (U+200E, isolates) would not hold it everywhere: iTerm2 drops
// them before it turns the line, Windows Terminal takes a cell for each, which
// breaks every border of the row. To turn the words here would turn them twice
// there. Whoever wants the columns where they are can tell the terminal so; the
// README says how.
func steady(s string) string {
	i := unsteady(s)
	if i < 0 {
		return s
	}
	var out strings.Builder
	out.Grow(len(s) + 8)
	out.WriteString(s[:i])
	for i < len(s) {
		b := s[i]
		if b < utf8.RuneSelf {
			out.WriteByte(b)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		rest := s[i+n:]
		switch {
		case r == vsText, r == vsEmoji, isTone(r), r == zwj && followedByEmoji(rest):
		case r == 0x0e33:
			out.WriteString("\u0e4d\u0e32")
		case r == 0x0eb3:
			out.WriteString("\u0ecd\u0eb2")
		case r >= jamoL && r < jamoL+19:
			syllable, used := compose(r, rest)
			out.WriteRune(syllable)
			n += used
		case r >= kana && r < kana+0x3f:
			mark, used := utf8.DecodeRuneInString(rest)
			if full := voiced(r, mark); full != 0 {
				r, n = full, n+used
			}
			out.WriteRune(r)
		default:
			out.WriteString(s[i : i+n])
		}
		i += n
	}
	return out.String()
}

// unsteady returns where the first spelling may begin that steady changes, or
// -1. It looks at bytes only, since nearly every text has none.
func unsteady(s string) int {
	for i := 0; i+2 < len(s); i++ {
		if s[i] < 0xe0 {
			continue
		}
		switch s[i] {
		case 0xe0: // U+0E33, U+0EB3
			if (s[i+1] == 0xb8 || s[i+1] == 0xba) && s[i+2] == 0xb3 {
				return i
			}
		case 0xe1: // U+1100–U+1112
			if s[i+1] == 0x84 && s[i+2] <= 0x92 {
				return i
			}
		case 0xe2: // U+200D
			if s[i+1] == 0x80 && s[i+2] == 0x8d {
				return i
			}
		case 0xef: // U+FE0E, U+FE0F; a letter before U+FF9E, U+FF9F
			if s[i+1] == 0xb8 && (s[i+2] == 0x8e || s[i+2] == 0x8f) {
				return i
			}
			if (s[i+1] == 0xbd || s[i+1] == 0xbe) && strings.HasPrefix(s[i+3:], "\xef\xbe") {
				return i
			}
		case 0xf0: // U+1F3FB–U+1F3FF
			if s[i+1] == 0x9f && s[i+2] == 0x8f {
				return i
			}
		}
	}
	return -1
}

func followedByEmoji(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return isEmoji(r)
}

const (
	jamoL     = 0x1100 // leading consonants, 19
	jamoV     = 0x1161 // vowels, 21
	jamoT     = 0x11a7 // trailing consonants, 27 and the place for none
	syllables = 0xac00
)

// compose joins a leading consonant with the vowel and the trailing consonant
// that follow it, if they do, and returns how many bytes of rest it used.
func compose(lead rune, rest string) (rune, int) {
	v, n := utf8.DecodeRuneInString(rest)
	if v < jamoV || v >= jamoV+21 {
		return lead, 0
	}
	r := syllables + ((lead-jamoL)*21+(v-jamoV))*28
	if t, m := utf8.DecodeRuneInString(rest[n:]); t > jamoT && t < jamoT+28 {
		return r + t - jamoT, n + m
	}
	return r, n
}

const kana = 0xff61 // the half-width forms

// isVoicing reports the two half-width voicing marks.
func isVoicing(r rune) bool { return r == 0xff9e || r == 0xff9f }

// voiced returns the full-width kana for a half-width one with a voicing mark,
// or 0 if there is none. Both spellings take two cells, one by one.
func voiced(letter, mark rune) rune {
	hard := mark == 0xff9e // ga, za, da, ba; the other mark makes pa
	switch {
	case !isVoicing(mark):
		return 0
	case letter >= 0xff8a && letter <= 0xff8e: // ha to ho
		r := 0x30d1 + 3*(letter-0xff8a)
		if hard {
			r--
		}
		return r
	case hard && letter >= 0xff76 && letter <= 0xff81: // ka to chi
		return 0x30ac + 2*(letter-0xff76)
	case hard && letter >= 0xff82 && letter <= 0xff84: // tsu to to, after a small tsu
		return 0x30c5 + 2*(letter-0xff82)
	case hard && letter == 0xff73: // u
		return 0x30f4
	}
	return 0
}
