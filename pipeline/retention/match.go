package retention

import (
	"strings"

	"cutline/pipeline/facts"
)

// How much of a sentence has to be found in one sentence, and from which share on it counts half.
const (
	said     = 0.85
	halfSaid = 0.60
)

// The shares of a turn's word pairs between which it counts in part.
const (
	askedAll  = 0.8
	askedNone = 0.3
)

// matcher looks for facts in a document.
type matcher struct {
	doc    *document
	root   string
	spread map[string]int // in how many turns a pair of words stands
	heard  memory
}

// kept is how much of a fact is found, 0 to 1.
func (m *matcher) kept(x *item) float64 {
	switch x.Class {
	case facts.Constraint:
		return m.sentence(x.Text)
	case facts.Ask:
		return m.ask(x.Text)
	case facts.File:
		return m.file(x.Text)
	case facts.State:
		return m.todo(x.Text)
	case facts.Error:
		return one(x.code != "" && m.has(x.code, whole) || m.line(x.Text))
	case facts.Identifier:
		return one(m.has(strings.TrimSuffix(x.Key, "()"), whole))
	case facts.Number:
		return one(m.number(x.Key))
	case facts.Command:
		return one(m.command(x.Key))
	default:
		return one(m.has(x.Key, address))
	}
}

// address reports whether an address that stands there is no part of a longer one.
func address(t string, at, end int) bool {
	if at > 0 && (wordByte(t[at-1]) || t[at-1] == '-' || t[at-1] == '.') {
		return false
	}
	if end < len(t) && t[end] == '/' { // as in https://example.com/, which is the same
		end++
	}
	return end == len(t) || !wordByte(t[end]) && t[end] != '-' && (t[end] != '.' || end+1 == len(t) || !wordByte(t[end+1]))
}

func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func (m *matcher) has(word string, good func(text string, at, end int) bool) bool {
	return find(m.doc.text, word, func(at, end int) bool { return good(m.doc.text, at, end) })
}

// number reports whether a number stands there, whatever its spelling. The v of a version may be
// missing, and a hash may be shortened.
func (m *matcher) number(key string) bool {
	key = strings.TrimLeft(key, ":")
	if m.has(key, version) || find(m.doc.figures, key, func(at, end int) bool { return version(m.doc.figures, at, end) }) {
		return true
	}
	if bare := strings.TrimPrefix(key, "v"); bare != key && m.has(bare, version) {
		return true
	}
	return hash(key) && m.has(key[:shortHash], func(t string, at, end int) bool { return shortened(t, at, end, key) })
}

// sentence is how much of a sentence stands in one that says the same. One that is broken into lines
// or holds a stop is looked for by its pieces too.
func (m *matcher) sentence(text string) float64 {
	single, joined := parts(text)
	best := 0.0
	if len(joined) == 1 && len(single) > 1 {
		best, _ = m.piece(joined[0])
	}
	sum, kept := 0.0, 0.0
	for _, u := range single {
		share, n := m.piece(u)
		if n == 0 && facts.Negative(u) && !m.line(u) {
			return best // the word that turns it round is a line of its own, and gone
		}
		sum += n
		kept += n * share
	}
	if sum == 0 { // function words alone
		return one(m.line(text))
	}
	return max(best, kept/sum)
}

// piece is how much of a unit is found in one, by as many of its words, when both forbid or both do
// not; and how many words it has.
func (m *matcher) piece(u string) (best, n float64) {
	words := m.heard.of(u).content
	n = float64(len(words))
	names, nots := exact(u), negations(u, words)
	for i, hits := range m.hits(words) {
		share := float64(hits) / n
		if share < halfSaid {
			continue
		}
		unit := m.doc.units[i]
		found := negations(unit, words)
		switch {
		case (found > 0) != (nots > 0):
		case share >= said && found >= nots && holds(unit, names):
			return 1, n
		default:
			best = 0.5
		}
	}
	return best, n
}

// hits counts, for each unit, the words that it holds.
func (m *matcher) hits(words []string) map[int]int {
	out := map[int]int{}
	for _, w := range words {
		for _, i := range m.doc.index[w] {
			out[i]++
		}
	}
	return out
}

// line reports whether the pieces of a text stand there, whatever their case.
func (m *matcher) line(text string) bool {
	found := false
	for _, u := range units(text) {
		u = strings.Trim(plain(u), " .,;:!?")
		if u == "" {
			continue
		}
		if !strings.Contains(m.doc.lower, u) {
			return false
		}
		found = true
	}
	return found
}

// pairs are the words of a text, two by two within its units.
func (m memory) pairs(text string) map[string]bool {
	out := map[string]bool{}
	for _, u := range units(text) {
		words := m.of(u).spoken
		if len(words) == 1 {
			out[words[0]] = true
		}
		for k := 1; k < len(words); k++ {
			out[words[k-1]+" "+words[k]] = true
		}
	}
	return out
}

// spread counts in how many turns a pair of words stands: one that all have tells little.
func (m memory) spread(asks []item) map[string]int {
	out := map[string]int{}
	for _, a := range asks {
		for p := range m.pairs(a.Text) {
			out[p]++
		}
	}
	return out
}

// ask is how much of a turn stands there, by its pairs of words.
func (m *matcher) ask(text string) float64 {
	// The weights are summed as counts by spread, so that the order of a map changes no digit.
	all, found := map[int]int{}, map[int]int{}
	top := 0
	for p := range m.heard.pairs(text) {
		n := max(1, m.spread[p])
		top = max(top, n)
		all[n]++
		if m.doc.shingles[p] {
			found[n]++
		}
	}
	sum, kept := 0.0, 0.0
	for n := 1; n <= top; n++ {
		sum += float64(all[n]) / float64(n)
		kept += float64(found[n]) / float64(n)
	}
	if sum == 0 {
		return one(m.line(text))
	}
	return min(1, max(0, (kept/sum-askedNone)/(askedAll-askedNone)))
}

// longWord is from how many bytes on an argument may be the beginning of one.
const longWord = 60

// command reports whether a program and its two most specific arguments stand in one unit.
func (m *matcher) command(key string) bool {
	words := strings.Fields(quotes.Replace(key))
	if len(words) == 0 {
		return false
	}
	t := m.doc.bare
	return find(t, words[0], func(at, end int) bool {
		if !apart(t, at, end) || at > 0 && t[at-1] == '-' {
			return false
		}
		unit := t[strings.LastIndexByte(t[:at], '\n')+1:]
		unit, _, _ = strings.Cut(unit, "\n")
		for _, w := range words[1:] {
			if !find(unit, w, func(at, end int) bool { return whole(unit, at, end) && (len(w) > longWord || ends(unit, end)) }) {
				return false
			}
		}
		return true
	})
}
