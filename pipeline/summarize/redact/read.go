package redact

import (
	"strings"

	"cutline/model/pattern"
)

// read takes the value that begins at a place.
func (f *field) read(s string, at int, lvl level) {
	if at+1 < len(s) && strings.IndexByte("bBrRuUfFL@", s[at]) >= 0 && (s[at+1] == '"' || s[at+1] == '\'') {
		at++
	}
	depth := 0
	for at+depth < len(s) && s[at+depth] == '\\' {
		depth++
	}
	if q := at + depth; q < len(s) && strings.IndexByte("\"'`", s[q]) >= 0 {
		if s[q] != f.inside { // that one would close the string that the name stands in
			f.quote(s, q, depth)
		}
		return
	}
	f.start = at
	if depth > 0 {
		return
	}
	f.bare(s, at, lvl)
}

// quote takes a value in quotes, which are escaped depth times.
func (f *field) quote(s string, q, depth int) {
	c := s[q]
	at := q + 1
	if at+1 < len(s) && s[at] == c && s[at+1] == c {
		at += 2
	}
	f.start, f.quoted, f.alone = at, true, true
	stop := min(len(s), at+maxValue)
	for end := at; end < stop; end++ {
		switch s[end] {
		case '\n':
			f.value = s[at:end]
			return
		case c:
			n := 0
			for n < end-at && s[end-1-n] == '\\' {
				n++
			}
			if n <= depth && (depth > 0 || n == 0) {
				f.value = s[at : end-n]
				return
			}
		}
	}
	if stop == len(s) {
		f.value = s[at:] // the text was cut
	}
}

// bare takes a value without quotes.
func (f *field) bare(s string, at int, lvl level) {
	ends := " \t\n\r\"'`\x1b<>|;,)&"
	whole := f.sep == '=' && f.tight && f.lineStart && loud(f.name) || f.sep == ':' && f.lineStart && lvl >= medium
	if whole {
		ends = " \t\n\r\"'`\x1b"
	}
	end := at
	stop := min(len(s), at+maxBare)
	for end < stop && strings.IndexByte(ends, s[end]) < 0 {
		if s[end] == '\\' && end+1 < len(s) && strings.IndexByte("nrtu\"'\\", s[end+1]) >= 0 {
			break
		}
		end++
	}
	if f.end = end; end == stop && stop < len(s) {
		return // no word is as long
	}
	f.value = s[at:end]
	if !whole || f.sep == ':' {
		f.value = strings.TrimRight(f.value, ",;)]}.")
		f.comma = strings.HasPrefix(s[at+len(f.value):], ",")
	}
	f.alone = lvl >= medium && nothingBehind(s, at+len(f.value))
}

var behind = pattern.New(`^[,;)\]}"'\x60]*\\*[ \t]*(?:$|[\n\r"'&|]|\\[nr"]|#|//)`)

// nothingBehind reports whether a line, or the string that it stands in, ends there.
func nothingBehind(s string, at int) bool { return behind.MatchString(s[at:min(len(s), at+40)]) }
