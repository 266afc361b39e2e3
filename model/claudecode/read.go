package claudecode

import (
	"cmp"
	"fmt"
	"slices"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// state is what the writer wants to know of the reading.
type state struct {
	version, branch string
	leaf            string          // id of the record that the agent would continue
	below           map[string]bool // ids of the leaf and of what already hangs below it
	chosen          bool            // the leaf is not that of the last message: what names no parent is not below it
	whole           bool            // the file is a sub-agent's own
	boundary        int64           // offset of the last compaction, -1 without one
	past            model.Source    // its record, none without one
	named           string          // the type of the record that gives the session its title, empty without one
	anchor          int64           // offset of the record that kept ones follow, -1 without one
	end             int64           // behind the last record

	// Of an index, what measuring its session needs.
	spots    []spot
	records  int
	problems []model.Problem // those of the plan
}

// Read reads a session. Of the usage, Input is the whole request: what was new, what was
// written to a cache and what came from one.
func Read(in model.Input) (*model.Session, error) {
	return ReadRecords(in, func(f func(jsonl.Record) bool) (jsonl.Result, error) {
		return jsonl.Scan(in.Reader, in.Size, IsRecord, f)
	})
}

// Index is Read without a look at what a list does not show: the sizes of answers and results
// are worked out from samples of their texts, and what no walk over its structure finds wrong
// is taken for good. It takes a small part of the time.
func Index(in model.Input) (*model.Session, error) {
	k := &skimmer{approx: true, size: in.Size}
	res, err := jsonl.Skim(in.Reader, in.Size, IsRecord, k.add)
	if err != nil {
		return nil, fmt.Errorf("skim: %w", err)
	}
	s, err := compose(in, k, res)
	if err == nil {
		s.Approx = true
	}
	return s, err
}

// ReadRecords is Read for a file that holds the same records in another form. Scan calls its
// argument with each of them, in order, with its place in the file.
func ReadRecords(in model.Input, scan func(func(jsonl.Record) bool) (jsonl.Result, error)) (*model.Session, error) {
	k := &skimmer{size: in.Size}
	res, err := scan(k.take)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	return compose(in, k, res)
}

// compose makes the session of the records that were skimmed.
func compose(in model.Input, k *skimmer, res jsonl.Result) (*model.Session, error) {
	k.blocks, k.ids = skeleton{}, [len(k.ids)]string{} // they hold on to the last line
	p, ends, err := choose(k).branch(k, in.Leaf)
	if err != nil {
		return nil, err
	}
	s := &model.Session{
		Format: Name, Path: in.Path, Reader: in.Reader, Decoder: decoder{},
		ID: k.sessionID, CWD: k.cwd, AgentVersion: k.version,
		Lines: res.Lines, Bytes: in.Size, Unknown: k.unknown,
		Branches: p.branches, BranchRows: p.branchRows,
		Problems: append(res.Problems, p.problems...),
	}
	slices.SortStableFunc(s.Problems, func(a, b model.Problem) int { return cmp.Compare(a.Line, b.Line) })
	if !p.whole {
		s.Sidechains = p.countMessages(func(i int) bool { return p.recs[i].side })
	}
	s.Earlier = p.countMessages(func(i int) bool { return i < p.from && p.main(i) && !p.tail[i] })
	b := build{s: s, k: k, p: p, rows: measure.New(s), row: make([]int32, len(p.recs)), st: p.state(k)}
	for i := range b.row {
		b.row[i] = -1
	}
	b.reserve()
	if err := b.messages(); err != nil {
		return nil, err
	}
	b.rows.Finish()
	if err := b.leaves(ends); err != nil {
		return nil, err
	}
	if err := b.attachments(); err != nil {
		return nil, err
	}
	if err := b.notes(); err != nil {
		return nil, err
	}
	b.usage()
	b.compactions()
	b.history()
	if err := b.title(); err != nil {
		return nil, err
	}
	b.st.named = k.named
	s.State = b.st
	return s, nil
}

// build makes the session from what was skimmed.
type build struct {
	s    *model.Session
	k    *skimmer
	p    *plan
	rows *measure.Builder
	row  []int32 // by record, its message, of two its last; -1 when it is not live
	st   *state
}

// reserve makes room for the messages that there will be.
func (b *build) reserve() {
	b.s.Rows = slices.Grow(b.s.Rows, len(b.p.groups))
	b.s.Sources = slices.Grow(b.s.Sources, len(b.p.live))
	b.s.History = slices.Grow(b.s.History, b.k.pieces.n+len(b.k.boundaries))
	b.s.Links = slices.Grow(b.s.Links, b.k.pieces.links)
}

func (b *build) read(i int) ([]byte, error) {
	src := b.p.recs[i].src
	raw, err := model.ReadSource(b.s.Reader, src)
	if err != nil {
		return nil, fmt.Errorf("read line %d: %w", src.Line, err)
	}
	return raw, nil
}

// messages adds the live context.
func (b *build) messages() error {
	if err := b.earlierTodos(); err != nil {
		return err
	}
	said := map[uint64]bool{} // a queued prompt may be there again as an ordinary line
	for _, g := range b.p.groups {
		sources := make([]model.Source, len(g))
		flags := model.Flags(0)
		for n, i := range g {
			r := &b.p.recs[i]
			sources[n] = r.src
			if r.broken {
				flags |= model.Broken
			}
			if r.failed {
				flags |= model.Failed
			}
		}
		first := &b.p.recs[g[0]]
		if b.again(said, first) {
			continue
		}
		if first.pieces > 1 {
			flags |= model.Split
		}
		for sub := range int(first.pieces) {
			piece := *b.k.pieces.at(first.piece, sub)
			if sub == 0 {
				piece = b.k.join(b.p, g)
			}
			b.rows.Put(&piece, first.uuid, sources, sub, flags)
			if !b.rows.Stateful(&piece) {
				continue
			}
			m, err := b.s.Message(b.rows.Len() - 1)
			switch {
			case err == nil:
				b.rows.State(m)
			case !b.k.approx: // an index may hold what cannot be decoded
				return err
			}
		}
		for _, i := range g {
			b.row[i] = int32(b.rows.Len() - 1)
		}
		b.k.pieces.release(g[0], func(rec int) bool { return b.p.recs[rec].pieces == 0 || b.row[rec] >= 0 })
	}
	return nil
}

// again reports whether a message is a queued prompt that is there as a line already, or the
// line of one that is there as a queued prompt: the same words with no answer between them.
// Said are the words of people since the last answer, and whether they were queued.
func (b *build) again(said map[uint64]bool, r *rec) bool {
	switch b.k.last(r).Role {
	case model.Assistant:
		clear(said)
	case model.User:
		if was, ok := said[r.words]; ok && was != r.queued && r.pieces == 1 && r.words != 0 {
			delete(said, r.words)
			return true
		}
		said[r.words] = r.queued
	case model.System, model.Tool:
	}
	return false
}

// state makes what the writer wants to know.
func (p *plan) state(k *skimmer) *state {
	st := &state{
		version: k.version, branch: k.branch, whole: p.whole, below: map[string]bool{},
		boundary: -1, anchor: -1, end: k.end, records: len(k.recs), problems: p.problems,
	}
	if p.last != nil {
		st.past = p.recs[p.last.rec].src
		st.boundary = st.past.Off
	}
	if p.anchor >= 0 {
		st.anchor = p.recs[p.anchor].src.Off
	}
	if p.leaf < 0 {
		return st
	}
	st.leaf, st.chosen = p.recs[p.leaf].uuid, p.chosen
	if p.chosen {
		st.hang(p.recs[p.leaf:])
		return st
	}
	for _, i := range p.live {
		if r := &p.recs[i]; i >= p.leaf && r.uuid != "" {
			st.below[r.uuid] = true
		}
	}
	return st
}

// hang notes what hangs below the leaf among the records from it on: of what is abandoned, no
// place in the file says it.
func (st *state) hang(recs []rec) {
	if st.leaf == "" {
		return
	}
	st.below[st.leaf] = true
	for i := range recs {
		if r := &recs[i]; r.uuid != "" && st.below[r.parent] {
			st.below[r.uuid] = true
		}
	}
}
