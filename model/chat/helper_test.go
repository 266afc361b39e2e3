package chat

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/sessiontest"
)

func open(tb testing.TB, path string, b []byte) *model.Session {
	tb.Helper()
	s, err := Read(model.Input{Path: path, Reader: bytes.NewReader(b), Size: int64(len(b))})
	if err != nil {
		tb.Fatalf("read %s: %v", path, err)
	}
	return s
}

func caseSession(tb testing.TB, id string) *model.Session {
	tb.Helper()
	path := filepath.Join(sessiontest.Root(tb), "testdata", "cases", id, "input.json")
	return open(tb, path, sessiontest.Bytes(tb, path))
}

func parse(tb testing.TB, text string) *model.Session {
	tb.Helper()
	return open(tb, "x.json", []byte(text))
}

const summaryText = "<conversation_summary>\nThis session is being continued.\n\nThe <summary> & its words.\n</conversation_summary>"

// draft keeps the system message and the rows from tail on, and closes what is open there.
func draft(s *model.Session, tail int) model.Draft {
	d := model.Draft{Summary: "The <summary> & its words.", Trigger: "manual", FirstKept: -1}
	if len(s.Rows) > 0 && s.Rows[0].Role == model.System {
		d.Items = append(d.Items, model.Item{Kind: model.KeptSystem, Row: 0})
	}
	d.Items = append(d.Items, model.Item{Kind: model.NewSummary, Row: -1, Text: summaryText})
	for i := tail; i < len(s.Rows); i++ {
		if s.Rows[i].Role == model.System {
			continue
		}
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
		for _, l := range s.LinksOf(i) {
			if !l.Result && l.Peer < 0 {
				d.Items = append(d.Items, model.Item{Kind: model.NewResult, Row: i, Part: model.Part{
					Kind: model.Result, ID: l.ID, Name: l.Name, Failed: true, Output: []model.Part{{Kind: model.Text, Text: "no result was recorded"}},
				}})
			}
		}
	}
	return d
}

func options() model.WriteOptions {
	n := 0
	return model.WriteOptions{
		Now:   time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC),
		NewID: func() string { n++; return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) },
	}
}

func write(tb testing.TB, s *model.Session, d model.Draft) (*model.Written, []byte) {
	tb.Helper()
	w, err := Write(s, d, options())
	if err != nil {
		tb.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := w.Rope.WriteTo(&b); err != nil {
		tb.Fatal(err)
	}
	return w, b.Bytes()
}
