//go:build unix

package main

import (
	"bytes"
	"testing"
)

// With --plain the session is told line by line: no byte places a cursor or sets a colour, also in a
// terminal that can do nothing, and not even where the session holds such bytes.
func TestPlainInATerminal(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"demo", "--plain"}, {caseFile("ren-14", "input.json"), "--plain"}} {
		x := spawn(t, 80, 24, []string{"TERM=dumb", "NO_COLOR="}, args...)
		x.see("cutline> ")
		for _, line := range []string{"message 0\n", "whole\n", "why 3\n"} {
			x.keys(line)
			x.quiet()
		}
		x.see("3 split: ")
		x.keys("q\n")
		if status := x.end(); status != 0 {
			t.Errorf("%v: status %d", args, status)
		}
		if i := bytes.IndexByte(x.bytes(), 0x1b); i >= 0 {
			t.Errorf("%v: an escape sequence in %q", args, x.bytes()[max(0, i-40):i+20])
		}
	}
}
