package qwen

import (
	"slices"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// above is the node that a node continues, nil when it starts the tree. Where its parent is not
// in the file it is that of the nearest earlier record, as in path.
func (t *tree) above(n *node) *node {
	if n.parent == "" {
		return nil
	}
	if up := t.nodes[n.parent]; up != nil {
		return up
	}
	for i := n.recs[0] - 1; i >= 0; i-- {
		if up := t.nodes[t.recs[i].uuid]; t.leads(&t.recs[i]) && up != n {
			return up
		}
	}
	return nil
}

// branches is what is known of the ends of the tree.
type branches struct {
	t        *tree
	nodes    []*node // those that the agent could go on from, in the order of the file
	up       map[*node]*node
	children map[*node]int
}

func (t *tree) branches() *branches {
	b := &branches{t: t, up: map[*node]*node{}, children: map[*node]int{}}
	for i := range t.recs {
		n := t.nodes[t.recs[i].uuid]
		if _, known := b.up[n]; known || !t.leads(&t.recs[i]) {
			continue
		}
		b.nodes = append(b.nodes, n)
		b.up[n] = t.above(n)
		if up := b.up[n]; up != nil {
			b.children[up]++
		}
	}
	return b
}

// ends are the nodes that nothing continues, and the leaf whatever does, in the order of the file.
func (b *branches) ends(leaf *node) []*node {
	var out []*node
	for _, n := range b.nodes {
		if b.children[n] == 0 || n == leaf {
			out = append(out, n)
		}
	}
	return out
}

// choose finds the end of a branch by the id of its last record.
func (b *branches) choose(leaf *node, id string) (*node, error) {
	ends := b.ends(leaf)
	ids := make([]string, len(ends))
	for i, n := range ends {
		ids[i] = b.t.recs[n.recs[0]].uuid
	}
	at, err := model.PickLeaf(ids, id)
	if err != nil {
		return nil, err
	}
	return ends[at], nil
}

// messages counts those that a node adds to its way, and what a compaction in it holds; -1
// when it holds none.
func (t *tree) messages(n *node) (own, held int) {
	held = -1
	for _, i := range n.recs {
		switch r := &t.recs[i]; {
		case r.message:
			own = 1
		case r.held > 0:
			held = r.held
		}
	}
	return own, held
}

// ways are how many messages of the live context lead to each node; each is added to that of
// the one above, so that many long branches cost no more than one.
func (b *branches) ways() map[*node]int {
	out := make(map[*node]int, len(b.nodes))
	for _, n := range b.nodes {
		var open []*node
		begun := map[*node]bool{}
		for at := n; at != nil && !begun[at]; at = b.up[at] {
			if _, done := out[at]; done {
				break
			}
			begun[at] = true
			open = append(open, at)
		}
		for _, at := range slices.Backward(open) {
			own, held := b.t.messages(at)
			if held < 0 {
				held = out[b.up[at]] // of none it is 0
			}
			out[at] = own + held
		}
	}
	return out
}

// leaves says what a person wants to know of the branches.
func (b *branches) leaves(s *model.Session, leaf *node) error {
	ways := b.ways()
	for _, n := range b.ends(leaf) {
		r := &b.t.recs[n.recs[len(n.recs)-1]]
		l := model.Leaf{ID: r.uuid, Line: r.src.Line, Messages: ways[n], Active: n == leaf}
		var first *rec
		begun := map[*node]bool{}
		for at := n; at != nil && !begun[at] && (at == n || b.children[at] < 2); at = b.up[at] {
			begun[at] = true
			if own, _ := b.t.messages(at); own > 0 {
				l.Own++
				first = &b.t.recs[at.recs[0]]
			}
		}
		if l.Active { // results and words can share a record, and commands are not sent
			l.Own, l.Messages = l.Own+len(s.Rows)-l.Messages, len(s.Rows)
		}
		l.Own = min(max(l.Own, 0), l.Messages) // a compaction hides some of them
		if first != nil {
			raw, err := model.ReadSource(s.Reader, first.src)
			if err != nil {
				return err
			}
			ms := decode([]string{string(raw)}, false)
			l.Label = measure.LabelOf(ms[len(ms)-1])
		}
		s.Leaves = append(s.Leaves, l)
	}
	slices.SortStableFunc(s.Leaves, func(a, b model.Leaf) int { return a.Line - b.Line })
	return nil
}

// held counts the contents of a compacted history.
func held(payload js.Object) int {
	n := 0
	payload.Get("compressedHistory").ForEach(func(_, e gjson.Result) bool {
		if js.Fields(e).Has("parts") {
			n++
		}
		return true
	})
	return n
}
