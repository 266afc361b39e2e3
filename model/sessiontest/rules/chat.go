package rules

import (
	"bytes"
	"encoding/json"
	"strings"
)

// The dialects of message lists.
const (
	openAI    = "openai-chat"
	anthropic = "anthropic"
	aiSDK     = "ai-sdk"
	aiSDKUI   = "ai-sdk-ui"
)

// element is one element of a message list, whatever its dialect.
type element struct {
	ID        *string           `json:"id"`
	Role      string            `json:"role"`
	Content   json.RawMessage   `json:"content"`
	Parts     []json.RawMessage `json:"parts"`
	Refusal   *string           `json:"refusal"`
	CallID    *string           `json:"tool_call_id"`
	ToolCalls []struct {
		ID string `json:"id"`
	} `json:"tool_calls"`
	Function *json.RawMessage `json:"function_call"`
}

// block is a part of an element's content.
type block struct {
	Type   string           `json:"type"`
	Text   *string          `json:"text"`
	ID     string           `json:"id"`
	Use    string           `json:"tool_use_id"`
	CallID string           `json:"toolCallId"`
	State  *string          `json:"state"`
	Value  *json.RawMessage `json:"content"`
}

// Chat reads a message list in one of the dialects openai-chat, anthropic, ai-sdk, ai-sdk-ui. A list
// has no id.
func Chat(b []byte, dialect string) Context {
	c := Context{Summary: -1}
	c.text(b)
	for _, raw := range c.chatList(b) {
		c.Messages = append(c.Messages, raw)
	}
	waits := calls{}
	spoken := false // a message that is not of the system was there
	for i, raw := range c.Messages {
		var e element
		if json.Unmarshal(raw, &e) != nil {
			c.bad("message %d is no object: %.80s", i, raw)
			continue
		}
		legal := map[string]string{"system": "*", "developer": openAI, "user": "*", "assistant": "*", "tool": openAI + " " + aiSDK, "function": openAI}[e.Role]
		if legal == "" {
			c.bad("message %d has the role %q", i, e.Role)
		} else if legal != "*" && !strings.Contains(" "+legal+" ", " "+dialect+" ") {
			c.refused("message %d: %s knows no role %q", i, dialect, e.Role)
		}
		if e.Role != "system" && e.Role != "developer" {
			if !spoken && e.Role != "user" {
				c.refused("the first message is of the role %q", e.Role)
			}
			spoken = true
		}
		if e.Role == "user" && tagged(raw) && c.Summary < 0 {
			c.Summary = i
		}
		c.chatOpen(i, e, dialect, waits)
		c.chatBlocks(i, e, waits)
		if len(e.Content) == 0 && e.Parts == nil || string(e.Content) == "null" && len(e.ToolCalls) == 0 && e.Function == nil && e.Refusal == nil {
			if len(e.ToolCalls) == 0 && e.Function == nil && e.Refusal == nil && e.Role != "system" {
				c.bad("message %d has no content", i)
			}
		}
	}
	waits.end(c.bad)
	return c
}

// chatList gives the elements of a list: an array, an object with messages, or a line each.
func (c *Context) chatList(b []byte) []json.RawMessage {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	var list []json.RawMessage
	if json.Unmarshal(b, &list) == nil {
		return list
	}
	var o struct{ Messages []json.RawMessage }
	if json.Unmarshal(b, &o) == nil && o.Messages != nil {
		return o.Messages
	}
	for n, l := range bytes.Split(bytes.TrimRight(b, "\n"), []byte("\n")) {
		if !json.Valid(l) {
			c.bad("line %d is no JSON", n+1)
			continue
		}
		if bytes.Contains(l, []byte(`"role"`)) { // what stands before the messages has none
			list = append(list, l)
		}
	}
	return list
}

// chatOpen: a server wants the results right behind their calls, before anybody else speaks.
func (c *Context) chatOpen(i int, e element, dialect string, waits calls) {
	open := 0
	for _, n := range waits {
		open += n
	}
	if open == 0 || dialect == aiSDKUI {
		return
	}
	blocks := c.blocks(e)
	switch {
	case e.Role == "tool" || e.Role == "function":
	case dialect == anthropic && e.Role == "user" && len(blocks) > 0 && blocks[0].Type == "tool_result":
		answered := 0
		for k, b := range blocks {
			if b.Type != "tool_result" {
				continue
			}
			if answered++; k >= answered {
				c.refused("message %d: a result stands behind something else", i)
			}
		}
		if answered < open {
			c.refused("message %d answers %d of %d calls", i, answered, open)
		}
	case dialect == aiSDK && e.Role == "assistant": // a provider's own tool, or an approval
	default:
		c.refused("message %d of the role %q comes before the results of %d calls", i, e.Role, open)
	}
}

func (c *Context) blocks(e element) []block {
	raws := e.Parts
	if raws == nil && json.Unmarshal(e.Content, &raws) != nil {
		return nil
	}
	out := make([]block, len(raws))
	for i, raw := range raws {
		if json.Unmarshal(raw, &out[i]) != nil {
			out[i].Type = "?"
		}
	}
	return out
}

func (c *Context) chatBlocks(i int, e element, waits calls) {
	for _, b := range c.blocks(e) {
		switch {
		case b.Type == "?":
			c.bad("message %d: a block that is no object", i)
		case b.Type == "tool_use":
			waits[b.ID]++
		case b.Type == "tool-call":
			waits[b.CallID]++
		case b.Type == "tool_result":
			waits.answer(i, b.Use, c.bad)
			if b.Value != nil && string(*b.Value) == "null" {
				c.bad("message %d: a result is null", i)
			}
		case b.Type == "tool-result":
			waits.answer(i, b.CallID, c.bad)
		case b.State != nil && strings.HasPrefix(b.Type, "tool-") && (*b.State == "input-available" || *b.State == "input-streaming"):
			c.bad("message %d: the call %q has no result", i, b.CallID)
		case b.Type == "text" && b.Text != nil && strings.TrimSpace(*b.Text) == "":
			c.bad("message %d: a blank text", i)
		}
	}
	for _, t := range e.ToolCalls {
		waits[t.ID]++
	}
	if e.Role == "tool" && e.CallID != nil {
		waits.answer(i, *e.CallID, c.bad)
	}
}
