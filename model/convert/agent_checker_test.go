package convert

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// claudeCode replays a file as Claude Code does: lines of one answer are put together, and so
// are neighbouring lines of the user; what comes of it is what the API gets.
func (c *checker) claudeCode(text string) {
	seen := map[string]bool{}
	prev := ""
	session := ""
	summaries := 0
	var list []apiMessage
	for n, l := range lines(text) {
		var r struct {
			UUID, Type, Subtype, Timestamp string
			Parent                         *string `json:"parentUuid"`
			Session                        string  `json:"sessionId"`
			Summary                        bool    `json:"isCompactSummary"`
			Side                           bool    `json:"isSidechain"`
			Message                        apiMessage
		}
		if !c.decode(l, &r) {
			continue
		}
		if _, err := time.Parse(time.RFC3339, r.Timestamp); err != nil {
			c.fail("line %d: %v", n+1, err)
		}
		switch {
		case n == 0:
			session = r.Session
			if r.Type != "system" || r.Subtype != "compact_boundary" || r.Parent != nil || session == "" {
				c.fail("line 1 is no boundary")
			}
		case r.Parent == nil || *r.Parent != prev || r.UUID == "" || seen[r.UUID] || r.Session != session || r.Side:
			c.fail("line %d does not continue line %d", n+1, n)
		}
		prev, seen[r.UUID] = r.UUID, true
		if r.Summary {
			summaries++
		}
		if n == 0 {
			continue
		}
		m := r.Message
		if m.Role != r.Type {
			c.fail("line %d is of the %s and its message of the %s", n+1, r.Type, m.Role)
		}
		blocks, _ := json.Marshal(raws(c, m.Content)) //nolint:errcheck // they were read a moment ago
		m.Content = blocks
		if k := len(list) - 1; k >= 0 && list[k].Role == m.Role && (m.Role == "user" || list[k].ID == m.ID) {
			all, _ := json.Marshal(append(raws(c, list[k].Content), raws(c, m.Content)...)) //nolint:errcheck // they were read a moment ago
			list[k].Content = all
			continue
		}
		list = append(list, m)
	}
	if summaries == 0 {
		c.fail("there is no summary")
	}
	c.anthropic(list)
}

// raws are the blocks of a content as they stand; a text is one.
func raws(c *checker, content json.RawMessage) []json.RawMessage {
	var s string
	if json.Unmarshal(content, &s) == nil {
		b, _ := json.Marshal(map[string]string{"type": "text", "text": s}) //nolint:errcheck // two strings
		return []json.RawMessage{b}
	}
	var out []json.RawMessage
	c.decode(string(content), &out)
	return out
}

// codex replays a rollout: what the server would get, and what the screen would show.
func (c *checker) codex(text string) {
	type item struct {
		Type, Role, Name, Arguments string
		CallID                      string `json:"call_id"`
		Output                      json.RawMessage
		Content                     []struct {
			Type, Text string
			Image      string `json:"image_url"`
		}
	}
	var history []item
	spoken, shown, compactions := 0, 0, 0
	for n, l := range lines(text) {
		var r struct {
			Timestamp, Type string
			Payload         json.RawMessage
		}
		if !c.decode(l, &r) {
			continue
		}
		var p struct {
			item
			ID, Timestamp, CWD, Originator, Message string
			Version                                 string `json:"cli_version"`
			History                                 []item `json:"replacement_history"`
		}
		if !c.decode(string(r.Payload), &p) || r.Timestamp == "" {
			continue
		}
		if (n == 0) != (r.Type == "session_meta") {
			c.fail("line %d is %s", n+1, r.Type)
		}
		switch r.Type {
		case "session_meta":
			if p.ID == "" || p.Timestamp == "" || p.Originator == "" || p.Version == "" {
				c.fail("the first line lacks what the agent asks for: %s", l)
			}
		case "compacted":
			compactions++
			history = p.History
			if k := len(history) - 1; k < 0 || !strings.Contains(history[k].Content[0].Text, "<conversation_summary>") || p.Message == "" {
				c.fail("the list does not end with the summary")
			}
		case "response_item":
			history = append(history, p.item)
			if p.Role == "assistant" {
				spoken++
			}
		case "event_msg":
			last := history[len(history)-1]
			role := map[string]string{"agent_message": "assistant", "user_message": "user"}[p.Type]
			if role == "assistant" {
				shown++
			}
			if role != "" && (last.Role != role || !strings.Contains(p.Message, strings.TrimSpace(last.Content[len(last.Content)-1].Text))) {
				c.fail("line %d shows what does not stand right before it: %s", n+1, l)
			}
		}
	}
	if compactions != 1 || spoken != shown {
		c.fail("%d compactions; of %d answers %d are shown", compactions, spoken, shown)
	}
	open := map[string]bool{}
	used := map[string]bool{}
	for i, it := range history {
		switch it.Type {
		case "function_call":
			c.named(it.CallID, it.Name)
			c.arguments(it.Arguments)
			if used[it.CallID] {
				c.fail("item %d: the id %q is used twice", i, it.CallID)
			}
			open[it.CallID], used[it.CallID] = true, true
		case "function_call_output":
			if !open[it.CallID] || len(it.Output) == 0 {
				c.fail("item %d: the result of %q has no call", i, it.CallID)
			}
			delete(open, it.CallID)
		case "message":
			if len(open) > 0 {
				c.fail("item %d stands between calls and results", i)
			}
			want := map[string]string{"user": "input_text", "developer": "input_text", "assistant": "output_text"}[it.Role]
			for _, b := range it.Content {
				if b.Type != want && (b.Type != "input_image" || it.Role != "user") || b.Type == want && strings.TrimSpace(b.Text) == "" {
					c.fail("item %d: %q of the %q", i, b.Type, it.Role)
				}
			}
		default:
			c.fail("item %d has the type %q", i, it.Type)
		}
	}
	if len(open) > 0 {
		c.fail("calls are not answered: %v", open)
	}
}

