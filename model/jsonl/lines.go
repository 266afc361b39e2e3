package jsonl

import (
	"bytes"
	"errors"
	"io"
)

// Lines calls f with every physical line of the first size bytes of r: its offset, its number
// from 1, its bytes without the line feed (valid only during the call), and whether a line
// feed ended it. It stops when f is false. The memory that it takes is that of the longest
// line, or a few chunks.
func Lines(r io.ReaderAt, size int64, f func(off int64, n int, line []byte, ended bool) bool) error {
	l := lines{r: r, size: size, f: f, buf: make([]byte, 0, min(2*chunk, max(size, 0)))}
	for {
		read, err := l.fill()
		if err != nil {
			return err
		}
		from := 0
		for l.searched < len(l.buf) {
			i := bytes.IndexByte(l.buf[l.searched:], '\n')
			if i < 0 {
				l.searched = len(l.buf)
				break
			}
			i += l.searched
			l.n++
			if !f(l.start+int64(from), l.n, l.buf[from:i], true) {
				return nil
			}
			from = i + 1
			l.searched = from
		}
		rest := copy(l.buf, l.buf[from:])
		l.buf, l.searched = l.buf[:rest], rest
		l.start += int64(from)
		if read == 0 {
			if rest > 0 {
				l.n++
				f(l.start, l.n, l.buf, false)
			}
			return nil
		}
	}
}

// lines is what Lines remembers of a file.
type lines struct {
	r        io.ReaderAt
	size     int64
	f        func(off int64, n int, line []byte, ended bool) bool
	buf      []byte
	start    int64 // file offset of buf[0]
	searched int   // bytes at the front of buf that hold no line feed
	n        int   // lines so far
}

// fill reads the next chunk, or the rest of a line that is longer than one. It gives the number
// of bytes, 0 at the end of the file.
func (l *lines) fill() (int, error) {
	at := l.start + int64(len(l.buf))
	want := min(chunk, l.size-at)
	if want <= 0 {
		return 0, nil
	}
	if len(l.buf) >= chunk { // a long line: room for just the whole of it, so that nothing is copied twice
		end, err := l.lineEnd(at)
		if err != nil {
			return 0, err
		}
		want = end - at
	}
	if room := len(l.buf) + int(want); room > cap(l.buf) {
		bigger := make([]byte, len(l.buf), room)
		copy(bigger, l.buf)
		l.buf = bigger
	}
	n, err := l.r.ReadAt(l.buf[len(l.buf):len(l.buf)+int(want)], at)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	l.buf = l.buf[:len(l.buf)+n] // less when the file has become shorter since its size was taken
	return n, nil
}

// lineEnd is the offset behind the next line feed from an offset on, or the end of the file.
func (l *lines) lineEnd(at int64) (int64, error) {
	b := make([]byte, window)
	for at < l.size {
		b = b[:min(window, l.size-at)]
		n, err := l.r.ReadAt(b, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if i := bytes.IndexByte(b[:n], '\n'); i >= 0 {
			return at + int64(i) + 1, nil
		}
		if n == 0 {
			break
		}
		at += int64(n)
	}
	return at, nil
}
