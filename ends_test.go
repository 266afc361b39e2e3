//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"cutline/model/sessiontest"
	"cutline/ui/cli"
	"cutline/ui/early"
)

// crashes is the variable that makes this test binary the program, with a fault in it: in the
// screen when parameters are shown, beside the screen when strategies are compared.
const crashes = "CUTLINE_TEST_CRASHES"

// crash is the program with that fault. It gives its exit status.
func crash() int {
	early.Restore()
	fault := func(string) { panic("a fault that was put in") }
	app := cli.App{Keys: ownKeys, Shot: shot, Inspector: func(ctx context.Context, o cli.Open) error {
		o.Source = func(param string) string { fault(param); return "" }
		o.Given = func(param string) bool { fault(param); return false }
		return inspect(ctx, o)
	}}
	std := cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, InTTY: true, OutTTY: true}
	return cli.Execute(context.Background(), os.Args[1:], std, app)
}

// inShell runs a program in a terminal by a shell, which notes the terminal's settings before and after. Until the program runs,
// there is no file pid; until it has ended, none with its status.
func inShell(t *testing.T, env []string, program ...string) (x *screen, dir string) {
	t.Helper()
	stty := sessiontest.Tool(t, "stty", "--version")
	dir = t.TempDir()
	const script = `"$STTY" -a >before; sh -c 'echo $$ >pid.new; mv pid.new pid; exec "$@"' sh "$@"; echo $? >status; "$STTY" -a >after`
	cmd := exec.Command("sh", append([]string{"-c", script, "sh"}, program...)...)
	cmd.Dir, cmd.Env = dir, append(append(bare(t), "STTY="+stty), env...)
	return startIn(t, 80, 24, nil, cmd), dir
}

// settings holds the settings of the terminal to those before, and gives the status of the program.
func settings(t *testing.T, dir string) int {
	t.Helper()
	before, after := sessiontest.Text(t, filepath.Join(dir, "before")), sessiontest.Text(t, filepath.Join(dir, "after"))
	if before != after || before == "" {
		t.Errorf("the terminal was\n%s\nand is\n%s", before, after)
	}
	status, err := strconv.Atoi(strings.TrimSpace(sessiontest.Text(t, filepath.Join(dir, "status"))))
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// Whatever ends the program, the terminal is as it was.
func TestTheTerminalIsGivenBack(t *testing.T) {
	t.Parallel()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Abs(caseFile("ren-18", "input.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			x, dir := inShell(t, nil, bin, file)
			x.see("messages")
			pid, err := strconv.Atoi(strings.TrimSpace(sessiontest.Text(t, filepath.Join(dir, "pid"))))
			if err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(pid, sig); err != nil {
				t.Fatal(err)
			}
			x.end()
			settings(t, dir)
			givenBack(t, x.bytes())
		})
	}
}

// A fault of the program's own ends it with a message on the normal screen, and the terminal is as it was.
func TestACrashGivesTheTerminalBack(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Abs(caseFile("ren-18", "input.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, key := range map[string]string{"in the screen": "p", "beside it": "L"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x, dir := inShell(t, []string{crashes + "=1"}, self, file)
			x.see("messages")
			x.keys(key)
			x.end()
			if status := settings(t, dir); status == 0 {
				t.Error("the status is 0")
			}
			out := x.bytes()
			givenBack(t, out)
			if _, after, _ := bytes.Cut(out, []byte("\x1b[?1049l")); !bytes.Contains(after, []byte("a fault that was put in")) {
				t.Errorf("the fault is not named on the normal screen: %q", after)
			}
		})
	}
}

