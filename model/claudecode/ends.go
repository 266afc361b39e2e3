package claudecode

import (
	"slices"

	"cutline/model"
	"cutline/model/measure"
)

// end is one branch of a tree: the record that it ends with, and how much is on the way to it.
type end struct {
	rec           int // the message that was said last on it
	first         int // the first message that is on no other branch, -1 when there is none
	messages, own int // see model.Leaf
	to            int // how many records the file had when it was abandoned, or all of them
}

// twig is a branch while the tree is walked. It leaves another one beside a message of that
// one, which is kept there in its stead.
type twig struct {
	tops []int // places where it begins; none for the branch of the last message
	leaf int   // place
	from int   // the branch that it leaves, -1 for none
	gone []int // places on that branch whose messages are not on the way to this one
	own  []int // places from which on nothing is on another branch; none: from tops
}

// ends lists the branches of the tree, that of the last message first. A branch can have been
// abandoned on one that was abandoned itself.
func (t *tree) ends() []end {
	leaf := t.lastMessage()
	if leaf < 0 {
		return nil
	}
	last := t.lastBelow()
	children := t.children()
	starts := make(map[int]int) // by place, the branch that begins there
	twigs := []twig{{leaf: leaf, from: -1}}
	for b := 0; b < len(twigs); b++ { // more are found on the way
		forked := false
		for on := twigs[b].leaf; ; {
			if _, top := starts[on]; top {
				break
			}
			up := t.above(on)
			if found := t.twigs(up, on, children[up], b); len(found) > 0 {
				if !forked {
					twigs[b].own, forked = found[0].gone, true
				}
				for _, f := range found {
					for _, pos := range f.tops {
						starts[pos] = len(twigs)
						f.leaf = max(f.leaf, last[pos])
					}
					twigs = append(twigs, f)
				}
			}
			if up < 0 {
				break
			}
			on = up
		}
	}
	return t.weigh(twigs, starts)
}

// twigs are the branches that leave branch b beside the kept message. What was answered more
// than once beside somebody's entry is one: lines of an answer stand beside each other too.
func (t *tree) twigs(up, kept int, siblings []int, b int) []twig {
	cut := make(map[int]bool)
	t.fork(up, kept, siblings, cut)
	if len(cut) == 0 {
		return nil
	}
	var out []twig
	gone := []int{kept}
	answers := -1
	for _, pos := range siblings {
		switch answer := t.at(pos).kind == assistant; {
		case !cut[pos]:
			if answer && pos != kept && t.at(kept).kind == assistant {
				gone = append(gone, pos)
			}
		case answer && answers >= 0:
			out[answers].tops = append(out[answers].tops, pos)
		default:
			if answer {
				answers = len(out)
			}
			out = append(out, twig{tops: []int{pos}, from: b})
		}
	}
	for i := range out {
		out[i].gone = gone
	}
	return out
}

// weigh counts the messages of the branches. Starts are the places where they begin.
func (t *tree) weigh(twigs []twig, starts map[int]int) []end {
	n := len(t.order)
	region := make([]int, n)
	total := make([]int, len(twigs))
	below := make([]int, n) // messages of the same branch, from a place on
	seen := make(map[string]bool)
	for pos := range t.order {
		up := t.parent[pos]
		if b, top := starts[pos]; top {
			region[pos] = b
		} else if up >= 0 {
			region[pos] = region[up]
		}
		if t.begins(pos, seen) {
			below[pos]++
			total[region[pos]]++
		}
	}
	for pos := n - 1; pos >= 0; pos-- {
		if up := t.parent[pos]; up >= 0 && region[up] == region[pos] {
			below[up] += below[pos]
		}
	}
	sum := func(places []int) int {
		s := 0
		for _, pos := range places {
			s += below[pos]
		}
		return s
	}
	out := make([]end, len(twigs))
	for b, w := range twigs {
		e := end{rec: t.order[w.leaf], first: -1, messages: total[b], own: total[b], to: len(t.p.recs)}
		if w.from >= 0 {
			e.messages += out[w.from].messages - sum(w.gone)
		}
		from := w.tops
		if w.own != nil {
			from, e.own = w.own, sum(w.own)
		}
		e.first = t.firstOf(from)
		out[b] = e
	}
	return out
}

