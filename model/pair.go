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
// row is in the set, each id once. A nil set means all of them. It pairs as Pair does, so an
// id that is used for one call after the other is no mismatch.
func Mismatched(links []Link, in func(row int) bool) Pairs {
	open := make(map[string]bool) // by id: a call that nothing has answered so far; false once answered
	var orphans, doubled, unanswered idSet
	for _, l := range links {
		if in != nil && !in(l.Row) {
			continue
		}
		waits, called := open[l.ID]
		switch {
		case !l.Result:
			if waits {
				unanswered.add(l.ID)
			}
			open[l.ID] = true
		case waits && l.ID != "":
			open[l.ID] = false
		case called && l.ID != "":
			doubled.add(l.ID)
		default:
			orphans.add(l.ID)
		}
	}
	for _, l := range links {
		if !l.Result && (in == nil || in(l.Row)) && open[l.ID] {
			unanswered.add(l.ID)
		}
	}
	return Pairs{Orphans: orphans.ids, Unanswered: unanswered.ids, Doubled: doubled.ids}
}

// idSet is ids in the order in which they came, each once.
type idSet struct {
	ids  []string
	seen map[string]bool
}

func (s *idSet) add(id string) {
	if s.seen[id] {
		return
	}
	if s.seen == nil {
		s.seen = make(map[string]bool)
	}
	s.seen[id] = true
	s.ids = append(s.ids, id)
}
