package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/save"
	"cutline/pipeline"
)

// The inspector exports the plan as inspect prints it.
func TestDeskInspect(t *testing.T) {
	t.Parallel()
	path := filepath.Join("..", "..", "testdata", "sessions", "claudecode", "demo.jsonl")
	o := Open{Path: path, Params: pipeline.Defaults()}
	s, closer, err := o.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }() // it was only read
	d := NewDesk(o)
	env, err := d.env(t.Context(), s, o.Params, true)
	if err != nil {
		t.Fatal(err)
	}
	r := pipeline.Plan(s, o.Params, env)
	got, err := d.Inspect(s, &r)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	std := IO{In: strings.NewReader(""), Out: &out, Err: &errs, Env: func(string) string { return "" }}
	if code := Execute(t.Context(), []string{"inspect", "--json", path}, std, App{}); code != Done {
		t.Fatalf("status %d: %s", code, errs.String())
	}
	if diff := cmp.Diff(out.String(), got); diff != "" {
		t.Errorf("inspect --json (-), the inspector (+):\n%s", diff)
	}
}

// An export replaces nothing unasked, and the session never.
func TestDeskExport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	input, out := filepath.Join(dir, "session.txt"), filepath.Join(dir, "out.txt")
	if err := os.WriteFile(input, []byte("session"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := NewDesk(Open{Path: input, Params: pipeline.Defaults()})
	for _, c := range []struct {
		path, body string
		force      bool
		want       error // nil: it is written
	}{{out, "one", false, nil}, {out, "two", false, save.ErrExists}, {out, "three", true, nil}} {
		if err := d.Export(c.path, c.body, c.force); !errors.Is(err, c.want) {
			t.Errorf("%q: %v, want %v", c.body, err, c.want)
		}
	}
	if err := d.Export(input, "x", true); err == nil {
		t.Error("the session was replaced")
	}
	for path, want := range map[string]string{input: "session", out: "three"} {
		if b, err := os.ReadFile(path); err != nil || string(b) != want {
			t.Errorf("%s has %q, want %q: %v", filepath.Base(path), b, want, err)
		}
	}
}
