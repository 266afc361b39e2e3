package convert

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The files that end in checker_test.go look at a written session with encoding/json alone, as
// the agent or the API that reads it does. They share nothing with what writes it.

// checker collects what is wrong.
type checker struct{ bad []string }

func (c *checker) fail(format string, a ...any) { c.bad = append(c.bad, fmt.Sprintf(format, a...)) }

// decode fills a value, or says that it is not what it should be.
func (c *checker) decode(raw string, to any) bool {
	if err := json.Unmarshal([]byte(raw), to); err != nil {
		c.fail("%v: %.200s", err, raw)
		return false
	}
	return true
}

// check lists what is wrong with the text of a file for a target.
func check(target, text string) []string {
	c := &checker{}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) || !strings.HasSuffix(text, "\n") || lone.MatchString(strings.ReplaceAll(text, `\\`, "")) {
		c.fail("bytes that nobody can read, or no line end at the end")
	}
	switch target {
	case "claude-code":
		c.claudeCode(text)
	case "codex":
		c.codex(text)
	case "prime":
		c.prime(text)
	case "gemini":
		c.gemini(text)
	case "opencode":
		c.openCode(text)
	case "openai":
		c.openAI(text)
	case "anthropic":
		var doc struct{ Messages []apiMessage }
		if c.decode(text, &doc) {
			c.anthropic(doc.Messages)
		}
	case "ai-sdk":
		c.aiSDK(text)
	default:
		c.fail("nobody checks %s", target)
	}
	return c.bad
}

// lone finds the escape of the first half of a surrogate pair that is not followed by the second.
var lone = regexp.MustCompile(`\\ud[89ab][0-9a-f]{2}(?:[^\\]|\\[^u])`)

func lines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

var apiWord = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// named checks an id and a name of a tool.
func (c *checker) named(id, name string) {
	if !apiWord.MatchString(id) || !apiWord.MatchString(name) {
		c.fail("the API refuses the id %q or the name %q", id, name)
	}
}

// arguments checks that raw is a JSON object.
func (c *checker) arguments(raw string) {
	var o map[string]json.RawMessage
	if json.Unmarshal([]byte(raw), &o) != nil || o == nil {
		c.fail("arguments that are no object: %.80s", raw)
	}
}

func (c *checker) picture(media, data string) {
	if _, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(data, "=")); err != nil || media == "" {
		c.fail("a picture of type %q: %v", media, err)
	}
}

type apiMessage struct {
	ID, Role string
	Content  json.RawMessage
}

type apiBlock struct {
	Type, Text, ID, Name string
	Use                  string `json:"tool_use_id"`
	Input, Content       json.RawMessage
	Source               struct {
		Type, Data, URL string
		Media           string `json:"media_type"`
	}
}

// blocks are those of a content; a text is one.
func (c *checker) blocks(raw json.RawMessage) []apiBlock {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return []apiBlock{{Type: "text", Text: s}}
	}
	var out []apiBlock
	c.decode(string(raw), &out)
	return out
}

// anthropic holds a list to the rules of the Messages API.
func (c *checker) anthropic(list []apiMessage) {
	used := map[string]bool{}
	open := map[string]bool{} // calls of the message before
	last := ""
	for i, m := range list {
		if i == 0 && m.Role != "user" || m.Role != "user" && m.Role != "assistant" {
			c.fail("message %d has the role %q", i, m.Role)
		}
		results := true // nothing but results so far
		if m.Role == "assistant" && last == "assistant" && len(open) > 0 {
			c.fail("message %d stands between calls and results", i)
		}
		now := map[string]bool{}
		blocks := c.blocks(m.Content)
		if len(blocks) == 0 {
			c.fail("message %d is empty", i)
		}
		for _, b := range blocks {
			switch b.Type {
			case "text":
				if strings.TrimSpace(b.Text) == "" {
					c.fail("message %d: a blank text", i)
				}
				results = false
			case "tool_use":
				c.named(b.ID, b.Name)
				c.arguments(string(b.Input))
				if used[b.ID] || m.Role != "assistant" {
					c.fail("message %d: the call %q is the second, or a user's", i, b.ID)
				}
				used[b.ID], now[b.ID] = true, true
			case "tool_result":
				if !open[b.Use] || !results || m.Role != "user" {
					c.fail("message %d: the result of %q has no call right before it, or stands behind words", i, b.Use)
				}
				delete(open, b.Use)
				for _, r := range c.blocks(b.Content) {
					if r.Type == "image" && r.Source.Type == "base64" {
						c.picture(r.Source.Media, r.Source.Data)
					} else if r.Type != "text" && r.Source.URL == "" {
						c.fail("message %d: %s in a result", i, r.Type)
					}
				}
			case "image", "document":
				results = false
				if m.Role != "user" {
					c.fail("message %d: a picture of the assistant", i)
				}
				if b.Source.Type == "base64" {
					c.picture(b.Source.Media, b.Source.Data)
				}
			default:
				c.fail("message %d: a block of type %q", i, b.Type)
			}
		}
		for id := range open {
			c.fail("message %d: the call %q is not answered right behind it", i, id)
		}
		open, last = now, m.Role
	}
	for id := range open {
		c.fail("the call %q is not answered", id)
	}
}

