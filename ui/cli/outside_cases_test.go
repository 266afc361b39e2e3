package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// TestCasesWithAModel runs the cases against our own server.
func TestCasesWithAModel(t *testing.T) {
	t.Parallel()
	outsideCases(t, newOurs)
}

// TestCasesWithTheirServer runs them against the one that comes with the cases.
func TestCasesWithTheirServer(t *testing.T) {
	t.Parallel()
	newTheirs(t, nil) // skips once, for all of them
	outsideCases(t, newTheirs)
}

// atOnce is how many runs there are at a time. Most of their time they wait, as they are made to.
const atOnce = 16

func outsideCases(t *testing.T, serve func(testing.TB, []byte) server) {
	t.Helper()
	type job struct {
		c    outside
		w    way
		s    server
		dir  string
		in   []byte
		done chan *ran
	}
	var jobs []*job
	for _, c := range outsides {
		folder := filepath.Join(root, "testdata", "cases", c.id)
		if c.input == "" {
			c.input = "input.json"
		}
		input, err := os.ReadFile(filepath.Join(folder, c.input))
		if err != nil {
			t.Fatal(err)
		}
		script, err := os.ReadFile(filepath.Join(folder, "fake.json"))
		if err != nil {
			script = []byte(plain)
		}
		for _, w := range ways {
			jobs = append(jobs, &job{c, w, serve(t, script), t.TempDir(), input, make(chan *ran, 1)})
		}
	}
	room := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	t.Cleanup(all.Wait)
	for _, j := range jobs {
		all.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			j.done <- play(j.s, func(url string) *ran {
				if j.c.keyless {
					url = ""
				}
				return compacts(j.dir, j.in, filepath.Ext(j.c.input), j.w.env(j.dir, url), append(j.w.flags(), j.c.flags...)...)
			})
		})
	}
	for _, j := range jobs {
		name := j.c.id
		if j.c.label != "" {
			name += ", " + j.c.label
		}
		t.Run(name+", "+j.w.String(), func(t *testing.T) {
			r := <-j.done
			defer r.show(t)
			r.holds(t)
			j.c.check(seen{t, r})
		})
	}
}

// plain answers a case that has no script.
const plain = `[{"ok":"<summary>\nThe parser and its errors are written.\n</summary>"}]`

// play runs something against a server and adds what the server was asked.
func play(s server, run func(url string) *ran) *ran {
	url, err := s.start()
	defer s.stop()
	if err != nil {
		return &ran{err: err}
	}
	r := run(url)
	if r.err == nil {
		r.asked, r.err = s.asked()
	}
	return r
}

// TestTimeLimit is what case api-08 expects of the help, and of a limit that is none.
func TestTimeLimit(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	std := IO{In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(string) string { return "" }}
	if status := Execute(context.Background(), []string{"compact", "--help"}, std, App{}); status != Done {
		t.Fatalf("status %d: %s", status, errs.String())
	}
	if !regexp.MustCompile(`--timeout .*\(default 120s`).MatchString(out.String()) {
		t.Errorf("2: the help names no limit:\n%s", out.String())
	}
	for _, none := range []string{"0", "-1", "601", "11m", "never"} {
		if status := Execute(context.Background(), []string{"compact", "--timeout", none, "in.json"}, std, App{}); status != Usage || !strings.Contains(errs.String(), "--timeout") {
			t.Errorf("2: --timeout %s: status %d, %s", none, status, errs.String())
		}
		errs.Reset()
	}
}
