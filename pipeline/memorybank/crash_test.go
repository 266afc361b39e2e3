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

	"pgregory.net/rapid"

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

// TestKilled: a real program is ended at every step of the writing, in random sequences. What was
// done before is never lost, what was going on is done by the next run, and nothing is there twice
// after that.
func TestKilled(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "bank-*")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(dir) }() // a folder of the test
		const mine = "# Mine\n\n```\n## Compacted Session\n```\n"
		if err := os.WriteFile(filepath.Join(dir, memorybank.Active), []byte(mine), 0o600); err != nil {
			t.Fatal(err)
		}
		var done []string
		for n := range rapid.IntRange(1, 3).Draw(t, "sessions") {
			id, size := fmt.Sprint("s", n), rapid.SampledFrom([]int{0, 40, 90, 200}).Draw(t, "words")
			for _, at := range append(rapid.SliceOfN(rapid.IntRange(1, 11), 0, 2).Draw(t, "killed at"), 0) {
				status := child(t, dir, id, size, at)
				if status == 0 && at > 0 {
					seen["no such step"] = true
				} else if at > 0 {
					seen[fmt.Sprint(at)] = true
				}
				all := sessions(t, dir)
				for _, d := range done {
					if !strings.Contains(all, " "+d+" ") {
						t.Fatalf("killed at %d, %s is lost: %q", at, d, all)
					}
				}
			}
			done = append(done, id)
			if all := sessions(t, dir); strings.Join(strings.Fields(all), " ") != strings.Join(done, " ") {
				t.Fatalf("after a run to the end there are %q of %q", all, done)
			}
			checkFolder(t, dir, mine)
		}
	})
	if len(seen) < 3 {
		t.Errorf("the program was ended at %v only", seen)
	}
}

// child runs the program, and gives its status.
func child(t *rapid.T, dir, id string, size, at int) int {
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
func text(t *rapid.T, dir, name string) string {
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}

// sessions are those of the archive and then those of the active file.
func sessions(t *rapid.T, dir string) string {
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
func checkFolder(t *rapid.T, dir, mine string) {
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
