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
	whole           bool            // the file is a sub-agent's own
	boundary        int64           // offset of the last compaction, -1 without one
	past            model.Source    // its record, none without one
	named           string          // the type of the record that gives the session its title, empty without one
	anchor          int64           // offset of the record that kept ones follow, -1 without one
	end             int64           // behind the last record
}

// Read reads a session. Of the usage, Input is the whole request: what was new, what was
// written to a cache and what came from one.
func Read(in model.Input) (*model.Session, error) {
	return ReadRecords(in, func(f func(jsonl.Record) bool) (jsonl.Result, error) {
		return jsonl.Scan(in.Reader, in.Size, IsRecord, f)
	})
}

// ReadRecords is Read for a file that holds the same records in another form. Scan calls its
// argument with each of them, in order, with its place in the file.
func ReadRecords(in model.Input, scan func(func(jsonl.Record) bool) (jsonl.Result, error)) (*model.Session, error) {
	k := &skimmer{}
	res, err := scan(k.add)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	p := choose(k)
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
	b := build{s: s, k: k, p: p, rows: measure.New(s), row: make(map[int]int, len(p.groups))}
	if err := b.messages(); err != nil {
		return nil, err
	}
	b.rows.Finish()
	if err := b.attachments(); err != nil {
		return nil, err
	}
	b.usage()
	b.compactions()
	if err := b.history(); err != nil {
		return nil, err
	}
	if err := b.title(); err != nil {
		return nil, err
	}
	s.State = p.state(k)
	return s, nil
}

// build is the second pass.
type build struct {
	s    *model.Session
	k    *skimmer
	p    *plan
	rows *measure.Builder
	row  map[int]int // by record, its message; of two its last
}

func (b *build) read(i int) ([]byte, error) {
	src := b.p.recs[i].src
	raw, err := model.ReadSource(b.s.Reader, src)
	if err != nil {
		return nil, fmt.Errorf("read line %d: %w", src.Line, err)
	}
	return raw, nil
}

// messages reads and adds the live context.
func (b *build) messages() error {
	said := map[string]bool{} // a queued prompt may be there again as an ordinary line
	for _, g := range b.p.groups {
		raws := make([][]byte, len(g))
		sources := make([]model.Source, len(g))
		flags, broken := model.Flags(0), false
		for n, i := range g {
			raw, err := b.read(i)
			if err != nil {
				return err
			}
			r := &b.p.recs[i]
			raws[n], sources[n] = raw, r.src
			broken = broken || r.broken
			if r.failed {
				flags |= model.Failed
			}
		}
		ms := decode(raws)
		if again(said, ms, b.p.recs[g[0]].queued) {
			continue
		}
		if len(ms) > 1 {
			flags |= model.Split
		}
		for sub, m := range ms {
			m.Broken = m.Broken || broken
			b.rows.Add(m, sources, sub, flags)
		}
		for _, i := range g {
			b.row[i] = b.rows.Len() - 1
		}
	}
	return nil
}

// again reports whether a message is a queued prompt that is there as a line already, or the
// line of one that is there as a queued prompt: the same words with no answer between them.
// Said are the words of people since the last answer, and whether they were queued.
func again(said map[string]bool, ms []model.Message, queued bool) bool {
	m := ms[len(ms)-1]
	switch m.Role {
	case model.Assistant:
		clear(said)
	case model.User:
		text := m.Text()
		if was, ok := said[text]; ok && was != queued && len(ms) == 1 && text != "" {
			delete(said, text)
			return true
		}
		said[text] = queued
	case model.System, model.Tool:
	}
	return false
}

// state makes what the writer wants to know.
func (p *plan) state(k *skimmer) *state {
	st := &state{
		version: k.version, branch: k.branch, whole: p.whole, below: map[string]bool{},
		boundary: -1, anchor: -1, end: k.end, named: k.named,
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
	st.leaf = p.recs[p.leaf].uuid
	for _, i := range p.live {
		if r := &p.recs[i]; i >= p.leaf && r.uuid != "" {
			st.below[r.uuid] = true
		}
	}
	return st
}
