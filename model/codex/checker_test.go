package codex

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file looks at a written rollout with encoding/json alone; it shares nothing with the
// reader and the writer.

// written is what the agent would make of a file: the id that it resumes, and the history that
// it would send.
type written struct {
	id      string
	summary string
	history []json.RawMessage
}

// checkFile replays a written file as the agent does, and lists what is wrong with it. Behind
// is how many items follow the compaction.
func checkFile(b []byte, behind int) (written, []string) {
	var w written
	var bad []string
	fail := func(format string, a ...any) { bad = append(bad, fmt.Sprintf(format, a...)) }
	if !utf8.Valid(b) || bytes.ContainsRune(b, 0) || bytes.Contains(b, []byte("\ufeff{")) || bytes.Contains(b, []byte("\r\n")) {
		fail("bytes that the agent cannot read")
	}
	if !bytes.HasSuffix(b, []byte("}\n")) {
		fail("no line end at the end")
	}
	last := -1
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	for n, l := range lines {
		var r struct {
			Timestamp, Type string
			Payload         json.RawMessage
		}
		if err := json.Unmarshal([]byte(l), &r); err != nil {
			fail("line %d: %v", n+1, err)
			continue
		}
		if r.Type == "" || len(r.Payload) == 0 {
			fail("line %d is no line of a rollout: %.80s", n+1, l)
		}
		switch r.Type {
		case "session_meta":
			var p struct{ ID string }
			if err := json.Unmarshal(r.Payload, &p); err != nil {
				fail("line %d: %v", n+1, err)
			}
			if w.id == "" {
				w.id = p.ID
			}
		case "response_item":
			w.history = append(w.history, r.Payload)
		case "compacted":
			var p struct {
				Message string
				History []json.RawMessage `json:"replacement_history"`
			}
			if err := json.Unmarshal(r.Payload, &p); err != nil {
				fail("line %d: %v", n+1, err)
			}
			last, w.summary, w.history = n, p.Message, p.History
		}
	}
	if last < 0 {
		fail("there is no compaction")
		return w, bad
	}
	if n := len(w.history) - behind - 1; n < 0 || !strings.Contains(string(w.history[n]), "conversation_summary") {
		fail("the last item of the list is not the summary")
	}
	checkPairs(w.history, fail)
	return w, bad
}

// checkPairs holds calls and results to what the server accepts.
func checkPairs(items []json.RawMessage, fail func(string, ...any)) {
	waits := map[string]int{}
	for i, raw := range items {
		var it struct {
			Type   string
			CallID *string `json:"call_id"`
			ID     string
		}
		if err := json.Unmarshal(raw, &it); err != nil || it.Type == "" {
			fail("item %d is none: %.80s", i, raw)
			continue
		}
		id := it.ID
		if it.CallID != nil {
			id = *it.CallID
		}
		switch it.Type {
		case "function_call", "custom_tool_call", "local_shell_call":
			waits[id]++
		case "function_call_output", "custom_tool_call_output":
			if waits[id]--; waits[id] < 0 {
				fail("item %d: the result of %q has no call, or is the second", i, id)
			}
		}
	}
	for id, n := range waits {
		if n > 0 {
			fail("the call %q has no result", id)
		}
	}
}
