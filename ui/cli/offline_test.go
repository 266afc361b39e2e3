package cli

import (
	"bytes"
	"context"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"cutline/model/sessiontest"
)

// trap is an address that nobody may call. It gives the number of calls so far; each is hung up on.
func trap(t *testing.T) (url string, calls func() int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	var n atomic.Int64
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			n.Add(1)
			_ = c.Close()
		}
	}()
	return "http://" + l.Addr().String(), n.Load
}

// anybody is an environment in which every provider that can be moved is at one address, with a key.
func anybody(home, url string) map[string]string {
	env := map[string]string{"HOME": home, "OLLAMA_HOST": url}
	for _, w := range ways {
		for k, v := range w.env(home, url) {
			env[k] = v
		}
	}
	return env
}

// unasked are commands that ask no model: those that only plan, and each kind of run when the network is forbidden. The
// status follows.
var unasked = []struct {
	args   []string
	status int
}{
	{[]string{"inspect", "IN"}, Done},
	{[]string{"inspect", "--json", "--show-prompt", "--summarizer", "external", "--provider", "anthropic", "IN"}, Done},
	{[]string{"inspect", "--offline", "--summarizer", "external", "--provider", "custom", "IN"}, Done},
	{[]string{"replay", "IN"}, Done},
	{[]string{"compact", "IN", "-o", "OUT"}, Done}, // a key alone chooses nobody
	{[]string{"compact", "--offline", "IN", "-o", "OUT"}, Done},
	{[]string{"compact", "--offline", "--model", "fake-model", "--provider", "custom", "IN", "-o", "OUT"}, Usage},
	{[]string{"compact", "--offline", "--summarizer", "external", "--provider", "anthropic", "IN", "-o", "OUT"}, Usage},
	{[]string{"compact", "--offline", "--summarizer", "external", "--provider", "ollama", "--model", "m", "IN", "-o", "OUT"}, Usage},
	{[]string{"compact", "--offline", "--summarizer", "self", "IN", "-o", "OUT"}, Usage},
	{[]string{"compact", "--offline", "--summarizer", "local", "IN", "-o", "OUT"}, Done},
}

// TestNobodyIsCalled runs commands that may not dial, and one that does, which shows that it would be seen.
func TestNobodyIsCalled(t *testing.T) {
	t.Parallel()
	input := filepath.Join(root, "testdata", "cases", "sum-01", "input.json")
	run := func(args []string, url string) (int, string) {
		dir := t.TempDir()
		to := strings.NewReplacer("IN", input, "OUT", filepath.Join(dir, "out.json"))
		env, all := anybody(dir, url), make([]string, len(args))
		for i, a := range args {
			all[i] = to.Replace(a)
		}
		var out, errs bytes.Buffer
		std := IO{In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(k string) string { return env[k] }}
		return Execute(context.Background(), all, std, App{}), errs.String()
	}
	url, calls := trap(t)
	for _, c := range unasked {
		if status, errs := run(c.args, url); status != c.status || calls() != 0 {
			t.Errorf("%q: status %d after %d calls: %s", c.args, status, calls(), errs)
		}
	}
	if _, errs := run([]string{"compact", "--attempts", "1", "--summarizer", "external", "--provider", "anthropic", "IN", "-o", "OUT"}, url); calls() == 0 {
		t.Errorf("not even a run that asks a model calls it: %s", errs)
	}
}

// TestWithoutNetwork runs some of them as processes of their own in which there is no network at all.
func TestWithoutNetwork(t *testing.T) {
	t.Parallel()
	unshare := sessiontest.Tool(t, "unshare", "-rn", "true")
	for _, c := range unasked {
		if c.status != Done || !slices.Contains(c.args, "--offline") {
			continue // what is refused needs no process
		}
		dir := t.TempDir()
		to := strings.NewReplacer("IN", filepath.Join(root, "testdata", "cases", "sum-01", "input.json"), "OUT", filepath.Join(dir, "out.json"))
		args := []string{"-rn", "cutline"}
		for _, a := range c.args {
			args = append(args, to.Replace(a))
		}
		cmd := exec.Command(unshare, args...)
		cmd.Env = environ(anybody(dir, "http://127.0.0.1:9"))
		out, _ := cmd.CombinedOutput() // its status is looked at
		if got := cmd.ProcessState.ExitCode(); got != c.status {
			t.Errorf("%q: status %d: %s", c.args, got, out)
		}
	}
}
