package goose

import (
	"cutline/model"
	"cutline/model/measure"
)

// past notes what was said and what each compaction replaced. Goose writes a summary behind the
// messages that the model does not see any more; which those are is a mark that they bear.
type past struct {
	track  measure.Track
	live   measure.Live
	now    []measure.Held // the context so far
	hidden map[int]bool   // by number, those that the model does not see any more
	sums   map[int]bool   // by number, the summaries
}

func newPast() *past {
	return &past{live: make(measure.Live), hidden: make(map[int]bool), sums: make(map[int]bool)}
}

// say takes a message and the rows that it became.
func (p *past) say(src model.Source, rows []int, hidden bool) int {
	n := p.track.Say(src)
	p.hidden[n] = hidden
	p.add(n, rows)
	return n
}

// compact takes a summary and says how many messages stay.
func (p *past) compact(src model.Source, rows []int) int {
	cut := measure.Cut{Source: src, Text: true, Was: p.now}
	for _, h := range p.now {
		if !p.hidden[h.N] {
			cut.Left = append(cut.Left, h)
		}
	}
	p.now = cut.Left[:len(cut.Left):len(cut.Left)]
	n := p.track.Compact(cut)
	p.sums[n] = true
	p.add(n, rows)
	return len(cut.Left)
}

func (p *past) add(n int, rows []int) {
	p.live[n] = rows
	p.now = append(p.now, measure.Held{N: n})
}

// hint is that of decode.
func (p *past) hint(n int) int {
	if p.sums[n] {
		return isSummary
	}
	return 0
}
