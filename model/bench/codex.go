package bench

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// What is said by hand of a rollout of Codex.
const (
	patches  = 0.12      // share of the exchanges that change a file
	contextB = 1_200_000 // bytes after which the agent compacts
	retained = 20        // prompts that a compaction keeps, at most
)

// The tables of the kinds of lines of a rollout, shaped like those of real ones: most of the bytes
// are what tools gave back, then reasoning that only the server can read. No line is a giant,
// since the agent cuts what a tool gives back.
var (
	rolloutPrompts  = table{200, 220, 300, 700, 7_200, 34_000}
	rolloutThoughts = table{400, 1_100, 2_400, 6_000, 12_800, 13_100}
	rolloutSpeeches = table{280, 300, 400, 2_200, 3_300, 5_400}
	rolloutCalls    = table{280, 290, 400, 900, 7_000, 14_400}
	rolloutPatches  = table{500, 550, 1_250, 5_200, 11_600, 14_000}
	rolloutResults  = table{300, 310, 2_250, 17_800, 40_700, 41_500}
)

// twice escapes once more a text that is escaped for a JSON string.
var twice = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// Codex writes a rollout of Codex: turns with their settings, prompts, reasoning, words, calls and
// their results, what the screen shows of them and what the server reports, and a compaction
// wherever the context would be full. It is size bytes long, up to 60 KB more or less. The same
// size and seed give the same bytes.
func Codex(w io.Writer, size int64, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // repeatable, not secret
	r := rollout{session: session{out: bufio.NewWriterSize(w, 1<<20), size: size, rng: rng, text: pool(), at: began}}
	r.id = r.uuid()
	r.begin("session_meta")
	r.end(`"id":"%s","timestamp":"2026-01-05T09:00:00.000Z","cwd":"/home/dev/ledger","originator":"codex-tui","cli_version":"0.140.0","source":"cli","base_instructions":{"text":"%s"}`,
		r.id, r.say(min(14_000, int(size/8))))
	for r.turn() {
	}
	if err := r.out.Flush(); err != nil {
		return fmt.Errorf("write a rollout of %d bytes: %w", size, err)
	}
	return nil
}

// rollout is one that is being written.
type rollout struct {
	session
	calls   int
	since   int64    // bytes up to the last compaction
	prompts []string // items that a compaction may keep, newest last
}

// begin begins a line; end takes what its payload holds and writes it.
func (r *rollout) begin(kind string) {
	r.line = fmt.Appendf(r.line[:0], `{"timestamp":"%s","type":"%s","payload":{`, r.time(), kind)
}

func (r *rollout) end(format string, a ...any) {
	r.line = append(fmt.Appendf(r.line, format, a...), "}}"...)
	r.put()
}

// say is some n bytes of text.
func (r *rollout) say(n int) string { return string(r.text.take(r.rng, nil, n)) }

// sealed is some n bytes that only the server can read.
func (r *rollout) sealed(n int) string {
	b := make([]byte, n*3/4)
	for i := range b {
		b[i] = byte(r.rng.Uint32())
	}
	return base64.StdEncoding.EncodeToString(b)
}

// room is how much of a line of a size from the table is text, when the rest has n bytes.
func (r *rollout) room(t table, n int) int { return max(8, r.draw(t)-n) }

func message(role, kind, text string) string {
	return fmt.Sprintf(`"type":"message","role":"%s","content":[{"type":"%s","text":"%s"}]`, role, kind, text)
}

