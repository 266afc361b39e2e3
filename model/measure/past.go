package measure

import (
	"math"
	"slices"

	"cutline/model"
)

// Live are the rows that things became, by their numbers.
type Live map[int][]int

// Decode reads the messages of a thing that stands in these records.
type Decode func(n int, sources []model.Source) ([]model.Message, error)

// History fills the history of a session that was tracked.
func (t *Track) History(s *model.Session, live Live, decode Decode) error {
	h := past{t: t, s: s, live: live, decode: decode, at: make([][]int32, len(t.said))}
	s.History = make([]model.Point, 0, len(t.said))
	s.Replacements = make([]model.Replacement, 0, len(t.cuts))
	for n := range t.said {
		var err error
		if t.said[n].cut < 0 {
			err = h.message(n)
		} else {
			err = h.compaction(n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// past makes a history of a track.
type past struct {
	t      *Track
	s      *model.Session
	live   Live
	decode Decode
	at     [][]int32 // by number, the points
}

// message adds the points of a message.
func (h *past) message(n int) error {
	x := &h.t.said[n]
	points, err := h.points(n, x.sources)
	if err != nil {
		return err
	}
	reported := len(points) - 1
	for i := range points {
		points[i].Gone, points[i].Branch, points[i].Line = x.gone > 0, x.gone, Small(x.line)
		if points[i].Role == model.Assistant {
			reported = i
		}
		h.at[n] = append(h.at[n], int32(len(h.s.History)+i))
	}
	if reported >= 0 {
		points[reported].Tokens = Small(x.tokens)
	}
	h.s.History = append(h.s.History, points...)
	return nil
}

// points are those of the messages in some records: rows when these are the records of the live
// context.
func (h *past) points(n int, sources []model.Source) ([]model.Point, error) {
	rows := h.live[n]
	if len(rows) > 0 {
		r := &h.s.Rows[rows[0]]
		if slices.Equal(h.s.Sources[r.Source:r.Source+r.Sources], sources) {
			out := make([]model.Point, len(rows))
			for i, row := range rows {
				out[i] = PointOf(h.s, row)
			}
			return out, nil
		}
	}
	ms, err := h.decode(n, sources)
	if err != nil {
		return nil, err
	}
	out := make([]model.Point, len(ms))
	for i, m := range ms {
		toks, images := Weigh(m)
		out[i] = model.Point{
			Row: -1, Compaction: -1, Role: m.Role, Origin: m.Origin, Sub: uint8(min(i, math.MaxUint8)),
			Est: Small(toks), Images: uint16(min(images, math.MaxUint16)),
		}
		out[i].Place(sources[0])
		if len(rows) == len(ms) {
			out[i].Row = int32(rows[i])
		}
	}
	return out, nil
}

// compaction adds the point of a compaction and says what it did.
func (h *past) compaction(n int) error {
	x := &h.t.said[n]
	c := &h.t.cuts[x.cut]
	r := model.Replacement{Point: len(h.s.History), Measured: c.measured}
	pt := model.Point{Row: -1, Compaction: int32(x.cut), Role: model.System, Tokens: Small(x.tokens), Gone: x.gone > 0, Branch: x.gone}
	pt.Place(x.sources[0])
	if c.text {
		r.Text = x.sources[0]
		points, err := h.points(n, x.sources)
		if err != nil {
			return err
		}
		for _, p := range points {
			pt.Est, pt.Row = plus(pt.Est, int(p.Est)), p.Row
			pt.Role, pt.Origin = model.User, model.FromSummary
		}
	}
	h.at[n] = []int32{int32(r.Point)}
	h.s.History = append(h.s.History, pt)
	if x.gone == 0 {
		r.Left = int(pt.Est)
	}
	kept := make(map[int]bool, len(c.left))
	for _, p := range c.left {
		kept[p.N] = true
		if err := h.left(&r, p); err != nil {
			return err
		}
	}
	slices.Sort(r.Kept)
	if c.out {
		r.Out = make([]int32, 0, len(c.was))
		for _, p := range c.was {
			if !kept[p.N] {
				r.Out = append(r.Out, h.at[p.N]...)
			}
		}
		slices.Sort(r.Out)
	}
	h.s.Replacements = append(h.s.Replacements, r)
	return nil
}

// left adds a piece to what a compaction left. What was taken back later does not count: no point
// of the history says when, and the context of today is what has to be right.
func (h *past) left(r *model.Replacement, p Held) error {
	x := &h.t.said[p.N]
	points := make([]model.Point, 0, len(h.at[p.N]))
	for _, n := range h.at[p.N] {
		points = append(points, h.s.History[n])
		if x.cut < 0 {
			r.Kept = append(r.Kept, n)
		}
	}
	if p.Sources != nil && !slices.Equal(p.Sources, x.sources) {
		var err error
		if points, err = h.points(p.N, p.Sources); err != nil {
			return err
		}
	}
	if x.gone > 0 {
		return nil
	}
	for i := range points {
		r.Left += int(points[i].Est)
		r.Images += int(points[i].Images)
		if points[i].Typed() {
			r.Turns++
		}
	}
	return nil
}
