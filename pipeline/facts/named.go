package facts

import "cutline/model"

// Named are the identifiers, the numbers and the links of a text as if that role had written it, one
// mention of an identifier being enough. Each has the span of its first mention; Row and Part are 0.
func Named(text string, role model.Role) []Fact {
	c := newCollector()
	c.scan(0, 0, 0, text, role)
	out := append(c.identifiers.facts, c.numbers.facts...)
	return append(out, c.links.facts...)
}
