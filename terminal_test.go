//go:build unix

package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"cutline/model/sessiontest"
)

func caseFile(id, name string) string { return filepath.Join("testdata", "cases", id, name) }

// Nothing that a session holds reaches the terminal as a control sequence, and its words can be read.
func TestNothingActiveReachesTheTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		id, file string
		see      []string
		forbid   []string // in hex: what only the content could have produced
	}{
		{"ren-01", "input.jsonl", []string{"JUMPPINK-1 ok", "RESETlqk VISIBLE-1"}, []string{"1b5b373b373748", "1b5b33383b353b3231336d", "1b63", "1b2338", "1b5b366e"}},
		{"ren-02", "input.jsonl", []string{"VISIBLE-2", "Next ."}, []string{"1b5d35323b", "1b5d303b50574e", "1b5d383b3b687474703a2f2f6576696c", "1b50746d7578", "1b5f47", "c29b", "c29d", "0e"}},
		{
			"ren-08", "input.json",
			[]string{"user<U+202E><U+2066>// admin", "ple<U+200B>ase", "re<U+00AD>view zero<U+FEFF>width", "نص عربي عادي مع English داخل السطر"},
			[]string{"e280aa", "e280ab", "e280ac", "e280ad", "e280ae", "e281a6", "e281a7", "e281a8", "e281a9", "e2808b", "c2ad", "efbbbf"},
		},
		{"ren-09", "input.jsonl", []string{" a       b       c               d ", " END-9"}, []string{"09"}},
	} {
		t.Run(c.id, func(t *testing.T) {
			t.Parallel()
			x := spawn(t, 100, 30, []string{"NO_COLOR=1"}, caseFile(c.id, c.file)) // a colour could part a word
			x.see("messages")
			x.steps("g", "\r", "\x1b", "j", "\r", "\x1b", "j", "\r", "G", "x", "x", "x", "\x1b", "j", "\r", "\x1b", "j", "\r", "\x1b")
			if status := x.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
			for _, f := range c.forbid {
				b, err := hex.DecodeString(f)
				if err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(x.bytes(), b) {
					t.Errorf("%s reaches the terminal", f)
				}
			}
			if !utf8.Valid(x.bytes()) {
				t.Error("a byte stands in no character")
			}
			for _, want := range c.see {
				if !strings.Contains(x.shown(), want) {
					t.Errorf("%q is not to be seen in\n%s", want, x.shown())
				}
			}
			whole(t, x.picture)
		})
	}
}

// From sizes that no pane fits in to one that all fit in.
func TestFromAnySize(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]uint16{{1, 1}, {2, 1}, {1, 2}, {3, 3}, {5, 2}, {10, 4}, {20, 5}, {500, 2}, {3, 50}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			x := spawn(t, size[0], size[1], []string{"NO_COLOR=1"}, caseFile("ren-12", "input.json"))
			x.comes("the notice", func(rows []string) bool {
				return strings.HasPrefix(rows[0], "cutline needs 60×16 cells"[:min(int(size[0]), 16)])
			})
			x.steps("j", "\r") // nothing to do here
			x.resize(80, 24)
			x.comes("the list", func(rows []string) bool {
				return strings.Contains(rows[23], "c compact") && strings.Contains(rows[4], "messages ━")
			})
			if status := x.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
		})
	}
}

var sgr = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

