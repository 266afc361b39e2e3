package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cutline/model/sessiontest"
)

// growing is a session that grows by a turn that plants a fact, and a turn behind it.
type growing struct {
	name, suffix string
	split        bool // a turn may be cut: then the beginning of it has a request and a part of the summary of its own
	flags        []string
	begin        func(tb testing.TB) []byte                               // with its first turns
	more         func(tb testing.TB, after []byte, generation int) []byte // with further ones
}

// planted are what the generations plant, in their order.
var planted = []string{"FACT-A1", "FACT-B2", "FACT-C3"}

// saidBy are the messages of a generation.
func saidBy(generation int) []string {
	return []string{
		"Please note " + planted[generation] + " and go on.", "Noted.", fmt.Sprintf("Step %d.", generation+1), "Working on it.",
	}
}

var growings = []growing{
	{name: "AI SDK", suffix: ".json", begin: sdkBegin, more: sdkTurns},
	{name: "chat", suffix: ".json", begin: chatBegin, more: chatMore},
	{name: "Claude Code", suffix: ".jsonl", begin: claudeBegin, more: claudeTurns},
	{name: "Codex", suffix: ".jsonl", begin: func(testing.TB) []byte {
		return append([]byte(`{"timestamp":"2026-05-04T09:00:00.000Z","type":"session_meta","payload":{"id":"01980000-023a-7000-8000-023af25b0000","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/home/dev/shop","originator":"codex_cli_rs","cli_version":"0.121.0","instructions":null}}`+"\n"), codexTurns(0)...)
	}, more: func(_ testing.TB, after []byte, g int) []byte { return append(after, codexTurns(g)...) }},
	{name: "Prime", suffix: ".jsonl", begin: primeBegin, more: primeTurns},
	{name: "Prime, by its own rules", suffix: ".jsonl", flags: []string{"--strategy", "prime", "--keep-recent", "8"}, split: true, begin: primeBegin, more: primeTurns},
}

var cmp31 = filepath.Join(root, "testdata", "cases", "cmp-31")

// joined are two JSON lists as one.
func joined(tb testing.TB, a, b []byte) []byte {
	tb.Helper()
	var one, two []json.RawMessage
	if err := json.Unmarshal(a, &one); err != nil {
		tb.Fatalf("%v: %s", err, a)
	}
	if err := json.Unmarshal(b, &two); err != nil {
		tb.Fatal(err)
	}
	all, err := json.Marshal(append(one, two...))
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// roleOf is who says message i of a generation.
func roleOf(i int) string { return []string{"user", "assistant"}[i%2] }

func sdkBegin(tb testing.TB) []byte {
	tb.Helper()
	return sessiontest.Bytes(tb, filepath.Join(cmp31, "gen1.json"))
}

func sdkTurns(tb testing.TB, after []byte, g int) []byte {
	tb.Helper()
	return joined(tb, after, sessiontest.Bytes(tb, filepath.Join(cmp31, fmt.Sprintf("append%d.json", g+1))))
}

func chatBegin(tb testing.TB) []byte {
	tb.Helper()
	return joined(tb, []byte(`[{"role":"system","content":"Agent."}]`), chatTurns(0))
}

func chatMore(tb testing.TB, after []byte, g int) []byte {
	tb.Helper()
	return joined(tb, after, chatTurns(g))
}

func claudeBegin(tb testing.TB) []byte {
	tb.Helper()
	return claudeTurns(tb, nil, 0)
}

func chatTurns(g int) []byte {
	var list []string
	for i, text := range saidBy(g) {
		list = append(list, fmt.Sprintf(`{"role":%q,"content":%q}`, roleOf(i), text))
	}
	return []byte("[" + strings.Join(list, ",") + "]")
}

// last is a field of the last line that has it; null when none has.
func last(file []byte, field string) string {
	id := "null"
	for line := range bytes.Lines(file) {
		var record map[string]any
		if json.Unmarshal(line, &record) != nil {
			continue
		}
		if s, ok := record[field].(string); ok {
			id = fmt.Sprintf("%q", s)
		}
	}
	return id
}

func claudeTurns(_ testing.TB, after []byte, g int) []byte {
	parent := last(after, "uuid")
	for i, text := range saidBy(g) {
		id := fmt.Sprintf(`"aaaaaaaa-0000-4000-8000-00000000%d%03d"`, g, i)
		message := fmt.Sprintf(`{"role":"user","content":%q}`, text)
		if roleOf(i) == "assistant" {
			message = fmt.Sprintf(`{"id":"msg_%d%d","type":"message","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"text","text":%q}],"stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":5}}`, g, i, text)
		}
		after = fmt.Appendf(after, `{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/home/dev/shop","sessionId":"aaaaaaaa-1111-4111-8111-000000000000","version":"2.1.90","type":%q,"message":%s,"uuid":%s,"timestamp":"2026-05-04T09:0%d:0%d.000Z"}`+"\n",
			parent, roleOf(i), message, id, g, i)
		parent = id
	}
	return after
}

func codexTurns(g int) []byte {
	var b []byte
	for i, text := range saidBy(g) {
		kind := []string{"input_text", "output_text"}[i%2]
		b = fmt.Appendf(b, `{"timestamp":"2026-05-04T09:0%d:0%d.000Z","type":"response_item","payload":{"type":"message","role":%q,"content":[{"type":%q,"text":%q}]}}`+"\n",
			g+1, i, roleOf(i), kind, text)
	}
	return b
}

func primeBegin(tb testing.TB) []byte {
	tb.Helper()
	return primeTurns(tb, []byte(`{"type":"session","version":3,"id":"01980000-0000-7000-8000-000000000001","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/home/dev/shop"}`+"\n"), 0)
}

func primeTurns(_ testing.TB, after []byte, g int) []byte {
	parent := last(after, "id")
	if g == 0 {
		parent = "null" // the header is nobody's parent
	}
	for i, text := range saidBy(g) {
		id := fmt.Sprintf(`"75c5%d00%d"`, g, i)
		message := fmt.Sprintf(`{"role":"user","content":%q,"timestamp":1777885200000}`, text)
		if roleOf(i) == "assistant" {
			message = fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":%q}],"api":"openai-responses","provider":"openai","model":"gpt-5.2","usage":{"input":900,"output":50,"cacheRead":0,"cacheWrite":0,"totalTokens":950},"stopReason":"stop","timestamp":1777885201000}`, text)
		}
		after = fmt.Appendf(after, `{"type":"message","id":%s,"parentId":%s,"timestamp":"2026-05-04T09:0%d:0%d.000Z","message":%s}`+"\n", id, parent, g, i, message)
		parent = id
	}
	return after
}
