package discover

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"cutline/model"
)

const (
	wholeBytes = headBytes + tailBytes // a file of this size is read whole: its numbers are exact
	headBytes  = 32 << 10              // of a larger one: who, where, and what was asked first
	tailBytes  = 64 << 10              // and how it stands now: at least so much,
	tailShare  = 8                     // of a long one this part, where compactions are far apart,
	tailMost   = 256 << 10             // and at most so much
	// wider is how many times as much is read of one of the two when it says too little.
	wider = 8
)

// sample is what is read of a large file: a smaller one of the same format.
type sample struct {
	bytes    []byte
	lines    int  // line ends in its first part
	tail     int  // bytes of its second part; 0 when there is no whole line in it
	document bool // the file is one JSON value, and has no second part
}

// asked reports whether a session says what a person asked first.
func (p sample) asked(s *model.Session) bool {
	return slices.ContainsFunc(s.Rows, func(r model.Row) bool { return r.Typed() && (p.document || r.Line <= p.lines) })
}

// input is the sample as the input of a reader.
func (p sample) input(path string) model.Input {
	return model.Input{Path: path, Reader: bytes.NewReader(p.bytes), Size: int64(len(p.bytes))}
}

// sampled reads the beginning of a large file, and of a file of lines the end too, at least so
// many bytes of it.
func (s source) sampled(least int64) (sample, error) {
	out, err := s.beginning(headBytes)
	if err != nil || s.document {
		return sample{bytes: out, document: true}, err
	}
	n := min(s.size-headBytes, max(least, min(tailMost, s.size/tailShare)))
	if !s.all {
		n = 0
	}
	tail, err := readAt(s, s.size-n, int(n))
	if err != nil {
		return sample{}, err
	}
	_, tail, _ = bytes.Cut(tail, []byte("\n")) // the first line is the rest of one
	return sample{bytes: append(out, tail...), lines: bytes.Count(out, []byte("\n")), tail: len(tail)}, nil
}

// beginning reads the first n bytes of a large file. What was cut off is closed, so that it can
// be read; lines end with a line feed.
func (s source) beginning(n int) ([]byte, error) {
	head, err := readAt(s, 0, n)
	if err != nil {
		return nil, err
	}
	if s.document {
		return mend(head), nil
	}
	end := bytes.LastIndexByte(head, '\n') + 1
	out := append(head[:end:end], mend(head[end:])...)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	return out, nil
}

// readAt reads n bytes, fewer at the end of the file.
func readAt(f io.ReaderAt, off int64, n int) ([]byte, error) {
	b := make([]byte, n)
	m, err := f.ReadAt(b, off)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b[:m], nil
}

// mend makes the beginning of a JSON value whole: it ends behind the last value in it that is,
// and all that is open is closed. Nothing is left of what holds no whole value.
func mend(head []byte) []byte {
	var open []byte // closing brackets of what is open
	cut, closing := 0, []byte(nil)
	text := false
	for i := 0; i < len(head); i++ {
		c := head[i]
		switch {
		case text:
			switch c {
			case '\\':
				i++
			case '"':
				text = false
			}
		case c == '"':
			text = true
		case c == '{' || c == '[':
			open = append(open, c+2) // in ASCII the closing bracket comes two later
		case c == '}' || c == ']':
			if len(open) == 0 {
				return nil
			}
			open = open[:len(open)-1]
			cut, closing = i+1, append(closing[:0], open...)
		case c == ',':
			cut, closing = i, append(closing[:0], open...)
		}
	}
	out := head[:cut:cut]
	for i := len(closing) - 1; i >= 0; i-- {
		out = append(out, closing[i])
	}
	return out
}
