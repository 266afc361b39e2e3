package cline

import (
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/records"
)

// past adds the elements to the live context, and notes what became of those that are not in it.
type past struct {
	track measure.Track
	live  measure.Live
	now   []said // the context so far
	made  int64  // when the last summary was made, in milliseconds since 1970
}

// said is an element of the context.
type said struct {
	n, i   int // its numbers in the track and in the list, -1 for the system's prompt
	hidden []string
	user   bool
}

// entry takes element i of the list.
func (p *past) entry(b *records.Builder, entries []entry, i int) {
	e := &entries[i]
	var rows []int
	if !e.hide {
		rows = b.Add(0, e.record)
	}
	at := said{i: i, hidden: e.hidden, user: e.user}
	switch {
	case e.summary:
		p.made = e.made
		row := -1
		if len(rows) > 0 {
			row = rows[0]
		}
		b.S.Compactions = append(b.S.Compactions, e.compaction(row, entries[i+1:]))
		at.n, _ = p.compact(e, func(s said) bool { return s.i < 0 || !(&entry{user: s.user}).under(s.i, e) })
	case e.marker, len(rows) > 0 && strings.HasPrefix(b.S.Rows[rows[0]].Label, truncated):
		_, kept := p.compact(e, func(s said) bool { return e.id == "" || !slices.Contains(s.hidden, e.id) })
		b.S.Compactions = append(b.S.Compactions, model.Compaction{Line: e.record.Line, Trigger: model.Truncation, Kept: kept, Summary: -1})
		at.n = p.track.Say(e.record.Source)
	default:
		at.n = p.track.Say(e.record.Source)
	}
	if e.ts > 0 && e.ts <= p.made { // an answer to a request from before the compaction
		e.input = 0
	}
	p.track.Report(at.n, e.input)
	p.live[at.n] = rows
	p.now = append(p.now, at)
	if len(rows) > 0 {
		about(b, e, rows[0])
	}
}

// compact notes a compaction, and how many elements stay; kept says which.
func (p *past) compact(e *entry, kept func(said) bool) (number, stay int) {
	cut := measure.Cut{Source: e.record.Source, Text: e.summary, Unknown: true}
	var left []said
	for _, s := range p.now {
		cut.Was = append(cut.Was, measure.Held{N: s.n})
		if !kept(s) {
			cut.Unknown = false
			continue
		}
		left = append(left, s)
		cut.Left = append(cut.Left, measure.Held{N: s.n})
		if s.i >= 0 {
			stay++
		}
	}
	if p.now = left; cut.Unknown { // what it replaced is not in the file
		cut.Left, stay = nil, 0
	}
	return p.track.Compact(cut), stay
}

// end takes back what is not sent any more for another reason than a compaction.
func (p *past) end(entries []entry) {
	var numbers []int
	for _, s := range p.now {
		if s.i >= 0 && entries[s.i].hide {
			numbers = append(numbers, s.n)
		}
	}
	p.track.TakeBack(numbers...)
}

// about takes what an element in that row says of the session.
func about(b *records.Builder, e *entry, row int) {
	if e.cwd != "" {
		b.S.CWD = e.cwd
	}
	if e.model != "" {
		b.S.Model = e.model
	}
	b.Reported(row, e.input, e.cached, e.output)
}
