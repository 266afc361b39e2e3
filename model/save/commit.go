package save

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// filled is a temporary file that holds all that it should, beside its final place.
type filled struct {
	*pending
	path string // its final place, links followed
	old  string // a second name of the file that it replaced, empty when there was none
}

// commit moves the file to its place. Without force a file that has come into being there
// since the check is left alone.
func (f *filled) commit(force bool) error {
	if force {
		old := f.Name() + ".old"
		if err := os.Link(f.path, old); err == nil { // else there was none, or it cannot be brought back
			f.old = old
		}
		return bare(f.CloseAtomicallyReplace())
	}
	if err := f.Sync(); err != nil {
		return bare(err)
	}
	err := os.Link(f.Name(), f.path) // unlike a rename, it fails when the name is taken
	if err == nil || errors.Is(err, fs.ErrExist) {
		return exists(err)
	}
	if _, err := os.Lstat(f.path); err == nil { // a file system without links: look once more
		return exists(fs.ErrExist)
	}
	return bare(f.CloseAtomicallyReplace())
}

func exists(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w; --force replaces it", ErrExists)
}

// undo takes a commit back: what stood in the place stands there again.
func (f *filled) undo() error {
	if f.old == "" {
		return bare(os.Remove(f.path))
	}
	old := f.old
	f.old = ""
	return bare(os.Rename(old, f.path))
}

// clean takes away what is left beside the place. It does nothing to the place itself.
func (f *filled) clean() {
	_ = f.Cleanup() // it may be in its place already, then there is nothing to take away
	if f.old != "" {
		_ = os.Remove(f.old) // only a second name, of a file that is no longer wanted
	}
}

// follow is where a path leads: a link stays a link, and its target is written.
func follow(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}
