package unpack

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
)

const (
	// layers is how many are taken off one after the other: a compressed file of UTF-16 has two.
	layers = 3
	// window is how far back a zstd file may refer, in bytes: what its own program accepts unasked.
	window = 128 << 20
	// peeked is how many bytes tell what a file is.
	peeked = 4
)

// Kind tells by the first bytes of a file how it is stored: zstd, gzip, utf-16, or nothing for a
// plain one.
func Kind(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "zstd"
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return "gzip"
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		return "utf-16"
	}
	return ""
}

// Name is a file's name without the ending that a compressor gave it.
func Name(name string) string {
	switch ext := filepath.Ext(name); strings.ToLower(ext) {
	case ".zst", ".zstd", ".gz":
		return name[:len(name)-len(ext)]
	}
	return name
}

// stream gives the text of a packed file from its beginning to its end. All its errors but io.EOF
// are damage.
type stream struct {
	io.Reader
	by     string // of its layers, the outermost first
	closes []func()
}

func (s *stream) Read(b []byte) (int, error) {
	n, err := s.Reader.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &damage{err}
	}
	return n, err
}

func (s *stream) close() {
	for _, f := range s.closes {
		f()
	}
}

// unwrap takes the layers off a file, nil when it is stored plain.
func unwrap(r io.Reader) (*stream, error) {
	s := &stream{}
	var names []string
	for range layers {
		b := bufio.NewReader(r)
		head, err := b.Peek(peeked)
		kind := Kind(head)
		if kind == "" {
			if len(names) == 0 && err != nil && !errors.Is(err, io.EOF) {
				return nil, err
			}
			s.Reader = b
			break
		}
		names = append(names, kind)
		if r, err = s.layer(kind, b); err != nil { // nothing comes out of it
			r = failing{err}
		}
		s.Reader = r
	}
	if len(names) == 0 {
		return nil, nil
	}
	s.by = strings.Join(names, ", ")
	return s, nil
}

// layer takes one off.
func (s *stream) layer(kind string, b *bufio.Reader) (io.Reader, error) {
	switch kind {
	case "zstd":
		d, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, err
		}
		s.closes = append(s.closes, d.Close)
		return d, nil
	case "gzip":
		return gzip.NewReader(b)
	}
	return newUTF16(b), nil
}

// failing is the layer that could not be taken off.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if errors.Is(f.err, io.EOF) { // it ends before it has begun
		return 0, io.ErrUnexpectedEOF
	}
	return 0, f.err
}
