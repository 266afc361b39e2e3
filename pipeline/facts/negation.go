package facts

import (
	"cmp"
	"slices"
	"strings"
)

// negations are the words that turn a sentence round.
var negations = negationTable()

func negationTable() []Phrase {
	list := lines("negations.txt")
	out := make([]Phrase, 0, len(list))
	for _, l := range list {
		out = append(out, NewPhrase(l))
	}
	return out
}

// Negative reports whether a sentence forbids or denies. "Unless" and "without asking" count: they
// bound what is allowed.
func Negative(sentence string) bool { return Negations(sentence) > 0 }

// Negations is how often a sentence forbids or denies: "do not delete it without asking" does twice.
func Negations(sentence string) int {
	s := strings.ReplaceAll(strings.ToLower(sentence), "’", "'")
	var found []Span
	add := func(p Phrase) {
		for from := 0; from < len(s); {
			at, end := p.Find(s, from)
			if at < 0 {
				return
			}
			found = append(found, Span{at, end})
			from = end
		}
	}
	for _, c := range cues {
		if c.neg {
			add(c.Phrase)
		}
	}
	for _, n := range negations {
		add(n)
	}
	slices.SortFunc(found, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	n, last := 0, 0
	for _, f := range found { // those that overlap are one
		if f.Start >= last {
			n++
		}
		last = max(last, f.End)
	}
	return n
}

// Denials are the single words that forbid or deny, in all languages.
func Denials() []string {
	var out []string
	for _, c := range cues {
		if c.neg && !strings.ContainsAny(c.text, " …") {
			out = append(out, c.text)
		}
	}
	for _, n := range negations {
		if !strings.ContainsAny(n.text, " …") {
			out = append(out, n.text)
		}
	}
	return out
}
