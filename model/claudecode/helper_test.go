package claudecode

import (
	"fmt"
	"path/filepath"
	"testing"

	"cutline/model"
	"cutline/model/sessiontest"
)

func fixture(tb testing.TB, name string) []byte {
	tb.Helper()
	return sessiontest.Bytes(tb, filepath.Join(sessiontest.Root(tb), "testdata", "sessions", "claudecode", name))
}

func open(tb testing.TB, b []byte) *model.Session {
	tb.Helper()
	return sessiontest.Open(tb, Read, string(b))
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
