package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/uuid"

	"cutline/model"
	"cutline/model/save"
	"cutline/model/unpack"
)

// destination is where the result of one run goes.
type destination struct {
	input   Open
	flags   compactFlags
	session *model.Session
}

// before checks the place before anything is computed. Without -o the name comes from the
// result; the folder is tried with one that no file has.
func (d destination) before() (save.Target, error) {
	if d.flags.output != "" {
		return d.check(d.flags.output)
	}
	return d.check(d.beside(uuid.NewString() + ".jsonl"))
}

// after checks the place once more, now with the name of the result: a file may have come
// there meanwhile.
func (d destination) after(w *model.Written) (save.Target, error) {
	if d.flags.output != "" {
		return d.check(d.flags.output)
	}
	return d.check(save.Free(d.beside(d.name(w.Name))))
}

// name is the default name of the result: a chat list stays recognisable by its own, the
// other formats have rules for the names of their files, and so has what is converted.
func (d destination) name(written string) string {
	if d.session.Format != "chat" || d.input.To != "" {
		return written
	}
	base := unpack.Name(filepath.Base(d.input.Path))
	ext := filepath.Ext(base)
	return strings.TrimSuffix(base, ext) + ".compacted" + ext
}

// beside is a place in the folder of the input. A database, or a session of many files, lies in a
// folder of its agent's, where nobody looks for another file: what comes out of one is put into the
// folder that we are in.
func (d destination) beside(name string) string {
	if d.session.Copied {
		return name
	}
	return filepath.Join(filepath.Dir(d.input.Path), name)
}

func (d destination) check(path string) (save.Target, error) {
	in := d.input.Path
	if d.input.Stdin {
		in = ""
	}
	if err := notOf(in, path); err != nil {
		return save.Target{}, fmt.Errorf("%w; nothing was written", err)
	}
	t, err := save.Check(save.Options{Input: in, Out: path, Force: d.flags.force, Receipt: !d.flags.noReceipt})
	if err != nil {
		return t, fmt.Errorf("%w; nothing was written", err)
	}
	return t, nil
}

// notOf refuses a place that belongs to an input which is a database.
func notOf(in, path string) error {
	for _, side := range []string{"-wal", "-shm", "-journal"} {
		a, err := os.Stat(in + side)
		if b, other := os.Stat(path); err == nil && other == nil && os.SameFile(a, b) {
			return fmt.Errorf("write %s: %w", path, save.ErrSameFile)
		}
	}
	return nil
}
