package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"cutline/model"
	"cutline/model/measure"
	"cutline/model/store"
	"cutline/model/unpack"
)

// What a caller decides on.
var (
	ErrUnknownFormat = errors.New("no reader knows this format")
	ErrEmpty         = errors.New("the file is empty")
	ErrNotASession   = errors.New("not a session")
	ErrNotAFile      = errors.New("not a file")
)

// Choice is what a person has settled about the file; the zero value leaves all of it open.
type Choice struct {
	Format  string // overrides detection
	Session string // see model.Input
	Leaf    string // see model.Input
}

// Open opens the session in a file. The file stays open for reading messages later, unless its
// records are a copy in memory; closing it is the caller's.
func Open(path string, c Choice) (*model.Session, io.Closer, error) {
	return open(path, c, Read)
}

// Index is Open with approximate sizes, which Measure makes exact, when the format of the file
// can be read that way.
func Index(path string, c Choice) (*model.Session, io.Closer, error) {
	return open(path, c, Sketch)
}

// Indexes reports whether the file has a format that Index reads quickly.
func Indexes(path string, c Choice) bool {
	f, err := os.Open(path)
	if err != nil {
		return false // why is said by opening it
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return false
	}
	format, err := detect(model.Input{Path: path, Reader: f, Size: info.Size()}, c.Format)
	return err == nil && format.Index != nil
}

// Measure gives a session that Index opened with exact sizes; it reads from the same file: see
// Format.
func Measure(ctx context.Context, s *model.Session, on func(done int64)) (*model.Session, error) {
	f, ok := ByName(s.Format)
	if !ok || f.Measure == nil {
		return nil, fmt.Errorf("measure %s: %w: %q", s.Path, ErrUnknownFormat, s.Format)
	}
	return f.Measure(ctx, s, on)
}

func open(path string, c Choice, read func(model.Input, string) (*model.Session, error)) (*model.Session, io.Closer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("open %s: %w", path, bare(err))
	}
	if info.IsDir() {
		return nil, nil, fmt.Errorf("open %s: %w: it is a directory", path, ErrNotAFile)
	}
	if info.Mode()&os.ModeSocket != 0 {
		return nil, nil, fmt.Errorf("open %s: %w: it is a socket", path, ErrNotAFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("open %s: %w", path, bare(err))
	}
	if !info.Mode().IsRegular() {
		defer func() { _ = f.Close() }() // it was only read
		s, err := From(f, path, c)
		return s, io.NopCloser(nil), err
	}
	in := model.Input{Path: path, Reader: f, Size: info.Size(), Session: c.Session, Leaf: c.Leaf}
	s, closer, err := packed(in, c.Format)
	if s != nil || err != nil {
		_ = f.Close() // all of it is unpacked, and it was only read
		return s, closer, err
	}
	if s, err = read(in, c.Format); err != nil {
		_ = f.Close() // the error of reading is the one to tell
		return nil, nil, err
	}
	if s.Copied {
		return s, io.NopCloser(nil), f.Close()
	}
	return s, f, nil
}

// packed reads a session that is compressed, or not UTF-8; nil when it is stored plain.
func packed(in model.Input, format string) (*model.Session, io.Closer, error) {
	size := in.Size
	u, err := unpack.Open(in.Reader, size)
	if err != nil {
		return nil, nil, fmt.Errorf("open %s: %w", in.Path, bare(err))
	}
	if u == nil {
		return nil, nil, nil
	}
	in.Reader, in.Size = u.Reader, u.Size
	s, err := Read(in, format)
	if err != nil {
		_ = u.Close() // the error of reading is the one to tell
		return nil, nil, err
	}
	s.Packed, s.Stored = u.By, size
	if u.Problem != nil {
		s.Problems = append(s.Problems, *u.Problem)
	}
	return s, u, nil
}

// bare takes the operation and the path off a path error: both are said already.
func bare(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// From reads a session from a stream into memory.
func From(r io.Reader, path string, c Choice) (*model.Session, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	in := model.Input{Path: path, Reader: bytes.NewReader(b), Size: int64(len(b)), Session: c.Session, Leaf: c.Leaf}
	if s, _, err := packed(in, c.Format); s != nil || err != nil {
		return s, err
	}
	return Read(in, c.Format)
}

// Read reads a session, by the named format or by the one that its content shows.
func Read(in model.Input, format string) (*model.Session, error) { return read(in, format, false) }

// Sketch is Read with approximate sizes, when the format can be read that way.
func Sketch(in model.Input, format string) (*model.Session, error) { return read(in, format, true) }

func read(in model.Input, format string, index bool) (*model.Session, error) {
	f, err := detect(in, format)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", in.Path, err)
	}
	how := f.Read
	if index && f.Index != nil {
		how = f.Index
	}
	s, err := how(in)
	if err != nil {
		var several *model.SeveralError
		if errors.As(err, &several) {
			several.Format = f.Name
		}
		return nil, fmt.Errorf("read %s as %s: %w", in.Path, f.Name, err)
	}
	if err := chosen(s, in); err != nil {
		return nil, fmt.Errorf("read %s as %s: %w", in.Path, f.Name, err)
	}
	if s.History == nil { // the reader knows no more than the live context
		measure.History(s)
	}
	return s, nil
}

// chosen checks that a session is the one that was asked for; the readers of most formats
// know of one only.
func chosen(s *model.Session, in model.Input) error {
	if in.Session != "" && s.ID != in.Session {
		var has []string
		if s.ID != "" {
			has = append(has, s.ID)
		}
		return &model.NotHereError{What: "session", ID: in.Session, Has: has}
	}
	if in.Leaf == "" {
		return nil
	}
	ids := make([]string, 0, len(s.Leaves))
	for _, l := range s.Leaves {
		if l.Active && strings.HasPrefix(l.ID, in.Leaf) {
			return nil
		}
		if l.ID != "" {
			ids = append(ids, l.ID)
		}
	}
	return &model.NotHereError{What: "branch", ID: in.Leaf, Has: ids}
}

// Preview reads the beginning of a file, at most n bytes, as far as its format can be read
// from the beginning.
func Preview(path string, c Choice, n int64) (*model.Session, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, bare(err))
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, bare(err))
	}
	head, _, _, err := unpack.Head(f, info.Size(), n)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, bare(err))
	}
	if store.Is(model.Input{Reader: bytes.NewReader(head), Size: int64(len(head))}) {
		return nil, fmt.Errorf("preview %s: %w: a database has no beginning", path, ErrNotASession)
	}
	if i := bytes.LastIndexByte(head, '\n'); i >= 0 { // half a line says nothing
		head = head[:i+1]
	}
	s, err := Read(model.Input{Path: path, Reader: bytes.NewReader(head), Size: int64(len(head)), Session: c.Session, Leaf: c.Leaf}, c.Format)
	if err != nil {
		return nil, err
	}
	s.Bytes = info.Size() // that is what is being read
	return s, nil
}
