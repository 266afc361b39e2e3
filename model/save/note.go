package save

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Note writes a file of the program's own state in the place of what stood there, and makes its
// folders. Only their owner can read them. Either all of it is there afterwards or, on an error, what
// was.
func Note(path string, text []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the folder %s: %w", dir, bare(err))
	}
	f, err := Target{mode: 0o600}.fill(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := f.CloseAtomicallyReplace(); err != nil {
		return fmt.Errorf("write %s: %w", path, errors.Join(bare(err), f.Cleanup()))
	}
	return nil
}
