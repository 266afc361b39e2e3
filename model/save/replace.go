package save

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged is the error of a file that holds something else by now.
var ErrChanged = errors.New("it was changed meanwhile")

// Replace puts a text in the place of another one, whole or not at all. The file must still hold old;
// empty: it need not be there, and is made with its folder, for its owner alone. Its permissions stay.
func Replace(path string, old, text []byte) error {
	t := Target{mode: 0o600}
	now, err := os.ReadFile(path)
	switch {
	case err == nil:
		if st, err := os.Stat(path); err == nil {
			t.mode = st.Mode().Perm()
		}
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("write %s: %w", path, bare(err))
	default:
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("write %s: %w", path, bare(err))
		}
	}
	if !bytes.Equal(now, old) {
		return fmt.Errorf("write %s: %w", path, ErrChanged)
	}
	f, err := t.fill(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer f.clean()
	if err := f.commit(true); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
