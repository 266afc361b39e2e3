package bench

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
)

// dialect is how an agent other than Claude Code writes a session: templates of its records, in
// which {n} is the number of the record, {p} that of the one before, {parent} the same as a value, {id} the session, {tokens}
// what the server reports and {text} what is said.
type dialect struct {
	head, between, end           string
	prompt, call, result, answer string
}

// The dialects by the names of their formats.
var dialects = map[string]dialect{
	"codex": {
		head:    `{"timestamp":"2026-01-05T09:00:00.000Z","type":"session_meta","payload":{"id":"{id}","timestamp":"2026-01-05T09:00:00.000Z","cwd":"/home/dev/ledger","originator":"codex_cli_rs","cli_version":"0.77.0","source":"cli"}}`,
		between: "\n", end: "\n",
		prompt: `{"timestamp":"2026-01-05T09:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"{text}"}]}}`,
		call:   `{"timestamp":"2026-01-05T09:00:01.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{}","call_id":"call_{n}"}}`,
		result: `{"timestamp":"2026-01-05T09:00:01.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"call_{p}","output":"{text}"}}`,
		answer: `{"timestamp":"2026-01-05T09:00:01.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"{text}"}]}}` + "\n" +
			`{"timestamp":"2026-01-05T09:00:01.000Z","type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":{tokens},"output_tokens":9,"total_tokens":{tokens}},"model_context_window":258400}}}`,
	},
	"prime": {
		head:    `{"type":"session","version":3,"id":"{id}","timestamp":"2026-01-05T09:00:00.000Z","cwd":"/home/dev/ledger"}`,
		between: "\n", end: "\n",
		prompt: `{"type":"message","id":"{n}","parentId":{parent},"timestamp":"2026-01-05T09:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"{text}"}]}}`,
		call:   `{"type":"message","id":"{n}","parentId":{parent},"timestamp":"2026-01-05T09:00:01.000Z","message":{"role":"assistant","content":[{"type":"toolCall","id":"call_{n}","name":"bash","arguments":{}}],"usage":{"input":{tokens},"output":9,"cacheRead":0,"cacheWrite":0,"totalTokens":{tokens}},"stopReason":"toolUse"}}`,
		result: `{"type":"message","id":"{n}","parentId":{parent},"timestamp":"2026-01-05T09:00:01.000Z","message":{"role":"toolResult","toolCallId":"call_{p}","toolName":"bash","content":[{"type":"text","text":"{text}"}],"isError":false}}`,
		answer: `{"type":"message","id":"{n}","parentId":{parent},"timestamp":"2026-01-05T09:00:01.000Z","message":{"role":"assistant","content":[{"type":"text","text":"{text}"}],"usage":{"input":{tokens},"output":9,"cacheRead":0,"cacheWrite":0,"totalTokens":{tokens}},"stopReason":"stop"}}`,
	},
	"gemini": {
		head:    `{"sessionId":"{id}","projectHash":"ab12","startTime":"2026-01-05T09:00:00.000Z","lastUpdated":"2026-01-05T09:00:00.000Z","messages":[{"id":"0","type":"info","content":"ready"}`,
		between: ",\n", end: "]}\n",
		prompt: `{"id":"{n}","timestamp":"2026-01-05T09:00:01.000Z","type":"user","content":"{text}"}`,
		result: `{"id":"{n}","timestamp":"2026-01-05T09:00:01.000Z","type":"gemini","content":"","toolCalls":[{"id":"call_{n}","name":"read_file","args":{},"status":"success","result":[{"functionResponse":{"id":"call_{n}","name":"read_file","response":{"output":"{text}"}}}]}]}`,
		answer: `{"id":"{n}","timestamp":"2026-01-05T09:00:01.000Z","type":"gemini","content":"{text}","tokens":{"input":{tokens},"output":9,"cached":0,"thoughts":0,"tool":0,"total":{tokens}},"model":"gemini-2.5-pro"}`,
	},
	"cline": {
		head:    `[{"role":"user","content":[{"type":"text","text":"<task>\nClose the year\n</task>"}]}`,
		between: ",\n", end: "]\n",
		prompt: `{"role":"user","content":[{"type":"text","text":"{text}"}]}`,
		call:   `{"role":"assistant","content":[{"type":"tool_use","id":"call_{n}","name":"read_file","input":{}}]}`,
		result: `{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_{p}","content":"{text}"}]}`,
		answer: `{"role":"assistant","content":[{"type":"text","text":"{text}"}]}`,
	},
	"copilot": {
		head:    `{"type":"session.start","data":{"sessionId":"{id}","version":1,"producer":"copilot-agent","copilotVersion":"1.0.80","context":{"cwd":"/home/dev/ledger"}},"id":"0","timestamp":"2026-01-05T09:00:00.000Z","parentId":null}`,
		between: "\n", end: "\n",
		prompt: `{"type":"user.message","data":{"content":"{text}","attachments":[]},"id":"{n}","timestamp":"2026-01-05T09:00:01.000Z","parentId":{parent}}`,
		call:   `{"type":"assistant.message","data":{"messageId":"{n}","content":"","toolRequests":[{"toolCallId":"call_{n}","name":"bash","arguments":{}}],"outputTokens":9},"id":"{n}","timestamp":"2026-01-05T09:00:01.000Z","parentId":{parent}}`,
		result: `{"type":"tool.execution_complete","data":{"toolCallId":"call_{p}","success":true,"result":{"content":"{text}"}},"id":"{n}","timestamp":"2026-01-05T09:00:01.000Z","parentId":{parent}}`,
		answer: `{"type":"assistant.message","data":{"messageId":"{n}","content":"{text}","toolRequests":[],"outputTokens":9},"id":"{n}","timestamp":"2026-01-05T09:00:01.000Z","parentId":{parent}}`,
	},
}