// turn writes a prompt and all that follows from it, and reports whether there is room for more.
func (r *rollout) turn() bool {
	if r.n-r.since > contextB {
		r.compact()
	}
	r.begin("event_msg")
	r.end(`"type":"task_started","turn_id":"%s","model_context_window":258400`, r.uuid())
	r.begin("turn_context")
	r.end(`"turn_id":"%s","cwd":"/home/dev/ledger","approval_policy":"never","sandbox_policy":{"type":"danger-full-access"},"model":"gpt-5.5","effort":"high","user_instructions":"%s"`, r.uuid(), r.say(900))
	text := r.say(r.room(rolloutPrompts, 170))
	r.begin("response_item")
	item := message("user", "input_text", text)
	r.end("%s", item)
	r.prompts = append(r.prompts, "{"+item+"}")
	r.begin("event_msg")
	r.end(`"type":"user_message","message":"%s","images":[]`, text)
	for n := 1 + r.rng.IntN(4*exchanges-1); n > 0 && r.left() > closing; n-- {
		if r.rng.Float64() < thinks {
			r.begin("response_item")
			r.end(`"type":"reasoning","summary":[],"content":null,"encrypted_content":"%s"`, r.sealed(r.room(rolloutThoughts, 150)))
		}
		if r.rng.Float64() < talks {
			r.words()
		}
		r.exchange()
		r.report()
	}
	r.words()
	r.report()
	return r.left() > closing
}

// words are what the model says, once for itself and once for the screen.
func (r *rollout) words() {
	text := r.say(r.room(rolloutSpeeches, 180))
	r.begin("response_item")
	r.end("%s", message("assistant", "output_text", text))
	r.begin("event_msg")
	r.end(`"type":"agent_message","message":"%s","phase":"commentary"`, text)
}

// exchange is a call and its result.
func (r *rollout) exchange() {
	r.calls++
	id := fmt.Sprintf("call_%024d", r.calls)
	if r.rng.Float64() < patches {
		patch := r.say(r.room(rolloutPatches, 200))
		r.begin("response_item")
		r.end(`"type":"custom_tool_call","status":"completed","call_id":"%s","name":"apply_patch","input":"*** Begin Patch\n%s"`, id, patch)
		r.begin("event_msg")
		r.end(`"type":"patch_apply_end","call_id":"%s","stdout":"Success.\n","success":true,"changes":{"/home/dev/ledger/file.go":{"type":"update","unified_diff":"%s"}}`, id, patch)
		r.begin("response_item")
		r.end(`"type":"custom_tool_call_output","call_id":"%s","output":"Exit code: 0\nWall time: 0.1 seconds\nOutput:\nSuccess.\n"`, id)
		return
	}
	r.begin("response_item")
	r.end(`"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"%s\",\"workdir\":\"/home/dev/ledger\"}","call_id":"%s"`, twice.Replace(r.say(r.room(rolloutCalls, 240)*7/8)), id)
	r.begin("response_item")
	r.end(`"type":"function_call_output","call_id":"%s","output":"Chunk ID: %06x\nWall time: 0.1 seconds\nProcess exited with code %d\nOriginal token count: 100\nOutput:\n%s"`,
		id, r.rng.IntN(1<<24), r.rng.IntN(20)/19, r.say(r.room(rolloutResults, 260)))
}

// report is what the server says of an answer.
func (r *rollout) report() {
	n := min((r.n-r.since)/bytesPerToken, maxTokens)
	r.begin("event_msg")
	r.end(`"type":"token_count","info":{"total_token_usage":{"input_tokens":%d,"output_tokens":%d,"total_tokens":%d},"last_token_usage":{"input_tokens":%d,"cached_input_tokens":%d,"output_tokens":9,"reasoning_output_tokens":0,"total_tokens":%d},"model_context_window":258400},`+
		`"rate_limits":{"limit_id":"codex","limit_name":null,"primary":{"used_percent":29.0,"window_minutes":300,"resets_at":1781768670},"secondary":{"used_percent":9.0,"window_minutes":10080,"resets_at":1781768670},"credits":null,"plan_type":null}`,
		r.n/2, r.n/100, r.n/2, n, n/2, n+9)
}

// compact replaces the context by its newest prompts and a summary.
func (r *rollout) compact() {
	r.prompts = r.prompts[max(0, len(r.prompts)-retained):]
	text := r.say(4_000)
	list := append(r.prompts[:len(r.prompts):len(r.prompts)], "{"+message("user", "input_text", `What was done so far:\n`+text)+"}")
	r.begin("compacted")
	r.end(`"message":"%s","replacement_history":[%s]`, text, strings.Join(list, ","))
	r.begin("event_msg")
	r.end(`"type":"context_compacted"`)
	r.since = r.n
}
