package claudecode

import (
	"fmt"
	"slices"

	"cutline/model"
)

// walkLimit bounds the steps that are spent on telling cycles from records that merely stand
// in another order; no real file needs more than a few.
const walkLimit = 1 << 22

// tree is the tree of records behind the live context, by their places in its order. It
// serves to find abandoned branches and nothing else: walking it from the leaf to the root
// would lose results, since parallel calls make forks that are no branches.
type tree struct {
	p        *plan
	order    []int
	parent   []int // of each place, always an earlier one; -1 for a root
	near     []int // the place itself if it holds a message, else the nearest such place above
	linked   bool  // at least one parent was found by its id
	dropped  []bool
	problems []model.Problem

	branches, branchRows int
}

func newTree(p *plan, order []int) *tree {
	t := &tree{
		p: p, order: order,
		parent: make([]int, len(order)), near: make([]int, len(order)), dropped: make([]bool, len(order)),
	}
	t.link()
	for pos := range order {
		switch {
		case t.at(pos).message():
			t.near[pos] = pos
		case t.parent[pos] < 0:
			t.near[pos] = -1
		default:
			t.near[pos] = t.near[t.parent[pos]]
		}
	}
	return t
}

func (t *tree) at(pos int) *rec { return &t.p.recs[t.order[pos]] }

// link finds the parent of every place: the nearest earlier record with that id. A parent
// that is not there, or that is no ancestor but a descendant, is bridged by the order.
func (t *tree) link() {
	places := make(map[string][]int, len(t.order))
	for pos := range t.order {
		if u := t.at(pos).uuid; u != "" {
			places[u] = append(places[u], pos)
		}
	}
	hidden := t.hidden(places)
	anchor := -1
	var roots []int
	told := map[string]bool{}
	var later [][2]int // places whose parent stands behind them, and that parent
	for pos := range t.order {
		r := t.at(pos)
		t.parent[pos] = pos - 1
		if t.order[pos] == t.p.anchor {
			anchor = pos
		}
		if r.parent == "" {
			if r.rooted {
				roots = append(roots, pos)
			}
			continue
		}
		at := places[r.parent]
		if q := nearest(at, pos); q >= 0 {
			t.parent[pos], t.linked = q, true
			continue
		}
		switch {
		case len(at) > 0:
			later = append(later, [2]int{pos, at[0]})
		case t.p.tail[t.order[pos]]: // the first of the kept records follows the summary
			t.parent[pos] = anchor
		case !t.p.quiet && !hidden[r.parent] && !told[r.parent]:
			told[r.parent] = true
			t.problem(pos, "missing-parent", "line %d continues the record %s, which is not in this file; the order of the file bridges the gap", r.src.Line, r.parent)
		}
	}
	if t.linked { // without a single link the file is a list
		for _, pos := range roots {
			t.parent[pos] = -1
		}
	}
	steps := walkLimit
	if t.p.quiet {
		return
	}
	for _, l := range later {
		q := l[1]
		for ; q > l[0] && steps > 0 && !t.at(q).rooted; steps-- {
			q = t.parent[q]
		}
		if q == l[0] {
			r := t.at(l[0])
			t.problem(l[0], "cycle", "line %d continues the record %s, which continues line %d itself; the order of the file is used", r.src.Line, r.parent, r.src.Line)
		}
	}
}

// hidden are the ids of records that are in the file, but not in the live context. Without
// problems to look for nobody asks.
func (t *tree) hidden(places map[string][]int) map[string]bool {
	hidden := make(map[string]bool)
	if t.p.quiet {
		return hidden
	}
	for i := range t.p.recs {
		if u := t.p.recs[i].uuid; u != "" && places[u] == nil {
			hidden[u] = true
		}
	}
	if b := t.p.last; b != nil { // a compaction says itself what of it is missing
		for _, u := range append(append([]string{b.tail, b.head, b.logical}, b.uuids...), b.all...) {
			hidden[u] = true
		}
	}
	return hidden
}

