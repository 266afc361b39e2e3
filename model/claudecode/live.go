package claudecode

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
)

// plan says which records the agent would send next, and what becomes of the others.
type plan struct {
	recs  []rec
	whole bool      // every message is of a sub-agent: the file is that agent's own
	last  *boundary // the compaction that hides what stands before it, nil without one
	from  int       // first record that is not hidden
	tail  map[int]bool
	live  []int // the records of the live context, in its order, those on abandoned branches left out
	gone  []int // those on abandoned branches, in order
	// groups are the messages: the records that make up each, in order.
	groups [][]int
	extra  []int // attachments that are no message

	anchor               int           // the record behind which kept ones were put, -1 when there is none
	leaf                 int           // the record that the agent would continue, -1 when there is none
	chosen               bool          // leaf is another one than that of the last message
	ends                 []end         // the branches of the tree when there are several
	past                 map[int]*plan // see before
	branches, branchRows int
	problems             []model.Problem
	quiet                bool // problems are not looked for
}

// choose makes the plan of the branch that the last message is on.
func choose(k *skimmer) *plan {
	whole := !slices.ContainsFunc(k.recs, func(r rec) bool { return r.message() && !r.side })
	p := &plan{recs: k.recs, whole: whole, leaf: -1, past: map[int]*plan{}}
	p.fill(k)
	return p
}

// before is the plan as it was when the file had only its first n records.
func (p *plan) before(k *skimmer, n int) *plan {
	was, known := p.past[n]
	if !known {
		was = &plan{recs: k.recs[:n], whole: p.whole, quiet: true, leaf: -1}
		was.fill(k)
		p.past[n] = was
	}
	return was
}

// on is the plan of another branch. One that was abandoned before a compaction goes on from the
// context of that time; what stands behind it in the file is not part of it.
func (p *plan) on(k *skimmer, e end) *plan {
	o := &plan{recs: k.recs[:e.to], whole: p.whole, leaf: e.rec, chosen: true, past: p.past}
	o.fill(k)
	return o
}

// fill makes a plan of which the records are known.
func (p *plan) fill(k *skimmer) {
	p.anchor, p.tail = -1, map[int]bool{}
	for i := len(k.boundaries) - 1; i >= 0; i-- {
		b := &k.boundaries[i]
		if !b.micro && p.main(b.rec) {
			p.last, p.from = b, b.rec
			break
		}
	}
	order := p.order()
	order = p.unique(order)
	if !p.quiet {
		p.strange()
	}
	t := newTree(p, order)
	p.problems = append(p.problems, t.problems...)
	t.prune()
	if t.branches > 0 {
		p.ends = t.ends()
	}
	p.branches, p.branchRows = t.branches, t.branchRows
	for pos, i := range order {
		if t.dropped[pos] {
			p.gone = append(p.gone, i)
		} else {
			p.live = append(p.live, i)
		}
	}
	p.groups, p.extra = p.group(p.live)
}

// main reports whether record i is one of the tree that the file is about.
func (p *plan) main(i int) bool {
	if i >= len(p.recs) {
		return false
	}
	r := &p.recs[i]
	return r.kind >= user && (p.whole || !r.side)
}

// order lists the records of the tree from the last compaction on. What that compaction kept
// word for word stands before it in the file; its place is behind the summary.
func (p *plan) order() []int {
	var order []int
	for i := p.from; i < len(p.recs); i++ {
		if p.main(i) {
			order = append(order, i)
		}
	}
	if p.last == nil {
		return order
	}
	kept, missing := p.kept(p.last)
	if missing > 0 && !p.quiet {
		p.problem(p.last.rec, "kept-missing", "the compaction on line %d kept %d messages word for word that are not in this file", p.recs[p.last.rec].src.Line, missing)
	}
	at := slices.IndexFunc(order, func(i int) bool { return p.last.anchor != "" && p.recs[i].uuid == p.last.anchor })
	if at < 0 {
		at = slices.IndexFunc(order, func(i int) bool { return p.recs[i].digest })
	}
	at = max(at, 0) // without a summary the boundary itself
	p.anchor = order[at]
	for _, i := range kept {
		p.tail[i] = true
	}
	return slices.Insert(order, at+1, kept...)
}