// begins reports whether a message begins at a place: the lines of one answer are one. A line
// is seen once.
func (t *tree) begins(pos int, seen map[string]bool) bool {
	r := t.at(pos)
	switch {
	case !r.message() && !r.queued:
		return false
	case r.kind != assistant || r.msgID == "":
		return true
	}
	again := seen[r.msgID]
	seen[r.msgID] = true
	return !again
}

// firstOf is the record to name a branch by: the first place of it, or the first message when
// it begins with the file.
func (t *tree) firstOf(places []int) int {
	if len(places) > 0 {
		return t.order[places[0]]
	}
	return t.p.opening(t.order)
}

// opening is the first message of a list of records that is neither a summary nor the agent's
// own, -1 when there is none.
func (p *plan) opening(list []int) int {
	for _, i := range list {
		if r := &p.recs[i]; r.message() && !r.digest && !r.meta {
			return i
		}
	}
	return -1
}

// lastBelow is by place the last message from there on, -1 when there is none.
func (t *tree) lastBelow() []int {
	last := slices.Repeat([]int{-1}, len(t.order))
	for pos := len(t.order) - 1; pos >= 0; pos-- {
		if last[pos] < 0 && t.at(pos).message() {
			last[pos] = pos
		}
		if up := t.parent[pos]; up >= 0 {
			last[up] = max(last[up], last[pos])
		}
	}
	return last
}

// all lists the branches of the whole file in its order, those too that were abandoned before
// a compaction: their way begins where the context of that time did.
func (p *plan) all(k *skimmer) []end {
	var out []end
	for i := range k.boundaries {
		if b := &k.boundaries[i]; !b.micro && p.main(b.rec) {
			if was := p.before(k, b.rec); len(was.ends) > 0 {
				out = append(out, was.ends[1:]...) // the first is the one that was compacted
			}
		}
	}
	switch {
	case len(p.ends) > 0:
		out = append(out, p.ends...)
	case p.leaf >= 0:
		out = append(out, end{rec: p.leaf, first: p.opening(p.live), to: len(p.recs)})
	}
	slices.SortStableFunc(out, func(a, b end) int { return a.rec - b.rec })
	return out
}

// branch is the plan of the branch that ends with a record, p itself when none is named, and
// the branches of the file.
func (p *plan) branch(k *skimmer, id string) (*plan, []end, error) {
	ends := p.all(k)
	if id == "" {
		return p, ends, nil
	}
	ids := make([]string, len(ends))
	for i, e := range ends {
		ids[i] = k.recs[e.rec].uuid
	}
	at, err := model.PickLeaf(ids, id)
	switch {
	case err != nil:
		return nil, nil, err
	case ends[at].rec == p.leaf:
		return p, ends, nil
	}
	return p.on(k, ends[at]), ends, nil
}

// leaves says what a person wants to know of the branches.
func (b *build) leaves(ends []end) error {
	for _, e := range ends {
		l := model.Leaf{
			ID: b.k.recs[e.rec].uuid, Line: b.k.recs[e.rec].src.Line, Messages: e.messages, Own: e.own, Active: e.rec == b.p.leaf,
		}
		if l.Active { // two messages can share a record
			l.Own, l.Messages = l.Own+len(b.s.Rows)-l.Messages, len(b.s.Rows)
		}
		if e.first >= 0 {
			raw, err := model.ReadSource(b.s.Reader, b.k.recs[e.first].src)
			if err != nil {
				return err
			}
			ms := decode([][]byte{raw})
			l.Label = measure.LabelOf(ms[len(ms)-1])
		}
		b.s.Leaves = append(b.s.Leaves, l)
	}
	return nil
}