// nearest is the last of the ascending places that comes before pos, -1 when none does.
func nearest(places []int, pos int) int {
	for k := len(places) - 1; k >= 0; k-- {
		if places[k] < pos {
			return places[k]
		}
	}
	return -1
}

func (t *tree) problem(pos int, kind, format string, a ...any) {
	t.problems = append(t.problems, model.Problem{Line: t.at(pos).src.Line, Kind: kind, Message: fmt.Sprintf(format, a...)})
}

// lastMessage is the place of the last message, -1 when there is none.
func (t *tree) lastMessage() int {
	for pos := len(t.order) - 1; pos >= 0; pos-- {
		if t.at(pos).message() {
			return pos
		}
	}
	return -1
}

// children are the messages by the message that they continue, -1 for those that start the tree.
func (t *tree) children() map[int][]int {
	children := make(map[int][]int)
	for pos := range t.order {
		if t.at(pos).message() {
			up := t.above(pos)
			children[up] = append(children[up], pos)
		}
	}
	return children
}

// prune drops the branches that were abandoned when somebody went back and went on from an
// earlier message: those beside the branch of the last message, or of the one that is wanted.
func (t *tree) prune() {
	leaf := t.lastMessage()
	if leaf < 0 {
		return
	}
	if t.p.chosen {
		leaf = slices.Index(t.order, t.p.leaf)
	}
	t.p.leaf = t.order[leaf]
	children := t.children()
	cut := make(map[int]bool)
	for on := leaf; ; {
		up := t.above(on)
		t.fork(up, on, children[up], cut)
		if up < 0 {
			break
		}
		on = up
	}
	if len(cut) == 0 {
		return
	}
	t.branches = len(cut)
	for pos := range t.order {
		t.dropped[pos] = cut[pos] || t.parent[pos] >= 0 && t.dropped[t.parent[pos]]
	}
	t.restore()
	gone := make(map[int]bool)
	for pos, i := range t.order {
		if t.dropped[pos] {
			gone[i] = true
		}
	}
	t.branchRows = t.p.countMessages(func(i int) bool { return gone[i] })
}

// above is the message that the message at pos continues, -1 when it starts the tree.
func (t *tree) above(pos int) int {
	if t.parent[pos] < 0 {
		return -1
	}
	return t.near[t.parent[pos]]
}

// fork marks what was abandoned among the messages that continue the same one: somebody's
// entries beside the kept entry, or beside the kept answer. Results, and further lines of
// the same answer, are beside each other because calls run in parallel.
func (t *tree) fork(up, kept int, siblings []int, cut map[int]bool) {
	entry := func(pos int) bool {
		r := t.at(pos)
		return r.kind == user && !r.result && !r.meta && !t.p.tail[t.order[pos]]
	}
	answer := func(pos int) bool {
		r := t.at(pos)
		return r.kind == assistant && !t.p.tail[t.order[pos]] &&
			(up < 0 || t.at(up).kind != assistant || t.at(up).msgID != r.msgID)
	}
	if !entry(kept) && !answer(kept) {
		return
	}
	for _, pos := range siblings {
		if pos != kept && (entry(pos) || entry(kept) && answer(pos)) {
			cut[pos] = true
		}
	}
}

// restore takes back results on dropped branches whose call is on the kept path.
func (t *tree) restore() {
	calls := make(map[string]bool)
	answered := make(map[string]bool)
	for pos := range t.order {
		switch r := t.at(pos); {
		case t.dropped[pos]:
		case r.kind == assistant && r.uuid != "":
			calls[r.uuid] = true
		case r.result:
			answered[r.call] = true
		}
	}
	for pos := range t.order {
		if r := t.at(pos); t.dropped[pos] && r.result && calls[r.call] && !answered[r.call] {
			t.dropped[pos] = false
		}
	}
}
