package partition

import (
	"slices"

	"cutline/model"
)

// Why nothing would be compacted, as Prime Agent tells it apart.
const (
	Already    = "already compacted"  // the last entry is a compaction
	TooShort   = "too short"          // nothing stands before the cut
	NothingNew = "nothing to compact" // only an earlier summary does
)

// Point is a cut among the entries of a path. Positions count from 0; -1 is none.
type Point struct {
	Start   int  // where the part begins that is looked at: after an earlier compaction, what that kept
	Kept    int  // the first entry that stays
	Turn    int  // where the turn begins that the cut goes through
	Split   bool // that turn's beginning is summarized apart
	Reached int  // the entry with which the budget was reached, going back from the end
	Walked  int  // tokens from there on
	Lead    int  // the cut before it was moved back over what is no message
}

// find looks for the cut in [start, end of path). Keep is in tokens. The original's known
// defects are part of it only when it is to be faithful.
func find(entries []model.Entry, start, keep int, faithful bool) Point {
	p := Point{Start: start, Kept: start, Turn: -1, Reached: -1, Lead: start}
	first := next(entries, start)
	if first < 0 {
		return p
	}
	p.Lead = first
	for i := len(entries) - 1; i >= start; i-- {
		if !entries[i].Is(model.Weighs) {
			continue
		}
		if p.Walked += entries[i].Est; p.Walked >= keep {
			p.Reached = i
			p.Lead = leadOf(entries, start, i, first, faithful)
			break
		}
	}
	p.settle(entries, faithful)
	return p
}

// leadOf is the place at which the kept part may begin when the budget is reached at entry i.
// When only notes that weigh nothing may begin behind it, or nothing may, the original keeps
// all or next to nothing; the place before i is better.
func leadOf(entries []model.Entry, start, i, first int, faithful bool) int {
	at := next(entries, i)
	if !faithful && !slices.ContainsFunc(entries[i:], func(e model.Entry) bool { return e.Is(model.Leads | model.Weighs) }) {
		at = before(entries, start, i)
	}
	if at < 0 {
		return first
	}
	return at
}

// next is the first place from i on at which the kept part may begin, -1 when there is none.
func next(entries []model.Entry, i int) int {
	for ; i < len(entries); i++ {
		if entries[i].Is(model.Leads) {
			return i
		}
	}
	return -1
}

// before is the last message up to i at which the kept part may begin, -1 when there is none.
func before(entries []model.Entry, start, i int) int {
	for ; i >= start; i-- {
		if entries[i].Is(model.Leads | model.Weighs) {
			return i
		}
	}
	return -1
}

// back moves the cut back over settings, labels and notes that stand before it.
func (p *Point) back(entries []model.Entry) {
	p.Kept = p.Lead
	for p.Kept > p.Start && entries[p.Kept-1].Type != "compaction" && !entries[p.Kept-1].Is(model.Weighs) && !entries[p.Kept-1].Is(model.Recounts) {
		p.Kept--
	}
}

// settle moves the cut back as far as it may, and finds the turn that it goes through.
func (p *Point) settle(entries []model.Entry, faithful bool) {
	p.back(entries)
	p.Turn, p.Split = -1, false
	if entries[p.Kept].Is(model.Asks) {
		return
	}
	if !faithful { // a turn that begins among what was moved over is whole
		for k := p.Kept + 1; k <= p.Lead; k++ {
			if entries[k].Is(model.Opens) && !entries[p.Kept].Is(model.Opens) {
				return
			}
		}
	}
	p.Turn = turnOf(entries, p.Start, p.Kept)
	p.Split = p.Turn >= 0
}

// turnOf is where the turn of entry i begins, -1 when it begins before start.
func turnOf(entries []model.Entry, start, i int) int {
	for ; i >= start; i-- {
		if entries[i].Is(model.Opens) {
			return i
		}
	}
	return -1
}

// align moves the cut to the beginning of its turn, so that no turn is parted.
func (p *Point) align() {
	if p.Split {
		p.Kept, p.Lead, p.Turn, p.Split = p.Turn, p.Turn, -1, false
	}
}

// boundary is where the part begins that a cut is looked for in: what the last compaction kept,
// else what follows it. A kept entry that stands behind its compaction, which only a damaged
// file has, is believed only when faithful.
func boundary(entries []model.Entry, faithful bool) int {
	c := lastCompaction(entries)
	if c < 0 {
		return 0
	}
	k := keptBy(entries, c)
	if k < 0 || k > c && !faithful {
		return c + 1
	}
	return k
}

// End is where the summarized history ends and, for a split turn, its prefix begins.
func (p Point) End() int {
	if p.Split {
		return p.Turn
	}
	return p.Kept
}

// History and Prefix are the positions of the messages that are summarized: whole turns, and
// the beginning of the turn that the cut goes through.
func (p Point) History(entries []model.Entry) []int { return speakers(entries, p.Start, p.End()) }

// Prefix is described with History.
func (p Point) Prefix(entries []model.Entry) []int { return speakers(entries, p.End(), p.Kept) }

func speakers(entries []model.Entry, from, to int) []int {
	var out []int
	for k := from; k < to; k++ {
		if entries[k].Is(model.Speaks) {
			out = append(out, k)
		}
	}
	return out
}

// refused says why nothing would be compacted, empty when something would. The original goes on
// with nothing but an earlier summary, and has it written anew.
func (p Point) refused(entries []model.Entry, faithful bool) string {
	n := len(entries)
	switch {
	case n == 0:
		return TooShort
	case entries[n-1].Type == "compaction" || entries[n-1].Type == "summary":
		return Already
	case p.Kept >= n:
		return TooShort
	case len(p.History(entries))+len(p.Prefix(entries)) > 0:
		return ""
	}
	if recounted(entries) {
		if faithful {
			return ""
		}
		return NothingNew
	}
	return TooShort
}

// recounted reports whether the last compaction has a summary that would be carried on.
func recounted(entries []model.Entry) bool {
	c := lastCompaction(entries)
	if c >= 0 {
		return entries[c].Is(model.Recounts)
	}
	return slices.ContainsFunc(entries, func(e model.Entry) bool { return e.Is(model.Recounts) })
}
