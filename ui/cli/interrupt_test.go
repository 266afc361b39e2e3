//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cutline/model/sessiontest"
)

// process is the program as a process of its own, on a copy of an input.
func process(t *testing.T, input []byte, suffix string, env map[string]string, flags ...string) (*exec.Cmd, *ran) {
	t.Helper()
	r := &ran{dir: t.TempDir(), input: input}
	in := filepath.Join(r.dir, "work", "in"+suffix)
	if err := os.MkdirAll(filepath.Dir(in), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in, input, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("cutline", append([]string{"compact", in, "-o", r.to(suffix)}, flags...)...) // the first in PATH is this test, see TestMain
	cmd.Env = environ(env)
	return cmd, r
}

func (r *ran) to(suffix string) string { return filepath.Join(r.dir, "work", "OUT"+suffix) }

// again is a script, and behind it its last answer without a delay.
func again(t *testing.T, script []byte) []byte {
	t.Helper()
	var steps []map[string]any
	if err := json.Unmarshal(script, &steps); err != nil {
		t.Fatal(err)
	}
	last := map[string]any{}
	for k, v := range steps[len(steps)-1] {
		if k != "delay" {
			last[k] = v
		}
	}
	b, err := json.Marshal(append(steps, last))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestInterrupt is case api-12: whoever ends the program in the middle of a request finds nothing changed, and the
// server is left at once.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for name, serve := range map[string]func(testing.TB, []byte) server{"ours": newOurs, "theirs": newTheirs} {
		for _, w := range ways {
			for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
				t.Run(fmt.Sprintf("%s, %s, %s", name, w, sig), func(t *testing.T) {
					t.Parallel()
					interrupt(t, serve, w, sig)
				})
			}
		}
	}
}

func interrupt(t *testing.T, serve func(testing.TB, []byte) server, w way, sig syscall.Signal) {
	t.Helper()
	folder := filepath.Join(root, "testdata", "cases", "api-12")
	input := sessiontest.Bytes(t, filepath.Join(folder, "input.json"))
	s := serve(t, again(t, sessiontest.Bytes(t, filepath.Join(folder, "fake.json"))))
	url, err := s.start()
	defer s.stop()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	cmd, r := process(t, input, ".json", w.env(home, url), w.flags()...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := came(s, 0); err != nil {
		t.Error("the request: ", err)
	}
	if err := cmd.Process.Signal(sig); err != nil {
		t.Error(err)
	}
	_ = cmd.Wait() // its status is looked at
	r.status, r.out, r.errs = cmd.ProcessState.ExitCode(), out.String(), errs.String()
	defer r.show(t)
	r.look(filepath.Join(r.dir, "work", "in.json"), r.to(".json"))
	r.holds(t)
	if r.status != Failed || !strings.Contains(r.errs, "nothing was written") {
		t.Error("2: it ends otherwise than with status 1 and a message")
	}
	if err := s.left(0); err != nil {
		t.Error("3: the connection is not closed: ", err)
	}
	next := compacts(t.TempDir(), input, ".json", w.env(home, url), w.flags()...)
	defer next.show(t)
	next.holds(t)
	if next.status != Done {
		t.Error("4: a second run fails")
	}
}

// TestGrowsMeanwhile is case fil-07, by its own script: the agent goes on writing while the model summarizes.
func TestGrowsMeanwhile(t *testing.T) {
	t.Parallel()
	check := sessiontest.Shared(t, "cases/cases/fil-07/check.sh")[0]
	for _, w := range ways {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			s := newTheirs(t, sessiontest.Bytes(t, filepath.Join(filepath.Dir(check), "fake_slow.json")))
			url, err := s.start()
			defer s.stop()
			if err != nil {
				t.Fatal(err)
			}
			bin := filepath.Join(t.TempDir(), "bin")
			wrapper := "#!/bin/sh\nexec cutline \"$@\" " + strings.Join(w.flags(), " ") + "\n"
			if err := os.WriteFile(bin, []byte(wrapper), 0o700); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(sessiontest.Tool(t, "bash"), check)
			cmd.Env = append(environ(w.env(t.TempDir(), url)), "BIN="+bin, "TMPDIR="+t.TempDir())
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "RESULT PASS") {
				t.Errorf("%v\n%s", err, out)
			}
			if all, err := s.asked(); len(all) != 1 || err != nil {
				t.Errorf("%d requests, %v", len(all), err)
			}
		})
	}
}
