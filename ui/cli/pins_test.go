package cli

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
	"cutline/pipeline"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/rescue"
)

// fixture opens a hand-made session of Claude Code.
func fixture(t *testing.T, name string) (Open, *model.Session) {
	t.Helper()
	o := Open{Path: filepath.Join(sessiontest.Root(t), "testdata", "sessions", "claudecode", name), Params: pipeline.Defaults(), State: t.TempDir(), Saved: true}
	s, closer, err := o.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = closer.Close() }) // it was only read
	return o, s
}

// What is pinned is in every later world of the session, also when it is read again, and of another desk.
func TestDeskPins(t *testing.T) {
	t.Parallel()
	o, s := fixture(t, "preserved-tail.jsonl")
	o.Pin = []string{"1"}
	d := NewDesk(o)
	given, err := d.Pins(t.Context(), s)
	if err != nil || len(given) != 1 || given[0].Index != 1 {
		t.Fatalf("%v %v", given, err)
	}
	two, err := pin.Message(s, 2)
	if err != nil {
		t.Fatal(err)
	}
	both, _ := pin.Toggle(given, two)
	if err := d.SetPins(s, both); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(both, d.World(s, o.Params).Pins); diff != "" {
		t.Error(diff)
	}
	again, closer, err := o.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }() // it was only read
	if diff := cmp.Diff(both, d.World(again, o.Params).Pins); diff != "" {
		t.Errorf("read again:\n%s", diff)
	}
	o.Pin = nil
	saved, err := NewDesk(o).Pins(t.Context(), again)
	if diff := cmp.Diff([]pin.Pin{two}, saved); diff != "" || err != nil {
		t.Errorf("what the command line named is not saved: %v\n%s", err, diff)
	}
	o.Saved = false
	if none, err := NewDesk(o).Pins(t.Context(), again); len(none) != 0 || err != nil {
		t.Errorf("nobody asked for them: %v %v", none, err)
	}
	o.Pin = []string{"1000"}
	if _, _, err := NewDesk(o).Opened(again, closer, nil); status(err) != Usage {
		t.Errorf("a message that is not there: %v", err)
	}
}

// The desk rescues a session, and writes it where it suggests.
func TestDeskRescue(t *testing.T) {
	t.Parallel()
	o, s := fixture(t, "preserved-tail-missing.jsonl")
	d := NewDesk(o)
	r, err := d.Rescue(t.Context(), s, pipeline.RescueOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Preview(t.Context(), rescue.Choice{All: true})
	if err != nil {
		t.Fatal(err)
	}
	done, err := r.Write(t.Context(), p, d.World(s, o.Params))
	if err != nil {
		t.Fatal(err)
	}
	if got := d.SuggestRescue(s, done); filepath.Dir(got) != filepath.Dir(o.Path) || filepath.Base(got) != done.Written.Name {
		t.Errorf("%s is suggested", got)
	}
	path := filepath.Join(t.TempDir(), "out.jsonl")
	if err := d.SaveRescue(r, &p, done, path, false); err != nil {
		t.Fatal(err)
	}
	o.Path = path
	after, closer, err := o.Read(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = closer.Close() }() // it was only read
	if len(after.Rows) != len(s.Rows) || len(after.Compactions) != 1 {
		t.Errorf("%d messages, %d compactions", len(after.Rows), len(after.Compactions))
	}
	if err := d.SaveRescue(r, &p, done, path, false); err == nil {
		t.Error("a file that is there was replaced")
	}
	done.Gates = []reassemble.Gate{{Name: "shape", Hard: true}}
	if err := d.SaveRescue(r, &p, done, path, true); err == nil {
		t.Error("a result that fails a gate was written")
	}
}
