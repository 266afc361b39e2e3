package memorybank_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cutline/model/save"
	"cutline/pipeline/memorybank"
)

// The child of TestKilled writes a session into a bank and ends itself at one of the steps.
const (
	childDir  = "CUTLINE_BANK_DIR"
	childID   = "CUTLINE_BANK_SESSION"
	childSize = "CUTLINE_BANK_WORDS"
	childStep = "CUTLINE_BANK_KILLED" // at which step; 0: none
)

const killed = 7 // exit status

func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	size, err := strconv.Atoi(os.Getenv(childSize))
	at, atErr := strconv.Atoi(os.Getenv(childStep))
	err = errors.Join(err, atErr)
	if err == nil {
		err = add(dir, os.Getenv(childID), size, at)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func add(dir, id string, size, at int) error {
	o := save.BankOptions{Dir: dir, Names: save.Pair{memorybank.Archive, memorybank.Active}}
	o.Step = func(string) {
		if at--; at == 0 {
			os.Exit(killed)
		}
	}
	b, err := save.WriteBank(o, func(old save.Pair) (save.Pair, error) {
		out, err := memorybank.Run(memorybank.Input{
			Files: memorybank.Files{Archive: old[0], Active: old[1]}, Count: hundred,
			New: memorybank.Session{Date: "d", ID: id, Source: "p", Content: "Of " + id + "." + strings.Repeat(" word", size)},
		})
		return save.Pair{out.Archive, out.Active}, err
	})
	if err != nil {
		return err
	}
	return b.Keep()
}

// hundred counts a hundred tokens a word.
func hundred(s string) int { return 100 * len(strings.Fields(s)) }

// TestKilled: a real program is ended at every step of the writing, and a second time at another one.
// What was done before is never lost, what was going on is done by the next run, and nothing is there
// twice after that. TestLaws has the random sequences.
func TestKilled(t *testing.T) {
	t.Parallel()
	for at := 1; ; at++ {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, memorybank.Active), []byte(mine), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"s0", "s1"} {
			if err := add(dir, id, 50, 0); err != nil {
				t.Fatal(err)
			}
		}
		status := child(t, dir, "s2", 50, at) // s0 moves to the archive
		if status == 0 {
			if at < 10 { // both files are written then, each in four steps
				t.Errorf("there are only %d steps", at-1)
			}
			return
		}
		checkKept(t, dir, at, "s0", "s1")
		child(t, dir, "s2", 50, 1+at*7%11)
		checkKept(t, dir, at, "s0", "s1")
		if err := add(dir, "s2", 50, 0); err != nil {
			t.Fatal(err)
		}
		if all := sessions(t, dir); all != " s0 s1 s2 " {
			t.Fatalf("killed at %d, there are %q after a run to the end", at, all)
		}
		checkFolder(t, dir)
	}
}

// mine is what stands in the active file before.
const mine = "# Mine\n\n```\n## Compacted Session\n```\n"

// checkKept looks for sessions that were there before.
func checkKept(t *testing.T, dir string, at int, ids ...string) {
	t.Helper()
	all := sessions(t, dir)
	for _, id := range ids {
		if !strings.Contains(all, " "+id+" ") {
			t.Fatalf("killed at %d, %s is lost: %q", at, id, all)
		}
	}
}

// child runs the program, and gives its status.
func child(t *testing.T, dir, id string, size, at int) int {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir, childID+"="+id, fmt.Sprint(childSize, "=", size), fmt.Sprint(childStep, "=", at))
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == killed && at > 0:
		return killed
	case err != nil:
		t.Fatalf("%v: %s", err, said)
	}
	return 0
}

// text is a file of the bank, empty when it is not there.
func text(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}

// sessions are those of the archive and then those of the active file.
func sessions(t *testing.T, dir string) string {
	t.Helper()
	out := " "
	for _, name := range []string{memorybank.Archive, memorybank.Active} {
		for l := range strings.Lines(text(t, dir, name)) {
			if id, ok := strings.CutPrefix(strings.TrimSpace(l), "- Session: "); ok {
				out += id + " "
			}
		}
	}
	return out
}

// checkFolder looks at a bank after a run that came to its end.
func checkFolder(t *testing.T, dir string) {
	t.Helper()
	active := text(t, dir, memorybank.Active)
	if !strings.HasPrefix(active, mine) {
		t.Fatalf("the text that was there is changed: %q", active)
	}
	alone := strings.Count(active, "- Session: ") == 1 && hundred(active[strings.LastIndex(active, "## Compacted"):]) > memorybank.Limit
	if n := hundred(active); n > memorybank.Limit && !alone {
		t.Fatalf("the active file has %d tokens", n)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); name != memorybank.Active && name != memorybank.Archive && name != ".cutline.lock" {
			t.Fatalf("%s is left", name)
		}
	}
}
