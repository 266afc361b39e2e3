//go:build unix

package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func caseFile(id, name string) string { return filepath.Join("testdata", "cases", id, name) }

// Nothing that a session holds reaches the terminal as a control sequence.
func TestNothingActiveReachesTheTerminal(t *testing.T) {
	for _, c := range []struct {
		id, file, see string
		forbid        []string // in hex: what only the content could have produced
	}{
		{"ren-01", "input.jsonl", "", []string{"1b5b373b373748", "1b5b33383b353b3231336d", "1b63", "1b2338"}},
		{"ren-02", "input.jsonl", "", []string{"1b5d35323b", "1b5d303b50574e", "1b5d383b3b687474703a2f2f6576696c", "1b50746d7578", "1b5f47", "c29b", "c29d", "0e"}},
		{"ren-08", "input.json", "", []string{"e280aa", "e280ab", "e280ac", "e280ad", "e280ae", "e281a6", "e281a7", "e281a8", "e281a9"}},
		{"ren-09", "input.jsonl", "END-9", []string{"09"}},
	} {
		t.Run(c.id, func(t *testing.T) {
			t.Parallel()
			x := spawn(t, 100, 30, []string{"NO_COLOR=1"}, caseFile(c.id, c.file)) // a colour could part a word
			x.see("messages")
			for _, key := range []string{"g", "\r", "j", "G", "\x1b", "j", "\r", "G", "\x1b", "j", "\r", "G", "\x1b", "j", "\r", "G", "\x1b", "j", "\r", "G", "\x1b", "j", "\r", "x", "x", "\x1b"} {
				x.keys(key)
				x.quiet() // a lone ESC is a key only when nothing follows at once
			}
			if status := x.leave(); status != 0 {
				t.Errorf("status %d", status)
			}
			out := x.bytes()
			for _, f := range c.forbid {
				b, err := hex.DecodeString(f)
				if err != nil {
					t.Fatal(err)
				}
				if bytes.Contains(out, b) {
					t.Errorf("%s reaches the terminal", f)
				}
			}
			if c.see != "" && !bytes.Contains(out, []byte(c.see)) {
				t.Errorf("%s is not to be seen", c.see)
			}
		})
	}
}

// Sizes that no pane fits in, and back.
func TestAnySize(t *testing.T) {
	for _, size := range [][2]uint16{{1, 1}, {3, 3}, {20, 5}, {500, 2}, {80, 24}} {
		x := spawn(t, size[0], size[1], nil, caseFile("ren-12", "input.json"))
		for _, to := range [][2]uint16{{1, 1}, {80, 24}, {3, 50}, {200, 1}, {0, 0}, {80, 24}} {
			x.resize(to[0], to[1])
			time.Sleep(40 * time.Millisecond)
			x.keys("j")
		}
		x.see("messages")
		if status := x.leave(); status != 0 {
			t.Errorf("from %v: status %d", size, status)
		}
	}
}

var sgr = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

func TestNoColour(t *testing.T) {
	x := spawn(t, 80, 24, []string{"NO_COLOR=1"}, caseFile("ren-13", "input.json"))
	x.see("messages")
	x.keys("4")
	x.quiet()
	x.leave()
	for _, m := range sgr.FindAllStringSubmatch(string(x.bytes()), -1) {
		for _, p := range strings.Split(m[1], ";") {
			if len(p) == 2 && (p[0] == '3' || p[0] == '4') || len(p) == 3 {
				t.Fatalf("a colour: %q", m[0])
			}
		}
	}
}

// The terminal's answer about its background, late or not, is no key.
func TestAnswersAreNoKeys(t *testing.T) {
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

// A thousand wheel events do not hold the program up, and one in pieces is one.
func TestWheel(t *testing.T) {
	for _, name := range []string{"wheel.keys", "wheel_split.keys"} {
		b, err := os.ReadFile(caseFile("ren-15", name))
		if err != nil {
			t.Fatal(err)
		}
		x := spawn(t, 80, 24, []string{"NO_COLOR=1"}, caseFile("ren-15", "input.jsonl"))
		x.see("messages")
		x.keys("/")
		for _, k := range strings.Split(strings.TrimSpace(string(b)), ",") {
			raw, err := hex.DecodeString(strings.TrimPrefix(k, "hex:"))
			if err != nil {
				t.Fatal(err)
			}
			x.keys(string(raw))
			time.Sleep(30 * time.Millisecond)
		}
		x.quiet()
		x.keys("\x1b")
		x.quiet()
		if status := x.leave(); status != 0 {
			t.Errorf("status %d", status)
		}
		if bytes.Contains(x.bytes(), []byte("[<65;")) || bytes.Contains(x.bytes(), []byte("/65;")) {
			t.Error("the wheel types")
		}
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
