package query

import (
	"strings"

	"cutline/model"
	"cutline/pipeline"
)

// Counts are how many messages of a session each choice lets through. A session can have used hundreds of
// tools: each of their names is compared once, not with every message.
func Counts(choices []Choice, s *model.Session, fate func(i int) pipeline.Fate) []int {
	out := make([]int, len(choices))
	filters := make([]Filter, len(choices))
	tools := map[int]string{} // the choices of tools, by what their name must hold
	for k, c := range choices {
		if part, is := strings.CutPrefix(c.Term, "tool:"); is {
			tools[k] = strings.ToLower(part)
			continue
		}
		f, err := Parse(c.Term)
		if err != nil { // what Choices gives is what Parse takes
			continue
		}
		filters[k] = f
	}
	named := map[string][]int{} // the choices that hold for the name of a tool
	last := make([]int, len(choices))
	for i := range s.Rows {
		x := Subject{Session: s, Index: i, Fate: fate(i)}
		for k := range choices {
			if !filters[k].Empty() && filters[k].Is(x) {
				out[k]++
			}
		}
		count := func(name string) {
			holds, known := named[name]
			if !known {
				for k, part := range tools {
					if strings.Contains(strings.ToLower(name), part) {
						holds = append(holds, k)
					}
				}
				named[name] = holds
			}
			for _, k := range holds {
				if last[k] <= i { // once for each message
					last[k] = i + 1
					out[k]++
				}
			}
		}
		for _, l := range s.LinksOf(i) {
			count(l.Name)
		}
		count(s.Rows[i].Tool)
	}
	return out
}
