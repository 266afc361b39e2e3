package claudecode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// ErrIndexed is the error of measuring a session whose file is not what its index says: a line
// that could be walked through is no valid JSON, or the file has changed. It has to be read
// as a whole.
var ErrIndexed = errors.New("the file is not what its index says")

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
	bad   bool
}

// Measure reads the whole file of a session that Index made, for the sizes of its messages and
// the problems that only a look at every byte finds, and gives the session with both. It
// shares its texts with the index, which stays as it is. On is told how many bytes are done.
// The error is that of ctx, of reading, or ErrIndexed.
func Measure(ctx context.Context, s *model.Session, on func(done int64)) (*model.Session, error) {
	st, ok := s.State.(*state)
	if !ok || !s.Approx {
		return nil, errors.New("it is no index")
	}
	m := &measurer{st: st, spots: st.spots, exact: measure.NewExact(s)}
	res, err := jsonl.Scan(s.Reader, s.Bytes, IsRecord, func(r jsonl.Record) bool {
		if on != nil {
			on(r.Off)
		}
		m.take(r)
		return !m.bad && ctx.Err() == nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("measure: %w", err)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case m.bad || m.seen != st.records || len(m.spots) > 0:
		return nil, ErrIndexed
	}
	problems := append(res.Problems, st.problems...)
	slices.SortStableFunc(problems, func(a, b model.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return m.sized(problems), nil
}

// take measures a record.
func (m *measurer) take(r jsonl.Record) {
	m.seen++
	if len(m.spots) == 0 || m.spots[0].off != r.Off {
		m.bad = len(m.spots) > 0 && m.spots[0].off < r.Off
		return
	}
	at := m.spots[0]
	m.spots = m.spots[1:]
	for sub, msg := range decode([][]byte{r.Raw}) {
		if sub >= int(at.n) {
			m.bad = true
			return
		}
		p := measure.PieceOf(msg)
		m.exact.Point(int(at.point)+sub, p.Tokens)
		if at.row >= 0 && !m.exact.Row(int(at.row)+sub, &p, at.lead, r.Broken) {
			m.bad = true
			return
		}
	}
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
