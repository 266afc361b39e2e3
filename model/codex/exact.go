package codex

import (
	"context"
	"errors"
	"slices"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// spot says what the size of an item is a part of.
type spot struct {
	off, len int64 // of the item
	row      int32 // -1 without one
	point    int32 // the same, of the history
	cut      int32 // the same: which compaction left it in the context
	label    bool  // the row has its label
}

// spot notes of what some items are a part.
func (r *reader) spot(items []item, which []int, point, cut int) {
	if !r.approx {
		return
	}
	for _, i := range which {
		src := items[i].src
		r.f.spots = append(r.f.spots, spot{off: src.Off, len: src.Len, row: -1, point: int32(point), cut: int32(cut)})
	}
}

// spotRow notes that some of the live items are the last row.
func (r *reader) spotRow(which []int) {
	if !r.approx {
		return
	}
	row := len(r.s.Rows) - 1
	label := false
	for _, i := range which {
		it := &r.h.items[i]
		its := !label && it.live.Label == r.s.Rows[row].Label
		label = label || its
		r.f.spots = append(r.f.spots, spot{off: it.src.Off, len: it.src.Len, row: int32(row), point: -1, cut: -1, label: its})
	}
}

// measurer adds up the sizes of a session of which there is an index.
type measurer struct {
	s     *model.Session
	lines []line // of the index
	spots []spot // those still to come, in the order of the file
	exact *measure.Exact
	left  []int // by compaction, tokens
	seen  int   // lines
	torn  []int // those that hold what is no text

	glance glance // reused
	shape  shape  // reused
}

// Measure gives a session that Index made with the sizes of its messages and all its problems. It
// shares its texts with the index, which stays as it is. See measure.Scan.
func Measure(ctx context.Context, s *model.Session, on func(done int64)) (*model.Session, error) {
	f, ok := s.State.(*file)
	if !ok || !s.Approx {
		return nil, errors.New("it is no index")
	}
	m := &measurer{s: s, lines: f.lines, spots: f.spots, exact: measure.NewExact(s), left: make([]int, len(s.Replacements))}
	problems, err := measure.Scan(ctx, s, IsRecord, m, f.problems, on)
	if err != nil {
		return nil, err
	}
	return m.sized(problems, f), nil
}

// Done reports whether all lines have come.
func (m *measurer) Done() bool { return m.seen == len(m.lines) && len(m.spots) == 0 }

// Take measures what stands on a line.
func (m *measurer) Take(r jsonl.Record) bool {
	if m.seen == len(m.lines) || m.lines[m.seen].src != r.Source {
		return false
	}
	if r.Broken {
		m.torn = append(m.torn, m.seen)
	}
	m.seen++
	end := r.Off + r.Len
	for len(m.spots) > 0 && m.spots[0].off < end {
		at := m.spots[0]
		if at.off < r.Off || at.off+at.len > end {
			return false
		}
		raw := r.Raw[at.off-r.Off:][:at.len]
		broken := r.Broken && (at.len == r.Len || jsonl.Damaged(string(raw)))
		p := measure.PieceOf(m.decode(raw, at.len == r.Len))
		for len(m.spots) > 0 && m.spots[0].off == at.off {
			if !m.add(m.spots[0], &p, broken) {
				return false
			}
			m.spots = m.spots[1:]
		}
	}
	return true
}

// decode reads an item, which may be a whole line.
func (m *measurer) decode(raw []byte, line bool) model.Message {
	if line && m.glance.walk(raw) && m.glance.envelope() == typeItem && m.shape.item(&m.glance) {
		return m.shape.whole()
	}
	return decode([]string{string(raw)})
}

// add adds the size of an item where it belongs. It is false when the session has something else
// there.
func (m *measurer) add(at spot, p *measure.Piece, broken bool) bool {
	if at.point >= 0 {
		m.exact.Point(int(at.point), p.Tokens)
	}
	if at.cut >= 0 {
		m.left[at.cut] += int(p.Tokens)
	}
	if at.row < 0 {
		return true
	}
	p.Origin = m.s.Rows[at.row].Origin // it follows from other lines
	return m.exact.Row(int(at.row), p, at.label, broken)
}

// sized is the session with its sizes.
func (m *measurer) sized(problems []model.Problem, was *file) *model.Session {
	s := m.exact.Session(problems)
	for i := range s.History {
		if pt := &s.History[i]; pt.Row >= 0 {
			pt.Est = measure.Small(s.Rows[pt.Row].Tokens)
		}
	}
	for k := range s.Replacements {
		s.Replacements[k].Left = m.left[k]
	}
	f := *was
	f.spots, f.problems = nil, nil
	if len(m.torn) > 0 {
		f.lines = slices.Clone(f.lines)
	}
	for _, i := range m.torn {
		f.lines[i].broken = true
	}
	s.State = &f
	return s
}
