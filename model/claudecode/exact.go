package claudecode

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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

// exact are the sizes of one message as its records add up to.
type exact struct {
	chars, rendered, query, bytes, tokens, parts int32
	broken                                       bool
}

// measurer adds up the sizes of a session of which there is an index.
type measurer struct {
	s      *model.Session
	st     *state
	spots  []spot // those still to come
	rows   []exact
	est    []int32
	labels map[int]string // of rows whose label goes on
	seen   int            // records
	bad    bool
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
	m := &measurer{
		s: s, st: st, spots: st.spots, labels: map[int]string{},
		rows: make([]exact, len(s.Rows)), est: make([]int32, len(s.History)),
	}
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
		m.est[int(at.point)+sub] += p.Tokens
		if at.row < 0 {
			continue
		}
		i := int(at.row) + sub
		row := &m.s.Rows[i]
		if row.Role != p.Role || row.Origin != p.Origin || row.Kinds&p.Kinds != p.Kinds {
			m.bad = true
			return
		}
		ownWords := p.Flags&model.HasText != 0 || row.Tool == ""
		if at.lead && ownWords && len(p.Label) > len(row.Label) && strings.HasPrefix(p.Label, row.Label) {
			m.labels[i] = p.Label
		}
		e := &m.rows[i]
		e.chars += p.Chars
		e.rendered += p.Rendered
		e.query += p.Query
		e.bytes += p.Bytes
		e.tokens += p.Tokens
		e.parts += p.Parts
		e.broken = e.broken || r.Broken || msg.Broken
	}
}

// sized is the session with its sizes.
func (m *measurer) sized(problems []model.Problem) *model.Session {
	s := *m.s
	s.Rows, s.History, s.Replacements = slices.Clone(s.Rows), slices.Clone(s.History), slices.Clone(s.Replacements)
	s.Problems, s.Approx = problems, false
	for i := range m.rows {
		e, row := &m.rows[i], &s.Rows[i]
		p := measure.Piece{Role: row.Role, Chars: e.chars, Rendered: e.rendered, Query: e.query, Bytes: e.bytes, Tokens: e.tokens, Parts: e.parts}
		measure.Resize(&s, i, &p)
		if e.broken {
			row.Flags |= model.Broken
		}
	}
	for i, label := range m.labels {
		s.Rows[i].Label = label
	}
	for i := range m.est {
		s.History[i].Est = m.est[i]
	}
	for k := range s.Replacements {
		left(&s, &s.Replacements[k])
	}
	st := *m.st
	st.spots = nil
	s.State = &st
	return &s
}
