package redact

import "strings"

// entry is a literal that may begin a secret, and the row that it belongs to.
type entry struct {
	literal string
	fold    bool // in any case
	row     int
}

// matcher finds the places where one of many literals may begin, by their first two bytes: a bit
// for each pair. A text has few such places, so the rest costs about a nanosecond a byte.
type matcher struct {
	pairs [1 << 16 / 64]uint64
	slots [1 << 16]uint16 // of each pair, in lists
	lists [][]entry
}

// add puts a literal of two bytes or more in.
func (m *matcher) add(literal string, fold bool, row int) {
	if m.lists == nil {
		m.lists = make([][]entry, 1) // the first is that of pairs that begin no literal
	}
	e := entry{literal, fold, row}
	for _, a := range cases(literal[0], fold) {
		for _, b := range cases(literal[1], fold) {
			p := uint16(a)<<8 | uint16(b)
			m.pairs[p>>6] |= 1 << (p & 63)
			if m.slots[p] == 0 && len(m.lists) < 1<<16 {
				m.slots[p] = uint16(len(m.lists))
				m.lists = append(m.lists, nil)
			}
			m.lists[m.slots[p]] = append(m.lists[m.slots[p]], e)
		}
	}
}

// mark makes every place with that byte one to look at.
func (m *matcher) mark(c byte) {
	for b := range 1 << 8 {
		p := uint16(c)<<8 | uint16(b)
		m.pairs[p>>6] |= 1 << (p & 63)
	}
}

// cases are the forms of a byte.
func cases(c byte, fold bool) []byte {
	if u := c &^ 0x20; fold && u >= 'A' && u <= 'Z' {
		return []byte{u, u | 0x20}
	}
	return []byte{c}
}

// zone is a part of a text.
type zone struct{ start, end int }

// walk calls on for every place in the zones where something may begin, outside of markers. It
// returns where to go on.
func (m *matcher) walk(s string, zones []zone, walls []wall, on func(i int) int) {
	i := 0
	for _, z := range zones {
		i, walls = m.walkZone(s, max(i, z.start), z.end, walls, on)
	}
}

func (m *matcher) walkZone(s string, i, end int, walls []wall, on func(i int) int) (int, []wall) {
	for end = min(end, len(s)-1); i < end; {
		p := uint16(s[i])<<8 | uint16(s[i+1])
		if m.pairs[p>>6]>>(p&63)&1 == 0 {
			i++
			continue
		}
		for len(walls) > 0 && walls[0].end <= i {
			walls = walls[1:]
		}
		if len(walls) > 0 && walls[0].start <= i {
			i = walls[0].end
			continue
		}
		i = max(i+1, on(i))
	}
	return i, walls
}

// at gives the literals whose first two bytes stand there.
func (m *matcher) at(s string, i int) []entry {
	return m.lists[m.slots[uint16(s[i])<<8|uint16(s[i+1])]]
}

// begins reports whether the literal stands at the beginning of a text.
func (e entry) begins(s string) bool {
	if !e.fold {
		return strings.HasPrefix(s, e.literal)
	}
	return len(s) >= len(e.literal) && strings.EqualFold(s[:len(e.literal)], e.literal)
}

// edge reports whether a word begins there: what stands before is no letter and no digit, or the
// end of an escape such as \n, \u003c, %3D or a colour of a terminal.
func edge(s string, i int) bool {
	if i == 0 || !wordAt(s, i-1) {
		return true
	}
	before := s[max(0, i-12):i]
	switch c := s[i-1]; {
	case strings.HasSuffix(before[:len(before)-1], `\`):
		return strings.IndexByte("nrtbfv", c) >= 0
	case len(before) >= 6 && before[len(before)-6:len(before)-4] == `\u`:
		return hexes(before[len(before)-4:])
	case len(before) >= 3 && before[len(before)-3] == '%':
		return hexes(before[len(before)-2:])
	case c == 'm':
		head := strings.TrimRight(before[:len(before)-1], "0123456789;")
		return strings.HasSuffix(head, "[")
	}
	return false
}

// wordAt reports whether a letter, a digit or an underscore of ASCII stands there.
func wordAt(s string, i int) bool {
	return i < len(s) && (alnum(s[i]) || s[i] == '_')
}

func alnum(c byte) bool { return isDigit(c) || isUpper(c) || isLower(c) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }

// hexes reports whether a text is hexadecimal digits alone.
func hexes(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; !isDigit(s[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}
