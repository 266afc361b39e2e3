package goose

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/js"
	"cutline/model/measure"
)

// isSummary is the hint that a message is a summary that stands in the place of others.
const isSummary = 1

// decode gives the messages of a line: the results of tools, which stand in messages of the user,
// and the words. What is only for the screen is none.
func decode(lines []string, hint int) (out []model.Message, complaint string) {
	f := js.Fields(gjson.Parse(lines[0]))
	if !f.Get("content").IsArray() {
		return nil, "holds no list of contents"
	}
	m := model.Message{ID: f.Text("id")}
	if at := f.Get("created").Int(); at > 0 {
		m.Time = time.Unix(at, 0).UTC().Format(time.RFC3339)
	}
	results := m
	results.Role = model.Tool
	for _, e := range f.Get("content").Array() {
		c := js.Fields(e)
		switch kind := c.Text("type"); kind {
		case "text":
			m.Parts = append(m.Parts, model.Part{Kind: model.Text, Text: c.Text("text")})
		case "thinking":
			m.Parts = append(m.Parts, model.Part{Kind: model.Thinking, Text: c.Text("thinking")})
		case "redactedThinking":
			m.Parts = append(m.Parts, model.Part{Kind: model.Thinking, Redacted: true})
		case "image":
			m.Parts = append(m.Parts, image(c))
		case "toolRequest", "frontendToolRequest":
			call := js.Fields(js.Fields(c.Get("toolCall")).Get("value"))
			m.Parts = append(m.Parts, model.Part{Kind: model.Call, ID: c.Text("id"), Name: call.Text("name"), Args: strings.TrimSpace(call.Get("arguments").Raw)})
		case "toolResponse":
			results.Parts = append(results.Parts, result(c))
		case "systemNotification", "toolConfirmationRequest", "actionRequired", "contextLengthExceeded", "summarizationRequested", "conversationCompacted":
		default:
			m.Parts = append(m.Parts, model.Part{Kind: model.Unknown, Text: kind})
		}
	}
	if len(results.Parts) > 0 {
		out = append(out, results)
	}
	switch {
	case len(m.Parts) == 0:
		return out, ""
	case f.Text("role") == "assistant":
		m.Role = model.Assistant
	case hint == isSummary:
		m.Role, m.Origin = model.User, model.FromSummary
	default:
		m.Role, m.Origin = model.User, measure.OriginOf(m, measure.Wrappers)
	}
	return append(out, m), ""
}

// result is what a tool gave: a list of contents, or an object with one in it.
func result(c js.Object) model.Part {
	p := model.Part{Kind: model.Result, ID: c.Text("id")}
	r := js.Fields(c.Get("toolResult"))
	if r.Text("status") == "error" {
		p.Failed = true
		p.Output = []model.Part{{Kind: model.Text, Text: r.Text("error")}}
		return p
	}
	v := r.Get("value")
	if o := js.Fields(v); o != nil {
		p.Failed = o.Get("isError").Type == gjson.True
		v = o.Get("content")
	}
	p.Output, p.JSON = chat.Output(v)
	return p
}

func image(c js.Object) model.Part {
	data := c.Get("data").Str
	return model.Part{Kind: model.Image, Media: c.Text("mimeType"), Bytes: len(strings.TrimRight(data, "=")) * 3 / 4, Data: data}
}
