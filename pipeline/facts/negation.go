package facts

import "strings"

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
func Negative(sentence string) bool {
	s := strings.ReplaceAll(strings.ToLower(sentence), "’", "'")
	for _, c := range cues {
		if at, _ := c.Find(s, 0); c.neg && at >= 0 {
			return true
		}
	}
	for _, n := range negations {
		if at, _ := n.Find(s, 0); at >= 0 {
			return true
		}
	}
	return false
}
