package convert

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"cutline/model"
	"cutline/model/js"
)

const (
	chatTime = "2006-01-02T15-04" // the time in a name: UTC, to the minute
	shortID  = 8                  // characters of the session's id in a name
)

// writeGemini writes a chat of Gemini CLI as one document, which all its versions read. An
// answer holds its calls with their results.
func writeGemini(c *talk) {
	list := make([]string, 0, len(c.turns))
	for _, t := range c.turns {
		kind := `"user"`
		var calls, thoughts []string
		said := make([]model.Part, 0, len(t.parts))
		for _, p := range t.parts {
			if p.Kind == model.Thinking {
				thoughts = append(thoughts, object("subject", `""`, "description", js.Quote(p.Text), "timestamp", c.stamp(t)))
			} else {
				said = append(said, p)
			}
		}
		words := `""`
		if len(said) > 0 {
			words = content(said, geminiPart)
		}
		for _, k := range t.calls {
			calls = append(calls, c.geminiCall(t, k))
		}
		name, think, tools := "", "", ""
		if t.role == model.Assistant {
			kind, name = `"gemini"`, known(sound(t.model))
		}
		if len(thoughts) > 0 {
			think = array(thoughts)
		}
		if len(calls) > 0 {
			tools = array(calls)
		}
		list = append(list, object("id", js.Quote(fmt.Sprintf("%s-%d", c.out.ID, len(list)+1)), "timestamp", c.stamp(t), "type", kind, "content", words, "thoughts", think, "model", name, "toolCalls", tools))
	}
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(c.s.CWD)))
	c.document(`{"sessionId":`+js.Quote(c.out.ID)+`,"projectHash":`+js.Quote(hash)+`,"startTime":`+c.now()+`,"lastUpdated":`+c.now()+`,"kind":"main","messages":[`, list, "]}")
	c.out.Name = "session-" + c.o.Now.UTC().Format(chatTime) + "-" + c.out.ID[:min(shortID, len(c.out.ID))] + ".json"
	c.out.Resume = "gemini --resume " + c.out.ID
	if c.s.CWD != "" {
		c.out.Home = "~/.gemini/tmp/" + hash + "/chats"
	}
}

// geminiCall is a call and its result in one.
func (c *talk) geminiCall(t *turn, k *call) string {
	key, status := "output", `"success"`
	if k.result.Failed {
		key, status = "error", `"error"`
	}
	var words, more []string
	for _, o := range k.result.Output {
		if o.Kind == model.Text {
			words = append(words, o.Text)
		} else {
			more = append(more, geminiPart(o))
		}
	}
	beside := ""
	if len(more) > 0 {
		beside = array(more)
	}
	text := strings.Join(words, "\n")
	response := object("id", js.Quote(k.id), "name", js.Quote(k.name), "response", object(key, js.Quote(text)), "parts", beside)
	return object("id", js.Quote(k.id), "name", js.Quote(k.name), "args", k.args, "result", "["+object("functionResponse", response)+"]", "status", status, "timestamp", c.stamp(t))
}

func geminiPart(p model.Part) string {
	if p.Kind == model.Text {
		return object("text", js.Quote(p.Text))
	}
	return object("inlineData", object("mimeType", js.Quote(p.Media), "data", js.Quote(p.Data), "displayName", known(p.Text)))
}
