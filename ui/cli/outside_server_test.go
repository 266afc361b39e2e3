package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cutline/model/sessiontest"
	"cutline/pipeline/summarize/scripted"
)

// server is a model server that follows a script.
type server interface {
	start() (url string, err error)
	asked() ([]sent, error)
	left(k int) error // waits until the client of request k has hung up
	stop()
}

// ours runs in the test's own process.
type ours struct {
	*scripted.Server
	began time.Time
}

// What a server says that nobody named a model for.
const (
	modelsPath = "/v1/models"
	oneModel   = `{"object":"list","data":[{"id":"fake-model","object":"model"}]}`
)

func newOurs(tb testing.TB, script []byte) server {
	tb.Helper()
	s := scripted.Start(tb, scripted.Script(tb, script)...)
	s.Serve(modelsPath, oneModel)
	return &ours{s, time.Now()}
}

func (s *ours) start() (string, error) { return s.URL, nil }
func (s *ours) stop()                  {}
func (s *ours) left(k int) error       { s.WaitClosed(k); return nil }
func (s *ours) asked() ([]sent, error) {
	var all []sent
	for _, r := range s.Requests() {
		all = append(all, sent{r.At.Sub(s.began).Seconds(), len(r.Body), string(r.Body)})
	}
	return all, nil
}

// theirs is the server that comes with the cases. It shares no line with the program.
type theirs struct {
	python, tool, dir string
	script            []byte
	cmd               *exec.Cmd
}

func newTheirs(tb testing.TB, script []byte) server {
	tb.Helper()
	tool := sessiontest.Shared(tb, "cases/tools/fakellm.py")[0]
	sessiontest.Tool(tb, "python3")
	python, err := interpreter()
	if err != nil {
		tb.Fatal(err)
	}
	return &theirs{python: python, tool: tool, dir: tb.TempDir(), script: script}
}

// interpreter is Python itself: what is found under its name may be a script that takes long to find it.
var interpreter = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	return strings.TrimSpace(string(out)), err
})

func (s *theirs) log() string { return filepath.Join(s.dir, "requests.jsonl") }

func (s *theirs) start() (string, error) {
	script := filepath.Join(s.dir, "fake.json")
	if err := errors.Join(os.WriteFile(script, s.script, 0o600), os.WriteFile(s.log(), nil, 0o600)); err != nil {
		return "", err
	}
	s.cmd = exec.Command(s.python, "-I", "-S", s.tool, "--script", script, "--log", s.log())
	var errs bytes.Buffer
	s.cmd.Stderr = &errs
	out, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		return "", err
	}
	port := 0
	if _, err := fmt.Fscanf(out, "PORT %d\n", &port); err != nil {
		_ = s.cmd.Wait()
		return "", fmt.Errorf("the server says no port: %w, %s: %s", err, s.cmd.ProcessState, errs.Bytes())
	}
	return fmt.Sprintf("http://127.0.0.1:%d", port), nil
}

func (s *theirs) stop() {
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	}
}

// lines are those of the log, requests or events.
func (s *theirs) lines(each func(k int, t float64, event string, bytes int, body json.RawMessage)) error {
	log, err := os.ReadFile(s.log())
	if err != nil {
		return err
	}
	for d := json.NewDecoder(bytes.NewReader(log)); ; {
		var l struct {
			K     int
			T     float64
			Event string
			Bytes int
			Body  json.RawMessage
		}
		if err := d.Decode(&l); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // the last line is just being written
				return nil
			}
			return err
		}
		each(l.K, l.T, l.Event, l.Bytes, l.Body)
	}
}

func (s *theirs) asked() ([]sent, error) {
	var all []sent
	err := s.lines(func(_ int, t float64, event string, bytes int, body json.RawMessage) {
		if event == "" {
			all = append(all, sent{t, bytes, string(body)})
		}
	})
	return all, err
}

// hangUp ends a test that would wait for ever.
const hangUp = 30 * time.Second

func (s *theirs) left(k int) error {
	gone := func() (bool, error) {
		found := false
		err := s.lines(func(n int, _ float64, event string, _ int, _ json.RawMessage) { found = found || n == k && event != "" })
		return found, err
	}
	return await(gone)
}

// await asks again and again until something is so.
func await(so func() (bool, error)) error {
	end := time.NewTimer(hangUp)
	defer end.Stop()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		if ok, err := so(); ok || err != nil {
			return err
		}
		select {
		case <-again.C:
		case <-end.C:
			return errors.New("it never came")
		}
	}
}

// came waits for request k.
func came(s server, k int) error {
	return await(func() (bool, error) {
		all, err := s.asked()
		return len(all) > k, err
	})
}
