package tokens

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// class is what the split patterns can tell apart. Every rune has exactly one.
type class uint8

const (
	upper    class = 1 << iota // Lu, Lt
	lower                      // Ll
	caseless                   // Lm, Lo: both halves of a word may hold it
	mark                       // M
	number                     // N
	space                      // white space but CR and LF
	newline                    // CR, LF
	other                      // punctuation, symbols, controls, unassigned, U+FFFD

	letter = upper | lower | caseless
	head   = upper | caseless | mark // what a word of o200k may begin with
	tail   = lower | caseless | mark // what it must end with
	blank  = space | newline
	symbol = other | mark // what a run of punctuation may hold
)

// tableRunes covers the planes that hold nearly all text: the basic one, and the one with
// the emoji.
const tableRunes = 0x20000 // runes, a byte each

type classTable [tableRunes]class

// classesOf builds the table on first use; about a millisecond.
var classesOf = sync.OnceValue(func() *classTable {
	t := new(classTable)
	for i := range t {
		t[i] = other
	}
	for _, k := range categories {
		for _, r := range k.table.R16 {
			for c := int(r.Lo); c <= int(r.Hi); c += int(r.Stride) {
				t[c] = k.class
			}
		}
		for _, r := range k.table.R32 {
			for c := int(r.Lo); c <= int(r.Hi) && c < tableRunes; c += int(r.Stride) {
				t[c] = k.class
			}
		}
	}
	t['\r'], t['\n'] = newline, newline
	return t
})

var categories = []struct {
	table *unicode.RangeTable
	class class
}{
	{unicode.Lu, upper},
	{unicode.Lt, upper},
	{unicode.Ll, lower},
	{unicode.Lm, caseless},
	{unicode.Lo, caseless},
	{unicode.M, mark},
	{unicode.N, number},
	{unicode.White_Space, space},
}

// of is the class of any rune.
func (t *classTable) of(r rune) class {
	if uint32(r) < tableRunes {
		return t[r]
	}
	for _, k := range categories {
		if unicode.Is(k.table, r) {
			return k.class
		}
	}
	return other
}

// at is the class and the length in bytes of the rune at s[i].
func (t *classTable) at(s string, i int) (class, int) {
	if b := s[i]; b < utf8.RuneSelf {
		return t[b], 1
	}
	r, n := utf8.DecodeRuneInString(s[i:])
	return t.of(r), n
}

// run is the end of the runes from s[i] on that are in the set.
func (t *classTable) run(s string, i int, set class) int {
	for i < len(s) {
		if b := s[i]; b < utf8.RuneSelf {
			if t[b]&set == 0 {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if t.of(r)&set == 0 {
			return i
		}
		i += n
	}
	return i
}
