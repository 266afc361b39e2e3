package save

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// pending is a temporary file that becomes another one. The library that does this elsewhere
// leaves Windows out, because it promises less there: a reader may keep the old file from
// being replaced. Then the error is told, and nothing is lost.
type pending struct {
	*os.File
	path         string
	closed, done bool
}

func newPending(path string, mode fs.FileMode) (*pending, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return nil, err
	}
	p := &pending{File: f, path: path}
	if err := f.Chmod(mode); err != nil {
		return nil, errors.Join(err, p.Cleanup())
	}
	return p, nil
}

// Cleanup takes the temporary file away. It does nothing once it is in its place.
func (p *pending) Cleanup() error {
	if p.done {
		return nil
	}
	p.done = true
	var err error
	if !p.closed {
		err = p.Close()
	}
	return errors.Join(err, os.Remove(p.Name()))
}

// CloseAtomicallyReplace puts the file in its place.
func (p *pending) CloseAtomicallyReplace() error {
	if err := p.Sync(); err != nil {
		return err
	}
	p.closed = true
	if err := p.Close(); err != nil {
		return err
	}
	if err := os.Rename(p.Name(), p.path); err != nil {
		return err
	}
	p.done = true
	return nil
}
