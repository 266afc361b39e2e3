package model

import (
	"fmt"
	"math"
)

// Point is one message of the whole file, the live context or not: what a session was made
// of, in the order of the file. A compaction is one point, whatever records it is written as.
// It takes 40 bytes, since a file may hold a million.
type Point struct {
	Off        int64  // where its record, or the first of them, stands in the file
	Len        uint32 // bytes of that record, 0 when there is none to read
	Line       int32  // physical line of that record, or of the first that said it, from 1; 0 when unknown
	Tokens     int32  // what the server reported of the context up to here, mostly as the request behind this answer; 0 when it did not
	Est        int32  // estimated tokens of the message, as in its row; of a compaction those of its summary
	Row        int32  // its row in the live context, -1 when it has none
	Compaction int32  // which of Session.Compactions it is, -1 when it is a message
	Images     uint16 // image parts, results included
	Role       Role
	Origin     Origin
	Sub        uint8 // which message of its record this is, from 0
	Gone       bool  // it stands on a branch that was left, or was taken back
	// Branch says which, in the order in which they were left; 0 when the reader does not tell
	// them apart.
	Branch uint16
}

// Is reports whether the point is a compaction.
func (p *Point) Is() bool { return p.Compaction >= 0 }

// Typed reports whether a person wrote the message.
func (p *Point) Typed() bool { return p.Role == User && p.Origin == Person }

// Replacement is what one compaction made of the context. Numbers in tokens are estimates.
type Replacement struct {
	Point  int     // its own point, -1 when the history does not hold it
	Text   Source  // the record with the words of its summary; Len is 0 when there are none to read
	Out    []int32 // the points that it replaced, in order; nil when nobody knows, or results were only blanked
	Kept   []int32 // those of them that stayed word for word, as far as the file shows which
	Left   int     // tokens of the context that it left
	Turns  int     // persons' messages in the context that it left
	Images int     // images in it
	// Measured says that Compaction.Before is not the file's own number but what the server
	// reported last before it.
	Measured bool
}

// Past decodes the message of point i of the history. Of an answer that stands on several
// lines and is not live any more it gives the first. A result knows its tool only while it
// is live.
func (s *Session) Past(i int) (Message, error) {
	if i < 0 || i >= len(s.History) {
		return Message{}, fmt.Errorf("point %d of %d", i, len(s.History))
	}
	p := &s.History[i]
	if p.Row >= 0 {
		return s.Message(int(p.Row))
	}
	if p.Len == 0 {
		return Message{Role: p.Role, Origin: p.Origin}, nil
	}
	row := Row{Role: p.Role, Sub: int(p.Sub), Line: int(p.Line)}
	if p.Sub > 0 {
		row.Flags = Split
	}
	m, err := s.record(Source{Off: p.Off, Len: int64(p.Len), Line: int(p.Line)}, row)
	if err != nil {
		return Message{}, err
	}
	m.Role, m.Origin = p.Role, p.Origin
	return m, nil
}

// CompactionText is the summary that compaction k wrote, as it stands in the file; empty when
// the file holds none that can be read.
func (s *Session) CompactionText(k int) (string, error) {
	if k < 0 || k >= len(s.Replacements) {
		return "", nil
	}
	src := s.Replacements[k].Text
	if src.Len == 0 {
		return "", nil
	}
	m, err := s.record(src, Row{Line: src.Line})
	return m.Text(), err
}

// record decodes one record of the file.
func (s *Session) record(src Source, row Row) (Message, error) {
	raw, err := ReadSource(s.Reader, src)
	if err != nil {
		return Message{}, fmt.Errorf("read line %d: %w", src.Line, err)
	}
	m, err := s.Decoder.Decode([][]byte{raw}, row)
	if err != nil {
		return Message{}, fmt.Errorf("decode line %d: %w", src.Line, err)
	}
	return m, nil
}

// Place sets where the record of the point stands.
func (p *Point) Place(src Source) {
	p.Off, p.Line = src.Off, int32(src.Line)
	if src.Len <= math.MaxUint32 {
		p.Len = uint32(src.Len)
	}
}
