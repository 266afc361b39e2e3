package retention

import (
	"cmp"
	"slices"

	"cutline/pipeline/facts"
)

// State is what became of something that is marked.
type State uint8

// The states. The last three are of a summary: Unfound is what is not in a source of which most is
// missing.
const (
	Kept State = iota
	Weakened
	Lost
	Supported
	Unfound
	Invented
)

// String is the state in a word.
func (s State) String() string {
	return [...]string{"kept", "weakened", "lost", "supported", "unfound", "invented"}[s]
}

// State is whether a fact is kept whole, in part or not at all.
func (f *Fact) State() State {
	switch {
	case f.Kept >= 1:
		return Kept
	case f.Kept > 0:
		return Weakened
	}
	return Lost
}

// Mark is a piece of text that a fact or a claim stands in.
type Mark struct {
	Part  int        // of the message, 0 in a summary
	Span  facts.Span // bytes, as those of facts.Fact; of the summary in a summary
	Of    int        // in Output.Facts, of a summary in Output.Named
	State State
}

// Marks are the pieces of one message in which facts stand, in order and apart from each other.
// Where facts overlap the one with the most points has the text, and the other what is left of
// its own. A fact is marked where it stands first; one that is read from the arguments of a call
// has no place.
func (o *Output) Marks(index int) []Mark {
	var all []Mark
	for i := range o.Facts {
		if f := &o.Facts[i]; f.Index == index {
			all = append(all, Mark{f.Part, f.Span, i, f.State()})
		}
	}
	return apartFrom(all, func(a, b Mark) int { return cmp.Compare(o.Facts[b.Of].Points, o.Facts[a.Of].Points) })
}

// NamedMarks are the pieces of the summary that name something, in order and apart from each
// other. Where they overlap what is invented comes first.
func (o *Output) NamedMarks() []Mark {
	all := make([]Mark, 0, len(o.Named))
	for i := range o.Named {
		c := &o.Named[i]
		state := Invented
		switch {
		case c.Supported:
			state = Supported
		case o.Partial:
			state = Unfound
		}
		all = append(all, Mark{Span: facts.Span{Start: c.From, End: c.To}, Of: i, State: state})
	}
	return apartFrom(all, func(a, b Mark) int { return cmp.Compare(b.State, a.State) })
}

// apartFrom gives each mark, those before first, what the ones before it leave of its span.
func apartFrom(all []Mark, before func(a, b Mark) int) []Mark {
	slices.SortStableFunc(all, before)
	var out []Mark // in order
	for _, m := range all {
		at, _ := slices.BinarySearchFunc(out, m, func(o, m Mark) int {
			return cmp.Or(cmp.Compare(o.Part, m.Part), cmp.Compare(o.Span.End, m.Span.Start+1))
		})
		for ; at < len(out) && out[at].Part == m.Part && out[at].Span.Start < m.Span.End; at++ {
			taken := out[at].Span
			if m.Span.Start < taken.Start {
				piece := m
				piece.Span.End = taken.Start
				out = slices.Insert(out, at, piece)
				at++
			}
			m.Span.Start = taken.End
		}
		if m.Span.Start < m.Span.End {
			out = slices.Insert(out, at, m)
		}
	}
	return out
}
