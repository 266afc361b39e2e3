// Package jsonl finds the records of a JSON Lines file whatever has happened to it: lines of
// any length, torn, glued and broken ones, a byte order mark, CRLF, NUL padding. What cannot
// be read becomes a Problem with its line number; all the rest is there.
package jsonl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"cutline/model"
)

// chunk is how much is read at once; larger chunks gain nothing measurable. Window is how much
// of a long line is looked at while its end is searched.
const (
	chunk  = 1 << 20
	window = 64 << 10
)

// Record is one JSON object of the file. Raw is valid only during the call that gets it.
type Record struct {
	model.Source
	Raw []byte
	// Broken is set when the object holds bytes that are no UTF-8 or half of a surrogate pair.
	Broken bool
}

// ErrNoRecord is the error of decoding what was a record when its file was read.
var ErrNoRecord = errors.New("it is no record any more; the file has changed")

// Texts are records as texts, all of them valid JSON, or ErrNoRecord.
func Texts(records [][]byte) ([]string, error) {
	out := make([]string, len(records))
	for i, raw := range records {
		if !Valid(raw) {
			return nil, ErrNoRecord
		}
		out[i] = string(raw)
	}
	return out, nil
}

// Result is what a scan says beside the records.
type Result struct {
	Lines    int // physical lines
	Problems []model.Problem
}

// Scan reads size bytes of r and calls f with every record, in file order, until f is false.
// IsRecord tells whether an object found inside a damaged line is a record of the format and
// not a piece of one; a nil isRecord accepts none. The error is one of reading.
func Scan(r io.ReaderAt, size int64, isRecord func(raw []byte) bool, f func(Record) bool) (Result, error) {
	s := scanner{isRecord: isRecord, f: f}
	err := Lines(r, size, func(off int64, n int, line []byte, ended bool) bool {
		s.res.Lines = n
		s.line(off, n, line, ended)
		return !s.stopped
	})
	return s.res, err
}

// Skim is Scan without a look at what strings hold: a line is a record when f can walk through
// it, which f says, and what it cannot walk through is read as Scan does. So a record may turn
// out to be no valid JSON, or no UTF-8, when it is decoded. Only Scan knows for sure.
func Skim(r io.ReaderAt, size int64, isRecord func(raw []byte) bool, f func(Record) bool) (Result, error) {
	s := scanner{isRecord: isRecord, f: func(rec Record) bool { f(rec); return true }, walk: f}
	err := Lines(r, size, func(off int64, n int, line []byte, ended bool) bool {
		s.res.Lines = n
		s.line(off, n, line, ended)
		return true
	})
	return s.res, err
}

type scanner struct {
	isRecord func([]byte) bool
	f        func(Record) bool
	walk     func(Record) bool // Skim: takes a record unless it cannot be walked through
	res      Result
	stopped  bool
}

func (s *scanner) problem(n int, kind, format string, a ...any) {
	s.res.Problems = append(s.res.Problems, model.Problem{Line: n, Kind: kind, Message: fmt.Sprintf(format, a...)})
}

// line takes one physical line.
func (s *scanner) line(off int64, n int, line []byte, ended bool) {
	if n == 1 {
		if t := bytes.TrimPrefix(line, []byte("\ufeff")); len(t) < len(line) {
			off += int64(len(line) - len(t))
			line = t
		}
	}
	trimmed := bytes.Trim(line, "\x00")
	if len(trimmed) < len(line) {
		s.problem(n, "padding", "line %d is padded with %d NUL bytes, as after a power loss; they are left out", n, len(line)-len(trimmed))
	}
	off += int64(bytes.Index(line, trimmed))
	lead := len(trimmed) - len(bytes.TrimLeft(trimmed, " \t\r"))
	line = bytes.Trim(trimmed, " \t\r")
	off += int64(lead)
	switch {
	case len(line) == 0:
	case s.walk != nil && line[0] == '{' && s.walk(Record{Source: model.Source{Off: off, Len: int64(len(line)), Line: n}, Raw: line}):
	case Valid(line):
		s.emit(off, n, line)
	default:
		s.damaged(off, n, line, ended)
	}
}

// emit passes on one valid JSON value.
func (s *scanner) emit(off int64, n int, raw []byte) {
	if s.stopped {
		return
	}
	if raw[0] != '{' {
		s.problem(n, "not-an-object", "line %d holds a JSON value that is no object; it is passed over", n)
		return
	}
	rec := Record{Source: model.Source{Off: off, Len: int64(len(raw)), Line: n}, Raw: raw}
	if !utf8.Valid(raw) {
		rec.Broken = true
		s.problem(n, "encoding", "line %d holds bytes that are no UTF-8; each is shown as U+FFFD, and the message cannot be kept byte for byte", n)
	}
	if LoneSurrogate(raw) {
		rec.Broken = true
		s.problem(n, "surrogate", "line %d holds an unpaired surrogate; it is shown as U+FFFD, and the message cannot be kept byte for byte", n)
	}
	s.stopped = !s.f(rec)
}

// damaged saves what it can of a line that is no JSON: several whole values glued together,
// or whole records between the pieces of others.
func (s *scanner) damaged(off int64, n int, line []byte, ended bool) {
	if vals, ok := glued(line); ok {
		s.problem(n, "malformed", "line %d holds %d records without a line end between them; all are read", n, len(vals))
		s.res.Problems[len(s.res.Problems)-1].Whole = true
		for _, v := range vals {
			s.emit(off+int64(v[0]), n, line[v[0]:v[1]])
		}
		return
	}
	found := s.salvage(line)
	saved := ""
	if len(found) > 0 {
		saved = fmt.Sprintf("; %d whole record(s) in it are read", len(found))
	}
	if !ended {
		s.problem(n, "malformed", "line %d is unfinished: the agent was interrupted, or is still writing it%s", n, saved)
		s.res.Problems[len(s.res.Problems)-1].Unfinished = true
	} else {
		s.problem(n, "malformed", "line %d is not valid JSON%s", n, saved)
	}
	for _, v := range found {
		s.emit(off+int64(v[0]), n, line[v[0]:v[1]])
	}
}

// LoneSurrogate reports whether a JSON text escapes half of a surrogate pair.
func LoneSurrogate(raw []byte) bool {
	for i := 0; ; {
		j := bytes.IndexByte(raw[i:], '\\')
		if j < 0 || i+j+5 >= len(raw) {
			return false
		}
		i += j
		if raw[i+1] != 'u' {
			i += 2
			continue
		}
		switch u := surrogate(raw[i:]); {
		case u == 1 && i+12 <= len(raw) && surrogate(raw[i+6:]) == 2:
			i += 12
		case u != 0:
			return true
		default:
			i += 6
		}
	}
}

// surrogate is 1 when b begins with the escape of a high surrogate, 2 for a low one, else 0.
func surrogate(b []byte) int {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' || b[2]|0x20 != 'd' {
		return 0
	}
	switch b[3] | 0x20 {
	case '8', '9', 'a', 'b':
		return 1
	case 'c', 'd', 'e', 'f':
		return 2
	}
	return 0
}
