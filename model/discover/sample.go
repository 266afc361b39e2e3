package discover

import (
	"bytes"
	"errors"
	"io"
)

const (
	wholeBytes = 1 << 20   // a file of this size is read whole: its numbers are exact
	headBytes  = 64 << 10  // of a larger one: who, where, and what was asked first
	tailBytes  = 256 << 10 // and how it stands now
)

// sample is what is read of a large file: a smaller one of the same format.
type sample struct {
	bytes []byte
	lines int // line ends in its first part
	tail  int // bytes of its second part; 0 when the file is one document
}

// sampled reads the beginning of a large file, and of a file of lines the end too. What was
// cut off is closed, so that it can be read.
func (s source) sampled() (sample, error) {
	head, err := readAt(s, 0, headBytes)
	if err != nil {
		return sample{}, err
	}
	if s.document {
		return sample{bytes: mend(head)}, nil
	}
	n := tailBytes
	if !s.all {
		n = 0
	}
	tail, err := readAt(s, s.size-int64(n), n)
	if err != nil {
		return sample{}, err
	}
	end := bytes.LastIndexByte(head, '\n') + 1
	out := append(head[:end:end], mend(head[end:])...)
	if len(out) > 0 && out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	_, tail, _ = bytes.Cut(tail, []byte("\n")) // the first line is the rest of one
	return sample{bytes: append(out, tail...), lines: bytes.Count(out, []byte("\n")), tail: len(tail)}, nil
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
