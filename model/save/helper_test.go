package save

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

// session is a written session with this text.
func session(text string) *model.Written {
	w := &model.Written{Rope: &model.Rope{}}
	w.Rope.AppendString(text)
	return w
}

// half is a session whose reader fails in the middle.
func half(text string) *model.Written {
	w := session(text)
	w.Rope.AppendFrom(failing{}, 0, 100)
	return w
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }

// file writes a file into a folder of the test.
func file(t *testing.T, path, text string, mode os.FileMode) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// holds says that a folder has just these files, hidden ones included.
func holds(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the folder holds (-want +got):\n%s", diff)
	}
}

// saved checks and writes, as a caller does.
func saved(t *testing.T, o Options, w *model.Written, receipt any) error {
	t.Helper()
	target, err := Check(o)
	if err != nil {
		return err
	}
	return Write(target, w, receipt)
}

// oneLine holds an error to one line that names no temporary file.
func oneLine(t *testing.T, err error) {
	t.Helper()
	if s := err.Error(); strings.ContainsAny(s, "\n") || strings.Contains(s, string(filepath.Separator)+".out") || strings.Contains(s, ".cutline-") {
		t.Errorf("the error is %q", s)
	}
}
