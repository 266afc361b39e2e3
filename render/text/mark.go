package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	tabStop  = 8 // cells, as terminals have it
	maxMarks = 8 // combining marks on one character; scripts need up to 4, more paint over other rows
)

// marker writes lines whose characters all have a place and a known width.
type marker struct {
	out   *strings.Builder
	first bool // at the start of the text, where a BOM is a signature and no character
	tabs  bool // tabs stay

	prev  rune // the character written before, 0 at the start of a line and after a <U+…>
	stack int  // combining marks since the last base character
	flag  bool // prev is the first half of a flag
}

// line writes one line: tabs become blanks, and what is invisible, reorders
// its neighbours or has no base to stand on becomes <U+XXXX>.
func (m *marker) line(s string) {
	m.prev, m.stack, m.flag = 0, 0, false
	tabFrom, col := m.out.Len(), 0 // the column that was reached at that length of the output
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case r == '\t' && m.tabs:
			m.out.WriteByte('\t')
			m.base(' ')
		case r == '\t':
			col += Width(m.out.String()[tabFrom:])
			m.out.WriteString(blanks(tabStop - col%tabStop))
			col += tabStop - col%tabStop
			tabFrom = m.out.Len()
			m.base(' ')
		case r < 0x300 && r != 0xad, ordinary(r):
			m.out.WriteString(s[i : i+n])
			m.base(r)
		case r == 0xfeff && m.first && i == 0:
		case m.fits(r, s[i+n:]):
			m.out.WriteString(s[i : i+n])
			if stacks(r) {
				m.stack++
				m.prev = r
			} else {
				m.base(r)
			}
		default:
			fmt.Fprintf(m.out, "<U+%04X>", r)
			m.prev, m.stack, m.flag = 0, 0, false
		}
		i += n
	}
}

func (m *marker) base(r rune) {
	m.flag = isFlagHalf(r) && !m.flag
	m.prev, m.stack = r, 0
}

// fits reports whether r may stand between m.prev and rest as it is.
func (m *marker) fits(r rune, rest string) bool {
	switch {
	case isFlagHalf(r):
		follow, _ := utf8.DecodeRuneInString(rest)
		return m.flag || isFlagHalf(follow)
	case r == zwj || r == zwnj:
		follow, _ := utf8.DecodeRuneInString(rest)
		joinsEmoji := r == zwj && isEmoji(follow) && (isEmoji(m.prev) || isTone(m.prev) || m.prev == vsEmoji)
		return joinsEmoji || (isJoining(m.prev) && isJoining(follow) && !stacks(follow) && m.stack < maxMarks)
	case r == vsText || r == vsEmoji:
		return isEmoji(m.prev) || isKeycap(m.prev)
	case r >= 0xfe00 && r < vsText:
		return m.prev >= 0x2190 && !stacks(m.prev)
	case r >= 0xe0100 && r <= 0xe01ef:
		return unicode.Is(unicode.Han, m.prev)
	case isMongolianVS(r):
		return unicode.Is(unicode.Mongolian, m.prev) && !stacks(m.prev)
	case isTone(r):
		return isEmoji(m.prev)
	case isVoicing(r):
		return voiced(m.prev, r) != 0
	case unicode.Is(hidden, r) || !known(r):
		return false
	case stacks(r):
		return m.prev != 0 && m.prev != ' ' && m.stack < maxMarks // blanks may go where a row breaks
	}
	return true
}

const (
	zwnj    = 0x200c
	zwj     = 0x200d
	vsText  = 0xfe0e // asks for a character's plain form
	vsEmoji = 0xfe0f // asks for its emoji form
)

