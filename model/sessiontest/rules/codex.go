package rules

import "encoding/json"

// Codex replays a rollout: every compaction puts its list in the place of the history, and the
// items behind it go on from there.
func Codex(b []byte) Context {
	c := Context{Summary: -1}
	ordinal := int64(-1)
	named, counted, stale := false, false, false // stale: the server's last numbers are of the context before
	for n, l := range c.text(b) {
		var r struct {
			Timestamp, Type string
			Ordinal         *int64
			Payload         json.RawMessage
		}
		if !c.object(n, l, &r) {
			continue
		}
		if r.Timestamp == "" || r.Type == "" || len(r.Payload) == 0 || r.Payload[0] != '{' {
			c.bad("line %d is no line of a rollout: %.80s", n+1, l)
			continue
		}
		if r.Ordinal != nil {
			if *r.Ordinal <= ordinal {
				c.refused("line %d is number %d, behind %d", n+1, *r.Ordinal, ordinal)
			}
			ordinal = *r.Ordinal
		}
		switch r.Type {
		case "session_meta":
			if !named {
				c.codexName(n, r.Payload)
			}
			named = true
		case "response_item":
			c.Messages = append(c.Messages, r.Payload)
		case "event_msg":
			var p struct {
				Type string
				Info struct {
					Last struct {
						Total int `json:"total_tokens"`
					} `json:"last_token_usage"`
				}
			}
			if json.Unmarshal(r.Payload, &p) == nil && p.Type == "token_count" && p.Info.Last.Total > 0 {
				counted, stale = true, false
			}
		case "compacted":
			stale = counted
			c.codexCompacted(n, r.Payload)
		}
	}
	if stale { // an agent that resumes would compact again
		c.bad("the last numbers are of the context before the compaction")
	}
	if !named {
		c.bad("nothing names the session")
	}
	if c.Summary < 0 {
		c.bad("there is no compaction")
		return c
	}
	c.codexPairs()
	return c
}

// codexName takes the first record that names the session: it is the one that counts.
func (c *Context) codexName(n int, payload []byte) {
	var p struct {
		ID      string
		Session *string `json:"session_id"`
	}
	if json.Unmarshal(payload, &p) != nil || p.ID == "" {
		c.bad("line %d names no session", n+1)
	}
	c.ID = p.ID
}

func (c *Context) codexCompacted(n int, payload []byte) {
	var p struct {
		Message *string
		History []json.RawMessage `json:"replacement_history"`
	}
	if json.Unmarshal(payload, &p) != nil || p.Message == nil {
		c.bad("line %d is no compaction", n+1)
		return
	}
	c.Text, c.Messages = *p.Message, nil
	for _, it := range p.History {
		c.Messages = append(c.Messages, it)
	}
	c.Summary = len(c.Messages) - 1
	var last struct{ Type, Role string }
	if c.Summary >= 0 && (json.Unmarshal(c.Messages[c.Summary], &last) != nil || last.Type != "message" || last.Role != "user") {
		c.Summary = -1 // one of the agent's own that only the server reads
	}
}

// codexPairs holds calls and results to what the server accepts, and the summary to its place.
func (c *Context) codexPairs() {
	if !tagged(c.Messages[c.Summary]) || c.Text == "" {
		c.bad("the last item of the list is not the summary, or the record says none")
	}
	waits := calls{}
	for i, raw := range c.Messages {
		var it struct {
			Type   string
			CallID *string `json:"call_id"`
			ID     string
		}
		if json.Unmarshal(raw, &it) != nil || it.Type == "" {
			c.bad("item %d is none: %.80s", i, raw)
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
			waits.answer(i, id, c.bad)
		}
	}
	waits.end(c.bad)
}
