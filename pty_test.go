//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// patience bounds a test that hangs, nothing else.
const patience = 30 * time.Second

// program builds the command once for all tests of a real terminal.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "cutline-test-*")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "cutline")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return bin, nil
})

func TestMain(m *testing.M) {
	if path := os.Getenv(writerFile); path != "" { // this process is one that TestFollowSoak has started
		if err := writer(path); err != nil {
			panic(err)
		}
	}
	if os.Getenv(crashes) != "" { // this process is one that TestACrashGivesTheTerminalBack has started
		os.Exit(crash())
	}
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue { // the tests of a terminal wait most of the time
		_ = f.Value.Set(strconv.Itoa(max(6, runtime.GOMAXPROCS(0)))) // it is a number
	}
	status := m.Run()
	if bin, err := program(); err == nil && testing.Short() == false {
		_ = os.RemoveAll(filepath.Dir(bin)) // a folder of our own
	}
	os.Exit(status)
}

// screen is the program in a pseudo-terminal.
type screen struct {
	t       testing.TB
	tty     *os.File
	cmd     *exec.Cmd
	mu      sync.Mutex
	out     bytes.Buffer
	picture *picture       // what out comes to on the screen
	came    chan time.Time // when something was read, for who waits for it; what nobody takes is passed over
	done    chan struct{}  // closed when the program writes no more
}

// spawn starts the program in a terminal of a size.
func spawn(tb testing.TB, cols, rows uint16, env []string, args ...string) *screen {
	tb.Helper()
	return spawnWith(tb, cols, rows, nil, env, args...)
}

// spawnWith is spawn with another standard input than the terminal, unless that is nil.
func spawnWith(tb testing.TB, cols, rows uint16, in *os.File, env []string, args ...string) *screen {
	tb.Helper()
	bin, err := program()
	if err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command(bin, args...)
	cmd.Env = append(append(os.Environ(), "TERM=xterm-256color", "HOME="+tb.TempDir()), env...)
	return startIn(tb, cols, rows, in, cmd)
}

// startIn starts a command in a terminal of a size.
func startIn(tb testing.TB, cols, rows uint16, in *os.File, cmd *exec.Cmd) *screen {
	tb.Helper()
	attrs := &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1} // the terminal is where it writes
	if in != nil {
		cmd.Stdin = in
	}
	tty, err := pty.StartWithAttrs(cmd, &pty.Winsize{Cols: cols, Rows: rows}, attrs)
	if err != nil {
		tb.Fatal(err)
	}
	x := &screen{t: tb, tty: tty, cmd: cmd, picture: newPicture(int(cols), int(rows)), came: make(chan time.Time, 1), done: make(chan struct{})}
	go func() {
		defer close(x.done)
		b := make([]byte, 1<<16)
		for {
			n, err := tty.Read(b)
			select {
			case x.came <- time.Now():
			default:
			}
			x.mu.Lock()
			x.out.Write(b[:n])
			x.picture.feed(b[:n])
			x.mu.Unlock()
			if err != nil { // EIO, once the program is gone
				return
			}
		}
	}()
	tb.Cleanup(func() { _ = cmd.Process.Kill(); _ = tty.Close() })
	return x
}

// bytes is all that the program has written.
func (x *screen) bytes() []byte {
	x.mu.Lock()
	defer x.mu.Unlock()
	return bytes.Clone(x.out.Bytes())
}

// size is how much the program has written.
func (x *screen) size() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.out.Len()
}

// see waits until the program has shown words, in one row or, outside of its screen, anywhere.
func (x *screen) see(words string) {
	x.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if bytes.Contains(x.shownBytes(), []byte(words)) || bytes.Contains(x.bytes(), []byte(words)) {
			return
		}
	}
	x.t.Fatalf("never saw %q; the screen shows\n%s\nafter\n%q", words, strings.Join(x.now(), "\n"), x.bytes())
}

// resize gives the terminal another size.
func (x *screen) resize(cols, rows uint16) {
	x.t.Helper()
	x.mu.Lock()
	x.picture.resize(int(cols), int(rows))
	x.mu.Unlock()
	if err := pty.Setsize(x.tty, &pty.Winsize{Cols: cols, Rows: rows}); err != nil {
		x.t.Fatal(err)
	}
}

func (x *screen) keys(s string) {
	x.t.Helper()
	if _, err := x.tty.WriteString(s); err != nil {
		x.t.Fatal(err)
	}
}

// quiet waits until the program has written nothing for a moment, and has nothing to do. That it is silent is not
// enough: on a busy machine it may not have had its turn yet.
func (x *screen) quiet() {
	const moment, look = 120 * time.Millisecond, 10 * time.Millisecond
	n, since := -1, time.Now()
	for end := since.Add(patience); time.Since(since) < moment && time.Now().Before(end); time.Sleep(look) {
		if now := x.size(); now != n || x.busy() {
			n, since = now, time.Now()
		}
	}
}

// busy reports whether a thread of the program, or of what it has started, runs or waits for its turn, where the system
// tells that.
func (x *screen) busy() bool {
	session := strconv.Itoa(x.cmd.Process.Pid) // each terminal here has one of its own
	processes, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, p := range processes {
		if f := stat(p); len(f) < 4 || f[3] != session {
			continue
		}
		threads, _ := filepath.Glob(filepath.Join(filepath.Dir(p), "task/*/stat"))
		if slices.ContainsFunc(threads, func(t string) bool { f := stat(t); return len(f) > 0 && (f[0] == "R" || f[0] == "D") }) {
			return true
		}
	}
	return false
}

// stat are the fields of a process or a thread behind its name: its state, its parent, its group, its session. A process that
// is gone has none.
func stat(path string) []string {
	b, _ := os.ReadFile(path)
	return strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
}

// end waits for the program to leave and gives its status.
func (x *screen) end() int {
	x.t.Helper()
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_ = x.cmd.Wait() // how it ended is asked of the process state
	}()
	select {
	case <-gone:
	case <-time.After(patience):
		x.t.Fatalf("the program does not leave; it wrote last %q", x.bytes()[max(0, len(x.bytes())-300):])
	}
	<-x.done
	return x.cmd.ProcessState.ExitCode()
}

// leave presses q until the program is gone, and gives its status. Once may not be enough on a
// busy machine: an ESC and what follows it at once are another key, so a line may still be
// open.
func (x *screen) leave() int {
	x.t.Helper()
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for n := 0; ; n++ {
			_, _ = x.tty.WriteString([]string{"q", "\x1b"}[n%2]) // it fails once the program is gone
			select {
			case <-stop:
				return
			case <-time.After(400 * time.Millisecond):
			}
		}
	}()
	return x.end()
}
