// Package js sees text and JSON as JavaScript does: lengths in UTF-16 code units, JSON in
// the form that JSON.stringify gives. The agents whose sizes and cuts we reproduce count
// and cut that way.
package js

import "unicode/utf8"

// Units is the length of s in UTF-16 code units. A byte that is no UTF-8 counts as one,
// as the U+FFFD that stands for it would.
func Units(s string) int {
	n := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			n++
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		n += width(r)
		i += size
	}
	return n
}

// Prefix is the longest beginning of s that has at most n units. It never splits a code
// point: where the cut falls inside a surrogate pair one unit less is kept.
func Prefix(s string, n int) string {
	if n <= 0 {
		return ""
	}
	if len(s) <= n {
		return s
	}
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if n -= width(r); n < 0 {
			return s[:i]
		}
		i += size
	}
	return s
}

// Suffix is the longest end of s that has at most n units; like Prefix it never splits a
// code point.
func Suffix(s string, n int) string {
	if n <= 0 {
		return ""
	}
	if len(s) <= n {
		return s
	}
	for i := len(s); i > 0; {
		r, size := rune(s[i-1]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeLastRuneInString(s[:i])
		}
		if n -= width(r); n < 0 {
			return s[i:]
		}
		i -= size
	}
	return s
}

func width(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}
