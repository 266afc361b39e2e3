package claudecode

import (
	"context"
	"errors"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// spot says where in the session the message of a record stands.
type spot struct {
	off   int64 // of the record
	row   int32 // the first of its rows, -1 when it is not live
	point int32 // the first of its points
	n     int32 // how many messages it holds, or is a part of
	lead  bool  // the first record of its message
}

// spots are those of all records with messages, in file order.
func (h *past) spots() []spot {
	var out []spot
	for i := range h.p.recs {
		r, at := &h.p.recs[i], h.at[i]
		if at.n == 0 {
			continue
		}
		x := spot{off: r.src.Off, row: h.row[i], point: at.from, n: at.n}
		if x.row >= 0 {
			x.row -= int32(h.s.Rows[x.row].Sub)
			x.lead = h.s.Sources[h.s.Rows[x.row].Source].Off == x.off
		}
		out = append(out, x)
	}
	return out
}

// measurer adds up the sizes of a session of which there is an index.
type measurer struct {
	st    *state
	spots []spot // those still to come
	exact *measure.Exact
	seen  int // records
}

// Measure gives a session that Index made with the sizes of its messages and all its problems. It
// shares its texts with the index, which stays as it is. See measure.Scan.
func Measure(ctx context.Context, s *model.Session, on func(done int64)) (*model.Session, error) {
	st, ok := s.State.(*state)
	if !ok || !s.Approx {
		return nil, errors.New("it is no index")
	}
	m := &measurer{st: st, spots: st.spots, exact: measure.NewExact(s)}
	problems, err := measure.Scan(ctx, s, IsRecord, m, st.problems, on)
	if err != nil {
		return nil, err
	}
	return m.sized(problems), nil
}

// Done reports whether all records have come.
func (m *measurer) Done() bool { return m.seen == m.st.records && len(m.spots) == 0 }

// Take measures a record.
func (m *measurer) Take(r jsonl.Record) bool {
	m.seen++
	if len(m.spots) == 0 || m.spots[0].off != r.Off {
		return len(m.spots) == 0 || m.spots[0].off > r.Off
	}
	at := m.spots[0]
	m.spots = m.spots[1:]
	for sub, msg := range decode([][]byte{r.Raw}) {
		if sub >= int(at.n) {
			return false
		}
		p := measure.PieceOf(msg)
		m.exact.Point(int(at.point)+sub, p.Tokens)
		if at.row >= 0 && !m.exact.Row(int(at.row)+sub, &p, at.lead, r.Broken) {
			return false
		}
	}
	return true
}

// sized is the session with its sizes.
func (m *measurer) sized(problems []model.Problem) *model.Session {
	s := m.exact.Session(problems)
	for k := range s.Replacements {
		left(s, &s.Replacements[k])
	}
	st := *m.st
	st.spots = nil
	s.State = &st
	return s
}
