package codex

import (
	"errors"
	"fmt"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// messages adds the live context.
func (r *reader) messages() error {
	r.groups = group(r.h.items)
	for _, g := range r.groups {
		if err := r.message(g); err != nil {
			return err
		}
	}
	r.usage()
	return nil
}

// message adds the message that some of the live items make.
func (r *reader) message(g []int) error {
	sources := make([]model.Source, len(g))
	var p measure.Piece
	id, flags := "", model.Flags(0)
	for n, i := range g {
		it := &r.h.items[i]
		if err := r.live(it); err != nil {
			return err
		}
		if sources[n] = it.src; n == 0 {
			p = it.live.Piece
		} else {
			p.Join(&it.live.Piece)
		}
		if id == "" {
			id = it.live.id
		}
		if it.broken {
			flags |= model.Broken
		}
	}
	if p.Role == model.User {
		p.Origin = r.h.origin(&r.h.items[g[0]])
	}
	r.rows.Put(&p, id, sources, 0, flags)
	r.spotRow(g)
	for _, i := range g {
		r.h.items[i].live = nil
	}
	if !r.rows.Stateful(&p) {
		return nil
	}
	m, err := r.s.Message(r.rows.Len() - 1)
	if r.approx && errors.Is(err, jsonl.ErrNoRecord) {
		return nil // it was never looked at; measuring finds it
	}
	if err != nil {
		return err
	}
	r.rows.State(m)
	return nil
}

// live reads an item of which only the place is known.
func (r *reader) live(it *item) error {
	if it.live != nil {
		return nil
	}
	raw, err := model.ReadSource(r.s.Reader, it.src)
	if err != nil {
		return fmt.Errorf("read line %d: %w", it.src.Line, err)
	}
	it.weigh(decode([]string{string(raw)}))
	return nil
}

// usage sets what the server reported last, and the message that it was about.
func (r *reader) usage() {
	h, u := r.h, &r.s.Usage
	n := len(h.reports)
	if n == 0 {
		return
	}
	last := h.reports[n-1]
	u.Known, u.Input, u.Output, u.Cached, u.Row = true, last.input, last.output, last.cached, -1
	end := min(last.at, len(h.items))
	if h.behind {
		for end < len(h.items) && h.items[end].kind.made() {
			end++
		}
	}
	for row, g := range r.groups {
		if g[0] < end && h.items[g[len(g)-1]].kind.made() {
			u.Row = row
		}
	}
}

// past sets what the file records of its past: compactions, earlier messages, turns that were
// taken back.
func (r *reader) past() {
	s, h := r.s, r.h
	if s.Title == "" {
		s.Title = r.title
	}
	s.Earlier = h.earlier
	s.Branches, s.BranchRows = h.rolls, h.dropped
	for n, c := range h.past {
		out := model.Compaction{Line: c.line, Before: c.before, After: c.after, Kept: c.kept, Summary: -1}
		if n == len(h.past)-1 {
			out.Summary = r.row(c.summary)
		}
		s.Compactions = append(s.Compactions, out)
	}
	r.unreadable()
}

// row is the message that an item became, -1 when it is none any more.
func (r *reader) row(i int) int {
	for row, g := range r.groups {
		if g[0] == i && r.h.items[i].origin == model.FromSummary {
			return row
		}
	}
	return -1
}

// unreadable says what the model is told of the past and nobody but the server can read.
func (r *reader) unreadable() {
	problem := func(line int, format string) {
		p := model.Problem{Line: line, Kind: "opaque-summary", Message: fmt.Sprintf(format, line)}
		r.s.Problems = append(r.s.Problems, p)
		r.f.problems = append(r.f.problems, p)
	}
	line := 0
	for _, it := range r.h.items {
		if it.kind != opaque {
			continue
		}
		r.f.opaque = append(r.f.opaque, it)
		if it.src.Line != line {
			line = it.src.Line
			problem(line, "line %d holds the summary of a compaction in an encrypted form that only its server can read; it stays in a compacted copy as it is")
		}
	}
	if n := len(r.h.past); n > 0 && line == 0 && r.h.past[n-1].summary < 0 {
		problem(r.h.past[n-1].line, "the summary of the compaction at line %d is not in this file; what stood before it is known only from what was kept")
	}
}
