package model

// Pairs lists what does not fit in a list of calls and results, by id.
type Pairs struct {
	Orphans    []string // results without a call before them
	Unanswered []string // calls without a result after them
	Doubled    []string // results that answer a call which has a result already
}

// Pair sets the Peer of every link and the Name of every result, over the whole session,
// by id and never by neighbourhood: parallel calls answer in any order.
func Pair(links []Link) {
	call := make(map[string]int, len(links)/2)
	for i := range links {
		links[i].Peer = -1
		if !links[i].Result {
			call[links[i].ID] = i
		}
	}
	// A name may be known although the pair is broken: the call can stand after the result.
	open := make(map[string]int, len(call))
	for i := range links {
		l := &links[i]
		if !l.Result {
			open[l.ID] = i
			continue
		}
		if c, ok := call[l.ID]; ok && l.Name == "" {
			l.Name = links[c].Name
		}
		if c, ok := open[l.ID]; ok && links[c].Peer < 0 && l.ID != "" {
			l.Peer, links[c].Peer = links[c].Row, l.Row
		}
	}
}

// Mismatched lists the orphans, unanswered calls and doubled results among the links whose
// row is in the set. A nil set means all of them.
func Mismatched(links []Link, in func(row int) bool) Pairs {
	var p Pairs
	calls := make(map[string]bool)
	answered := make(map[string]int)
	for _, l := range links {
		if in != nil && !in(l.Row) {
			continue
		}
		if !l.Result {
			calls[l.ID] = true
			continue
		}
		answered[l.ID]++
		switch {
		case !calls[l.ID]:
			p.Orphans = append(p.Orphans, l.ID)
		case answered[l.ID] == 2:
			p.Doubled = append(p.Doubled, l.ID)
		}
	}
	seen := make(map[string]bool)
	for _, l := range links {
		if l.Result || in != nil && !in(l.Row) || answered[l.ID] > 0 || seen[l.ID] {
			continue
		}
		seen[l.ID] = true
		p.Unanswered = append(p.Unanswered, l.ID)
	}
	return p
}
