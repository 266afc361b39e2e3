package codex

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"cutline/model"
	"cutline/model/sessiontest"
)

// cases are the inputs of this format among the cases.
func cases(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(sessiontest.Root(tb), "testdata", "cases", "*", "*.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for _, f := range files {
		head, _, _ := bytes.Cut(sessiontest.Bytes(tb, f), []byte("\n"))
		if Looks([][]byte{head}) > 0 {
			out = append(out, f)
		}
	}
	if len(out) < 6 {
		tb.Fatalf("only %d inputs", len(out))
	}
	return out
}

func open(tb testing.TB, text string) *model.Session {
	tb.Helper()
	return sessiontest.Open(tb, Read, text)
}

// options are reproducible: ids count up.
func options() model.WriteOptions {
	return sessiontest.Options(time.Date(2026, 5, 4, 9, 0, 0, 5_000_000, time.UTC), "01980000-0000-7000-8000-%012d")
}

func write(tb testing.TB, s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, string) {
	tb.Helper()
	return sessiontest.Write(tb, Write, s, d, o)
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