// openAI holds a list to the rules of the Chat Completions API.
func (c *checker) openAI(text string) {
	var list []struct {
		Role    string
		Content json.RawMessage
		ID      string `json:"tool_call_id"`
		Calls   []struct {
			ID, Type string
			Function struct{ Name, Arguments string }
		} `json:"tool_calls"`
	}
	if !c.decode(text, &list) {
		return
	}
	open := map[string]bool{}
	for i, m := range list {
		if m.Role != "tool" {
			for id := range open {
				c.fail("message %d stands before the result of %q", i, id)
			}
			open = map[string]bool{}
		}
		switch m.Role {
		case "system", "user":
		case "assistant":
			for _, k := range m.Calls {
				c.named(k.ID, k.Function.Name)
				c.arguments(k.Function.Arguments)
				if len(k.ID) > 40 || k.Type != "function" || open[k.ID] {
					c.fail("message %d: the call %q", i, k.ID)
				}
				open[k.ID] = true
			}
			if string(m.Content) == "null" && len(m.Calls) > 0 {
				continue
			}
		case "tool":
			if !open[m.ID] {
				c.fail("message %d: the result of %q has no call", i, m.ID)
			}
			delete(open, m.ID)
			continue
		default:
			c.fail("message %d has the role %q", i, m.Role)
		}
		for _, b := range c.blocks(m.Content) {
			if b.Type != "text" && (m.Role != "user" || b.Type != "image_url" && b.Type != "file") {
				c.fail("message %d: a %s of the %s", i, b.Type, m.Role)
			}
			if b.Type == "text" && strings.TrimSpace(b.Text) == "" {
				c.fail("message %d: a blank text", i)
			}
		}
	}
	for id := range open {
		c.fail("the call %q is not answered", id)
	}
}

// aiSDK holds a list to the types of the AI SDK's model messages.
func (c *checker) aiSDK(text string) {
	var list []apiMessage
	if !c.decode(text, &list) {
		return
	}
	open := map[string]bool{}
	for i, m := range list {
		if (m.Role == "tool") != (len(open) > 0) {
			c.fail("message %d: a tool's message stands right behind calls, and only there", i)
		}
		var parts []struct {
			Type, Text, Data, Image     string
			ToolCallID, ToolName, Media string
			Input                       json.RawMessage
			Output                      struct {
				Type  string
				Value json.RawMessage
			}
		}
		if json.Unmarshal(m.Content, &parts) != nil {
			if m.Role == "tool" || m.Role == "assistant" {
				c.fail("message %d: %.80s", i, m.Content)
			}
			continue
		}
		for _, p := range parts {
			switch m.Role + " " + p.Type {
			case "user text", "assistant text", "assistant reasoning":
				if strings.TrimSpace(p.Text) == "" {
					c.fail("message %d: a blank text", i)
				}
			case "user image", "user file":
			case "assistant tool-call":
				c.named(p.ToolCallID, p.ToolName)
				c.arguments(string(p.Input))
				open[p.ToolCallID] = true
			case "tool tool-result":
				if !open[p.ToolCallID] || p.ToolName == "" || len(p.Output.Value) == 0 {
					c.fail("message %d: the result of %q", i, p.ToolCallID)
				}
				delete(open, p.ToolCallID)
				switch p.Output.Type {
				case "text", "error-text", "content":
				default:
					c.fail("message %d: an output of type %q", i, p.Output.Type)
				}
			default:
				c.fail("message %d: a %s of the %s", i, p.Type, m.Role)
			}
		}
	}
	if len(open) > 0 {
		c.fail("calls are not answered: %v", open)
	}
}