// What does not go to a terminal has no escape sequences, whatever NO_COLOR is; a dumb terminal is told what to do.
func TestNoEscapesInAPipe(t *testing.T) {
	t.Parallel()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	file := caseFile("ren-13", "input.json")
	for _, noColour := range []string{"NO_COLOR=1", "NO_COLOR=", "CLICOLOR_FORCE=1"} {
		for _, args := range [][]string{{"inspect", file}, {"inspect", "--json", file}, {"shot", file}} {
			for _, stdout := range []string{"a pipe", "a file"} {
				if stdout == "a file" && args[0] == "shot" {
					continue
				}
				cmd := exec.Command(bin, args...)
				cmd.Env = append(bare(t), noColour)
				out, err := os.Create(filepath.Join(t.TempDir(), "out"))
				if err != nil {
					t.Fatal(err)
				}
				var pipe bytes.Buffer
				cmd.Stdout, cmd.Stderr = &pipe, &pipe
				if stdout == "a file" {
					cmd.Stdout = out
				}
				failed := cmd.Run()
				b, err := os.ReadFile(out.Name())
				if err := errors.Join(failed, err, out.Close()); err != nil {
					t.Fatal(err)
				}
				if b = append(b, pipe.Bytes()...); len(b) == 0 || bytes.IndexByte(b, 0x1b) >= 0 {
					t.Errorf("%s, %q into %s: %q", noColour, args, stdout, b)
				}
			}
		}
	}
	x := spawn(t, 80, 24, []string{"TERM=dumb"}, file)
	if status := x.end(); status != 2 || bytes.IndexByte(x.bytes(), 0x1b) >= 0 || !bytes.Contains(x.bytes(), []byte("cutline inspect")) {
		t.Errorf("a dumb terminal: status %d, %q", status, x.bytes())
	}
}

// The terminal's answer about its background, late or not, is no key.
func TestAnswersAreNoKeys(t *testing.T) {
	t.Parallel()
	x := spawn(t, 80, 24, []string{"NO_COLOR=1"}, caseFile("ren-14", "input.json"))
	x.see("messages")
	x.keys("/")
	x.see("finds as you type")
	x.keys("\x1b]11;rgb:ffff/ffff/ffff\x07")
	x.keys("ab")
	x.see("/ab")
	x.keys("\x1b")
	x.quiet()
	x.leave()
	if bytes.Contains(x.bytes(), []byte("rgb:")) {
		t.Error("the answer was typed")
	}
}

// A thousand wheel events do not hold the program up, nor leave the session, and one in pieces is one.
func TestWheel(t *testing.T) {
	t.Parallel()
	down := sessiontest.Text(t, caseFile("ren-15", "wheel.keys"))
	split := sessiontest.Text(t, caseFile("ren-15", "wheel_split.keys"))
	for _, c := range []struct {
		name string
		keys []string
		roll string // events in hex, with a comma between what is written at once
		see  string
	}{
		{"down while something is found", []string{"/", "ab"}, down, "/ab"},
		{"pieces while something is found", []string{"/", "ab"}, split, "/ab"},
		{"pieces in the help", []string{"?"}, split, "keys ━"},
		{"pieces in the message", []string{"\r"}, split, "esc back"},
		{"down at the end", []string{"G"}, down, "299 │A Answer 149"},
		{"up at the top", []string{"g"}, strings.ReplaceAll(down, "1b5b3c3635", "1b5b3c3634"), "    0  U Question 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := spawn(t, 80, 24, []string{"NO_COLOR=1"}, caseFile("ren-15", "input.jsonl"))
			x.see("of 300")
			x.steps(c.keys...)
			for _, k := range strings.Split(strings.TrimSpace(c.roll), ",") {
				raw, err := hex.DecodeString(strings.TrimPrefix(k, "hex:"))
				if err != nil {
					t.Fatal(err)
				}
				x.keys(string(raw))
				time.Sleep(30 * time.Millisecond) // that it comes in pieces is what is tried
			}
			x.quiet()
			if rows := strings.Join(x.now(), "\n"); !strings.Contains(strings.ReplaceAll(rows, "▌", " "), c.see) || strings.Contains(rows, "65;") || strings.Contains(rows, "64;") {
				t.Errorf("%q is gone, or the wheel types:\n%s", c.see, rows)
			}
			x.steps("\x1b")
			if status := x.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
			if bytes.Contains(x.bytes(), []byte("[<6")) {
				t.Error("the wheel types")
			}
		})
	}
}