// kept are the records before a compaction that it kept word for word, in file order, and
// how many of them the file does not hold.
func (p *plan) kept(b *boundary) (found []int, missing int) {
	want := make(map[string]bool, len(b.uuids)+len(b.all))
	for _, u := range b.all {
		want[u] = false
	}
	for _, u := range b.uuids {
		want[u] = true
	}
	if len(want) == 0 && b.tail != "" {
		return p.segment(b)
	}
	for i := b.rec - 1; i >= 0 && len(want) > 0; i-- { // the nearest record with that id
		if _, ok := want[p.recs[i].uuid]; ok && p.main(i) {
			delete(want, p.recs[i].uuid)
			found = append(found, i)
		}
	}
	slices.Reverse(found)
	for _, listed := range want {
		if listed {
			missing++
		}
	}
	return found, missing
}

// segment walks from a compaction's tail up to its head, when it names no more than those.
func (p *plan) segment(b *boundary) (found []int, missing int) {
	want := b.tail
	for i := b.rec - 1; i >= 0; i-- {
		if p.recs[i].uuid != want || !p.main(i) {
			continue
		}
		found = append(found, i)
		if want == b.head {
			slices.Reverse(found)
			return found, 0
		}
		want = p.recs[i].parent
	}
	return nil, 1 // the head, at least
}

// unique takes out records that stand in the file again: the same id with the same content.
func (p *plan) unique(order []int) []int {
	type key struct {
		uuid string
		sum  uint64
	}
	seen := make(map[key]bool, len(order))
	first := make(map[string]int, len(order)) // by id, the first line
	told := map[string]int{}                  // by id, its problem
	out := order[:0]
	for _, i := range order {
		r := &p.recs[i]
		if r.uuid == "" {
			out = append(out, i)
			continue
		}
		k := key{r.uuid, r.sum}
		if seen[k] {
			continue
		}
		seen[k] = true
		out = append(out, i)
		line, again := first[r.uuid]
		if !again {
			first[r.uuid] = r.src.Line
			continue
		}
		if p.quiet {
			continue
		}
		if at, ok := told[r.uuid]; ok {
			m := &p.problems[at].Message
			*m = strings.Replace(*m, " hold different", fmt.Sprintf(", %d hold different", r.src.Line), 1)
			continue
		}
		told[r.uuid] = len(p.problems)
		p.problem(i, "duplicate-uuid", "lines %d, %d hold different records with the id %s; all are read", line, r.src.Line, r.uuid)
	}
	return out
}

func (p *plan) problem(i int, kind, format string, a ...any) {
	p.problems = append(p.problems, model.Problem{Line: p.recs[i].src.Line, Kind: kind, Message: fmt.Sprintf(format, a...)})
}

// group gathers the records of each message: the lines of one answer, whatever stands between
// them, become one message in the place of the first. Extra are attachments that are none.
func (p *plan) group(list []int) (groups [][]int, extra []int) {
	open := map[string]int{}
	for _, i := range list {
		r := &p.recs[i]
		switch r.kind {
		case assistant:
			if r.msgID == "" {
				break
			}
			if g, ok := open[r.msgID]; ok {
				groups[g] = append(groups[g], i)
				continue
			}
			open[r.msgID] = len(groups)
		case user:
		case attachment:
			if !r.queued {
				extra = append(extra, i)
				continue
			}
		default:
			continue
		}
		groups = append(groups, []int{i})
	}
	return groups, extra
}

// countMessages counts the messages among records: the lines of one answer are one.
func (p *plan) countMessages(in func(i int) bool) int {
	n := 0
	seen := map[string]bool{}
	for i := range p.recs {
		r := &p.recs[i]
		if !in(i) || !r.message() && !r.queued {
			continue
		}
		if r.kind == assistant && r.msgID != "" {
			if seen[r.msgID] {
				continue
			}
			seen[r.msgID] = true
		}
		n++
	}
	return n
}
