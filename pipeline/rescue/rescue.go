// Package rescue mends the summary of a compaction that somebody else made: what it lost is given
// back word for word, and what it invented is taken out. It decides on texts alone; what was lost and
// invented is the score's to say, and the session is put together elsewhere.
package rescue

import (
	"cmp"
	"slices"
	"strings"

	"cutline/pipeline/facts"
)

// Item is something that stood in what was replaced and is not whole in the new context.
type Item struct {
	Class  facts.Class
	Text   string // word for word
	Who    string // whose words they are: user, assistant, a tool, …
	Index  int    // point of the session's history in which it stands first
	Line   int    // of that message in the file, 0 when it is not known
	Kept   float64
	Points float64 // of the score that its loss costs
	Tokens int     // that its quotation takes
	// Due are items that are given back unless something else is chosen: what a person demands or
	// forbids, and open work.
	Due bool
}

// ClassOf is the class of facts of that name.
func ClassOf(name string) (facts.Class, bool) {
	for k := range titles {
		if class := facts.Class(k); class.String() == strings.TrimSpace(name) {
			return class, true
		}
	}
	return 0, false
}

// ClassNames are the names of the classes, for a sentence.
func ClassNames() string {
	names := make([]string, len(titles))
	for k := range titles {
		names[k] = facts.Class(k).String()
	}
	return strings.Join(names, ", ")
}

// Choice says which items are given back. The zero value is all that is due.
type Choice struct {
	All     bool
	Classes []facts.Class
	Items   []int // by number, from 1
	// Budget is how many tokens the items may take, the most points for a token first; 0: any.
	// Where nothing else is chosen, it is spent on all items.
	Budget int
}

// Choose gives the positions of the chosen items, in order. Numbers that no item has are left out.
func Choose(items []Item, c Choice) []int {
	var out []int
	named := c.All || len(c.Classes) > 0 || len(c.Items) > 0
	for i := range items {
		x := &items[i]
		switch {
		case c.All, slices.Contains(c.Classes, x.Class), slices.Contains(c.Items, i+1):
		case !named && (x.Due || c.Budget > 0):
		default:
			continue
		}
		out = append(out, i)
	}
	if c.Budget <= 0 {
		return out
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(items[b].worth(), items[a].worth()) })
	left := c.Budget
	out = slices.DeleteFunc(out, func(i int) bool {
		if items[i].Tokens > left {
			return true
		}
		left -= items[i].Tokens
		return false
	})
	slices.Sort(out)
	return out
}

// worth is the points that a token gives back.
func (x *Item) worth() float64 { return x.Points / float64(max(1, x.Tokens)) }

// Less is a choice without the item that gives back the least for a token.
func Less(items []Item, chosen []int) []int {
	least := 0
	for k, i := range chosen {
		if items[i].worth() < items[chosen[least]].worth() {
			least = k
		}
	}
	return slices.Delete(slices.Clone(chosen), least, least+1)
}
