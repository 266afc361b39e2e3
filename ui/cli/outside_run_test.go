package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ran is what a run of compact left behind.
type ran struct {
	err         error // of the test, not of the program
	dir         string
	status      int
	out, errs   string // what it printed
	file        []byte // the result; nil when there is none
	asked       []sent
	files       []string // in the folder of the input
	input, then []byte   // before and after
}

// said are the texts of the result.
func (r *ran) said() string { return saidIn(r.file) }

// compacts runs compact on a copy of an input in a folder of its own. More is put into the environment.
func compacts(dir string, input []byte, suffix string, env map[string]string, flags ...string) *ran {
	r := &ran{dir: dir, input: input}
	in, to := filepath.Join(dir, "work", "in"+suffix), filepath.Join(dir, "work", "OUT"+suffix)
	if r.err = errors.Join(os.MkdirAll(filepath.Dir(in), 0o700), os.WriteFile(in, input, 0o600)); r.err != nil {
		return r
	}
	var out, errs bytes.Buffer
	std := IO{In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(k string) string { return env[k] }}
	r.status = Execute(context.Background(), append([]string{"compact", in, "-o", to}, flags...), std, App{})
	r.out, r.errs = out.String(), errs.String()
	r.look(in, to)
	return r
}

// look reads what is there after a run.
func (r *ran) look(in, to string) {
	var err error
	if r.then, err = os.ReadFile(in); err != nil {
		r.err = err
		return
	}
	if r.file, err = os.ReadFile(to); err != nil && !errors.Is(err, os.ErrNotExist) {
		r.err = err
		return
	}
	entries, err := os.ReadDir(filepath.Dir(in))
	r.err = err
	for _, e := range entries {
		r.files = append(r.files, e.Name())
	}
}

// holds checks what is so of every run: the input is as it was, there is a result, or nothing, and
// no key.
func (r *ran) holds(t *testing.T) {
	t.Helper()
	if r.err != nil {
		t.Fatal(r.err)
	}
	if !bytes.Equal(r.input, r.then) {
		t.Error("the input has changed")
	}
	want := 1
	if r.status == Done {
		want = 3 // and the result, and its receipt
	}
	if len(r.files) != want || (r.file != nil) != (r.status == Done) {
		t.Errorf("status %d, and in the folder there are %q", r.status, r.files)
	}
	r.keepsSecret(t)
}

// keepsSecret looks for the key in all that a run printed and wrote.
func (r *ran) keepsSecret(t *testing.T) {
	t.Helper()
	all := map[string]string{"stdout": r.out, "stderr": r.errs}
	err := filepath.WalkDir(r.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			b, failed := os.ReadFile(path)
			all[path], err = string(b), failed
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for where, text := range all {
		for _, s := range secrets {
			if strings.Contains(text, s) {
				t.Errorf("%s shows %q of the key", where, s)
			}
		}
	}
}

// show says what a run printed, when something is wrong with it.
func (r *ran) show(t *testing.T) {
	t.Helper()
	if t.Failed() {
		t.Logf("status %d, %d requests\nstdout:\n%s\nstderr:\n%s", r.status, len(r.asked), r.out, r.errs)
	}
}
