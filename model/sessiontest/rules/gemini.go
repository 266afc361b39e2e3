package rules

import (
	"bytes"
	"encoding/json"
)

// geminiRecord is a chat, or one message of it.
type geminiRecord struct {
	SessionID string            `json:"sessionId"`
	Updated   string            `json:"lastUpdated"`
	Kind      string            `json:"kind"`
	Messages  []json.RawMessage `json:"messages"`

	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Content   json.RawMessage `json:"content"`
	ToolCalls []struct {
		ID     string          `json:"id"`
		Result json.RawMessage `json:"result"`
	} `json:"toolCalls"`
}

// Gemini reads a chat of Gemini CLI, which is one document or a header and a message a line. A
// written one changes nothing of what stood before in it.
func Gemini(b []byte) Context {
	c := Context{Summary: -1}
	lines := c.text(b)
	var head geminiRecord
	if json.Unmarshal(b, &head) == nil && head.Messages != nil {
		for _, m := range head.Messages {
			c.Messages = append(c.Messages, m)
		}
	} else {
		for n, l := range lines {
			var r geminiRecord
			switch {
			case !c.object(n, l, &r):
			case n == 0:
				head = r
			case r.ID == "" || r.Type == "":
				c.bad("line %d is no message", n+1)
			default:
				c.Messages = append(c.Messages, []byte(l))
			}
		}
	}
	if c.ID = head.SessionID; c.ID == "" {
		c.bad("nothing names the session")
	}
	if head.Kind == "subagent" {
		c.bad("it is a sub-agent's")
	}
	waits, ids := calls{}, map[string]bool{}
	for i, raw := range c.Messages {
		var m geminiRecord
		if json.Unmarshal(raw, &m) != nil {
			c.bad("message %d is none", i)
			continue
		}
		if m.Type != "user" && m.Type != "gemini" {
			c.bad("message %d has the type %q", i, m.Type)
		}
		if m.ID != "" && ids[m.ID] { // the agent would put it in the place of the first
			c.bad("message %d has the id of another", i)
		}
		ids[m.ID] = true
		if m.Type == "user" && tagged(m.Content) && c.Summary < 0 {
			c.Summary = i
		}
		c.geminiCalls(i, m, waits)
	}
	waits.end(c.bad)
	return c
}

func (c *Context) geminiCalls(i int, m geminiRecord, waits calls) {
	listed := map[string]bool{}
	for _, t := range m.ToolCalls {
		listed[t.ID] = true
		if len(t.Result) == 0 || string(t.Result) == "null" {
			c.bad("message %d: the call %q has no result", i, t.ID)
		}
	}
	var parts []struct {
		Call *struct{ ID string } `json:"functionCall"`
		Resp *struct{ ID string } `json:"functionResponse"`
	}
	if !bytes.HasPrefix(m.Content, []byte("[")) || json.Unmarshal(m.Content, &parts) != nil { // a text, or texts
		return
	}
	for _, p := range parts {
		switch {
		case p.Call != nil && p.Call.ID != "" && !listed[p.Call.ID]:
			waits[p.Call.ID]++
		case p.Resp != nil && p.Resp.ID != "":
			waits.answer(i, p.Resp.ID, c.bad)
		}
	}
}
