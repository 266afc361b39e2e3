//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model/sessiontest"
)

// colours are the parameters of the SGR sequences in b that set a colour.
func colours(b []byte) []string {
	var out []string
	for _, m := range sgr.FindAllSubmatch(b, -1) {
		for _, p := range strings.Split(string(m[1]), ";") {
			if len(p) == 2 && (p[0] == '3' || p[0] == '4') && p[1] != '9' || len(p) == 2 && p[0] == '9' || len(p) == 3 && p[:2] == "10" {
				out = append(out, string(m[0]))
				break
			}
		}
	}
	return out
}

// NO_COLOR means no colour, wherever the output goes; an empty one means nothing; a dumb terminal is told so.
func TestPtycapNoColour(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	file := r.file("ren-13", "input.json")
	const keys = "wait:0.5,4,esc,wait:0.1,?,esc,wait:0.1,enter,x,x,esc,wait:0.1"
	tries := []struct {
		name     string
		env      []string
		keys     string
		args     []string
		status   int
		coloured bool
		escapes  bool
		see      string
	}{
		{"the inspector", []string{"NO_COLOR=1"}, keys + leaving, []string{file}, 0, false, true, "split at 2"},
		{"the inspector in all colours", []string{"NO_COLOR=1", "COLORTERM=truecolor", "CLICOLOR_FORCE=1"}, keys + leaving, []string{file}, 0, false, true, "split at 2"},
		{"inspect", []string{"NO_COLOR=1"}, "", []string{"inspect", file}, 0, false, false, "split"},
		{"an empty one", []string{"NO_COLOR="}, keys + leaving, []string{file}, 0, true, true, "split at 2"},
		{"inspect with an empty one", []string{"NO_COLOR="}, "", []string{"inspect", file}, 0, true, true, "split"},
		{"an option that forces colour", []string{"NO_COLOR=1"}, "", []string{"shot", "--color", "always", file}, 0, true, true, "split at 2"},
		{"a dumb terminal", []string{"TERM=dumb"}, "", []string{file}, 2, false, false, "cutline inspect"},
		{"a dumb terminal and inspect", []string{"TERM=dumb"}, "", []string{"inspect", file}, 0, false, false, "split"},
	}
	beside(len(tries), func(i int) {
		c := tries[i]
		var flags []string
		for _, e := range c.env {
			flags = append(flags, "--env", e)
		}
		r.hold(flags, c.keys, func(t report, got recorded) {
			t.Helper()
			if got.Status != c.status || len(colours(got.raw)) > 0 != c.coloured || bytes.IndexByte(got.raw, 0x1b) >= 0 != c.escapes {
				t.Errorf("%s: status %d, the colours %q in\n%q", c.name, got.Status, colours(got.raw), got.raw)
			}
			if !bytes.Contains(got.picture().seen.Bytes(), []byte(c.see)) && !bytes.Contains(got.raw, []byte(c.see)) {
				t.Errorf("%s: %q is not to be seen in\n%q", c.name, c.see, got.raw)
			}
		}, c.args...)
	})
}

// The answer about the background, late, is no key.
func TestPtycapLateAnswer(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	const answer = "hex:1b5d31313b7267623a666666662f666666662f6666666607"
	tries := []string{
		"wait:0.5," + answer + ",wait:0.5,/,q,wait:0.2,esc",
		"wait:0.5,/,a," + answer + ",b,wait:0.2,esc",
		"wait:0.5,/,a,hex:1b5d31313b726762,hex:3a666666662f666666662f66666666,hex:07,b,wait:0.2,esc",
	}
	beside(len(tries), func(i int) {
		r.hold([]string{"--forbid", "5d31313b726762", "--forbid", "7267623a"}, tries[i]+leaving, func(t report, got recorded) {
			t.Helper()
			if seen := got.picture().seen.String(); got.Status != 0 || len(got.Found) > 0 || i > 0 && !strings.Contains(seen, "/ab") {
				t.Errorf("%d: status %d, %q is typed\n%s", i, got.Status, got.Found, seen)
			}
		}, r.file("ren-14", "input.json"))
	})
}

// A session from a pipe, and keys from the terminal.
func TestPtycapPipe(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	r.hold([]string{"--stdin-file", r.file("ren-17", "input.json"), "--env", "NO_COLOR=1"}, "wait:0.5,g,j"+leaving, func(t report, got recorded) {
		t.Helper()
		if rows := strings.Join(now(got.picture()), "\n"); got.Status != 0 || !strings.Contains(rows, "▌   1  A Answer") {
			t.Errorf("status %d, and at the end\n%s", got.Status, rows)
		}
	}, "-")
}

// A signal ends the program, and the terminal is as it was.
func TestPtycapSignals(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	signals := []string{"TERM", "INT", "HUP"}
	beside(len(signals), func(i int) {
		r.hold([]string{"--kill", signals[i]}, "wait:0.5,j", func(t report, got recorded) {
			t.Helper()
			if got.Status == 124 {
				t.Errorf("SIG%s does not end it", signals[i])
			}
			givenBack(t, got.raw)
		}, r.file("ren-18", "input.json"))
	})
}

// modes are those of a terminal that the program may switch on, each with what is written to switch it off.
var modes = map[string]string{
	"\x1b[?1049h": "\x1b[?1049l", "\x1b[?25l": "\x1b[?25h", "\x1b[?2004h": "\x1b[?2004l", "\x1b[?7l": "\x1b[?7h",
	"\x1b[?1000h": "\x1b[?1000l", "\x1b[?1002h": "\x1b[?1002l", "\x1b[?1003h": "\x1b[?1003l", "\x1b[?1006h": "\x1b[?1006l", "\x1b[?1004h": "\x1b[?1004l", "\x1b[?2026h": "\x1b[?2026l",
}

// givenBack holds a run to what it has switched on: all of it is off at the end, and nothing is drawn behind that.
func givenBack(t report, out []byte) {
	t.Helper()
	for on, off := range modes {
		if bytes.LastIndex(out, []byte(off)) < bytes.LastIndex(out, []byte(on)) {
			t.Errorf("%q stays on; the end is %q", on, out[max(0, len(out)-300):])
		}
	}
	if !bytes.Contains(out, []byte("\x1b[?1049h")) {
		t.Errorf("it never drew: %q", out)
	}
	if after := out[max(0, bytes.LastIndex(out, []byte("\x1b[?1049l"))):]; bytes.Contains(after, []byte("\x1b[?2026h")) {
		t.Errorf("a frame is drawn on the normal screen: %q", after)
	}
}

// What steps.sh of ren-03 does with a file whose name holds a sequence.
func TestPtycapSteps(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	bash := sessiontest.Tool(t, "bash")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "input.jsonl"), sessiontest.Bytes(t, r.file("ren-03", "input.jsonl")), 0o600); err != nil {
		t.Fatal(err)
	}
	left := "/tmp/evil\x1b]0;PWNTITLE\a.jsonl" // by the steps
	if _, err := os.Lstat(left); err == nil {
		t.Fatalf("%q is there before the steps are tried", left)
	}
	t.Cleanup(func() { _ = os.Remove(left) })
	cmd := exec.Command(bash, r.file("ren-03", "steps.sh"))
	cmd.Dir, cmd.Env = dir, append(bare(t), "BIN="+r.bin)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "ok" {
		t.Errorf("%v: %s", err, out)
	}
}
