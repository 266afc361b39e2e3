package save

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in := file(t, filepath.Join(dir, "in"), "input", 0o640)
	out := filepath.Join(dir, "out")
	if err := saved(t, Options{Input: in, Out: out, Receipt: true}, session("one\n"), map[string]string{"a": "<b>"}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, out); got != "one\n" {
		t.Errorf("the session is %q", got)
	}
	if got := read(t, out+".receipt.json"); got != "{\n \"a\": \"<b>\"\n}\n" {
		t.Errorf("the receipt is %q", got)
	}
	holds(t, dir, "in", "out", "out.receipt.json")
	if read(t, in) != "input" {
		t.Error("the input was written to")
	}
	if err := saved(t, Options{Input: in, Out: filepath.Join(dir, "bare")}, session("two\n"), nil); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, "bare", "in", "out", "out.receipt.json")
}

func TestForce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := file(t, filepath.Join(dir, "out"), "old", 0o600)
	file(t, out+".receipt.json", "old receipt", 0o600)
	if err := saved(t, Options{Out: out, Force: true, Receipt: true}, session("new"), "r"); err != nil {
		t.Fatal(err)
	}
	if read(t, out) != "new" || read(t, out+".receipt.json") != "\"r\"\n" {
		t.Errorf("out %q, receipt %q", read(t, out), read(t, out+".receipt.json"))
	}
	holds(t, dir, "out", "out.receipt.json")
}

func TestForceThroughALink(t *testing.T) {
	t.Parallel()
	dir, far := t.TempDir(), t.TempDir()
	target := file(t, filepath.Join(far, "real"), "old", 0o600)
	link := filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Skipf("this system makes no symbolic links: %v", err)
	}
	if err := saved(t, Options{Out: link, Force: true}, session("new"), nil); err != nil {
		t.Fatal(err)
	}
	st, err := os.Lstat(link)
	if err != nil || st.Mode()&os.ModeSymlink == 0 || read(t, target) != "new" {
		t.Errorf("the link is %v, its target %q (%v)", st.Mode(), read(t, target), err)
	}
	holds(t, dir, "link")
	holds(t, far, "real")
}

// TestErrorsLeaveNothing: what fails half way leaves the folder as it was.
func TestErrorsLeaveNothing(t *testing.T) {
	t.Parallel()
	for _, force := range []bool{false, true} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		want := []string{}
		if force {
			file(t, out, "old", 0o600)
			want = append(want, "out")
		}
		o := Options{Out: out, Force: force, Receipt: true}
		if err := saved(t, o, half(strings.Repeat("x", 1<<20)), 1); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("force %v: the error of the reader became %v", force, err)
		} else {
			oneLine(t, err)
		}
		if err := saved(t, o, session("new"), func() {}); err == nil {
			t.Errorf("force %v: a receipt that is no JSON was written", force)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != len(want) || force && read(t, out) != "old" {
			t.Errorf("force %v: %d files are there (%v)", force, len(entries), err)
		}
	}
}

// TestBothOrNeither: where the receipt cannot be put in its place, the session is taken back.
func TestBothOrNeither(t *testing.T) {
	t.Parallel()
	for _, force := range []bool{false, true} {
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		if force {
			file(t, out, "old", 0o600)
		}
		target, err := Check(Options{Out: out, Force: force, Receipt: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(target.Receipt, "full"), 0o700); err != nil { // it comes into being meanwhile
			t.Fatal(err)
		}
		if err := Write(target, session("new"), 1); err == nil {
			t.Errorf("force %v: a folder was replaced by the receipt", force)
		} else {
			oneLine(t, err)
		}
		if !force {
			holds(t, dir, "out.receipt.json")
			continue
		}
		holds(t, dir, "out", "out.receipt.json")
		if got := read(t, out); got != "old" {
			t.Errorf("the session before is gone: %q", got)
		}
	}
}

// TestNotOverAFileThatCameMeanwhile: between the check and the writing there may be minutes.
func TestNotOverAFileThatCameMeanwhile(t *testing.T) {
	t.Parallel()
	for _, late := range []string{"out", "out.receipt.json"} {
		dir := t.TempDir()
		target, err := Check(Options{Out: filepath.Join(dir, "out"), Receipt: true})
		if err != nil {
			t.Fatal(err)
		}
		file(t, filepath.Join(dir, late), "somebody's", 0o600)
		if err := Write(target, session("new"), 1); !errors.Is(err, ErrExists) {
			t.Errorf("%s came meanwhile: error %v", late, err)
		}
		if got := read(t, filepath.Join(dir, late)); got != "somebody's" {
			t.Errorf("%s was overwritten with %q", late, got)
		}
		holds(t, dir, late)
	}
}