// pool is the text of all sessions in dialects.
var pool = sync.OnceValue(func() *text {
	return newText(rand.New(rand.NewPCG(0, 1))) //nolint:gosec // repeatable, not secret
})

// other writes a session in a dialect: prompts, calls with their results, answers, all in one
// chain, of about size bytes and at least one exchange.
func other(w io.Writer, name string, size int64, seed uint64) error {
	d, known := dialects[name]
	if !known {
		return fmt.Errorf("nobody knows the dialect %q", name)
	}
	rng := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // repeatable, not secret
	s := session{out: bufio.NewWriterSize(w, 1<<20), size: size, rng: rng, text: pool()}
	s.id = s.uuid()
	n := 0
	put := func(template string, t table) {
		if template == "" { // call and result are one record
			return
		}
		if n > 0 {
			template = d.between + template
		}
		body := s.text.take(rng, nil, s.draw(t))
		parent := fmt.Sprintf(`"%08x"`, n-1)
		if n <= 1 { // the head is no message
			parent = "null"
		}
		s.line = append(s.line[:0], strings.NewReplacer("{n}", fmt.Sprintf("%08x", n), "{p}", fmt.Sprintf("%08x", n-1), "{parent}", parent, "{id}", s.id,
			"{tokens}", fmt.Sprint(min(s.n/bytesPerToken, maxTokens)), "{text}", string(body)).Replace(template)...)
		_, _ = s.out.Write(s.line) // Flush tells of it
		s.n += int64(len(s.line))
		n++
	}
	put(d.head, prompts)
	for {
		put(d.prompt, prompts)
		for range 1 + rng.IntN(2*exchanges-1) {
			put(d.call, calls)
			put(d.result, results)
			if s.left() < closing {
				break
			}
		}
		put(d.answer, speeches)
		if s.left() < closing {
			break
		}
	}
	_, _ = s.out.WriteString(d.end) // Flush tells of it
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("write a session of %s: %w", name, err)
	}
	return nil
}
