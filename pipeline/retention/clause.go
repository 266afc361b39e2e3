package retention

import (
	"strings"

	"cutline/model/pattern"
	"cutline/pipeline/facts"
	"cutline/pipeline/lint"
)

var (
	// clauseEnd parts the clauses of a sentence.
	clauseEnd = pattern.New(`[,;:(—–，；、：]\s*|\s+(?:and|but|or|und|aber|oder|y|pero|et|mais)\s+`)
	// nameRun is a run of signs in which a name, a path or a number can stand.
	nameRun = pattern.New(`[\w./\\:@#%+-]+`)
)

// denials are the stems of the words that forbid or deny by themselves: they tell nothing of what a
// clause is about.
var denials = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range facts.Denials() {
		for _, stem := range lint.Content(w) {
			out[stem] = true
		}
	}
	return out
}()

// negations counts what forbids or denies in those clauses of a sentence that hold some of the words;
// what it says beside that counts for itself.
func negations(sentence string, words []string) int {
	n := facts.Negations(sentence)
	if n == 0 {
		return 0
	}
	wanted := make(map[string]bool, len(words))
	for _, w := range words {
		if !denials[w] {
			wanted[w] = true
		}
	}
	n = 0
	empty := "" // clauses without words: they belong to the next one
	in := false
	for _, c := range clauses(sentence) {
		content := lint.Content(facts.Figures(c))
		own, about := false, false
		for _, w := range content {
			own = own || !denials[w]
			about = about || wanted[w]
		}
		if !own {
			empty += c
			continue
		}
		if in = about; in {
			n += facts.Negations(empty + c)
		}
		empty = ""
	}
	if empty != "" && in {
		n += facts.Negations(empty)
	}
	return n
}

// clauses are the pieces of a sentence, each with what parts it from the next.
func clauses(sentence string) []string {
	var out []string
	start := 0
	for _, at := range clauseEnd.FindAllStringIndex(sentence, -1) {
		out = append(out, sentence[start:at[1]])
		start = at[1]
	}
	return append(out, sentence[start:])
}

// exact are the names, paths and numbers of a sentence, of a path its last part: they are said or not,
// and no share of the words around them makes up for one.
func exact(sentence string) []string {
	var out []string
	for _, w := range nameRun.FindAllString(slashed(facts.Figures(sentence)), -1) {
		w = strings.Trim(w, ".,;:-/#%+@")
		w = w[strings.LastIndexByte(w, '/')+1:]
		dot := strings.IndexByte(w, '.')
		if strings.ContainsAny(w, "0123456789_") || dot > 0 && dot+1 < len(w) && !facts.Abbreviation(w) {
			out = append(out, w)
		}
	}
	return out
}

// holds reports whether all names stand in a unit.
func holds(unit string, names []string) bool {
	if len(names) == 0 {
		return true
	}
	text := slashed(facts.Figures(unit))
	for _, n := range names {
		if !find(text, n, func(at, end int) bool { return version(text, at, end) }) {
			return false
		}
	}
	return true
}
