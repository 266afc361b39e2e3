package save

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var bankNames = Pair{"archive.md", "active.md"}

// to makes the two texts what they are given as.
func to(archive, active string) func(Pair) (Pair, error) {
	return func(Pair) (Pair, error) { return Pair{archive, active}, nil }
}

func TestBank(t *testing.T) {
	t.Parallel()
	outer := filepath.Join(t.TempDir(), ".context")
	dir := filepath.Join(outer, "memory_bank")
	o := BankOptions{Dir: dir, Names: bankNames}
	if err := CheckBank(dir, bankNames); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(outer); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("the check made a folder: %v", err)
	}
	b, err := WriteBank(o, to("", "one"))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Undo(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(outer); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("a folder is left: %v", err)
	}
	if b, err = WriteBank(o, to("", "one")); err != nil {
		t.Fatal(err)
	}
	if err := b.Keep(); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, lockName, "active.md")
	if runtime.GOOS != "windows" {
		for path, want := range map[string]os.FileMode{outer: 0o700, dir: 0o700, filepath.Join(dir, "active.md"): 0o600} {
			if st, err := os.Stat(path); err != nil || st.Mode().Perm() != want {
				t.Errorf("%s: %v, %v", path, st.Mode(), err)
			}
		}
	}

	if err := os.Chmod(filepath.Join(dir, "active.md"), 0o640); err != nil {
		t.Fatal(err)
	}
	file(t, filepath.Join(dir, ".active.md123.old"), "left", 0o600)
	file(t, filepath.Join(dir, ".archive.md-77"), "left", 0o600)
	file(t, filepath.Join(dir, ".active.md.swp"), "not ours", 0o600)
	b, err = WriteBank(o, func(old Pair) (Pair, error) {
		if old != (Pair{"", "one"}) {
			t.Errorf("there was %q", old)
		}
		if _, err := os.Stat(filepath.Join(dir, ".active.md123.old")); err == nil {
			t.Error("a temporary file of an earlier run is left")
		}
		return Pair{"one", "two"}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Keep(); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, ".active.md.swp", lockName, "active.md", "archive.md")
	if st, err := os.Stat(filepath.Join(dir, "active.md")); err != nil || runtime.GOOS != "windows" && st.Mode().Perm() != 0o640 {
		t.Errorf("the permissions are now %v, %v", st.Mode(), err)
	}
	if got, err := ReadBank(dir, bankNames); err != nil || got != (Pair{"one", "two"}) {
		t.Errorf("%q, %v", got, err)
	}
	if b, err = WriteBank(o, to("x", "y")); err != nil {
		t.Fatal(err)
	}
	if err := b.Undo(); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadBank(dir, bankNames); err != nil || got != (Pair{"one", "two"}) {
		t.Errorf("taken back it is %q, %v", got, err)
	}
	holds(t, dir, ".active.md.swp", lockName, "active.md", "archive.md")

	if _, err := WriteBank(o, func(Pair) (Pair, error) { return Pair{"x", "y"}, ErrTaken }); !errors.Is(err, ErrTaken) {
		t.Errorf("the error is %v", err)
	}
	var steps []string
	o.Step = func(what string) { steps = append(steps, what) }
	if b, err = WriteBank(o, to("one", "two")); err != nil {
		t.Fatal(err)
	}
	if err := b.Keep(); err != nil || strings.Join(steps, " ") != "sweep keep" {
		t.Errorf("when nothing changes it does %q, %v", steps, err)
	}
}

// TestBankOrder: what is written first is in its place before the other is touched, and when the
// other cannot be written it is taken back.
func TestBankOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := BankOptions{Dir: dir, Names: bankNames}
	o.Step = func(what string) {
		if what != "begin active.md" {
			return
		}
		if got, err := ReadBank(dir, bankNames); err != nil || got != (Pair{"moved", ""}) {
			t.Errorf("before the second file there is %q, %v", got, err)
		}
		if err := os.Mkdir(filepath.Join(dir, "active.md"), 0o700); err != nil {
			t.Error(err)
		}
	}
	if _, err := WriteBank(o, to("moved", "new")); err == nil || !strings.HasPrefix(err.Error(), "write "+filepath.Join(dir, "active.md")+": ") {
		t.Errorf("the error is %v", err)
	}
	holds(t, dir, lockName, "active.md")
}

