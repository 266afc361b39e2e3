package prime

import (
	"fmt"
	"slices"

	"cutline/model"
)

// migrate brings the entries of an old file up to date, in memory, as the agent does when it
// opens one. Version 1 has no ids: each entry gets one and hangs below the entry before it.
func (f *file) migrate() {
	hasIDs := slices.ContainsFunc(f.entries[1:], func(e entry) bool { return e.kind != "session" && e.id != "" })
	f.migrated = f.version < version || !hasIDs && len(f.entries) > 1
	if f.version >= 2 && (hasIDs || len(f.entries) == 1) {
		return
	}
	parent := ""
	for i := 1; i < len(f.entries); i++ {
		e := &f.entries[i]
		if e.kind == "session" {
			continue
		}
		e.id, e.parent = fmt.Sprintf("%08x", i), parent
		parent = e.id
	}
	for i := range f.entries {
		if k := f.entries[i].keptIndex; k > 0 && k < len(f.entries) {
			f.entries[i].firstKept = f.entries[k].id
		}
	}
}

// grow indexes the entries by id and finds the leaf. Of equal ids the later entry wins.
func (f *file) grow() {
	f.index = make(map[string]int, len(f.entries))
	for i := 1; i < len(f.entries); i++ {
		e := &f.entries[i]
		if e.kind == "session" {
			continue
		}
		f.leaf = i
		if e.id != "" {
			f.index[e.id] = i
		}
	}
}

// walk is the path from the root to an entry. A parent that is not there, or that is a child
// of its own, ends the path, and the problem says so.
func (f *file) walk(leaf int) (path []int, problem *model.Problem) {
	if leaf == 0 {
		return nil, nil
	}
	seen := make(map[int]bool)
	for i := leaf; ; {
		seen[i] = true
		path = append(path, i)
		e := &f.entries[i]
		if e.parent == "" {
			break
		}
		next, ok := f.index[e.parent]
		if !ok {
			problem = &model.Problem{Line: e.src.Line, Kind: "missing-parent", Message: fmt.Sprintf("line %d: the parent %q of this entry is not in the file; what came before it is not part of the session", e.src.Line, e.parent)}
			break
		}
		if seen[next] {
			problem = &model.Problem{Line: e.src.Line, Kind: "cycle", Message: fmt.Sprintf("line %d: this entry is its own ancestor; the path ends here", e.src.Line)}
			break
		}
		i = next
	}
	slices.Reverse(path)
	return path, problem
}

// branches counts what is not on the path: other leaves, and the messages there.
func (f *file) branches() (leaves, messages int) {
	on := make(map[int]bool, len(f.path))
	for _, i := range f.path {
		on[i] = true
	}
	parents := make(map[string]bool, len(f.index))
	for id, i := range f.index {
		if p := f.entries[i].parent; p != id {
			parents[p] = true
		}
	}
	for id, i := range f.index {
		if on[i] {
			continue
		}
		if !parents[id] {
			leaves++
		}
		if f.entries[i].produces() && !f.entries[i].hidden {
			messages++
		}
	}
	return leaves, messages
}

// lastCompaction is the position on a path of its last compaction, -1 when it has none.
func (f *file) lastCompaction(path []int) int {
	for k := len(path) - 1; k >= 0; k-- {
		if f.entries[path[k]].kind == "compaction" {
			return k
		}
	}
	return -1
}

// kept is the position on a path of the first entry that a compaction kept, its own position
// when it kept none: an entry counts only when it stands before the compaction.
func (f *file) kept(path []int, compaction int) int {
	id := f.entries[path[compaction]].firstKept
	for k := range compaction {
		if id != "" && f.entries[path[k]].id == id {
			return k
		}
	}
	return compaction
}

// context lists the positions on a path of the entries that make a message, in the order in
// which the model gets them: the summary of the last compaction, what it kept, what followed.
// Earlier compactions give nothing.
func (f *file) context(path []int) (order []int, retained int) {
	c, from := f.lastCompaction(path), 0
	if c >= 0 {
		order = append(order, c)
		from = f.kept(path, c)
	}
	for k := from; k < len(path); k++ {
		if f.entries[path[k]].produces() {
			order = append(order, k)
			if k < c {
				retained++
			}
		}
	}
	return order, retained
}
