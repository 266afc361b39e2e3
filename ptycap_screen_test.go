//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cutline/model/sessiontest"
)

// One message measures wider than it is drawn. At no width does that end the program, and nothing wraps: the keys stay
// in the last row.
func TestPtycapWidths(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	const most = 130
	beside(most, func(i int) {
		r.hold([]string{"--size", fmt.Sprintf("%dx24", i+1)}, "wait:0.2,j,j,enter,esc"+leaving, func(t report, got recorded) {
			t.Helper()
			if got.Status != 0 || bytes.Contains(got.raw, []byte("panic")) {
				t.Errorf("%d columns: status %d, and at the end %q", i+1, got.Status, got.end())
				return
			}
			whole(t, got.picture())
		}, r.file("ren-06", "input.json"))
	})
}

// views are the keys that open a view of ren-12.
var views = map[string]string{
	"list": "", "detail": "enter", "help": "?", "search": "/,r", "result": "c,wait:0.5", "before and after": "c,wait:0.5,v",
	"error": "W,wait:0.3,hex:15,str:/no/such/folder/x.md,enter,wait:0.3", "reasons": "4", "parameters": "p",
}

// Any size, also one that is no size, in every view; and from any size.
func TestPtycapSizes(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	const walk = ",resize:1x1,resize:80x24,resize:3x50,resize:200x1,resize:0x0,resize:80x24,wait:0.3"
	type try struct{ name, size, keys string }
	var tries []try
	for _, size := range []string{"80x24", "1x1", "2x1", "1x2", "3x3", "5x2", "10x4", "20x5", "500x2", "0x0"} {
		tries = append(tries, try{"from " + size, size, "wait:0.3,resize:1x1,j,enter,resize:80x24,resize:3x50,?,esc,resize:200x1,resize:0x0,resize:80x24,wait:0.3"})
	}
	for name, keys := range views {
		tries = append(tries, try{name, "80x24", "wait:0.5," + keys + walk + ",esc,wait:0.1,esc"})
	}
	beside(len(tries), func(i int) {
		c := tries[i]
		r.hold([]string{"--size", c.size, "--env", "NO_COLOR=1"}, c.keys+leaving, func(t report, got recorded) {
			t.Helper()
			if got.Status != 0 || bytes.Contains(got.raw, []byte("panic")) || !bytes.Contains(got.raw, []byte("q quit")) {
				t.Errorf("%s: status %d, and at the end %q", c.name, got.Status, got.end())
			}
			if c.name == "error" && !bytes.Contains(got.raw, []byte("write into /no/such/folder")) {
				t.Errorf("no error shows")
			}
		}, r.file("ren-12", "input.json"))
	})
}

// Two million characters without a blank: the end of the message is one key away.
func TestPtycapLong(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	file := longLine(t, r.python, 2_000_000)
	const keys = "wait:1,g,j,j,enter,wait:0.5,end,wait:1" // g: the cursor begins at the split
	r.hold([]string{"--env", "NO_COLOR=1"}, keys+leaving, func(t report, got recorded) {
		t.Helper()
		if got.Status != 0 {
			t.Errorf("status %d", got.Status)
		}
		if rows := strings.Join(now(got.picture()), "\n"); !strings.Contains(rows, "END-11") {
			t.Errorf("the end is not to be seen:\n%s", rows)
		}
	}, file)
	out, err := exec.Command(r.bin, "inspect", "--json", file).Output()
	if err != nil || !bytes.Contains(out, []byte(`"splitIndex": 3,`)) {
		t.Errorf("splitIndex is not 3: %v", err)
	}
}

// longLine makes the session of ren-11 with a message of so many characters.
func longLine(tb testing.TB, python string, chars int) string {
	tb.Helper()
	args := []string{sessiontest.Shared(tb, "cases/cases/ren-11/gen.py")[0], strconv.Itoa(chars)}
	out, err := exec.Command(python, args...).Output()
	if err != nil {
		tb.Fatal(err)
	}
	file := filepath.Join(tb.TempDir(), "long.json")
	if err := os.WriteFile(file, out, 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

// A thousand events of a wheel in one write, up and down, in the list and while something is typed; and events in pieces.
func TestPtycapWheel(t *testing.T) {
	t.Parallel()
	r := newRecorder(t)
	keys := func(name string) string { return strings.TrimSpace(sessiontest.Text(t, r.file("ren-15", name))) }
	down, split := keys("wheel.keys"), keys("wheel_split.keys")
	up := strings.ReplaceAll(down, "1b5b3c3635", "1b5b3c3634")
	if up == down {
		t.Fatal("the wheel turns one way only")
	}
	tries := []struct{ name, keys, see string }{
		{"down", "wait:0.5," + down + ",q", ""},
		{"up at the top", "wait:0.5,g,wait:0.1," + up + ",wait:0.3", " 0–"},
		{"down at the end", "wait:0.5,G,wait:0.1," + down + ",wait:0.3", "of 300"},
		{"down and up", "wait:0.5,g," + down + ",wait:0.2," + up + ",wait:0.3", " 0–"},
		{"while something is found", "wait:0.5,/,a,b," + down + ",wait:0.3,c,wait:0.2", "/abc"},
		{"pieces while something is found", "wait:0.5,/,a,b," + split + ",wait:0.3,c,wait:0.2", "/abc"},
		{"pieces in the help", "wait:0.5,?,wait:0.2," + split + ",wait:0.3", "keys ━"},
		{"pieces in the detail", "wait:0.5,enter,wait:0.2," + split + ",wait:0.3", "esc back"},
	}
	beside(len(tries), func(i int) {
		c := tries[i]
		r.hold([]string{"--env", "NO_COLOR=1", "--forbid", "5b3c36353b", "--forbid", "5b3c36343b"}, c.keys+leaving, func(t report, got recorded) {
			t.Helper()
			if got.Status != 0 || len(got.Found) > 0 {
				t.Errorf("%s: status %d, %q is typed", c.name, got.Status, got.Found)
			}
			p := got.picture()
			last := strings.Join(now(p), "\n")
			if strings.HasPrefix(c.see, "/") { // the keys that leave have been typed too
				last = p.seen.String()
			}
			if !strings.Contains(last, c.see) || bytes.Contains(p.seen.Bytes(), []byte("65;10")) {
				t.Errorf("%s: %q is not to be seen, or the wheel types:\n%s", c.name, c.see, last)
			}
			whole(t, p)
		}, r.file("ren-15", "input.jsonl"))
	})
}