func TestBankIsRefused(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // links and permissions are others there
	}
	tests := []struct {
		name  string
		make  func(t *testing.T, root string) // of root, in which the bank is .context/bank
		wants string
	}{
		{"the folder is a link", func(t *testing.T, root string) {
			t.Helper()
			link(t, t.TempDir(), filepath.Join(root, ".context", "bank"))
		}, "bank is a link; name the folder that it leads to"},
		{"the hidden one around it is a link", func(t *testing.T, root string) {
			t.Helper()
			if err := os.Remove(filepath.Join(root, ".context")); err != nil {
				t.Fatal(err)
			}
			link(t, t.TempDir(), filepath.Join(root, ".context"))
		}, ".context is a link; name the folder that it leads to"},
		{"the folder is a file", func(t *testing.T, root string) {
			t.Helper()
			file(t, filepath.Join(root, ".context", "bank"), "x", 0o600)
		}, "bank is not a directory"},
		{"the folder is read-only", func(t *testing.T, root string) {
			t.Helper()
			if err := os.Mkdir(filepath.Join(root, ".context", "bank"), 0o500); err != nil {
				t.Fatal(err)
			}
		}, "the folder is read-only"},
		{"the one around it is read-only", func(t *testing.T, root string) {
			t.Helper()
			if err := os.Chmod(filepath.Join(root, ".context"), 0o500); err != nil {
				t.Fatal(err)
			}
		}, "the folder is read-only"},
		{"a file is a link", func(t *testing.T, root string) {
			t.Helper()
			link(t, file(t, filepath.Join(root, "mine"), "mine", 0o600), filepath.Join(bankIn(t, root), "active.md"))
		}, "active.md: cannot write there: it is a link, and what it leads to is not ours to replace"},
		{"a file is a link to nothing", func(t *testing.T, root string) {
			t.Helper()
			link(t, filepath.Join(root, "none"), filepath.Join(bankIn(t, root), "archive.md"))
		}, "archive.md: cannot write there: it is a link, and what it leads to is not ours to replace"},
		{"a file is a folder", func(t *testing.T, root string) {
			t.Helper()
			if err := os.Mkdir(filepath.Join(bankIn(t, root), "archive.md"), 0o700); err != nil {
				t.Fatal(err)
			}
		}, "it is no regular file"},
		{"a file is read-only", func(t *testing.T, root string) {
			t.Helper()
			file(t, filepath.Join(bankIn(t, root), "active.md"), "x", 0o400)
		}, "it is read-only"},
		{"a file is no text", func(t *testing.T, root string) {
			t.Helper()
			file(t, filepath.Join(bankIn(t, root), "active.md"), "x\x00y", 0o600)
		}, "it is no text file"},
		{"a file is huge", func(t *testing.T, root string) {
			t.Helper()
			if err := os.Truncate(file(t, filepath.Join(bankIn(t, root), "archive.md"), "", 0o600), maxBank+1); err != nil {
				t.Fatal(err)
			}
		}, "it is larger than 64 MB"},
		{"too far away", func(t *testing.T, root string) {
			t.Helper()
			if err := os.RemoveAll(root); err != nil {
				t.Fatal(err)
			}
		}, "no such file or directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := filepath.Join(t.TempDir(), "project")
			for _, dir := range []string{root, filepath.Join(root, ".context")} {
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			tt.make(t, root)
			err := CheckBank(filepath.Join(root, ".context", "bank"), bankNames)
			if !errors.Is(err, ErrTarget) || !strings.Contains(err.Error(), tt.wants) || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// bankIn makes the folder of a bank.
func bankIn(t *testing.T, root string) string {
	t.Helper()
	dir := filepath.Join(root, ".context", "bank")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}
