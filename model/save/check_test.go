package save

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	link := func(t *testing.T, create func(old, name string) error, old, name string) {
		t.Helper()
		if err := create(old, name); err != nil {
			t.Skipf("this system makes no such link: %v", err)
		}
	}
	tests := []struct {
		name  string
		out   string // below the test's folder
		force bool
		setup func(t *testing.T, dir string)
		want  error
	}{
		{"a new file", "out", false, nil, nil},
		{"the input", "in", false, nil, ErrSameFile},
		{"the input by force", "in", true, nil, ErrSameFile},
		{"the input spelt otherwise", "sub/.././in", true, func(t *testing.T, dir string) {
			t.Helper()
			if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
				t.Fatal(err)
			}
		}, ErrSameFile},
		{"a symbolic link to the input", "link", true, func(t *testing.T, dir string) {
			t.Helper()
			link(t, os.Symlink, filepath.Join(dir, "in"), filepath.Join(dir, "link"))
		}, ErrSameFile},
		{"a second name of the input", "hard", true, func(t *testing.T, dir string) {
			t.Helper()
			link(t, os.Link, filepath.Join(dir, "in"), filepath.Join(dir, "hard"))
		}, ErrSameFile},
		{"a link to nothing", "link", true, func(t *testing.T, dir string) {
			t.Helper()
			link(t, os.Symlink, filepath.Join(dir, "nothing"), filepath.Join(dir, "link"))
		}, ErrTarget},
		{"a folder", "sub", true, func(t *testing.T, dir string) {
			t.Helper()
			if err := os.Mkdir(filepath.Join(dir, "sub"), 0o700); err != nil {
				t.Fatal(err)
			}
		}, ErrTarget},
		{"a folder that is not there", "none/out", false, nil, ErrTarget},
		{"a folder that is a file", "in/out", false, nil, ErrTarget},
		{"a file that is there", "other", false, func(t *testing.T, dir string) {
			t.Helper()
			file(t, filepath.Join(dir, "other"), "x", 0o600)
		}, ErrExists},
		{"a file that is there, by force", "other", true, func(t *testing.T, dir string) {
			t.Helper()
			file(t, filepath.Join(dir, "other"), "x", 0o600)
		}, nil},
		{"a receipt that is there", "out", false, func(t *testing.T, dir string) {
			t.Helper()
			file(t, filepath.Join(dir, "out.receipt.json"), "x", 0o600)
		}, ErrExists},
		{"a receipt that is a folder", "out", true, func(t *testing.T, dir string) {
			t.Helper()
			if err := os.Mkdir(filepath.Join(dir, "out.receipt.json"), 0o700); err != nil {
				t.Fatal(err)
			}
		}, ErrTarget},
		{"a receipt that is the input", "out", true, func(t *testing.T, dir string) {
			t.Helper()
			link(t, os.Link, filepath.Join(dir, "in"), filepath.Join(dir, "out.receipt.json"))
		}, ErrSameFile},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			in := file(t, filepath.Join(dir, "in"), "input", 0o640)
			if tt.setup != nil {
				tt.setup(t, dir)
			}
			before, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			o := Options{Input: in, Out: filepath.FromSlash(dir + "/" + tt.out), Force: tt.force, Receipt: true}
			target, err := Check(o)
			if !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
				t.Fatalf("error %v, want %v", err, tt.want)
			}
			if err != nil {
				oneLine(t, err)
			} else if target.Path != o.Out || target.Receipt != o.Out+".receipt.json" {
				t.Errorf("target %+v", target)
			}
			after, err := os.ReadDir(dir)
			if err != nil || len(after) != len(before) || read(t, in) != "input" {
				t.Errorf("checking left %d files where %d were (%v)", len(after), len(before), err)
			}
		})
	}
}

func TestCheckOfStandardOutput(t *testing.T) {
	t.Parallel()
	target, err := Check(Options{Out: "-", Receipt: true})
	if err != nil || target.Receipt != "" || !target.direct {
		t.Errorf("target %+v, %v", target, err)
	}
}

func TestFree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, want := range []string{"s.compacted.jsonl", "s.compacted-2.jsonl", "s.compacted-3.jsonl"} {
		if got := Free(at("s.compacted.jsonl")); got != at(want) {
			t.Fatalf("Free gives %s, want %s", got, want)
		}
		file(t, at(want), "x", 0o600)
	}
	file(t, at("plain"), "x", 0o600)
	if got := Free(at("plain")); got != at("plain-2") {
		t.Errorf("Free gives %s", got)
	}
	if err := os.Symlink(at("nothing"), at("link")); err == nil && Free(at("link")) != at("link-2") {
		t.Errorf("a link to nothing is no free name")
	}
}
