package transcript

import (
	"cmp"
	"slices"

	"cutline/model"
)

// A line of the list is a message, or one of these rules.
const (
	ruleSplit      = -1 - iota // the split
	ruleOther                  // where the other split-on would cut
	ruleCompaction             // an earlier compaction
	ruleTurn                   // where the turn begins that the cut goes through
)

// arrange makes the lines for order and filter.
func (p *Pane) arrange() {
	p.lines, p.edge = p.lines[:0], nil
	if p.s == nil {
		return
	}
	n := len(p.s.Rows)
	shown := p.filter
	if shown == nil {
		shown = make([]int, n)
		for i := range shown {
			shown[i] = i
		}
	}
	if p.order == ByPlace {
		split, other := p.report.Partition.Split, p.report.Partition.Other
		turn := n // the first message of the turn that is cut
		if prefix := p.report.Partition.Prefix; len(prefix) > 0 {
			turn = prefix[0]
		}
		drawn := map[int]bool{}
		rule := func(code int) {
			if !drawn[code] {
				drawn[code] = true
				p.lines = append(p.lines, code)
			}
		}
		for _, i := range shown {
			if i >= turn && (split < 0 || i < split) {
				rule(ruleTurn)
			}
			if other >= 0 && i >= other {
				rule(ruleOther)
			}
			if split >= 0 && i >= split {
				rule(ruleSplit)
			}
			p.lines = append(p.lines, i)
			if p.s.Rows[i].Origin == model.FromSummary && p.compaction(i) != nil {
				p.lines = append(p.lines, ruleCompaction)
			}
		}
		if split < 0 && p.filter == nil && n > 0 {
			p.lines = append(p.lines, ruleSplit)
		}
	} else {
		by := slices.Clone(shown)
		slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(p.weight(b), p.weight(a)) })
		p.lines = append(p.lines, by...)
	}
	p.list.SetSize(len(p.lines), p.h)
}

// weight is what the order sorts by.
func (p *Pane) weight(i int) int {
	if p.order == BySize {
		return p.s.Rows[i].Rendered
	}
	if a := p.fates[i].Slim; a != nil {
		if p.fates[i].Kept {
			return 0
		}
		return a.Size - a.Allocation
	}
	return 0
}

// compaction is the record of the compaction whose summary is message i.
func (p *Pane) compaction(i int) *model.Compaction {
	for k := range p.s.Compactions {
		if c := &p.s.Compactions[k]; !c.Micro && c.Summary == i {
			return c
		}
	}
	return nil
}

// messages are the lines that are messages.
func (p *Pane) messages() []int {
	return slices.DeleteFunc(slices.Clone(p.lines), func(l int) bool { return l < 0 })
}

// Filter shows only some messages, named by a crumb in the title; nil shows all.
func (p *Pane) Filter(messages []int, crumb string) {
	at := p.Selected()
	p.filter, p.crumb = nil, ""
	if messages != nil {
		p.filter = slices.Clone(messages)
		slices.Sort(p.filter)
		p.filter = slices.Compact(p.filter)
		p.crumb = crumb
		if !slices.Contains(p.filter, at) && len(p.filter) > 0 {
			at = p.filter[0]
		}
	}
	p.arrange()
	p.SetHits(p.hits)
	p.Select(at)
}

// passes reports whether the filter lets a message through.
func (p *Pane) passes(i int) bool {
	_, ok := slices.BinarySearch(p.filter, i)
	return ok
}

// Filtered reports whether a filter hides messages.
func (p *Pane) Filtered() bool { return p.filter != nil }

// Shown is how many messages the filter lets through, without one all.
func (p *Pane) Shown() int {
	if p.filter != nil {
		return len(p.filter)
	}
	return len(p.fates)
}
