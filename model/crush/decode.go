package crush

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// summary is the hint that a message is the summary that the context begins with: the agent says
// it in the user's role.
const summary = 1

// decode gives the message of a line. One that holds nothing that is sent is none.
func decode(lines []string, hint int) (out []model.Message, complaint string) {
	f := js.Fields(gjson.Parse(lines[0]))
	if !f.Get("parts").IsArray() {
		return nil, "holds no list of parts"
	}
	m := model.Message{ID: f.Text("id")}
	if at := f.Get("created_at").Int(); at > 0 {
		m.Time = when(at).UTC().Format(time.RFC3339)
	}
	f.Get("parts").ForEach(func(_, e gjson.Result) bool {
		if p, sent := part(js.Fields(e)); sent {
			m.Parts = append(m.Parts, p)
		}
		return true
	})
	switch role := f.Text("role"); {
	case hint == summary:
		m.Role, m.Origin = model.User, model.FromSummary
	case role == "assistant":
		m.Role, m.Model = model.Assistant, f.Text("model")
	case role == "tool":
		m.Role = model.Tool
	case role == "system":
		m.Role = model.System
	case role == "user":
		m.Role, m.Origin = model.User, measure.OriginOf(m, measure.Wrappers)
	default:
		return nil, "has a role that is not known"
	}
	if len(m.Parts) == 0 && hint != summary {
		return nil, ""
	}
	return []model.Message{m}, ""
}

// part reads a part; false for a note of the agent to itself.
func part(f js.Object) (model.Part, bool) {
	d := js.Fields(f.Get("data"))
	switch kind := f.Text("type"); kind {
	case "text":
		text := d.Text("text")
		return model.Part{Kind: model.Text, Text: text}, text != ""
	case "reasoning":
		text := d.Text("thinking")
		return model.Part{Kind: model.Thinking, Text: text, Redacted: text == ""}, text != "" || d.Text("signature") != ""
	case "tool_call":
		return model.Part{Kind: model.Call, ID: d.Text("id"), Name: d.Text("name"), Args: strings.TrimSpace(d.Text("input"))}, true
	case "tool_result":
		p := model.Part{Kind: model.Result, ID: d.Text("tool_call_id"), Failed: d.Get("is_error").Type == gjson.True}
		p.Output = []model.Part{{Kind: model.Text, Text: d.Text("content")}}
		if data := d.Get("data").Str; data != "" {
			p.Output = append(p.Output, picture(d.Text("mime_type"), "", data))
		}
		return p, true
	case "binary":
		return picture(d.Text("MIMEType", "mime_type"), d.Text("Path", "path"), d.Get("Data", "data").Str), true
	case "image_url":
		return model.Part{Kind: model.Image, Data: d.Text("url")}, true
	case "finish":
		return model.Part{}, false
	default:
		return model.Part{Kind: model.Unknown, Text: kind}, true
	}
}

// picture is a picture, or another file, as base64 text.
func picture(media, name, data string) model.Part {
	p := model.Part{Kind: model.File, Media: media, Text: name, Bytes: len(strings.TrimRight(data, "=")) * 3 / 4, Data: data}
	if strings.HasPrefix(media, "image/") {
		p.Kind = model.Image
	}
	return p
}
