package prime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/sessiontest"
)

func vectors(tb testing.TB) string {
	tb.Helper()
	return filepath.Join(sessiontest.Root(tb), "testdata", "prime")
}

func decodeFile(tb testing.TB, path string, to any) {
	tb.Helper()
	if err := json.Unmarshal(sessiontest.Bytes(tb, path), to); err != nil {
		tb.Fatalf("%s: %v", path, err)
	}
}

func session(tb testing.TB, path string, b []byte) *model.Session {
	tb.Helper()
	s, err := Read(model.Input{Path: path, Reader: bytes.NewReader(b), Size: int64(len(b))})
	if err != nil {
		tb.Fatalf("read %s: %v", path, err)
	}
	return s
}

func options() model.WriteOptions {
	n := 0
	return model.WriteOptions{
		Now:   time.Date(2026, 5, 4, 9, 0, 0, 5_000_000, time.UTC),
		NewID: func() string { n++; return fmt.Sprintf("01980000-0000-7000-8000-0000c%07d", n) },
	}
}

// draft keeps the rows from tail on.
func draft(s *model.Session, tail int) model.Draft {
	d := model.Draft{Summary: "What was done <so far> & why.", State: "<todo_update>\nnone\n</todo_update>", Trigger: "manual", TokensBefore: 1234, FirstKept: -1}
	d.Items = append(d.Items, model.Item{Kind: model.NewSummary, Row: -1, Text: d.Summary})
	for i := tail; i < len(s.Rows); i++ {
		if d.FirstKept < 0 {
			d.FirstKept = i
		}
		it := model.Item{Kind: model.KeptTail, Row: i}
		for _, l := range s.LinksOf(i) {
			if l.Result && l.Peer < tail {
				it.Drop = append(it.Drop, l.ID)
			}
		}
		d.Items = append(d.Items, it)
	}
	return d
}

func write(tb testing.TB, s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, []byte) {
	tb.Helper()
	w, err := Write(s, d, o)
	if err != nil {
		tb.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := w.Rope.WriteTo(&b); err != nil {
		tb.Fatal(err)
	}
	return w, b.Bytes()
}
