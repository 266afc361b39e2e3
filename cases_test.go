//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// steps presses keys one after the other, each once the screen is still.
func (x *screen) steps(keys ...string) {
	x.t.Helper()
	for _, k := range keys {
		x.keys(k)
		x.quiet()
	}
}

// Names that hold control sequences and line feeds stay on one line, and call and result still pair.
func TestNamesAreNoSequences(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(caseFile("ren-03", "input.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	const title = "\x1b]0;PWN"
	file := filepath.Join(t.TempDir(), "evil\x1b]0;PWNTITLE\x07.jsonl")
	if err := os.WriteFile(file, b, 0o600); err != nil {
		t.Fatal(err)
	}
	x := spawn(t, 100, 30, []string{"NO_COLOR=1"}, file)
	x.see("messages")
	x.steps("g", "\r", "x", "\x1b", "j", "\r", "x", "x", "x", "x", "\x1b", "j", "\r", "x", "x", "\x1b", "!", "\x1b", "3", "\x1b")
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
	if bytes.Contains(x.bytes(), []byte(title)) {
		t.Error("a title is set")
	}
	for line := range strings.Lines(x.shown()) {
		if strings.HasPrefix(strings.TrimLeft(line, " │┃"), "FORGED-ROW") {
			t.Errorf("a row of its own: %q", line)
		}
	}
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"inspect", file}, {"inspect", "--json", file}, {"inspect", file + ".missing"}} {
		out, _ := exec.Command(bin, args...).CombinedOutput() // the last one fails, and says so
		if bytes.Contains(out, []byte(title)) {
			t.Errorf("%q writes the sequence", args[:len(args)-1])
		}
		if bytes.Count(out, []byte("orphanResults")) != bytes.Count(out, []byte(`"orphanResults": []`)) {
			t.Errorf("%q: the result has lost its call:\n%s", args[:len(args)-1], out)
		}
	}
}

// No row that is written is wider than the screen, in any script.
func TestRowsFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		id     string
		widths []uint16
	}{
		{"ren-04", []uint16{20, 41, 60, 79, 80, 120}},
		{"ren-06", []uint16{1, 40, 60, 61, 130}},
		{"ren-10", []uint16{60, 80}},
	} {
		for _, w := range c.widths {
			t.Run(fmt.Sprintf("%s at %d", c.id, w), func(t *testing.T) {
				t.Parallel()
				file, _ := filepath.Glob(caseFile(c.id, "input.json*"))
				x := spawn(t, w, 24, []string{"NO_COLOR=1"}, file[0])
				if w >= 60 {
					x.see("messages")
				}
				x.steps("j", "j", "k", "\r", "G", "\x1b")
				if status := x.leave(); status != 0 {
					t.Errorf("status %d", status)
				}
				if n := x.picture.over; n > 0 {
					t.Errorf("%d cells behind the end of a row", n)
				}
				if bytes.ContainsAny(x.bytes(), "\x08") {
					t.Error("a backspace reaches the terminal")
				}
			})
		}
	}
}

// The last state of a progress bar shows, and what is behind it.
func TestProgressBar(t *testing.T) {
	t.Parallel()
	x := spawn(t, 100, 40, []string{"NO_COLOR=1"}, caseFile("ren-10", "input.jsonl"))
	x.see("messages")
	x.steps("g", "\r", "G", "\x1b", "j", "\r", "G", "\x1b", "j", "\r", "G", "\x1b")
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
	out := x.shown()
	for _, want := range []string{"Downloading 100% [####################]", "Installed x-1.0 DONE-10", " cd ", " ayc "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not to be seen:\n%s", want, out)
		}
	}
	if strings.Contains(out, "Downloading  57%") || strings.Contains(out, " ab ") {
		t.Errorf("a state before the last is to be seen:\n%s", out)
	}
}

// Two million characters without a blank open, and their end is one key away.
func TestOneLongLine(t *testing.T) {
	t.Parallel()
	file := longSession(t, 2_000_000)
	x := spawn(t, 80, 24, []string{"NO_COLOR=1"}, file)
	x.see("messages")
	x.steps("g", "j", "j", "\r")
	x.keys("G")
	x.see("END-11")
	x.steps("\x1b[5~", "\x1b")
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
	out, err := exec.Command(x.cmd.Path, "inspect", "--json", file).Output()
	if err != nil || gjson.GetBytes(out, "partition.splitIndex").Int() != 3 || gjson.GetBytes(out, "partition.tail.#").Int() != 2 {
		t.Errorf("it is split elsewhere: %v", err)
	}
}
