package ui

import (
	"os"
	"strings"
	"testing"

	"cutline/model"
)

// A file that grew during the run: the screen says so and how to read it again; what is open stays what
// was read.
func TestGrewMeanwhile(t *testing.T) {
	t.Parallel()
	a := opened(t, short(t), plain, 100, 30)
	press(a, "c")
	rows := len(a.s.Rows)
	for _, c := range []struct {
		carried, missed int
		want            string
	}{
		{2, 0, "the file grew by 2 lines meanwhile, carried over; R reads it again"},
		{0, 1, "the file grew by 1 line meanwhile, not carried over; R reads it again"},
		{2, 1, "the file grew by 3 lines meanwhile, 2 carried over; R reads it again"},
	} {
		res := *a.result
		written := *res.Written
		written.Carried, written.Missed = c.carried, c.missed
		res.Written = &written
		settle(a, a.compacted(compactedMsg{gen: a.run.gen, result: &res}))
		if !strings.Contains(a.notice.text, c.want) || a.gatesNote() != c.want {
			t.Errorf("says %q and %q, want %q", a.notice.text, a.gatesNote(), c.want)
		}
	}
	if len(a.s.Rows) != rows {
		t.Error("other messages than were read")
	}
	press(a, "R")
	if a.result != nil || !strings.Contains(a.notice.text, "read again") {
		t.Errorf("R says %q", a.notice.text)
	}
}

// The same with a real file.
func TestGrewInFact(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := dir + "/live.jsonl"
	write(t, path, lines(0, 8))
	w := &world{path: path, late: func() *model.Input {
		f, err := os.Open(path)
		if err != nil {
			t.Error(err)
			return nil
		}
		t.Cleanup(func() { _ = f.Close() })
		info, err := f.Stat()
		if err != nil {
			t.Error(err)
			return nil
		}
		return &model.Input{Path: path, Reader: f, Size: info.Size()}
	}}
	a := opened(t, w, plain, 100, 30)
	write(t, path, lines(0, 10))
	press(a, "c")
	if a.result == nil {
		t.Fatalf("no result: %s", a.notice.text)
	}
	if !strings.Contains(a.notice.text, "the file grew by 2 lines meanwhile") {
		t.Errorf("says %q", a.notice.text)
	}
	if len(a.s.Rows) != 8 {
		t.Errorf("%d messages", len(a.s.Rows))
	}
}
