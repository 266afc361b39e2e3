package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/jsonl"
)

// ErrIndexed is the error of measuring a session whose file is not what its index says: a line
// that could be walked through is no valid JSON, or the file has changed. It has to be read
// as a whole.
var ErrIndexed = errors.New("the file is not what its index says")

// Measurer measures the file of one session, record by record.
type Measurer interface {
	// Take measures a record. It is false when the file is not what its index says.
	Take(r jsonl.Record) bool
	// Done reports whether all that the index says of the file has come.
	Done() bool
}

// Scan reads the whole file of a session of which there is an index, and gives the problems that
// only a look at every byte finds, with those that are known already, in the order of the
// lines. On is told how many bytes are done; it may be nil. The error is that of ctx, of
// reading, or ErrIndexed.
func Scan(ctx context.Context, s *model.Session, isRecord func([]byte) bool, m Measurer, known []model.Problem, on func(done int64)) ([]model.Problem, error) {
	good := true
	res, err := jsonl.Scan(s.Reader, s.Bytes, isRecord, func(r jsonl.Record) bool {
		if on != nil {
			on(r.Off)
		}
		good = m.Take(r)
		return good && ctx.Err() == nil
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("measure: %w", err)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case !good || !m.Done():
		return nil, ErrIndexed
	}
	problems := append(res.Problems, known...)
	slices.SortStableFunc(problems, func(a, b model.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return problems, nil
}

// Exact adds up the exact sizes of a session that has only approximate ones, record by record.
// The session stays as it is.
type Exact struct {
	s      *model.Session
	rows   []sizes
	est    []int32        // by point
	labels map[int]string // of rows whose label goes on
}

// sizes are those of one message as its records add up to.
type sizes struct {
	chars, rendered, said, query, bytes, tokens, parts int32
	broken                                             bool
}

// NewExact begins with nothing.
func NewExact(s *model.Session) *Exact {
	return &Exact{s: s, rows: make([]sizes, len(s.Rows)), est: make([]int32, len(s.History)), labels: map[int]string{}}
}

// Row adds what a record says of row i. Label says that the row's label is the beginning of that
// record's. It is false when the session has something else there.
func (x *Exact) Row(i int, p *Piece, label, broken bool) bool {
	row := &x.s.Rows[i]
	if row.Role != p.Role || row.Origin != p.Origin || row.Kinds&p.Kinds != p.Kinds {
		return false
	}
	ownWords := p.Flags&model.HasText != 0 || row.Tool == ""
	if label && ownWords && len(p.Label) > len(row.Label) && strings.HasPrefix(p.Label, row.Label) {
		x.labels[i] = p.Label
	}
	e := &x.rows[i]
	e.chars = plus(e.chars, int(p.Chars))
	e.rendered = plus(e.rendered, int(p.Rendered))
	e.said = plus(e.said, int(p.Said))
	e.query = plus(e.query, int(p.Query))
	e.bytes = plus(e.bytes, int(p.Bytes))
	e.tokens = plus(e.tokens, int(p.Tokens))
	e.parts = plus(e.parts, int(p.Parts))
	e.broken = e.broken || broken || p.Flags&model.Broken != 0
	return true
}

// Point adds what a record says of point n of the history, in tokens.
func (x *Exact) Point(n int, tokens int32) { x.est[n] = plus(x.est[n], int(tokens)) }

// Session is a copy with the exact sizes, but for what compactions left.
func (x *Exact) Session(problems []model.Problem) *model.Session {
	s := *x.s
	s.Rows, s.History, s.Replacements = slices.Clone(s.Rows), slices.Clone(s.History), slices.Clone(s.Replacements)
	s.Problems, s.Approx = problems, false
	for i := range x.rows {
		e, row := &x.rows[i], &s.Rows[i]
		resize(&s, i, &Piece{Role: row.Role, Chars: e.chars, Rendered: e.rendered, Said: e.said, Query: e.query, Bytes: e.bytes, Tokens: e.tokens, Parts: e.parts})
		if e.broken {
			row.Flags |= model.Broken
		}
	}
	for i, label := range x.labels {
		s.Rows[i].Label = label
	}
	for i := range x.est {
		s.History[i].Est = x.est[i]
	}
	return &s
}

// resize gives row i of a session the sizes of a piece.
func resize(s *model.Session, i int, p *Piece) {
	row := &s.Rows[i]
	row.Chars, row.Said, row.Query, row.Tokens = int(p.Chars), p.said(), int(p.Query), int(p.Tokens)
	row.Rendered, row.Bytes = p.frame()+int(p.Rendered), p.frame()+int(p.Bytes)
	for _, l := range s.LinksOf(i) {
		if l.Result && l.Name != "" {
			named(row, l.Name)
		}
	}
}
