package model

import (
	"errors"
	"io"
	"sort"
)

// Rope is a text made of pieces of files and of new bytes. Nothing is copied: a compacted
// gigabyte costs as much memory as its new lines.
type Rope struct {
	pieces []piece
	size   int64
}

type piece struct {
	at     int64 // where it starts in the rope
	reader io.ReaderAt
	off    int64
	n      int64
	bytes  []byte
}

// Append adds new bytes; the rope keeps the slice.
func (r *Rope) Append(b []byte) {
	if len(b) == 0 {
		return
	}
	r.pieces = append(r.pieces, piece{at: r.size, n: int64(len(b)), bytes: b})
	r.size += int64(len(b))
}

// AppendString adds new text.
func (r *Rope) AppendString(s string) { r.Append([]byte(s)) }

// AppendFrom adds n bytes of a file from offset off.
func (r *Rope) AppendFrom(f io.ReaderAt, off, n int64) {
	if n <= 0 {
		return
	}
	r.pieces = append(r.pieces, piece{at: r.size, n: n, reader: f, off: off})
	r.size += n
}

// Size is the number of bytes.
func (r *Rope) Size() int64 { return r.size }

// ReadAt reads as io.ReaderAt does.
func (r *Rope) ReadAt(b []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("a negative offset")
	}
	done := 0
	i := sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].at+r.pieces[i].n > off })
	for ; i < len(r.pieces) && done < len(b); i++ {
		p := r.pieces[i]
		in := off + int64(done) - p.at
		want := min(int64(len(b)-done), p.n-in)
		var n int
		var err error
		if p.reader == nil {
			n = copy(b[done:done+int(want)], p.bytes[in:])
		} else {
			n, err = p.reader.ReadAt(b[done:done+int(want)], p.off+in)
		}
		done += n
		if int64(n) < want {
			if err == nil || errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF // the file has become shorter since it was read
			}
			return done, err
		}
	}
	if done < len(b) || off >= r.size {
		return done, io.EOF
	}
	return done, nil
}

// WriteTo writes the whole text.
func (r *Rope) WriteTo(w io.Writer) (int64, error) {
	return io.Copy(w, io.NewSectionReader(r, 0, r.size))
}
