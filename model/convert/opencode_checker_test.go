package convert

import (
	"encoding/json"
	"strings"

	agents "cutline/model/sessiontest/rules"
)

// openCode holds a document to what `opencode import` asks for: the order, the ids and the
// compaction, and then every part, which it takes by its type alone.
func (c *checker) openCode(text string) {
	agent := agents.OpenCode([]byte(text))
	c.bad = append(c.bad, agent.Bad...)
	var doc struct {
		Info struct {
			Slug, ProjectID, Title, Version string
			Directory                       *string
		}
		Messages []struct {
			Info struct {
				Role, Finish string
				Cost         *float64
			}
			Parts []openCodePart
		}
	}
	if !c.decode(text, &doc) {
		return
	}
	if i := doc.Info; i.Slug == "" || i.ProjectID == "" || i.Title == "" || i.Version == "" || i.Directory == nil {
		c.fail("the head: %+v", i)
	}
	used := map[string]bool{}
	for n, m := range doc.Messages {
		if len(m.Parts) == 0 {
			c.fail("message %d is empty", n)
		}
		calls := false
		for _, p := range m.Parts {
			switch m.Info.Role + " " + p.Type {
			case "user text", "assistant text", "assistant reasoning":
				if strings.TrimSpace(p.Text) == "" || p.Type == "reasoning" && p.Time == nil {
					c.fail("message %d: a blank %s, or one without a time", n, p.Type)
				}
			case "user compaction":
			case "user file":
				c.openCodeFile(n, p)
			case "assistant tool":
				calls = true
				c.named(p.CallID, p.Tool)
				if used[p.CallID] {
					c.fail("message %d: the id %q is used twice", n, p.CallID)
				}
				used[p.CallID] = true
				c.openCodeState(n, p.State)
			default:
				c.fail("message %d: a %s of the %s", n, p.Type, m.Info.Role)
			}
		}
		if m.Info.Role == "assistant" && ((m.Info.Finish == "tool-calls") != calls || m.Info.Cost == nil) {
			c.fail("message %d ends with %q", n, m.Info.Finish)
		}
	}
}

type openCodePart struct {
	Type, Text, CallID, Tool, Mime, URL string

	Time  *struct{ Start *int64 }
	State openCodeState
}

type openCodeState struct {
	Status               string
	Input                json.RawMessage
	Output, Error, Title *string
	Metadata             json.RawMessage
	Time                 struct{ Start, End *int64 }
	Attachments          []openCodePart
}

func (c *checker) openCodeState(n int, s openCodeState) {
	c.arguments(string(s.Input))
	completed := s.Status == "completed" && s.Output != nil && s.Title != nil && len(s.Metadata) > 0
	failed := s.Status == "error" && s.Error != nil && len(s.Attachments) == 0
	if !completed && !failed || s.Time.Start == nil || s.Time.End == nil {
		c.fail("message %d: a call that is %q: %+v", n, s.Status, s)
	}
	for _, f := range s.Attachments {
		c.openCodeFile(n, f)
	}
}

// openCodeFile: the agent takes the data out of an address that holds it.
func (c *checker) openCodeFile(n int, p openCodePart) {
	data, ok := strings.CutPrefix(p.URL, "data:"+p.Mime+";base64,")
	if p.Type != "file" || !ok {
		c.fail("message %d: a %s at %.80q", n, p.Type, p.URL)
	}
	c.picture(p.Mime, data)
}
