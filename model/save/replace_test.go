package save

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A text takes the place of the one that was read; a file that holds something else by now is left alone.
func TestReplace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "new", "config.toml")
	if err := Replace(path, nil, []byte("a = 1\n")); err != nil {
		t.Fatal(err)
	}
	if err := Replace(path, []byte("a = 1\n"), []byte("a = 2\n")); err != nil {
		t.Fatal(err)
	}
	if err := Replace(path, []byte("a = 1\n"), []byte("a = 3\n")); !errors.Is(err, ErrChanged) {
		t.Errorf("error %v", err)
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != "a = 2\n" {
		t.Errorf("%q, %v", got, err)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if err := Replace(dir, nil, []byte("x")); err == nil {
		t.Error("a folder is written to")
	}
}
