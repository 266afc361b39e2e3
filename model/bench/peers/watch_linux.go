package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"time"

	"github.com/creack/pty"
)

// Moments of the inspector, by what its header says then.
var moments = []struct {
	what string
	sign *regexp.Regexp
}{
	{"cutline: first frame", regexp.MustCompile(`large\.jsonl|small\.jsonl`)},
	{"cutline: first messages", regexp.MustCompile(`reading .*, the first`)},
	{"cutline: all indexed (offsets, roles, ids, ≈ sizes)", regexp.MustCompile(`[0-9] messages, sizes`)},
	{"cutline: exact sizes", regexp.MustCompile(`[0-9] messages( ·|$)`)},
}

const patience = 10 * time.Minute

// watch opens a session in the inspector, in a terminal, and notes when it is how far.
func watch(bin, path string) ([]row, error) {
	cmd := exec.Command(bin, path)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORFGBG=15;0")
	start := time.Now()
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 160, Rows: 48})
	if err != nil {
		return nil, fmt.Errorf("start %q (-bin names the program): %w", bin, err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait(); _ = tty.Close() }() // all is known
	var rows []row
	var said []byte
	buf := make([]byte, 1<<16)
	if err := tty.SetReadDeadline(start.Add(patience)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
		return nil, err
	}
	for len(rows) < len(moments) {
		n, err := tty.Read(buf)
		if err != nil {
			return nil, fmt.Errorf("it ended before %q: %w\n%q", moments[len(rows)].what, err, said)
		}
		said = append(said, escapes.ReplaceAll(buf[:n], nil)...)
		for len(rows) < len(moments) {
			at := moments[len(rows)].sign.FindIndex(said)
			if at == nil {
				break
			}
			said = said[at[1]:]
			rows = append(rows, row{moments[len(rows)].what, time.Since(start), peak(cmd.Process.Pid)})
		}
		said = said[max(0, len(said)-1<<16):]
	}
	return rows, nil
}

// escapes are the sequences that move and colour.
var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]")

var high = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peak is the most memory that a running process has had, in bytes.
func peak(pid int) int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	m := high.FindSubmatch(bytes.TrimSpace(b))
	if m == nil {
		return 0
	}
	kb, _ := strconv.ParseInt(string(m[1]), 10, 64) // digits
	return kb << 10
}
