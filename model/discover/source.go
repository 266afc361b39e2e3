package discover

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	"cutline/model/unpack"
)

// unpackedBytes is how much of a compressed file is unpacked for the list.
const unpackedBytes = 8 << 20

// source is the text of a file.
type source struct {
	io.ReaderAt
	size     int64
	document bool // by its name it is one JSON value, not lines
	all      bool // false for the beginning of a file that unpacks to more
}

// sourceOf looks how a file is stored.
func sourceOf(f *os.File) (source, error) {
	info, err := f.Stat()
	if err != nil {
		return source{}, err
	}
	s := source{ReaderAt: f, size: info.Size(), document: filepath.Ext(unpack.Name(f.Name())) == ".json", all: true}
	head, err := readAt(f, 0, headBytes)
	if err != nil || unpack.Kind(head) == "" {
		return s, err
	}
	text, _, whole, err := unpack.Head(f, s.size, unpackedBytes)
	s.ReaderAt, s.size, s.all = bytes.NewReader(text), int64(len(text)), whole
	return s, err
}

// siblings takes out what is there twice: where a compressed session stands beside the plain one,
// the plain one is the agent's own.
func siblings(entries []Entry) []Entry {
	plain := make(map[string]bool, len(entries))
	for i := range entries {
		plain[entries[i].Path] = true
	}
	out := entries[:0]
	for _, e := range entries {
		if name := unpack.Name(e.Path); name == e.Path || !plain[name] {
			out = append(out, e)
		}
	}
	return out
}
