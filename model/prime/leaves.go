package prime

import (
	"maps"
	"slices"

	"cutline/model"
	"cutline/model/measure"
)

// ends lists the entries below which nothing hangs, in the order of the file. The leaf is among
// them whatever hangs below it.
func (f *file) ends() []int {
	parents := f.parents()
	var out []int
	for _, i := range slices.Sorted(maps.Values(f.index)) {
		if i != f.leaf && len(parents[f.entries[i].id]) == 0 {
			out = append(out, i)
		}
	}
	if f.leaf > 0 {
		out = append(out, f.leaf)
		slices.Sort(out)
	}
	return out
}

// parents are the entries by the id of the entry that they hang below.
func (f *file) parents() map[string][]int {
	out := make(map[string][]int, len(f.index))
	for id, i := range f.index {
		if p := f.entries[i].parent; p != id {
			out[p] = append(out[p], i)
		}
	}
	return out
}

// choose makes another entry the leaf: the end of a branch by its id or a beginning of it, or
// any entry by its id, as the agent does when somebody goes back.
func (f *file) choose(id string) error {
	if i, ok := f.index[id]; ok {
		f.leaf = i
		return nil
	}
	ends := f.ends()
	ids := make([]string, len(ends))
	for n, i := range ends {
		ids[n] = f.entries[i].id
	}
	n, err := model.PickLeaf(ids, id)
	if err == nil {
		f.leaf = ends[n]
	}
	return err
}

// leaves says what a person wants to know of the branches.
func (f *file) leaves(s *model.Session) error {
	parents, ways := f.parents(), f.ways()
	below := spans(ways)
	for _, i := range f.ends() {
		e := &f.entries[i]
		l := model.Leaf{ID: e.id, Line: e.src.Line, Messages: f.live(i, ways, below), Active: i == f.leaf}
		first := -1
		seen := map[int]bool{}
		for at, ok := i, true; ok && !seen[at] && (at == i || len(parents[f.entries[at].id]) < 2); at, ok = f.index[f.entries[at].parent] {
			seen[at] = true
			if x := &f.entries[at]; x.produces() && !x.hidden {
				first = at
				l.Own++
			}
		}
		if l.Active { // no count is right where an entry is its own ancestor
			l.Messages = len(s.Rows)
		}
		l.Own = min(l.Own, l.Messages) // a compaction hides some of them
		if first >= 0 {
			raw, err := model.ReadSource(s.Reader, f.entries[first].src)
			if err != nil {
				return err
			}
			l.Label = measure.LabelOf(decode(string(raw)))
		}
		s.Leaves = append(s.Leaves, l)
	}
	return nil
}

// way is what the path to an entry holds.
type way struct {
	messages   int // that the entries on it make
	compaction int // the last one on it, 0 when there is none
	parent     int // the entry above, 0 when there is none
}

// ways are those to all entries: each is added to that of its parent, so that many long
// branches cost no more than one.
func (f *file) ways() []way {
	out := make([]way, len(f.entries))
	done, begun := make([]bool, len(f.entries)), make([]bool, len(f.entries))
	for _, i := range f.index {
		var open []int
		at, ok := i, true
		for ok && !done[at] && !begun[at] {
			begun[at] = true
			open = append(open, at)
			at, ok = f.index[f.entries[at].parent]
		}
		w := way{}
		if ok && done[at] { // else it starts the tree, or is its own ancestor
			w = out[at]
			w.parent = at
		}
		for k := len(open) - 1; k >= 0; k-- {
			e := &f.entries[open[k]]
			if e.produces() && !e.hidden {
				w.messages++
			}
			if e.kind == "compaction" {
				w.compaction = open[k]
			}
			out[open[k]], done[open[k]] = w, true
			w.parent = open[k]
		}
	}
	return out
}

// span is a range of numbers.
type span struct{ from, to int }

// spans number the entries so that those below an entry, and it itself first, have the numbers
// of its span.
func spans(ways []way) []span {
	child, sibling := make([]int, len(ways)), make([]int, len(ways)) // the first, the next; 0 for none
	for i := len(ways) - 1; i > 0; i-- {
		up := ways[i].parent
		child[up], sibling[i] = i, child[up]
	}
	out := make([]span, len(ways))
	for at, n := 0, 0; ; n++ {
		out[at].from = n
		if child[at] != 0 {
			at = child[at]
			continue
		}
		for ; at != 0 && sibling[at] == 0; at = ways[at].parent {
			out[at].to = n + 1
		}
		out[at].to = n + 1
		if at == 0 {
			return out
		}
		at = sibling[at]
	}
}

// live counts the messages of the live context of a leaf: below a compaction its summary, what
// it kept, and what followed.
func (f *file) live(leaf int, ways []way, below []span) int {
	w := ways[leaf]
	if w.compaction == 0 {
		return w.messages
	}
	at, kept := ways[w.compaction], 0
	if i, ok := f.index[f.entries[w.compaction].firstKept]; ok {
		if s, n := below[i], below[w.compaction].from; s.from < n && n < s.to { // it stands on the way
			kept = at.messages - ways[ways[i].parent].messages
		}
	}
	return 1 + kept + w.messages - at.messages
}
