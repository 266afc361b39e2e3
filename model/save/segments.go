package save

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// The names in a folder of segments.
const (
	segmentHead = "segment_"
	segmentTail = ".md"
)

// ErrTaken keeps segments from being written although the folder is in order.
var ErrTaken = errors.New("another run has written it meanwhile; compact again")

// CheckSegments looks whether segments may be written into a folder, and gives the first number
// that is free. A folder that is not there is made later, in one that is.
func CheckSegments(dir string) (next int, err error) {
	st, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 1, writableDir(filepath.Dir(dir))
	case err != nil:
		return 0, fmt.Errorf("write into %s: %w: %w", dir, ErrTarget, bare(err))
	case !st.IsDir():
		return 0, fmt.Errorf("write into %s: %w: it is not a directory", dir, ErrTarget)
	}
	if next, err = NextSegment(dir); err != nil {
		return 0, fmt.Errorf("write into %s: %w: %w", dir, ErrTarget, bare(err))
	}
	return next, writableDir(dir)
}

// NextSegment is the number behind the last segment of a folder, 1 when there is none.
func NextSegment(dir string) (int, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 1, nil
	}
	last := 0
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), segmentTail)
		number, found := strings.CutPrefix(name, segmentHead)
		if n, err := strconv.Atoi(number); ok && found && err == nil {
			last = max(last, n)
		}
	}
	return last + 1, err
}

// Segment is a file to write. Its text is asked for when it is written.
type Segment struct {
	Name string
	Text func() string
}

// Segments are segments that have been written and may still be taken back. Nobody else writes into
// the folder before Keep or Undo. The zero value is none.
type Segments struct {
	*locked
	files []*filled
	index *filled
}

// WriteSegments writes new files and puts what index makes of the old index, empty when there is
// none, in its place. On an error nothing is new. A name that is taken is ErrTaken. Only their
// owner can read the files.
func WriteSegments(dir, indexName string, files []Segment, index func(old string) string) (_ *Segments, err error) {
	s := &Segments{locked: &locked{dir: dir}}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write segments into %s: %w", dir, err), s.Undo())
		}
	}()
	if err := s.enter(1); err != nil {
		return nil, err
	}
	for _, f := range files {
		out, err := s.write(f.Name, f.Text(), false)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, out)
	}
	old, err := os.ReadFile(filepath.Join(dir, indexName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, bare(err)
	}
	s.index, err = s.write(indexName, index(string(old)), true)
	return s, err
}

// write writes one file; replace allows that it is there.
func (s *Segments) write(name, text string, replace bool) (*filled, error) {
	path := filepath.Join(s.dir, name)
	out, err := Target{mode: 0o600}.fill(path, func(f io.Writer) error {
		_, err := io.WriteString(f, text)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := out.commit(replace); err != nil {
		out.clean()
		if errors.Is(err, ErrExists) { // --force replaces a session, never a segment
			return nil, fmt.Errorf("%s: %w", name, ErrTaken)
		}
		return nil, err
	}
	return out, nil
}

// Keep lets the files stay.
func (s *Segments) Keep() error {
	if s.locked == nil {
		return nil
	}
	for _, f := range append(s.files, s.index) {
		f.clean()
	}
	return s.leave()
}

// Undo takes the files away again and puts the old index back.
func (s *Segments) Undo() error {
	if s.locked == nil {
		return nil
	}
	var errs []error
	if s.index != nil {
		errs = append(errs, s.index.undo())
		s.index.clean()
	}
	for _, f := range s.files {
		errs = append(errs, f.undo())
		f.clean()
	}
	errs = append(errs, s.leave())
	s.unmake()
	return errors.Join(errs...)
}