// The editor gets the terminal, and the screen comes back with all its keys.
func TestEditInATerminal(t *testing.T) {
	dir := t.TempDir()
	editor := filepath.Join(dir, "ed.sh")
	if err := os.WriteFile(editor, []byte("#!/bin/sh\nprintf '\\nNever push without asking.\\n' >> \"$1\"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.jsonl")
	x := spawn(t, 120, 40, []string{"EDITOR=" + editor, "VISUAL="}, "demo")
	x.see("split at 113")
	x.keys("c")
	x.see("byte for byte")
	x.keys("E")
	x.see("checked again")
	x.keys("w")
	x.see("write to")
	x.keys("\x15" + out)
	x.see("out.jsonl")
	x.keys("\r")
	x.see("written to")
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(b, []byte("Never push without asking.")) {
		t.Error("the edited line is not in the file")
	}
	if !bytes.Contains(x.bytes(), []byte("claude --resume")) {
		t.Error("nobody says how to resume")
	}
}

// Without a session the list of those on this machine comes first, and one of them opens.
func TestPickInATerminal(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, ".claude", "projects", "p")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "ledger.jsonl"), demo, 0o600); err != nil {
		t.Fatal(err)
	}
	x := spawn(t, 120, 40, []string{"NO_COLOR=1", "HOME=" + home, "CLAUDE_CONFIG_DIR=" + filepath.Join(home, ".claude")})
	x.see("claude-code")
	x.see("91%")
	x.keys("\r")
	x.see("split at 113")
	x.keys("o")
	x.see("look again")
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
}

// A session that is only read is compacted all the same, and becomes one of an agent that can go on with it.
func TestReadOnlyInATerminal(t *testing.T) {
	t.Parallel()
	x := spawn(t, 120, 40, []string{"NO_COLOR=1"}, filepath.Join("testdata", "sessions", "copilot", "tools.jsonl"))
	x.see("7 messages")
	x.see("counted")
	x.keys("c")
	x.see("not written yet")
	x.keys("6")
	x.see("the result is a session of Claude Code")
	x.keys("w")
	x.see("write to")
	out := filepath.Join(t.TempDir(), "out.jsonl")
	x.keys("\x15" + out + "\r")
	x.see("how to resume it is said")
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
	if got := sessiontest.Text(t, out); !strings.Contains(got, `"isCompactSummary":true`) || !bytes.Contains(x.bytes(), []byte("claude --resume")) {
		t.Errorf("it is no session of Claude Code:\n%s", got)
	}
}

// Another branch, a sub-agent's file and the way back; and what is appended to the branch.
func TestBranchesInATerminal(t *testing.T) {
	main, err := os.ReadFile(filepath.Join("testdata", "sessions", "claudecode", "rewind.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, sub := filepath.Join(dir, "main.jsonl"), filepath.Join(dir, "main", "subagents", "agent-x1.jsonl")
	if err := os.MkdirAll(filepath.Dir(sub), 0o755); err != nil {
		t.Fatal(err)
	}
	const line = `{"parentUuid":%s,"isSidechain":%t,"sessionId":"main","type":"user","uuid":%q,"timestamp":"2026-03-07T11:00:00.000Z","message":{"role":"user","content":%q}}` + "\n"
	for path, b := range map[string][]byte{file: main, sub: fmt.Appendf(nil, line, "null", true, "c1", "Look through the folder.")} {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x := spawn(t, 120, 40, []string{"NO_COLOR=1"}, file)
	x.see("branch 2 of 2")
	x.keys("B")
	x.see("Look through the folder.")
	x.keys("\r")
	x.see("branch 1 of 2: 6 messages")
	x.keys("BG")
	x.see("agent-x1")
	x.keys("\r")
	x.see("agent-x1.jsonl  claude-code · 1 messages")
	more := fmt.Appendf(main, line, `"00000006-0000-4000-8000-000000000006"`, false, "c2", "Do that.")
	if err := os.WriteFile(file, more, 0o600); err != nil {
		t.Fatal(err)
	}
	x.keys("Bj\r") // back
	x.see("7 messages · branch 2 of 2")
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
}
