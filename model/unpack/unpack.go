// Package unpack gives the text of a session file that is not stored as plain UTF-8: agents and
// people compress what is old, and some shells write UTF-16. What a file is, its first bytes
// tell, whatever its name. The file itself is never written to.
package unpack

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"cutline/model"
	"cutline/model/save"
)

// What is unpacked at most. A few KB can unpack to anything, and nobody has looked at them.
const (
	// Most is the limit in bytes. The largest sessions are some hundred MB.
	Most = 4 << 30
	// Ratio is how many bytes one byte may unpack to, once more than InMemory have come. Sessions
	// shrink to a tenth, those that repeat long outputs to a hundredth.
	Ratio = 1000
	// InMemory is how many bytes are held in memory; more go to a temporary file.
	InMemory = 64 << 20
)

// ErrTooLarge is the error of a file that unpacks to more than is allowed.
var ErrTooLarge = errors.New("too much comes out of it")

// File is an unpacked file.
type File struct {
	Reader io.ReaderAt
	Size   int64
	By     string // how it is stored, see Kind
	// Problem says that the rest of the file could not be unpacked; what came before it is here.
	Problem *model.Problem
	temp    io.Closer // nil when all is in memory
}

// Close gives back the temporary file, if there is one.
func (f *File) Close() error {
	if f.temp == nil {
		return nil
	}
	return f.temp.Close()
}

// limits are Most, Ratio and InMemory, smaller in tests.
type limits struct{ most, ratio, memory int64 }

// Open unpacks a file of size bytes, nil when it is stored plain. A file that is torn or damaged
// gives what stands before the damage, and a problem of the kind "truncated" or "damaged"; one
// that gives nothing is an error.
func Open(r io.ReaderAt, size int64) (*File, error) {
	return open(r, size, limits{Most, Ratio, InMemory})
}

func open(r io.ReaderAt, size int64, l limits) (*File, error) {
	in, err := unwrap(io.NewSectionReader(r, 0, size))
	if in == nil || err != nil {
		return nil, err
	}
	defer in.close()
	f := &File{By: in.by}
	err = f.fill(in, l, min(l.most, max(l.memory, l.ratio*size)))
	var torn *damage
	switch {
	case err == nil:
		return f, nil
	case errors.As(err, &torn) && f.Size > 0:
		f.Problem = torn.problem(in.by)
		return f, nil
	case torn != nil:
		return nil, errors.Join(fmt.Errorf("unpack %s: %w; nothing comes out of it, so it is damaged or not complete: look for another copy", in.by, err), f.Close())
	}
	return nil, errors.Join(fmt.Errorf("unpack %s: %w", in.by, err), f.Close())
}

// Head unpacks the first n bytes, or all when there are fewer: then whole is set. By is empty
// when the file is stored plain; then these are its own first bytes. Damage ends it early.
func Head(r io.ReaderAt, size, n int64) (head []byte, by string, whole bool, err error) {
	in, err := unwrap(io.NewSectionReader(r, 0, size))
	if err != nil {
		return nil, "", false, err
	}
	var from io.Reader = io.NewSectionReader(r, 0, size)
	if in != nil {
		defer in.close()
		from, by = in, in.by
	}
	head, err = io.ReadAll(io.LimitReader(from, n+1))
	var torn *damage
	if errors.As(err, &torn) && len(head) > 0 {
		err = nil
	}
	return head[:min(int64(len(head)), n)], by, int64(len(head)) <= n, err
}

// damage is the error of bytes that cannot be unpacked.
type damage struct{ err error }

func (d *damage) Error() string { return d.err.Error() }
func (d *damage) Unwrap() error { return d.err }

func (d *damage) problem(by string) *model.Problem {
	if errors.Is(d.err, io.ErrUnexpectedEOF) {
		return &model.Problem{Kind: "truncated", Message: fmt.Sprintf("the file (%s) ends too early; what can be unpacked is here", by)}
	}
	return &model.Problem{Kind: "damaged", Message: fmt.Sprintf("the file (%s) is damaged: %v; what can be unpacked is here", by, d.err)}
}

// fill takes all that comes, at most some bytes of it.
func (f *File) fill(r io.Reader, l limits, most int64) error {
	var mem bytes.Buffer
	_, err := io.CopyN(&mem, r, min(l.memory, most))
	f.Size = int64(mem.Len())
	f.Reader = bytes.NewReader(mem.Bytes())
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return err
	}
	first := make([]byte, 1)
	switch n, err := io.ReadFull(r, first); {
	case n == 0 && errors.Is(err, io.EOF):
		return nil
	case n == 0:
		return err
	}
	return f.spill(io.MultiReader(&mem, bytes.NewReader(first), r), most)
}

// spill puts all into a temporary file.
func (f *File) spill(r io.Reader, most int64) error {
	temp, err := save.NewScratch()
	if err != nil {
		return err
	}
	f.temp, f.Reader = temp, temp
	f.Size, err = io.Copy(temp, io.LimitReader(r, most))
	if err != nil {
		return err
	}
	switch n, err := io.ReadFull(r, make([]byte, 1)); {
	case n > 0:
		return fmt.Errorf("%w: more than %d MB; if that is meant, unpack it and open the result", ErrTooLarge, most>>20)
	case !errors.Is(err, io.EOF):
		return err
	}
	return nil
}
