package partition

import (
	"fmt"
	"slices"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Cut is where the rule cut-point parts a session. Positions are those of entries on the active
// path, the header left out, and where a format has no entries those of the considered messages.
type Cut struct {
	Point
	KeptID string // of the first kept entry, empty where the format has no ids
	Tokens int    // tokens of the kept messages, notes included, which the way back leaves out
}

// cutPoint is Prime Agent's rule: go back from the end until the budget of kept tokens is
// reached, and cut at the next place at which the kept part may begin.
func (out *Output) cutPoint(in Input) {
	entries := in.Entries
	if len(entries) == 0 {
		out.prepare(in.Rows, true)
		entries = Entries(in.Rows, in.Links, out.Considered)
	} else {
		out.path(in)
	}
	w := way{in: in, entries: entries, faithful: in.Params.Faithful}
	p := w.choose(out)
	out.OtherSame = true
	if in.Params.Full || in.Params.SplitAt >= 0 {
		out.instead(in, w, p)
		return
	}
	out.groups(w, p)
	out.Cut = &Cut{Point: p}
	if p.Kept < len(entries) {
		out.Cut.KeptID = entries[p.Kept].ID
	}
	for _, e := range entries[p.Kept:] {
		if e.Is(model.Speaks) {
			out.Cut.Tokens += e.Est
		}
	}
	out.Refused = p.refused(entries, w.faithful)
	out.tell(w, p)
}

// path considers every message: what a format with entries makes of a session, it makes of
// entries, and leaves none out.
func (out *Output) path(in Input) {
	for i := range in.Rows {
		out.Considered = append(out.Considered, i)
		if in.Rows[i].Is(model.Skill) {
			out.Skills++
		}
	}
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: "prepare", Chose: trace.Count(len(in.Rows), "message") + " considered",
		Because: fmt.Sprintf("the active path has %d entries; the rest of them are settings, notes for the screen and what stands before an earlier compaction", len(in.Entries)),
	})
}

// way is one search for a cut.
type way struct {
	in       Input
	entries  []model.Entry
	faithful bool
}

// find is the cut of the original's rule, known defects included or not.
func (w way) find(faithful bool) Point {
	start := 0
	if len(w.in.Entries) > 0 {
		start = boundary(w.entries, faithful)
	}
	p := find(w.entries, start, w.in.Params.KeepRecent, faithful)
	if !faithful {
		p = w.whole(p)
	}
	return p
}

// choose finds the cut and says what was mended on the way.
func (w way) choose(out *Output) Point {
	p := w.find(w.faithful)
	if other := w.find(!w.faithful); other.Start != p.Start || other.Kept != p.Kept || other.Turn != p.Turn {
		d := trace.Decision{Rule: "known-defect", Chose: "not cut as the original would: " + w.words(other)}
		d.Because = w.defect(p, other)
		if w.faithful {
			d.Chose, d.Because = "cut as the original does: "+w.words(p), w.defect(other, p)
			out.warn("known-defect", "this cut has a known defect of the original: "+d.Because+"; without --faithful it is better", w.rows(p.Kept, p.Kept+1))
		}
		out.Decisions = append(out.Decisions, d)
	}
	if w.in.Params.AlignTurns && p.Split && p.Turn < p.Kept {
		was := p
		for p.Split && p.Turn < p.Kept {
			p.align()
			if !w.faithful { // a result of the turn may belong to a call before it
				p = w.whole(p)
			}
		}
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "align-turns", Chose: "the cut moves back to " + w.name(p.Kept),
			Because: fmt.Sprintf("the turn of %s begins there, and turns stay whole", w.name(was.Kept)), Touches: w.rows(p.Kept, was.Kept),
		})
	}
	return p
}

