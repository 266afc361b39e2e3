package redact

import "strings"

// seen are the secrets that were found, so that one is known again without its name.
type seen struct {
	numbers map[string]int
	breaks  map[int]int // line breaks in the secret of that number, where there are any
	known   matcher
	values  []string // the secrets that are looked for by themselves
	next    int
}

// number gives a secret its number, and remembers it.
func (m *seen) number(secret string) int {
	n, ok := m.numbers[secret]
	if ok {
		return n
	}
	m.next++
	n = m.next
	m.numbers[secret] = n
	if breaks := strings.Count(secret, "\n"); breaks > 0 {
		m.breaks[n] = breaks
	}
	if telling(secret) {
		m.values = append(m.values, secret)
		m.known.add(secret, false, len(m.values)-1)
	}
	return n
}

// telling reports whether a secret may be looked for by itself: a short or plain one could be
// any word.
func telling(secret string) bool {
	k := look(secret)
	return len(secret) >= 8 && k.digits > 0 && k.lower+k.upper > 0
}

// again finds secrets that were seen before, wherever they stand. A short one has to be a word of
// its own.
func (m *seen) again(s string, walls []wall) []span {
	if len(m.values) == 0 {
		return nil
	}
	var spans []span
	m.known.walk(s, []zone{{0, len(s)}}, walls, func(i int) int {
		best := 0
		for _, e := range m.known.at(s, i) {
			n := len(e.literal)
			if n > best && e.begins(s[i:]) && (n >= 16 || edge(s, i) && !wordAt(s, i+n)) {
				best = n
			}
		}
		if best > 0 {
			spans = append(spans, span{start: i, end: i + best, kind: seenBefore})
		}
		return i + best
	})
	return spans
}

// lines counts the line breaks of a part of a text that ends at a place, those of the secrets that
// were replaced in it too. The walls that it passes are taken off.
func (m *seen) lines(part string, walls *[]wall, end int) int {
	n := strings.Count(part, "\n")
	for ; len(*walls) > 0 && (*walls)[0].end <= end; *walls = (*walls)[1:] {
		n += m.breaks[(*walls)[0].number]
	}
	return n
}