// hidden holds the characters that show nothing, show something else than they
// are, or govern the characters around them: default ignorables, formats that
// precede a number, line and paragraph separators, and non-characters.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x00ad, 0x00ad, 1},
		{0x034f, 0x034f, 1},
		{0x0600, 0x0605, 1},
		{0x061c, 0x061c, 1},
		{0x06dd, 0x06dd, 1},
		{0x070f, 0x070f, 1},
		{0x0890, 0x0891, 1},
		{0x08e2, 0x08e2, 1},
		{0x0d4e, 0x0d4e, 1},
		{0x115f, 0x1160, 1},
		{0x17b4, 0x17b5, 1},
		{0x180b, 0x180f, 1},
		{0x200b, 0x200f, 1},
		{0x2028, 0x202e, 1},
		{0x2060, 0x206f, 1},
		{0x3164, 0x3164, 1},
		{0xfdd0, 0xfdef, 1},
		{0xfe00, 0xfe0f, 1},
		{0xfeff, 0xfeff, 1},
		{0xffa0, 0xffa0, 1},
		{0xfff0, 0xfffb, 1},
		{0xfffe, 0xffff, 1},
	},
	R32: []unicode.Range32{
		{0x110bd, 0x110bd, 1},
		{0x110cd, 0x110cd, 1},
		{0x111c2, 0x111c3, 1},
		{0x113d1, 0x113d1, 1},
		{0x1193f, 0x1193f, 1},
		{0x11941, 0x11941, 1},
		{0x11a3a, 0x11a3a, 1},
		{0x11a84, 0x11a89, 1},
		{0x11d46, 0x11d46, 1},
		{0x11f02, 0x11f02, 1},
		{0x13430, 0x1343f, 1},
		{0x1bca0, 0x1bca3, 1},
		{0x1d173, 0x1d17a, 1},
		{0x1fffe, 0x1ffff, 1},
		{0x2fffe, 0x2ffff, 1},
		{0x3fffe, 0x3ffff, 1},
		{0xe0000, 0xe0fff, 1},
		{0xffffe, 0xfffff, 1},
		{0x10fffe, 0x10ffff, 1},
	},
	LatinOffset: 1,
}

// stacks reports whether r is drawn on or around the character before it.
func stacks(r rune) bool {
	return r == zwj || r == zwnj || isAm(r) || isTone(r) || isVoicing(r) || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Me)
}

// ordinary reports the large scripts whose characters need no second look.
func ordinary(r rune) bool {
	return r >= 0x3041 && r <= 0x3096 || r >= 0x30a1 && r <= 0x30fa || r >= 0x3400 && r <= 0x9fff ||
		r >= 0xac00 && r <= 0xd7a3 || r >= 0x370 && r <= 0x481
}

// known reports whether r is a character of a version of Unicode old enough
// for terminals to agree on its width.
func known(r rune) bool {
	return unicode.IsGraphic(r) || unicode.In(r, unicode.Cf, unicode.Co)
}

// isAm reports the vowels of Thai and Lao that are half mark, half letter.
func isAm(r rune) bool { return r == 0x0e33 || r == 0x0eb3 }

// isTone reports the five skin tones.
func isTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

func isFlagHalf(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

func isKeycap(r rune) bool { return r >= '0' && r <= '9' || r == '#' || r == '*' }

func isMongolianVS(r rune) bool { return r >= 0x180b && r <= 0x180d || r == 0x180f }

// isEmoji is generous: it covers the blocks that hold pictures and the single
// signs elsewhere that have an emoji form.
func isEmoji(r rune) bool {
	switch {
	case isTone(r) || isFlagHalf(r):
		return false
	case r >= 0x2190 && r <= 0x2bff, r >= 0x1f000 && r <= 0x1faff:
		return known(r)
	}
	switch r {
	case 0xa9, 0xae, 0x203c, 0x2049, 0x2122, 0x2139, 0x3030, 0x303d, 0x3297, 0x3299:
		return true
	}
	return false
}

// isJoining reports letters and marks of scripts in which a joiner or
// non-joiner is ordinary spelling, from Hebrew to Mongolian.
func isJoining(r rune) bool {
	return (r >= 0x590 && r < 0x10a0 || r >= 0x1780 && r < 0x18b0) &&
		(unicode.IsLetter(r) || unicode.IsMark(r)) && !unicode.Is(hidden, r)
}
