package gemini

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
		up := filepath.Dir(dir)
		if up == dir {
			tb.Fatal("no go.mod above the working directory")
		}
		dir = up
	}
}

// shared are the files of that name in the folder of real sessions, which is not part of the project.
func shared(tb testing.TB, name string) []string {
	tb.Helper()
	dir := os.Getenv("CUTLINE_SHARED")
	if dir == "" {
		dir = filepath.Join(root(tb), "..", "shared")
	}
	files, err := filepath.Glob(filepath.Join(dir, name))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Skipf("no %s in %s; set CUTLINE_SHARED to the folder that has it", name, dir)
	}
	return files
}

// fixtures are the hand-made sessions of this format.
func fixtures(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(root(tb), "testdata", "sessions", Name, "*"))
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

func readFile(tb testing.TB, path string) string {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

func open(tb testing.TB, text string) *model.Session {
	tb.Helper()
	s, err := Read(input(text))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func input(text string) model.Input {
	return model.Input{Path: "test", Reader: strings.NewReader(text), Size: int64(len(text))}
}

func message(tb testing.TB, s *model.Session, i int) model.Message {
	tb.Helper()
	m, err := s.Message(i)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// says is a message in a few letters: role, origin, and the words, calls and results in it.
func says(tb testing.TB, s *model.Session) []string {
	tb.Helper()
	var out []string
	for i := range s.Rows {
		m := message(tb, s, i)
		line := string(m.Role.Letter())
		if m.Role == model.User {
			line += string(m.Origin.String()[0])
		}
		for _, p := range m.Parts {
			switch p.Kind {
			case model.Call:
				line += fmt.Sprintf(" %s(%s)", p.Name, p.ID)
			case model.Result:
				line += fmt.Sprintf(" %s=%s", p.ID, p.OutputText())
				if p.Failed {
					line += "!"
				}
			default:
				line += " " + p.Transcript()
			}
		}
		out = append(out, line)
	}
	return out
}

func kindsOf(s *model.Session) []string {
	var out []string
	for _, p := range s.Problems {
		out = append(out, fmt.Sprintf("%d %s", p.Line, p.Kind))
	}
	return out
}

// options are reproducible: ids count up.
func options() model.WriteOptions {
	n := 0
	return model.WriteOptions{
		Now: time.Date(2026, 5, 4, 9, 8, 0, 5_000_000, time.UTC),
		NewID: func() string {
			n++
			return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n)
		},
	}
}

const wrapped = "<conversation_summary>\nThis session is being continued from a previous conversation.\n\nWhat was done.\n</conversation_summary>\n\nGo on."

// draftFrom keeps the messages from row on, and mends the pairs that the cut breaks.
func draftFrom(s *model.Session, row int) model.Draft {
	d := model.Draft{FirstKept: row, Summary: "What was done.", Items: []model.Item{{Kind: model.NewSummary, Row: -1, Text: wrapped}}}
	calls, done := map[string]bool{}, map[string]bool{}
	for i := row; i < len(s.Rows); i++ {
		it := model.Item{Kind: model.KeptTail, Row: i}
		var open []model.Link
		for _, l := range s.LinksOf(i) {
			switch {
			case !l.Result:
				calls[l.ID] = true
				delete(done, l.ID)
				if l.Peer < 0 {
					open = append(open, l)
				}
			case !calls[l.ID] || done[l.ID]:
				it.Drop = append(it.Drop, l.ID)
			default:
				done[l.ID] = true
			}
		}
		d.Items = append(d.Items, it)
		for _, l := range open {
			d.Items = append(d.Items, model.Item{Kind: model.NewResult, Row: i, Part: model.Part{
				Kind: model.Result, ID: l.ID, Name: l.Name, Failed: true, Output: []model.Part{{Kind: model.Text, Text: "[no result was recorded]"}},
			}})
		}
	}
	return d
}

func write(tb testing.TB, s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, string) {
	tb.Helper()
	w, err := Write(s, d, o)
	if err != nil {
		tb.Fatal(err)
	}
	var b strings.Builder
	if _, err := w.Rope.WriteTo(&b); err != nil {
		tb.Fatal(err)
	}
	return w, b.String()
}