// whole moves the cut back to the call of every result that is kept without it.
func (w way) whole(p Point) Point {
	at := make(map[int]int, len(w.entries)) // by message, its entry
	for k, e := range w.entries {
		if e.Row >= 0 {
			at[e.Row] = k
		}
	}
	moved := false
	for _, l := range slices.Backward(w.in.Links) { // a result that is kept by moving back stands before the one that was met
		if !l.Result || l.Peer < 0 {
			continue
		}
		result, ok := at[l.Row]
		call, ok2 := at[l.Peer]
		if !ok || !ok2 || result < p.Kept || call >= p.Kept || call < p.Start {
			continue
		}
		if lead := before(w.entries, p.Start, call); lead >= 0 {
			p.Lead, moved = lead, true
			p.back(w.entries)
		}
	}
	if moved {
		p.settle(w.entries, false)
	}
	return p
}

// defect says what the original does worse at the cut it chose.
func (w way) defect(better, original Point) string {
	switch {
	case original.Start != better.Start:
		return "its last compaction names a kept entry that stands behind it, so messages between them would be in no summary"
	case original.Reached >= 0 && w.entries[original.Reached].Flags&model.Leads == 0 && better.Lead <= original.Reached && original.Lead != better.Lead && next(w.entries, original.Reached) < 0:
		return fmt.Sprintf("no later place may begin the kept part than the results that reach the budget at %s, and it would keep everything", w.name(original.Reached))
	case original.Lead != better.Lead && better.Kept <= original.Reached && original.Lead > original.Reached && !w.entries[original.Lead].Is(model.Weighs):
		return "only notes would be kept, and the results that the agent works on would not"
	case original.Lead != better.Lead:
		return "a result would be kept without its call"
	}
	return "settings that stand before a user's message count as a turn that is parted, so the whole turn before would be its prefix"
}

// groups sorts the considered messages into those that are summarized and those that stay.
func (out *Output) groups(w way, p Point) {
	at := make([]int, len(w.in.Rows))
	for i := range at {
		at[i] = -1
	}
	for k, e := range w.entries {
		if e.Row >= 0 {
			at[e.Row] = k
		}
	}
	for _, i := range out.Considered {
		k := at[i]
		switch {
		case k >= 0 && w.entries[k].Flags&model.Speaks == 0: // an earlier summary is carried on
			out.Summarize = append(out.Summarize, i)
		case k >= p.Kept:
			out.Tail = append(out.Tail, i)
		case p.Split && k >= p.Turn:
			out.Prefix = append(out.Prefix, i)
		case k >= p.Start || !w.faithful:
			out.Summarize = append(out.Summarize, i)
		}
	}
	out.SplitIndex = len(out.Considered)
	if len(out.Tail) > 0 {
		out.Split = out.Tail[0]
		out.SplitIndex = slices.Index(out.Considered, out.Split)
	}
}

// instead is a split by hand, or none at all; the rule's own is only named.
func (out *Output) instead(in Input, w way, p Point) {
	n := len(out.Considered)
	k, d := n, trace.Decision{Rule: "split", Chose: "everything is summarized", Because: "a full summarization was asked for"}
	if !in.Params.Full {
		k, out.ByHand = out.byHand(in, in.Params.SplitAt), true
		d.Rule, d.Because = "split-at", "no place is safe"
		if k < n {
			d.Chose = fmt.Sprintf("split at message %d", out.Considered[k])
			d.Because = "by hand; the rule would begin with " + w.name(p.Kept)
			d.Touches = out.Considered[k : k+1 : k+1]
		}
	}
	out.SplitIndex, out.Summarize, out.Tail = k, out.Considered[:k:k], out.Considered[k:]
	if k < n {
		out.Split = out.Considered[k]
	}
	out.Decisions = append(out.Decisions, d)
}

// Read are the messages that a summarizer reads, in order: the history and the beginning of
// the turn that is parted.
func (out *Output) Read() []int {
	if len(out.Prefix) == 0 {
		return out.Summarize
	}
	all := append(slices.Clone(out.Summarize), out.Prefix...)
	slices.Sort(all)
	return all
}
