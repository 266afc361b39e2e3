// Package sessiontest holds what tests of sessions have in common: where their files are, what a
// session says in a few letters, and what holds for every one. Only tests import it.
package sessiontest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model"
	"cutline/model/js"
)

// Reader reads a session of the format under test.
type Reader func(model.Input) (*model.Session, error)

// Root is the folder with go.mod.
func Root(tb testing.TB) string {
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

// Shared are the files of that pattern, with slashes, in the folder of real sessions, which is not
// part of the project: $CUTLINE_SHARED, else ../shared beside it. The test is skipped where
// there are none.
func Shared(tb testing.TB, pattern string) []string {
	tb.Helper()
	dir := os.Getenv("CUTLINE_SHARED")
	if dir == "" {
		dir = filepath.Join(Root(tb), "..", "shared")
	}
	files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Skipf("no %s in %s; set CUTLINE_SHARED to the folder that has it", pattern, dir)
	}
	return files
}

// Tool is the path of a program of this machine that is no part of the project, such as an
// interpreter. The test is skipped where there is none, or where it cannot do what the arguments ask.
func Tool(tb testing.TB, name string, try ...string) string {
	tb.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		tb.Skipf("no %s on this machine: %v", name, err)
	}
	if len(try) > 0 {
		if out, err := exec.Command(path, try...).CombinedOutput(); err != nil {
			tb.Skipf("%s %s does not work here: %v: %s", name, strings.Join(try, " "), err, out)
		}
	}
	return path
}

// Bytes are those of a file.
func Bytes(tb testing.TB, path string) []byte {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// Text is that of a file.
func Text(tb testing.TB, path string) string {
	tb.Helper()
	return string(Bytes(tb, path))
}

// Corpus is the text of a real session; the test is skipped where there is none.
func Corpus(tb testing.TB, name string) string {
	tb.Helper()
	return Text(tb, Shared(tb, "testdata/corpus/"+name)[0])
}

// Paths are the hand-made sessions in a folder of testdata/sessions.
func Paths(tb testing.TB, folder string) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(Root(tb), "testdata", "sessions", folder, "*"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no sessions in %s: %v", folder, err)
	}
	return files
}

// Fixtures are the texts of the hand-made sessions in a folder of testdata/sessions, by file name.
func Fixtures(tb testing.TB, folder string) map[string]string {
	tb.Helper()
	out := make(map[string]string)
	for _, f := range Paths(tb, folder) {
		out[filepath.Base(f)] = Text(tb, f)
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
		if said := m.Said(); len(said.Parts) == 0 && row.Said != 0 || len(said.Parts) > 0 && row.Said != js.Units(said.Transcript()) {
			tb.Errorf("message %d says %q, its row has %d chars of it", i, said.Transcript(), row.Said)
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
	checkLeaves(tb, s)
	if u := s.Usage; u.Known && u.Row != -1 && s.Rows[u.Row].Role != model.Assistant { // -1: it is not in the live context
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

// Letters is the letter of each message's role, whoever wrote it.
func Letters(s *model.Session) string {
	b := make([]byte, len(s.Rows))
	for i, r := range s.Rows {
		b[i] = r.Role.Letter()
	}
	return string(b)
}

// Brief is as Says, without arguments and with the origin of a user message behind its letter;
// nil for none.
func Brief(tb testing.TB, s *model.Session) []string {
	tb.Helper()
	if len(s.Rows) == 0 {
		return nil
	}
	out := make([]string, 0, len(s.Rows))
	for i := range s.Rows {
		m := Message(tb, s, i)
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
		if err != nil {
			return
		}
		Check(t, s)
		CheckLeaves(t, read, s, text)
	})
}

// Wrapped is the summary message of DraftFrom.
const Wrapped = "<conversation_summary>\nThis session is being continued from a previous conversation.\n\nWhat was done.\n</conversation_summary>\n\nGo on."

// DraftFrom keeps the messages from row on, and mends the pairs that the cut breaks.
func DraftFrom(s *model.Session, row int) model.Draft {
	d := model.Draft{FirstKept: row, Summary: "What was done.", Items: []model.Item{{Kind: model.NewSummary, Row: -1, Text: Wrapped}}}
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
			if l.ID == "" { // nothing can answer it
				continue
			}
			d.Items = append(d.Items, model.Item{Kind: model.NewResult, Row: i, Part: model.Part{
				Kind: model.Result, ID: l.ID, Name: l.Name, Failed: true, Output: []model.Part{{Kind: model.Text, Text: "[no result was recorded]"}},
			}})
		}
	}
	return d
}
