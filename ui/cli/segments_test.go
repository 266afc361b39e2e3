package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/save"
	"cutline/model/sessiontest"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
)

// TestStateStays: what a person made of the state holds for all later runs, also when the session
// was read again; the rest follows the session.
func TestStateStays(t *testing.T) {
	t.Parallel()
	s := &model.Session{CWD: "/w"}
	desk := NewDesk(Open{Params: pipeline.Defaults()})
	blocks := desk.World(s, pipeline.Defaults()).Blocks
	if len(blocks) != 1 || blocks[0].Text != "/w" {
		t.Fatalf("the blocks are %+v", blocks)
	}
	changes := []reassemble.Change{{Name: "project-root", Edited: true, Text: "/other"}}
	desk.SetState(changes)
	again := &model.Session{CWD: "/w", Todos: []model.Todo{{Text: "one"}}}
	for _, read := range []*model.Session{s, again, s} {
		w := desk.World(read, pipeline.Defaults())
		got := pipeline.Plan(read, pipeline.Defaults(), w.Env).Blocks
		if len(got) != 1+len(read.Todos) || got[0].Text != "/other" || got[0].Source != reassemble.EditedSource {
			t.Errorf("the blocks are %+v", got)
		}
		if len(w.Changes) != 1 || w.Blocks[0].Text != "/w" {
			t.Errorf("the session's own are not known any more: %+v", w.Blocks)
		}
	}
}

// TestSegmentsGoWithTheResult: the desk of the inspector writes segments with the session, and when
// the session cannot be written they are gone again.
func TestSegmentsGoWithTheResult(t *testing.T) {
	t.Parallel()
	root := sessiontest.Root(t)
	dir := t.TempDir()
	mem := filepath.Join(dir, "mem")
	o := Open{Path: filepath.Join(root, "testdata", "cases", "cmp-32", "input.jsonl"), Params: pipeline.Defaults()}
	o.Params.Segments = mem
	s, closer, err := o.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }() // it was only read
	desk := NewDesk(o)
	res, err := pipeline.Run(context.Background(), s, o.Params, desk.World(s, o.Params), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(mem); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("a run alone has written: %v", err)
	}

	out := filepath.Join(dir, "out.jsonl")
	target, err := save.Check(save.Options{Out: out})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(out, []byte("mine"), 0o600); err != nil { // since the check
		t.Fatal(err)
	}
	if err := write(s, res, target, &receiptJSON{}, nil); !errors.Is(err, save.ErrExists) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(mem); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("segments are left of a result that was not written: %v", err)
	}

	if err := desk.Save(s, res, out, true); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"segment_001.md", segment.Index} {
		if b, err := os.ReadFile(filepath.Join(mem, name)); err != nil || !strings.Contains(string(b), "Do the three cleanups.") {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
	if err := desk.Save(s, res, filepath.Join(dir, "again.jsonl"), false); !errors.Is(err, save.ErrTaken) {
		t.Errorf("the same segments a second time: %v", err)
	}
	if next := desk.World(s, o.Params).Segments.Next; next != 2 {
		t.Errorf("the next run would begin with segment %d", next)
	}
}
