package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"sort"
	"strings"
)

type (
	openCodeDoc struct {
		Info struct {
			ID                      string
			ParentID, Share, Revert any

			Time struct{ Created, Updated int64 }
		}
		Messages []struct {
			Info  openCodeInfo
			Parts []json.RawMessage
		}
	}
	openCodeInfo struct {
		ID, SessionID, Role, ParentID, ModelID, ProviderID, Mode, Agent, Finish string

		Time  struct{ Created int64 }
		Model *struct{ ProviderID, ModelID string }
		Path  *struct{ Cwd, Root string }
		// Of a user's message it is an object, of an answer true.
		Summary any
		Tokens  *struct {
			Input, Output, Reasoning int64
			Cache                    struct{ Read, Write int64 }
		}
		Error any
	}
	openCodePart struct {
		ID, SessionID, MessageID, Type, Text string

		Auto *bool
		Tail string `json:"tail_start_id"`
	}
)

// openCodeID is the form of the agent's ids.
var openCodeID = regexp.MustCompile(`^(ses|msg|prt)_[0-9a-f]{12}[0-9A-Za-z]{14}$`)

// OpenCode reads a document that `opencode import` is to take. The agent puts it into its database,
// orders the messages by times and ids, and goes on from the newest compaction.
func OpenCode(b []byte) Context {
	c := Context{Summary: 1}
	c.text(b)
	var doc openCodeDoc
	if err := json.Unmarshal(b, &doc); err != nil {
		c.bad("no document: %v", err)
		return c
	}
	if i := doc.Info; i.ParentID != nil || i.Share != nil || i.Revert != nil || i.Time.Created == 0 || i.Time.Updated == 0 {
		c.bad("the session is not one of its own: %+v", i)
	}
	c.ID = doc.Info.ID
	seen := map[string]bool{}
	name := func(what, id string) {
		if !strings.HasPrefix(id, what+"_") || !openCodeID.MatchString(id) || seen[id] {
			c.bad("the id %q is none of a new %s", id, what)
		}
		seen[id] = true
	}
	name("ses", c.ID)
	last := ""
	for n, m := range doc.Messages {
		name("msg", m.Info.ID)
		if m.Info.ID <= last || m.Info.SessionID != c.ID {
			c.bad("message %d is out of order or of another session", n)
		}
		last = m.Info.ID
		lastPart := ""
		for _, raw := range m.Parts {
			var p openCodePart
			if json.Unmarshal(raw, &p) != nil {
				continue // what the agent would not take either, and the input had
			}
			name("prt", p.ID)
			if p.ID <= lastPart || p.SessionID != c.ID || p.MessageID != m.Info.ID || p.Tail != "" {
				c.bad("a part of message %d is out of order, of another one, or keeps a tail", n)
			}
			lastPart = p.ID
			c.openCodeCompaction(n, p, m.Info)
		}
		c.openCodeRole(n, m.Info, seen)
		c.Messages = append(c.Messages, openCodeValue(m.Parts))
	}
	order := make([]int, len(doc.Messages))
	for n := range order {
		order[n] = n
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := doc.Messages[order[a]].Info, doc.Messages[order[b]].Info
		return x.Time.Created < y.Time.Created || x.Time.Created == y.Time.Created && x.ID < y.ID
	})
	if !sort.IntsAreSorted(order) {
		c.bad("times order the messages as %v", order)
	}
	return c
}

// openCodeCompaction: the first two messages are a compaction, and no other is one.
func (c *Context) openCodeCompaction(n int, p openCodePart, m openCodeInfo) {
	asks, answers := p.Type == "compaction", m.Summary == true && m.Finish != "" && m.Error == nil
	switch n {
	case 0:
		if !asks || p.Auto == nil {
			c.bad("the first message asks for no compaction")
		}
	case 1:
		if !answers || !tagged([]byte(p.Text)) {
			c.bad("the second message is no summary")
		}
		c.Text = p.Text
	default:
		if asks || m.Summary == true {
			c.bad("message %d is a compaction, too", n)
		}
	}
}

// openCodeRole: what a message of a role must have.
func (c *Context) openCodeRole(n int, m openCodeInfo, seen map[string]bool) {
	switch m.Role {
	case "user":
		if m.Model == nil || m.Agent == "" {
			c.bad("message %d has no model or agent", n)
		}
	case "assistant":
		if t := m.Tokens; t == nil || t.Input+t.Output+t.Cache.Read > 0 {
			c.bad("message %d tells the tokens of another context", n)
		}
		if m.Path == nil || m.ModelID == "" || m.ProviderID == "" || m.Mode == "" || !seen[m.ParentID] {
			c.bad("message %d lacks what an answer has: %+v", n, m)
		}
	default:
		c.bad("message %d has the role %q", n, m.Role)
	}
}

// openCodeValue is what a message says: its parts without what names them.
func openCodeValue(parts []json.RawMessage) []byte {
	var out []string
	for _, p := range parts {
		d := json.NewDecoder(bytes.NewReader(p))
		if t, err := d.Token(); err != nil || t != json.Delim('{') {
			out = append(out, string(p))
			continue
		}
		var members []string
		for d.More() {
			key, err := d.Token()
			var value json.RawMessage
			if err != nil || d.Decode(&value) != nil {
				return nil
			}
			switch key {
			case "id", "sessionID", "messageID", "tail_start_id":
			default:
				members = append(members, fmt.Sprintf("%q:%s", key, value))
			}
		}
		out = append(out, "{"+strings.Join(members, ",")+"}")
	}
	return []byte(`{"parts":[` + strings.Join(out, ",") + "]}")
}
