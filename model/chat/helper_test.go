package chat

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cutline/model"
)

// root is the folder with go.mod.
func root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			tb.Fatal("no go.mod above the test's folder")
		}
		dir = filepath.Dir(dir)
	}
}

// corpus is the path of a real session; the test is skipped where there is none.
func corpus(tb testing.TB, name string) string {
	tb.Helper()
	shared := os.Getenv("CUTLINE_SHARED")
	if shared == "" {
		shared = filepath.Join(root(tb), "..", "shared")
	}
	path := filepath.Join(shared, "testdata", "corpus", name)
	if _, err := os.Stat(path); err != nil {
		tb.Skipf("the real sessions are not here: %v", err)
	}
	return path
}

func file(tb testing.TB, path string) []byte {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

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
	path := filepath.Join(root(tb), "testdata", "cases", id, "input.json")
	return open(tb, path, file(tb, path))
}

func parse(tb testing.TB, text string) *model.Session {
	tb.Helper()
	return open(tb, "x.json", []byte(text))
}

func roles(s *model.Session) string {
	b := make([]byte, len(s.Rows))
	for i, r := range s.Rows {
		b[i] = r.Role.Letter()
	}
	return string(b)
}

func message(tb testing.TB, s *model.Session, i int) model.Message {
	tb.Helper()
	m, err := s.Message(i)
	if err != nil {
		tb.Fatal(err)
	}
	return m
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
