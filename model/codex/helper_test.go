package codex

import (
	"bytes"
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

// cases are the inputs of this format among the cases.
func cases(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(root(tb), "testdata", "cases", "*", "*.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for _, f := range files {
		head, _, _ := bytes.Cut(readFile(tb, f), []byte("\n"))
		if Looks([][]byte{head}) > 0 {
			out = append(out, f)
		}
	}
	if len(out) < 6 {
		tb.Fatalf("only %d inputs", len(out))
	}
	return out
}

func readFile(tb testing.TB, path string) []byte {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func open(tb testing.TB, text string) *model.Session {
	tb.Helper()
	s, err := Read(model.Input{Path: "test.jsonl", Reader: strings.NewReader(text), Size: int64(len(text))})
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

func kinds(s *model.Session) []string {
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
		Now: time.Date(2026, 5, 4, 9, 0, 0, 5_000_000, time.UTC),
		NewID: func() string {
			n++
			return fmt.Sprintf("01980000-0000-7000-8000-%012d", n)
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

func rec(kind, payload string) string {
	return `{"timestamp":"2026-05-04T09:00:01.000Z","type":"` + kind + `","payload":` + payload + "}\n"
}

func resp(payload string) string { return rec("response_item", payload) }

func event(payload string) string { return rec("event_msg", payload) }

func head() string {
	return rec("session_meta", `{"id":"s1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/home/dev/a b","originator":"codex_cli_rs","cli_version":"0.121.0","instructions":null}`)
}

func msg(role, text string) string {
	kind := "input_text"
	if role == "assistant" {
		kind = "output_text"
	}
	return fmt.Sprintf(`{"type":"message","role":%q,"content":[{"type":%q,"text":%q}]}`, role, kind, text)
}

func say(role, text string) string { return resp(msg(role, text)) }

func fn(id string) string {
	return fmt.Sprintf(`{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":%q}`, id)
}

func out(id, text string) string {
	return fmt.Sprintf(`{"type":"function_call_output","call_id":%q,"output":%q}`, id, text)
}

func count(input, output, total int) string {
	return event(fmt.Sprintf(`{"type":"token_count","info":{"total_token_usage":{"output_tokens":%d},"last_token_usage":{"input_tokens":%d,"cached_input_tokens":4,"output_tokens":%d},"model_context_window":258400}}`, total, input, output))
}
