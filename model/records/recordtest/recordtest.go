// Package recordtest holds what the tests of the formats that are only read have in common:
// where their files are, what a session says in a few letters, and what holds for every one.
package recordtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/js"
)

// Reader reads a session of the format under test.
type Reader func(model.Input) (*model.Session, error)

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

// Corpus is the text of a real session; the test is skipped where there is none.
func Corpus(tb testing.TB, name string) string {
	tb.Helper()
	shared := os.Getenv("CUTLINE_SHARED")
	if shared == "" {
		shared = filepath.Join(root(tb), "..", "shared")
	}
	b, err := os.ReadFile(filepath.Join(shared, "testdata", "corpus", name))
	if err != nil {
		tb.Skipf("the real sessions are not here: %v", err)
	}
	return string(b)
}

// Fixtures are the hand-made sessions in a folder of testdata/sessions, by file name.
func Fixtures(tb testing.TB, folder string) map[string]string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(root(tb), "testdata", "sessions", folder, "*"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no sessions in %s: %v", folder, err)
	}
	out := make(map[string]string, len(files))
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			tb.Fatal(err)
		}
		out[filepath.Base(f)] = string(b)
	}
	return out
}

// Open reads a text and checks what holds for every session.
func Open(tb testing.TB, read Reader, text string) *model.Session {
	tb.Helper()
	s, err := read(model.Input{Path: "test", Reader: strings.NewReader(text), Size: int64(len(text))})
	if err != nil {
		tb.Fatal(err)
	}
	Check(tb, s)
	return s
}

// Check decodes every message again and holds it to its row.
func Check(tb testing.TB, s *model.Session) {
	tb.Helper()
	for i, row := range s.Rows {
		m := Message(tb, s, i)
		links := s.LinksOf(i)
		n := 0
		for _, p := range m.Parts {
			if p.Kind != model.Call && p.Kind != model.Result {
				continue
			}
			if n >= len(links) || links[n].ID != p.ID || links[n].Result != (p.Kind == model.Result) {
				tb.Errorf("message %d: part %+v is not among the links %+v", i, p, links)
			}
			n++
		}
		if n != len(links) {
			tb.Errorf("message %d has %d calls and results, its row %d", i, n, len(links))
		}
		if size := js.Units(m.Transcript()); size != row.Rendered {
			tb.Errorf("message %d has %d chars, its row says %d", i, size, row.Rendered)
		}
		for _, src := range s.Sources[row.Source : row.Source+row.Sources] {
			if src.Off < 0 || src.Len <= 0 || src.Off+src.Len > s.Bytes || src.Line < 1 || src.Line > s.Lines {
				tb.Errorf("message %d stands at %+v of %d bytes, %d lines", i, src, s.Bytes, s.Lines)
			}
		}
		if (row.Role == model.User) != (row.Origin != model.NoOrigin) {
			tb.Errorf("message %d: role %v, origin %v", i, row.Role, row.Origin)
		}
	}
	for _, c := range s.Compactions {
		if c.Summary >= len(s.Rows) || c.Summary >= 0 && s.Rows[c.Summary].Origin != model.FromSummary {
			tb.Errorf("a compaction names message %d as its summary", c.Summary)
		}
	}
	if u := s.Usage; u.Known && (u.Row < 0 || s.Rows[u.Row].Role != model.Assistant) {
		tb.Errorf("the usage is that of message %d", u.Row)
	}
}

// Message decodes one message.
func Message(tb testing.TB, s *model.Session, i int) model.Message {
	tb.Helper()
	m, err := s.Message(i)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// Roles is a letter for each message; a user's that no person typed is i, a summary's m.
func Roles(s *model.Session) string {
	b := make([]byte, len(s.Rows))
	for i, r := range s.Rows {
		b[i] = r.Role.Letter()
		switch r.Origin {
		case model.Injected:
			b[i] = 'i'
		case model.FromSummary:
			b[i] = 'm'
		default:
		}
	}
	return string(b)
}

// Says is what each message says: its letter, its words, calls as name(id), results as id=text.
func Says(tb testing.TB, s *model.Session) []string {
	tb.Helper()
	letters := Roles(s)
	out := make([]string, len(s.Rows))
	for i := range s.Rows {
		line := letters[i : i+1]
		for _, p := range Message(tb, s, i).Parts {
			switch p.Kind {
			case model.Call:
				line += fmt.Sprintf(" %s(%s)%s", p.Name, p.ID, p.Arguments())
			case model.Result:
				line += fmt.Sprintf(" %s=%s", p.ID, p.OutputText())
				if p.Failed {
					line += "!"
				}
			default:
				line += " " + p.Transcript()
			}
		}
		out[i] = line
	}
	return out
}

// Problems are the kinds of what could not be taken, with their lines; nil for none.
func Problems(s *model.Session) []string {
	if len(s.Problems) == 0 {
		return nil
	}
	out := make([]string, len(s.Problems))
	for i, p := range s.Problems {
		out[i] = fmt.Sprintf("%d %s", p.Line, p.Kind)
	}
	return out
}

// Fuzz reads anything: an error is fine, a session must keep what every one keeps.
func Fuzz(f *testing.F, read Reader, folder string) {
	f.Helper()
	for _, text := range Fixtures(f, folder) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := read(model.Input{Path: "fuzz", Reader: strings.NewReader(text), Size: int64(len(text))})
		if err == nil {
			Check(t, s)
		}
	})
}
