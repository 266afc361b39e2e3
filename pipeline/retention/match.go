package retention

import (
	"strings"

	"cutline/pipeline/facts"
	"cutline/pipeline/lint"
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
}

// kept is how much of a fact is found, 0 to 1.
func (m *matcher) kept(x *item) float64 {
	switch x.Class {
	case facts.Constraint:
		return m.sentence(x.Text, true)
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
		return one(m.has(strings.TrimPrefix(x.Key, ":"), apart))
	case facts.Command:
		return one(m.command(x.Key))
	default:
		return one(m.has(x.Key, address))
	}
}

// address reports whether an address that ends there is no part of a longer one.
func address(t string, _, end int) bool {
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

// sentence is how much of a sentence stands in one that says the same: as many of its words, and
// both forbid or both do not. One that is wrapped or holds a stop is looked for by its pieces.
func (m *matcher) sentence(text string, polar bool) float64 {
	sum, kept := 0.0, 0.0
	for _, u := range units(text) {
		words := lint.Content(u)
		n := float64(len(words))
		sum += n
		best := 0.0
		for i, hits := range m.hits(words) {
			share := float64(hits) / n
			if share < halfSaid || polar && m.negative(i) != facts.Negative(u) {
				continue
			}
			if share >= said {
				best = 1
				break
			}
			best = 0.5
		}
		kept += n * best
	}
	if sum == 0 { // function words alone
		return one(m.line(text))
	}
	return kept / sum
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

func (m *matcher) negative(unit int) bool {
	n, known := m.doc.polarity[unit]
	if !known {
		n = facts.Negative(m.doc.units[unit])
		m.doc.polarity[unit] = n
	}
	return n
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
func pairs(text string) map[string]bool {
	out := map[string]bool{}
	for _, u := range units(text) {
		words := spoken(u)
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
func spread(asks []item) map[string]int {
	out := map[string]int{}
	for _, a := range asks {
		for p := range pairs(a.Text) {
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
	for p := range pairs(text) {
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

// statuses are the words for the status of a todo beside its own.
var statuses = map[string][]string{
	"pending": {"pending", "[ ]", "todo", "open", "to do", "not started", "remaining"}, "in_progress": {"in_progress", "in progress", "[~]", "ongoing", "working on", "current"},
}

// todo is ½ for the words of a todo and 1 when its status stands beside them.
func (m *matcher) todo(text string) float64 {
	status, words, _ := strings.Cut(strings.TrimPrefix(text, "["), "] ")
	content := lint.Content(words)
	if len(content) == 0 {
		return one(m.line(words))
	}
	names := statuses[status]
	if names == nil {
		names = []string{strings.ToLower(status)}
	}
	best := 0.0
	for i, hits := range m.hits(content) {
		if float64(hits) < said*float64(len(content)) {
			continue
		}
		best = max(best, 0.5)
		unit := plain(m.doc.units[i])
		for _, n := range names {
			if find(unit, n, func(at, end int) bool { return whole(unit, at, end) }) {
				return 1
			}
		}
	}
	return best
}

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
			if !strings.Contains(unit, w) {
				return false
			}
		}
		return true
	})
}
