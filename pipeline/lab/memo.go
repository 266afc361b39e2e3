package lab

import (
	"slices"

	"cutline/model"
)

// memoChars is how much text of a session is kept decoded, in chars of its transcript: the messages
// of a usual session. Those of a larger one are read again by every strategy.
const memoChars = 32 << 20

// memo is a decoder that remembers: nine strategies read the same messages.
type memo struct {
	model.Decoder
	known map[place]model.Message
	chars int
}

// place is where a message stands.
type place struct{ source, sub int }

// memoized is the session with a decoder that remembers. It is for one goroutine at a time.
func memoized(s *model.Session) *model.Session {
	out := *s
	out.Decoder = &memo{Decoder: s.Decoder, known: make(map[place]model.Message)}
	return &out
}

// Decode gives a message; its parts are the caller's.
func (m *memo) Decode(records [][]byte, row model.Row) (model.Message, error) {
	at := place{row.Source, row.Sub}
	out, ok := m.known[at]
	if !ok {
		var err error
		if out, err = m.Decoder.Decode(records, row); err != nil {
			return out, err
		}
		if row.Sources > 0 && m.chars+row.Rendered <= memoChars {
			m.known[at] = out
			m.chars += row.Rendered
		}
	}
	out.Parts = slices.Clone(out.Parts)
	return out, nil
}
