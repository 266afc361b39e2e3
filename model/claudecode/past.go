package claudecode

import (
	"cmp"
	"slices"

	"cutline/model"
	"cutline/model/measure"
)

// past makes the history: what the agent would have sent before each compaction, and what it
// would send now, one after the other.
type past struct {
	*build
	at   []stretch // by record, those it became
	said map[uint64]bool
}

// stretch is some points that stand together in the history.
type stretch struct{ from, n int32 }

func (p stretch) all(yield func(int32) bool) {
	for n := p.from; n < p.from+p.n && yield(n); n++ {
	}
}

// history lists every message of the file and what each compaction did.
func (b *build) history() {
	h := &past{build: b, at: make([]stretch, len(b.p.recs))}
	from, last := 0, -1 // last: the compaction that the segment begins with
	k := -1
	var micro []event
	for i := range b.k.boundaries {
		at := &b.k.boundaries[i]
		if !b.p.main(at.rec) {
			continue
		}
		k++
		b.s.Replacements = append(b.s.Replacements, model.Replacement{Point: -1})
		if at.micro {
			micro = append(micro, event{recs: []int{at.rec}, compaction: k})
			continue
		}
		was := b.p.before(b.k, at.rec)
		h.segment(was, from, last, micro)
		h.replaced(k, was, at)
		from, last, micro = at.rec, k, nil
	}
	h.segment(b.p, from, last, micro)
	for k := range b.s.Replacements {
		left(b.s, &b.s.Replacements[k])
	}
	if b.k.approx {
		b.st.spots = h.spots()
	}
}

// event is what becomes of some records: a message, or a compaction.
type event struct {
	recs       []int
	compaction int // -1 for a message
	gone       bool
}

// segment adds what stands between two compactions. It begins with compaction k, unless that
// is -1; the first summary in it is that one's.
func (h *past) segment(p *plan, from, k int, micro []event) {
	h.said = map[uint64]bool{}
	events := micro
	add := func(groups [][]int, gone bool) {
		for _, g := range groups {
			live := h.row[g[0]] >= 0
			switch {
			case g[0] < from: // kept word for word: it has its point already
			case p == h.p && !gone && !live: // said again, as build.messages found
			default:
				events = append(events, event{g, -1, gone})
			}
		}
	}
	add(p.groups, false)
	gone, _ := p.group(p.gone)
	add(gone, true)
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.recs[0], b.recs[0]) })
	if k >= 0 {
		h.compaction(k, from)
	}
	for _, x := range events {
		switch {
		case x.compaction >= 0:
			h.compaction(x.compaction, x.recs[0])
		case k >= 0 && h.p.recs[x.recs[0]].digest && h.s.Replacements[k].Text.Len == 0:
			h.summary(k, x.recs[0])
		default:
			h.message(x)
		}
	}
}

// compaction adds the point of a compaction, at its boundary.
func (h *past) compaction(k, rec int) {
	pt := model.Point{Row: -1, Compaction: int32(k), Role: model.System}
	pt.Place(h.p.recs[rec].src)
	h.s.Replacements[k].Point = len(h.s.History)
	h.s.History = append(h.s.History, pt)
}

// summary makes the point of a compaction that of its summary.
func (h *past) summary(k, rec int) {
	r := &h.s.Replacements[k]
	pt := &h.s.History[r.Point]
	r.Text = h.p.recs[rec].src
	pt.Off, pt.Len, pt.Role, pt.Origin = r.Text.Off, uint32(r.Text.Len), model.User, model.FromSummary
	h.at[rec] = stretch{int32(r.Point), 1}
	if row := h.row[rec]; row >= 0 {
		pt.Row, pt.Est = row, measure.Small(h.s.Rows[row].Tokens)
		return
	}
	at := &h.p.recs[rec]
	pt.Est = h.k.last(at).Tokens
}

// message adds the points of one message, or of the two that share a record.
func (h *past) message(x event) {
	list := h.points(x)
	used := 0
	for _, i := range x.recs {
		if u := h.p.recs[i].usage; !u.zero() {
			used = int(u.input)
		}
		h.at[i] = stretch{int32(len(h.s.History)), int32(len(list))}
	}
	for _, pt := range list {
		pt.Gone = x.gone
		if pt.Role == model.Assistant {
			pt.Tokens = measure.Small(used)
		}
		h.s.History = append(h.s.History, pt)
	}
}

// points are the points of some records, rows of the live context or not.
func (h *past) points(x event) []model.Point {
	for _, i := range x.recs {
		last := int(h.row[i])
		if last < 0 {
			continue
		}
		var out []model.Point
		for row := last - h.s.Rows[last].Sub; row <= last; row++ {
			pt := measure.PointOf(h.s, row)
			pt.Place(h.p.recs[x.recs[0]].src)
			out = append(out, pt)
		}
		return out
	}
	first := &h.p.recs[x.recs[0]]
	if h.again(h.said, first) {
		return nil
	}
	out := make([]model.Point, first.pieces)
	for sub := range out {
		p := *h.k.pieces.at(first.piece, sub)
		if sub == 0 {
			p = h.k.join(h.p, x.recs)
		}
		out[sub] = model.Point{
			Row: -1, Compaction: -1, Role: p.Role, Origin: p.Origin, Sub: uint8(sub),
			Est: p.Tokens, Images: uint16(min(p.Images, 1<<16-1)),
		}
		out[sub].Place(first.src)
	}
	return out
}

// replaced notes what a compaction took out of the context that was, and what it kept of it.
func (h *past) replaced(k int, was *plan, at *boundary) {
	r := &h.s.Replacements[k]
	kept := map[int32]bool{}
	found, _ := h.p.kept(at)
	for _, i := range found {
		for n := range h.at[i].all {
			if !kept[n] && !h.s.History[n].Is() {
				kept[n] = true
				r.Kept = append(r.Kept, n)
			}
		}
	}
	slices.Sort(r.Kept)
	r.Out = []int32{}
	for _, g := range was.groups {
		for n := range h.at[g[0]].all {
			if !kept[n] {
				r.Out = append(r.Out, n)
			}
		}
	}
}

// left adds up the context that a compaction left.
func left(s *model.Session, r *model.Replacement) {
	if r.Point < 0 || r.Out == nil {
		return
	}
	r.Left, r.Images, r.Turns = int(s.History[r.Point].Est), 0, 0
	for _, n := range r.Kept {
		pt := &s.History[n]
		r.Left += int(pt.Est)
		r.Images += int(pt.Images)
		if pt.Typed() {
			r.Turns++
		}
	}
}