// ctrl-z gives the shell the terminal, and fg the whole picture back.
func TestJobControl(t *testing.T) {
	t.Parallel()
	bash := sessiontest.Tool(t, "bash", "--version")
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	file, err := filepath.Abs(caseFile("ren-18", "input.json"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cmd := exec.Command(bash, "--norc", "--noprofile", "--noediting", "-i")
	cmd.Dir, cmd.Env = dir, append(bare(t), "PS1=ready> ", "NO_COLOR=1", "BIN="+bin, "FILE="+file, "HISTFILE=/dev/null")
	x := startIn(t, 80, 24, nil, cmd)
	x.see("ready> ")
	x.keys("stty -a >before\n\"$BIN\" \"$FILE\"\n")
	x.comes("a picture", func(rows []string) bool {
		return strings.Contains(rows[23], "q quit") && strings.Contains(rows[1], "4 tokens")
	})
	x.steps("g", "j")
	was := x.now()
	x.keys("\x1a")
	x.see("Stopped")
	x.keys("stty -a >between; echo $((6 * 7))-is-it\n")
	x.see("42-is-it")
	givenBack(t, x.bytes())
	x.keys("fg\n")
	x.comes("the picture of before", func(rows []string) bool { return strings.Join(rows, "\n") == strings.Join(was, "\n") })
	for _, on := range []string{"\x1b[?1049h", "\x1b[?1002h", "\x1b[?1006h", "\x1b[?2004h"} {
		x.comes(fmt.Sprintf("%q again", on), func([]string) bool {
			_, again, _ := bytes.Cut(x.bytes(), []byte("42-is-it"))
			return bytes.Contains(again, []byte(on))
		})
	}
	x.steps("j")
	if rows := strings.Join(x.now(), "\n"); !strings.Contains(rows, "▌   2") {
		t.Errorf("the keys do nothing:\n%s", rows)
	}
	x.keys("q")
	x.quiet()
	x.keys("stty -a >after; exit\n")
	x.end()
	givenBack(t, x.bytes())
	before := sessiontest.Text(t, filepath.Join(dir, "before"))
	for _, name := range []string{"between", "after"} {
		if got := sessiontest.Text(t, filepath.Join(dir, name)); got != before {
			t.Errorf("%s: the terminal was\n%s\nand is\n%s", name, before, got)
		}
	}
}

// A result that was not written is not given up without a word, nor when a signal ends the program.
func TestWhatIsNotWrittenIsSaid(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{0, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(fmt.Sprint(int(sig)), func(t *testing.T) {
			t.Parallel()
			x := spawn(t, 80, 24, []string{"NO_COLOR=1"}, caseFile("ren-18", "input.json"))
			x.see("messages")
			x.keys("c")
			x.see("not written yet")
			if sig == 0 {
				x.keys("q")
				x.quiet()
				x.leave()
			} else {
				if err := x.cmd.Process.Signal(sig); err != nil {
					t.Fatal(err)
				}
				x.end()
			}
			if _, after, _ := bytes.Cut(x.bytes(), []byte("\x1b[?1049l")); !bytes.Contains(after, []byte("written")) {
				t.Errorf("nothing is said of the result: %q", after)
			}
		})
	}
}

// The session comes from a pipe and the keys from the terminal.
func TestSessionFromAPipe(t *testing.T) {
	t.Parallel()
	in, err := os.Open(caseFile("ren-17", "input.json"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close() }) // it was only read
	x := spawnWith(t, 80, 24, in, []string{"NO_COLOR=1"}, "-")
	x.see("messages")
	x.steps("g", "j")
	if rows := strings.Join(x.now(), "\n"); !strings.Contains(rows, "▌   1  A Answer") {
		t.Errorf("j does nothing:\n%s", rows)
	}
	if status := x.leave(); status != 0 {
		t.Errorf("status %d", status)
	}
}

// A pipe that delivers slowly is read to its end.
func TestSlowPipe(t *testing.T) {
	t.Parallel()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	b := sessiontest.Bytes(t, caseFile("ren-17", "input.json"))
	cmd := exec.Command(bin, "inspect", "--json", "-")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for part := range 2 {
		time.Sleep(time.Second) // the pause is what is tried
		if _, err := in.Write(b[part*len(b)/2 : (part+1)*len(b)/2]); err != nil {
			t.Fatal(err)
		}
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), `"splitIndex": 2,`) {
		t.Errorf("%v: %s", err, out.String())
	}
}

// Without a terminal the program says what to do instead, and waits for nothing.
func TestNoTerminal(t *testing.T) {
	t.Parallel()
	bin, err := program()
	if err != nil {
		t.Fatal(err)
	}
	file := caseFile("ren-17", "input.json")
	quiet := func() *os.File { // nothing ever comes from it, and it never ends
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _, _ = r.Close(), w.Close() })
		return r
	}
	for _, c := range []struct {
		name   string
		args   []string
		in     *os.File
		status int
		says   string
	}{
		{"a file", []string{file}, nil, 2, "cutline inspect"},
		{"a file beside a pipe", []string{file}, quiet(), 2, "cutline inspect"},
		{"standard input", []string{"-"}, nil, 2, "cutline inspect"},
		{"a command beside a pipe", []string{"inspect", "--json", file}, quiet(), 0, `"splitIndex": 2,`},
		{"nothing, in a pipe", nil, quiet(), 2, "- for standard input"},
	} {
		cmd := exec.Command(bin, c.args...)
		cmd.Env = bare(t)
		if c.in != nil {
			cmd.Stdin = c.in
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // a session of its own has no terminal
		out, err := cmd.CombinedOutput()
		if s := cmd.ProcessState; s == nil || s.ExitCode() != c.status || !bytes.Contains(out, []byte(c.says)) {
			t.Errorf("%s: %v: %s", c.name, err, out)
		} else if used := s.UserTime() + s.SystemTime(); used >= time.Second {
			t.Errorf("%s: %v of processor time", c.name, used)
		}
	}
}
