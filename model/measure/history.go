package measure

import (
	"math"

	"cutline/model"
	"cutline/model/tokens"
)

// Weigh gives the estimated tokens of all parts of a message and its images: what its row
// would say of it.
func Weigh(m model.Message) (toks, images int) {
	for _, p := range m.Parts {
		Texts(p, func(s string) { toks += tokens.Estimate(s, tokens.O200k) })
		images += Images(p)
	}
	return toks + tokens.ImageTokens*images, images
}

// PointOf is the point of a message of the live context.
func PointOf(s *model.Session, row int) model.Point {
	r := &s.Rows[row]
	p := model.Point{
		Line: Small(r.Line), Est: Small(r.Tokens), Row: int32(row), Compaction: -1,
		Images: uint16(min(r.Images, math.MaxUint16)), Role: r.Role, Origin: r.Origin, Sub: uint8(min(r.Sub, math.MaxUint8)),
	}
	if r.Sources > 0 {
		p.Place(s.Sources[r.Source])
	}
	return p
}

// Small is a count as the table of points holds it; none that is meant comes near the limit.
func Small(n int) int32 { return int32(min(max(n, 0), math.MaxInt32)) }

// History fills the history of a session whose reader knows no more than the live context:
// its rows, the one report of the server, and the compactions whose summary is live.
func History(s *model.Session) {
	s.History = make([]model.Point, len(s.Rows))
	for i := range s.Rows {
		s.History[i] = PointOf(s, i)
	}
	if u := s.Usage; u.Known && u.Row >= 0 && u.Row < len(s.History) {
		s.History[u.Row].Tokens = Small(u.Input)
	}
	s.Replacements = make([]model.Replacement, len(s.Compactions))
	for k, c := range s.Compactions {
		r := &s.Replacements[k]
		r.Point = -1
		if c.Summary < 0 || c.Summary >= len(s.History) || s.History[c.Summary].Is() {
			continue
		}
		p := &s.History[c.Summary]
		p.Compaction = int32(k)
		r.Point, r.Left = c.Summary, int(p.Est)
		r.Text = model.Source{Off: p.Off, Len: int64(p.Len), Line: int(p.Line)}
	}
}

// Row is the row that a message by itself would have; a result does not know its tool.
func Row(m model.Message) model.Row {
	var s model.Session
	New(&s).Add(m, nil, 0, 0)
	return s.Rows[0]
}
