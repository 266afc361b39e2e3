package claudecode

import (
	"bytes"
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

func readFile(tb testing.TB, path string) []byte {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func fixture(tb testing.TB, name string) []byte {
	tb.Helper()
	return readFile(tb, filepath.Join(root(tb), "testdata", "sessions", "claudecode", name))
}

func open(tb testing.TB, b []byte) *model.Session {
	tb.Helper()
	s, err := Read(model.Input{Path: "test.jsonl", Reader: bytes.NewReader(b), Size: int64(len(b))})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func roles(s *model.Session) string {
	var b strings.Builder
	for _, r := range s.Rows {
		b.WriteByte(r.Role.Letter())
	}
	return b.String()
}

// texts are the words of the messages, or the texts of their results.
func texts(tb testing.TB, s *model.Session) []string {
	tb.Helper()
	var out []string
	for i := range s.Rows {
		m, err := s.Message(i)
		if err != nil {
			tb.Fatal(err)
		}
		t := m.Text()
		for _, p := range m.Parts {
			if p.Kind == model.Result {
				t += p.OutputText()
			}
		}
		out = append(out, t)
	}
	return out
}

func kinds(s *model.Session) []string {
	var out []string
	for _, p := range s.Problems {
		out = append(out, fmt.Sprintf("%d %s", p.Line, p.Kind))
	}
	return out
}

// line is a record of a type with an id, the id of its parent or none, a message content as
// JSON or none, and further members.
func line(uuid, parent, typ, content string, more ...string) string {
	p := "null"
	if parent != "" {
		p = `"` + parent + `"`
	}
	s := fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"sessionId":"s1","cwd":"/home/dev/a b","version":"2.1.9","gitBranch":"main","type":"%s","uuid":"%s","timestamp":"2026-03-01T10:00:00.000Z"`, p, typ, uuid)
	for _, m := range more {
		s += "," + m
	}
	if content != "" {
		head := ""
		if typ == "assistant" {
			head = fmt.Sprintf(`"id":"msg_%s","model":"claude-sonnet-4-5","usage":{"input_tokens":5,"cache_read_input_tokens":100,"cache_creation_input_tokens":20,"output_tokens":7},`, uuid)
		}
		s += fmt.Sprintf(`,"message":{%s"role":"%s","content":%s}`, head, typ, content)
	}
	return s + "}\n"
}

func say(text string) string { return fmt.Sprintf(`[{"type":"text","text":%q}]`, text) }

func call(id string) string {
	return fmt.Sprintf(`[{"type":"tool_use","id":%q,"name":"Bash","input":{"command":"ls"}}]`, id)
}

func answer(id, text string) string {
	return fmt.Sprintf(`[{"type":"tool_result","tool_use_id":%q,"content":%q}]`, id, text)
}