// prime walks the tree from its leaf.
func (c *checker) prime(text string) {
	seen := map[string]bool{}
	prev := ""
	var open []string // calls of the answer, in order
	for n, l := range lines(text) {
		var e struct {
			Type, ID, Timestamp, Summary, FirstKeptEntryID string
			Parent                                         *string `json:"parentId"`
			Version                                        int
			Message                                        struct {
				Role, API, Provider, Model, StopReason, ToolCallID string
				Usage                                              *struct{ Input *int }
				Timestamp                                          int64
				IsError                                            *bool
				Content                                            []struct {
					Type, ID, Name, Text, Thinking, Data, MimeType string
					Arguments                                      json.RawMessage
				}
			}
			Content json.RawMessage
		}
		if !c.decode(l, &e) {
			continue
		}
		if n == 0 {
			if e.Type != "session" || e.Version != 3 || e.ID == "" {
				c.fail("line 1 is no header")
			}
			continue
		}
		if (e.Parent == nil) != (n == 1) || e.Parent != nil && *e.Parent != prev || seen[e.ID] || len(e.ID) != 8 {
			c.fail("line %d does not continue line %d", n+1, n)
		}
		prev, seen[e.ID] = e.ID, true
		if (e.Type == "compaction") != (n == 1) || n == 1 && (e.Summary == "" || e.FirstKeptEntryID != e.ID) {
			c.fail("line %d is %s", n+1, e.Type)
		}
		m := e.Message
		if len(open) > 0 && (m.Role != "toolResult" || !slices.Contains(open, m.ToolCallID)) {
			c.fail("line %d stands before the results of %v", n+1, open)
		}
		for _, p := range m.Content {
			switch {
			case p.Type == "text" && strings.TrimSpace(p.Text) == "":
				c.fail("line %d: a blank text", n+1)
			case p.Type == "image":
				c.picture(p.MimeType, p.Data)
			case p.Type == "toolCall" && m.Role == "assistant":
				c.named(p.ID, p.Name)
				c.arguments(string(p.Arguments))
				open = append(open, p.ID)
			case p.Type == "text", p.Type == "thinking" && m.Role == "assistant":
			default:
				c.fail("line %d: a %s of the %s", n+1, p.Type, m.Role)
			}
		}
		switch {
		case e.Type != "message":
		case m.Timestamp == 0:
			c.fail("line %d has no time", n+1)
		case m.Role == "assistant" && (m.API == "" || m.Provider == "" || m.Model == "" || m.Usage == nil || (m.StopReason == "toolUse") != (len(open) > 0)):
			c.fail("line %d lacks what the agent asks for: %s", n+1, l)
		case m.Role == "toolResult":
			k := slices.Index(open, m.ToolCallID)
			if k < 0 || m.IsError == nil {
				c.fail("line %d: the result of %q has no call", n+1, m.ToolCallID)
				continue
			}
			open = slices.Delete(open, k, k+1)
		}
	}
	if len(open) > 0 {
		c.fail("calls are not answered: %v", open)
	}
}

// gemini reads a chat.
func (c *checker) gemini(text string) {
	var doc struct {
		SessionID, ProjectHash, StartTime, LastUpdated, Kind string
		Messages                                             []struct {
			ID, Type, Timestamp string
			Content             json.RawMessage
			ToolCalls           []struct {
				ID, Name, Status string
				Args             json.RawMessage
				Result           []struct {
					Response struct {
						ID, Name string
						Response map[string]string
					} `json:"functionResponse"`
				}
			}
		}
	}
	if !c.decode(text, &doc) {
		return
	}
	if doc.SessionID == "" || len(doc.ProjectHash) != 64 || doc.StartTime == "" || doc.LastUpdated == "" || doc.Kind != "main" {
		c.fail("the head: %.200s", text)
	}
	seen := map[string]bool{}
	for i, m := range doc.Messages {
		if seen[m.ID] || m.Type != "user" && m.Type != "gemini" || m.Timestamp == "" || len(m.Content) == 0 || i == 0 && m.Type != "user" {
			c.fail("message %d: id %q, type %q", i, m.ID, m.Type)
		}
		seen[m.ID] = true
		for _, k := range m.ToolCalls {
			c.named(k.ID, k.Name)
			c.arguments(string(k.Args))
			if len(k.Result) != 1 || k.Result[0].Response.ID != k.ID || k.Result[0].Response.Name != k.Name || seen["call "+k.ID] {
				c.fail("message %d: the call %q", i, k.ID)
				continue
			}
			seen["call "+k.ID] = true
			_, failed := k.Result[0].Response.Response["error"]
			if failed != (k.Status == "error") {
				c.fail("message %d: the call %q has the status %q", i, k.ID, k.Status)
			}
		}
	}
}
