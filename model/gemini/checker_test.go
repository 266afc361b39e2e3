package gemini

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// This file looks at a written chat with encoding/json alone; it shares nothing with the reader
// and the writer.

type part struct {
	Call *struct{ ID, Name string } `json:"functionCall"`
	Resp *struct{ ID, Name string } `json:"functionResponse"`
}

type record struct {
	SessionID   string `json:"sessionId"`
	ProjectHash string `json:"projectHash"`
	Kind        string
	Messages    []json.RawMessage

	ID, Type  string
	Content   json.RawMessage
	ToolCalls []struct {
		ID     string
		Result json.RawMessage
	} `json:"toolCalls"`
}

// checkFile reads a written file as the agent does, and lists what is wrong with it.
func checkFile(text, dialect string) (id string, bad []string) {
	var messages []json.RawMessage
	fail := func(format string, a ...any) { bad = append(bad, fmt.Sprintf(format, a...)) }
	if !utf8.ValidString(text) || !strings.HasSuffix(text, "\n") {
		fail("bytes that the agent cannot read, or no line end at the end")
	}
	var head record
	if dialect == Document {
		if err := json.Unmarshal([]byte(text), &head); err != nil {
			fail("no document: %v", err)
		}
		messages = head.Messages
	} else {
		for n, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			var r record
			if err := json.Unmarshal([]byte(l), &r); err != nil {
				fail("line %d: %v", n+1, err)
			}
			switch {
			case n == 0:
				head = r
			case r.ID == "":
				fail("line %d is no message", n+1)
			default:
				messages = append(messages, json.RawMessage(l))
			}
		}
	}
	if head.Kind == "subagent" {
		fail("it is a sub-agent's")
	}
	summaries := 0
	calls := map[string]int{}
	for i, raw := range messages {
		var m record
		if err := json.Unmarshal(raw, &m); err != nil {
			fail("message %d: %v", i, err)
		}
		if strings.Contains(string(m.Content), "<conversation_summary>") && strings.Contains(string(m.Content), "What was done.") {
			summaries++
		}
		if m.Type != "user" && m.Type != "gemini" {
			fail("message %d has the type %q", i, m.Type)
		}
		listed := map[string]bool{}
		for _, c := range m.ToolCalls {
			listed[c.ID] = true
			if len(c.Result) == 0 || string(c.Result) == "null" {
				fail("message %d: the call %q has no result", i, c.ID)
			}
		}
		var parts []part
		if len(m.Content) > 0 && m.Content[0] == '[' {
			if err := json.Unmarshal(m.Content, &parts); err != nil {
				continue // parts that are texts
			}
		}
		for _, p := range parts {
			switch {
			case p.Call != nil && !listed[p.Call.ID] && p.Call.ID != "":
				calls[p.Call.ID]++
			case p.Resp != nil && p.Resp.ID != "":
				if calls[p.Resp.ID]--; calls[p.Resp.ID] < 0 {
					fail("message %d: the result of %q has no call, or is the second", i, p.Resp.ID)
				}
			}
		}
	}
	for id, n := range calls {
		if n > 0 {
			fail("the call %q has no result", id)
		}
	}
	if summaries != 1 {
		fail("%d summaries", summaries)
	}
	return head.SessionID, bad
}
