package qwen

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
