// Package save is the only writer. It never writes to the input, never over an existing file
// unless that was asked for, and never half: a temporary file in the same folder is filled,
// synced and renamed.
package save

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"cutline/model"
)

// What a caller decides on.
var (
	ErrSameFile = errors.New("output and input are the same file")
	ErrExists   = errors.New("the file exists")
	ErrTarget   = errors.New("cannot write there")
)

// Target is a place that has been checked for writing.
type Target struct {
	Path    string
	Receipt string // path of the receipt, empty when none is written
	direct  bool   // written to as it is: a device, a pipe, standard output
	force   bool   // what stands there is replaced
	mode    fs.FileMode
}

// Options say where and how.
type Options struct {
	Input   string // path of the input, empty for standard input
	Out     string // path, or "-" for standard output
	Force   bool
	Receipt bool
}

// Check looks whether the output may be written, before anything costly is done.
func Check(o Options) (Target, error) {
	t := Target{Path: o.Out, force: o.Force, mode: 0o600} // a session may hold secrets; without an input to follow only its owner reads it
	if o.Out == "-" {
		t.direct = true
		return t, nil
	}
	in, err := os.Stat(o.Input)
	if err == nil && in.Mode().IsRegular() {
		t.mode = in.Mode().Perm() | 0o200 // the agent that resumes the result appends to it
	} else {
		in = nil
	}
	if err := t.place(in, o.Out, o.Force); err != nil {
		return t, err
	}
	if o.Receipt && !t.direct {
		t.Receipt = o.Out + ".receipt.json"
		r := t
		if err := r.place(in, t.Receipt, o.Force); err != nil {
			return t, err
		}
		if r.direct {
			return t, fmt.Errorf("write %s: %w: it is no regular file", t.Receipt, ErrTarget)
		}
	}
	return t, nil
}

// place checks one path.
func (t *Target) place(in fs.FileInfo, path string, force bool) error {
	st, err := os.Stat(path) // follows a symlink: its target is what would be written
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, lerr := os.Lstat(path); lerr == nil {
			return fmt.Errorf("write %s: %w: it is a link to nothing", path, ErrTarget)
		}
		return writableDir(filepath.Dir(path))
	case err != nil:
		return fmt.Errorf("write %s: %w: %w", path, ErrTarget, bare(err))
	case in != nil && os.SameFile(in, st):
		return fmt.Errorf("write %s: %w", path, ErrSameFile)
	case st.IsDir():
		return fmt.Errorf("write %s: %w: it is a directory", path, ErrTarget)
	case !st.Mode().IsRegular():
		t.direct = true
		return nil
	case !force:
		return fmt.Errorf("write %s: %w; --force replaces it", path, ErrExists)
	}
	return writableDir(filepath.Dir(path))
}

// writableDir tries to make a file in a folder, and takes it away again.
func writableDir(dir string) error {
	st, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("write into %s: %w: %w", dir, ErrTarget, bare(err))
	}
	if !st.IsDir() {
		return fmt.Errorf("write into %s: %w: it is not a directory", dir, ErrTarget)
	}
	f, err := os.CreateTemp(dir, ".cutline-*")
	if err != nil {
		return fmt.Errorf("write into %s: %w: %w", dir, ErrTarget, bare(err))
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// bare takes the operation and the paths off an error: they are said already, and one of
// them may be that of a temporary file.
func bare(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}

// Write writes a session and its receipt. Either both are there afterwards or, on an error,
// neither is new. A file that has come into being since the check is ErrExists.
func Write(t Target, w *model.Written, receipt any) error {
	if t.direct {
		return direct(t, w)
	}
	out, err := t.fill(t.Path, func(f io.Writer) error {
		_, err := w.Rope.WriteTo(f)
		return err
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", t.Path, err)
	}
	defer out.clean()
	if t.Receipt == "" {
		return t.commit(out, t.Path)
	}
	rec, err := t.fill(t.Receipt, func(f io.Writer) error {
		enc := json.NewEncoder(f)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", " ")
		return enc.Encode(receipt)
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", t.Receipt, err)
	}
	defer rec.clean()
	if err := t.commit(out, t.Path); err != nil {
		return err
	}
	if err := t.commit(rec, t.Receipt); err != nil {
		if undo := out.undo(); undo != nil {
			return fmt.Errorf("%w (the session %s is written: %w)", err, t.Path, undo)
		}
		return err
	}
	return nil
}

func (t Target) commit(f *filled, path string) error {
	if err := f.commit(t.force); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// fill fills a temporary file beside its final place.
func (t Target) fill(path string, write func(io.Writer) error) (*filled, error) {
	path = follow(path)
	f, err := newPending(path, t.mode)
	if err != nil {
		return nil, bare(err)
	}
	if err := write(f); err != nil {
		return nil, errors.Join(bare(err), f.Cleanup())
	}
	return &filled{pending: f, path: path}, nil
}

// direct writes to what is no regular file.
func direct(t Target, w *model.Written) error {
	f := os.Stdout
	if t.Path != "-" {
		var err error
		if f, err = os.OpenFile(t.Path, os.O_WRONLY, 0); err != nil {
			return fmt.Errorf("write %s: %w", t.Path, bare(err))
		}
	}
	_, err := w.Rope.WriteTo(f)
	if t.Path != "-" {
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", t.Path, bare(err))
	}
	return nil
}

// Free is the first name that no file has: NAME.ext, then NAME-2.ext, NAME-3.ext …
func Free(path string) string {
	ext := filepath.Ext(path)
	base := path[:len(path)-len(ext)]
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			return path
		}
		path = fmt.Sprintf("%s-%d%s", base, n, ext)
	}
}
