package bench

import (
	"encoding/base64"
	"fmt"
)

// signature is how many bytes sign a piece of reasoning, before they are encoded.
const signature = 240

// open begins a record of the chain.
func (s *session) open(kind string) {
	parent := "null"
	if s.last != "" {
		parent = `"` + s.last + `"`
	}
	s.last = s.uuid()
	s.line = fmt.Appendf(s.line[:0], `{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"/home/dev/ledger","sessionId":"%s",`+
		`"version":"2.1.219","gitBranch":"main","type":"%s","uuid":"%s","timestamp":"%s",`, parent, s.id, kind, s.last, s.time())
}

// fill adds text until the line with its tail has size bytes, at least one of them text.
func (s *session) fill(size int, tail string) {
	s.line = s.text.take(s.rng, s.line, size-len(s.line)-len(tail)-len("\n"))
	s.line = append(s.line, tail...)
}

// prompt is what a person types.
func (s *session) prompt() {
	size := s.draw(prompts)
	s.open("user")
	s.line = append(s.line, `"permissionMode":"default","origin":{"kind":"human"},"message":{"role":"user","content":"`...)
	s.fill(size, `"}}`)
	s.put()
}

// snapshot is a record beside the chain: the smallest there is.
func (s *session) snapshot() {
	s.line = fmt.Appendf(s.line[:0], `{"type":"file-history-snapshot","messageId":"%s","snapshot":{"messageId":"%s","trackedFileBackups":{},"timestamp":"%s"},"isSnapshotUpdate":false}`,
		s.last, s.last, s.time())
	s.put()
}

// answer begins an answer of the model with one block. An answer of several blocks has as many
// records of one id in real sessions; here each is an answer of its own.
func (s *session) answer() (tail string) {
	s.open("assistant")
	s.line = fmt.Appendf(s.line, `"requestId":"req_%016x","message":{"id":"msg_%016x","type":"message","role":"assistant","model":"claude-sonnet-4-5-20250929","content":[{`,
		s.rng.Uint64(), s.rng.Uint64())
	return fmt.Sprintf(`}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":4,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d,"service_tier":"standard"}}}`,
		s.rng.IntN(4_000), min(s.n/bytesPerToken, maxTokens), 1+s.rng.IntN(900))
}

// thinking is reasoning.
func (s *session) thinking() {
	size := s.draw(thoughts)
	tail := s.answer()
	sig := make([]byte, signature)
	for i := range sig {
		sig[i] = byte(s.rng.Uint32())
	}
	s.line = append(s.line, `"type":"thinking","thinking":"`...)
	s.fill(size, `","signature":"`+base64.StdEncoding.EncodeToString(sig)+`"`+tail)
	s.put()
}

// words are what the model says to the person.
func (s *session) words() {
	size := s.draw(speeches)
	tail := s.answer()
	s.line = append(s.line, `"type":"text","text":"`...)
	s.fill(size, `"`+tail)
	s.put()
}

// longCall is the size in bytes of a call's line from which on it writes a file.
const longCall = 2_000

// exchange is a call and its result.
func (s *session) exchange() {
	id := fmt.Sprintf("toolu_%016x", s.rng.Uint64())
	size := s.draw(calls)
	tail := s.answer()
	if size < longCall {
		s.line = fmt.Appendf(s.line, `"type":"tool_use","id":"%s","name":"Bash","input":{"command":"`, id)
	} else {
		s.line = fmt.Appendf(s.line, `"type":"tool_use","id":"%s","name":"Write","input":{"file_path":"/home/dev/ledger/file%d.go","content":"`, id, s.rng.IntN(400))
	}
	s.fill(size, `"}`+tail)
	s.put()
	s.result(id)
}

// result answers a call. Its text stands in it twice, as in real sessions: once for the model,
// once for the agent's own screen.
func (s *session) result(call string) {
	size := s.draw(results)
	if s.giant() {
		size = GiantLine + 1_000 // the cut of two texts at a whole char takes less
	}
	s.open("user")
	s.line = fmt.Appendf(s.line, `"message":{"role":"user","content":[{"tool_use_id":"%s","type":"tool_result","content":"`, call)
	const between, tail = `","is_error":false}]},"toolUseResult":{"stdout":"`, `","stderr":"","interrupted":false,"isImage":false}}`
	from := len(s.line)
	s.fill(from+(size-from+len(between)-len(tail))/2, between)
	words := s.line[from : len(s.line)-len(between)]
	s.line = append(append(s.line, words...), tail...)
	s.put()
}
