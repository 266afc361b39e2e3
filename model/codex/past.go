package codex

import (
	"cmp"
	"slices"

	"cutline/model"
	"cutline/model/measure"
)

// track is everything that was said, in the order of the file, whatever a compaction or a
// person took out of the history again.
type track struct {
	items   []item
	reports []reported
	gone    map[int64]bool // by offset, items that were taken back
	cuts    []cut
}

// cut is one compaction.
type cut struct {
	src     model.Source // its line
	at      int          // how many items of the track stand before it
	reports int          // how many reports do
	was     []trace      // the history before it
	left    []item       // the history that it left
	summary int          // position of its summary in left, -1 when nobody can read it
}

// trace is by what an item is known again.
type trace struct {
	off  int64
	sum  uint64
	kind kind
}

func (it *item) trace() trace { return trace{it.src.Off, it.sum, it.kind} }

func traces(items []item) []trace {
	out := make([]trace, len(items))
	for i := range items {
		out[i] = items[i].trace()
	}
	return out
}

// takeBack notes that items were taken back.
func (t *track) takeBack(items []item) {
	if t.gone == nil {
		t.gone = make(map[int64]bool, len(items))
	}
	for i := range items {
		t.gone[items[i].src.Off] = true
	}
}

// past makes the history of the session.
type past struct {
	*reader
	rows map[int64]int    // by offset of a record, its row
	at   map[int64]int32  // by offset of an item, its point
	said map[uint64]int32 // by words, the last point at which a user said them
}

// history lists every message of the file and what each compaction did.
func (r *reader) history() {
	if !r.words && len(r.events) > 0 {
		measure.History(r.s)
		return
	}
	p := past{reader: r, rows: map[int64]int{}, at: map[int64]int32{}, said: map[uint64]int32{}}
	for i, row := range r.s.Rows {
		for _, src := range r.s.Sources[row.Source : row.Source+row.Sources] {
			p.rows[src.Off] = i
		}
	}
	t, from, said := &r.h.whole, 0, 0
	r.s.History = slices.Grow(r.s.History, len(t.items)+len(t.cuts))
	for k := range t.cuts {
		c := &t.cuts[k]
		p.segment(from, c.at, t.reports[said:c.reports])
		p.compaction(k, c)
		from, said = c.at, c.reports
	}
	p.segment(from, len(t.items), t.reports[said:])
}

// segment adds what stands between two compactions: the items from a to b of the track, and
// what the server reported of them.
func (p *past) segment(a, b int, reports []reported) {
	t := &p.h.whole
	type said struct {
		items []int
		gone  bool
	}
	messages := make([]said, 0, b-a)
	for _, gone := range []bool{false, true} {
		var pick []item
		var place []int
		for i := a; i < b; i++ {
			if t.gone[t.items[i].src.Off] == gone {
				pick, place = append(pick, t.items[i]), append(place, i)
			}
		}
		for _, g := range group(pick) {
			for n := range g {
				g[n] = place[g[n]]
			}
			messages = append(messages, said{g, gone})
		}
	}
	slices.SortFunc(messages, func(x, y said) int { return cmp.Compare(x.items[0], y.items[0]) })
	first := len(p.s.History)
	starts := make([]int, len(messages))
	for n, m := range messages {
		starts[n] = m.items[0]
		p.message(m.items, m.gone)
	}
	for _, rep := range reports {
		end := rep.at
		for p.h.behind && end < b && t.items[end].kind.made() {
			end++
		}
		n, _ := slices.BinarySearch(starts, end)
		for n--; n >= 0; n-- {
			if pt := &p.s.History[first+n]; pt.Role == model.Assistant {
				pt.Tokens = measure.Small(rep.input)
				break
			}
		}
	}
}

// message adds the point of some items.
func (p *past) message(items []int, gone bool) {
	t := &p.h.whole
	n := int32(len(p.s.History))
	for _, i := range items {
		p.at[t.items[i].src.Off] = n
	}
	last := &t.items[items[len(items)-1]]
	if last.kind == user {
		p.said[last.sum] = n
	}
	src := t.items[items[0]].src
	if row, live := p.rows[src.Off]; live {
		pt := measure.PointOf(p.s, row)
		pt.Place(src)
		p.s.History = append(p.s.History, pt)
		return
	}
	p.spot(t.items, items, int(n), -1)
	toks, images := weight(t.items, items)
	pt := model.Point{
		Est: measure.Small(toks), Images: uint16(min(images, 1<<16-1)), Row: -1, Compaction: -1, Role: last.kind.role(), Gone: gone,
	}
	if last.kind == user {
		pt.Origin = p.h.origin(last)
	}
	pt.Place(src)
	p.s.History = append(p.s.History, pt)
}

// compaction adds the point of a compaction and says what it did.
func (p *past) compaction(k int, c *cut) {
	n := int32(len(p.s.History))
	r := model.Replacement{Point: int(n), Out: []int32{}, Measured: true}
	pt := model.Point{Row: -1, Compaction: int32(k), Role: model.System}
	pt.Place(c.src)
	for _, g := range group(c.left) {
		p.spot(c.left, g, -1, k)
		toks, images := weight(c.left, g)
		r.Left += toks
		r.Images += images
		if it := &c.left[g[0]]; it.kind == user && p.h.origin(it) == model.Person {
			r.Turns++
		}
		if g[0] == c.summary {
			pt.Est = measure.Small(toks)
			p.spot(c.left, g, int(n), -1)
		}
	}
	kept := map[int32]bool{}
	for i := range c.left {
		it := &c.left[i]
		if old, ok := p.known(it.trace()); ok && i != c.summary && !p.h.context(it) && !kept[old] && !p.s.History[old].Is() {
			kept[old] = true
			r.Kept = append(r.Kept, old)
		}
	}
	slices.Sort(r.Kept)
	for i := range c.was {
		old, ok := p.known(c.was[i])
		if ok && !kept[old] && !slices.Contains(r.Out[max(0, len(r.Out)-1):], old) {
			r.Out = append(r.Out, old)
		}
	}
	if c.summary >= 0 {
		it := &c.left[c.summary]
		r.Text, p.at[it.src.Off] = it.src, n
		pt.Place(it.src)
		pt.Role, pt.Origin = model.User, model.FromSummary
	}
	if row := p.s.Compactions[k].Summary; row >= 0 {
		pt.Row, pt.Est = int32(row), measure.Small(p.s.Rows[row].Tokens)
	}
	p.s.History = append(p.s.History, pt)
	p.s.Replacements = append(p.s.Replacements, r)
}

// known is the point at which an item was said: an item of a compaction's list is known
// again by its words.
func (p *past) known(it trace) (int32, bool) {
	if n, ok := p.at[it.off]; ok {
		return n, true
	}
	n, ok := p.said[it.sum]
	return n, ok && it.kind == user
}
