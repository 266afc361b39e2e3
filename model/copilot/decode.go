package copilot

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// typedSources are the sources of messages that a person typed; others are of the agent or of a
// skill.
var typedSources = []string{"", "user"}

// decode gives the message of some events: the pieces of one answer, or one event.
func decode(records []string) model.Message {
	var m model.Message
	for n, raw := range records {
		e := parse(raw)
		if n == 0 {
			m.ID, m.Time = e.id, e.time
		}
		e.add(&m)
	}
	return m
}

func (e event) add(m *model.Message) {
	switch e.kind {
	case "system.message":
		m.Role, m.Parts = model.System, text(e.data.Get("content"))
	case "system.notification":
		m.Role, m.Origin, m.Parts = model.User, model.Injected, text(e.data.Get("content"))
	case "session.compaction_complete":
		m.Role, m.Origin, m.Parts = model.User, model.FromSummary, text(e.data.Get("summaryContent"))
	case "user.message":
		e.user(m)
	case "assistant.message":
		m.Role, m.Model = model.Assistant, e.data.Text("model")
		m.Parts = append(m.Parts, e.answer()...)
	case "tool.execution_complete":
		m.Role, m.Parts = model.Tool, []model.Part{e.result()}
	}
}

func text(v gjson.Result) []model.Part {
	return []model.Part{{Kind: model.Text, Text: js.Text(v)}}
}

// user reads what the model saw: the typed words in what the agent put around them. Who wrote it
// is decided by the typed words.
func (e event) user(m *model.Message) {
	m.Role, m.Parts = model.User, text(e.data.Get("content"))
	typed := model.Message{Parts: m.Parts}
	if seen := e.data.Text("transformedContent"); seen != "" {
		m.Parts = []model.Part{{Kind: model.Text, Text: seen}}
	}
	e.data.Get("attachments").ForEach(func(_, v gjson.Result) bool {
		a := js.Fields(v)
		p := model.Part{Kind: model.File, Text: a.Text("displayName", "path", "filePath", "title"), Media: a.Text("mimeType")}
		if p.Kind = media(p.Media); p.Kind == model.Image {
			p.Text = ""
		}
		p.Bytes, p.Data = decoded(a.Get("data")), a.Get("data").Str
		m.Parts = append(m.Parts, p)
		typed.Parts = append(typed.Parts, p)
		return true
	})
	m.Origin = measure.OriginOf(typed, measure.Wrappers)
	if m.Origin == model.Person && !slices.Contains(typedSources, e.data.Text("source")) {
		m.Origin = model.Injected
	}
}

// decoded is the size of base64 data in bytes.
func decoded(v gjson.Result) int {
	return len(strings.TrimRight(v.Str, "=")) * 3 / 4
}

// answer reads the thoughts, the words and the calls of an answer. Thoughts may be there in a
// form only that the server can read.
func (e event) answer() []model.Part {
	var out []model.Part
	switch thought := e.data.Text("reasoningText"); {
	case thought != "":
		out = append(out, model.Part{Kind: model.Thinking, Text: thought})
	case e.data.Text("reasoningOpaque") != "", e.data.Text("encryptedContent") != "":
		out = append(out, model.Part{Kind: model.Thinking, Redacted: true})
	}
	if words := e.data.Text("content"); words != "" {
		out = append(out, model.Part{Kind: model.Text, Text: words})
	}
	e.data.Get("toolRequests").ForEach(func(_, v gjson.Result) bool {
		c := js.Fields(v)
		args := c.Get("arguments", "input")
		p := model.Part{Kind: model.Call, ID: c.Text("toolCallId"), Name: c.Text("name"), Args: strings.TrimSpace(args.Raw)}
		if args.Type == gjson.String || js.Null(args) {
			p.Args = js.Text(args)
		}
		out = append(out, p)
		return true
	})
	return out
}

// result reads what the model saw of a tool's result. What is shown in full on the screen is
// more than that.
func (e event) result() model.Part {
	p := model.Part{Kind: model.Result, ID: e.data.Text("toolCallId"), Failed: e.data.Get("success").Type == gjson.False}
	res := js.Fields(e.data.Get("result"))
	content := res.Get("content")
	failure := e.data.Get("error")
	switch {
	case content.Type == gjson.String:
		p.Output = text(content)
	case !js.Null(content):
		p.JSON = strings.TrimSpace(content.Raw)
	case failure.IsObject():
		p.Output = text(js.Fields(failure).Get("message"))
	case !js.Null(failure):
		p.Output = text(failure)
	}
	if p.JSON != "" {
		return p
	}
	res.Get("contents").ForEach(func(_, v gjson.Result) bool {
		c := js.Fields(v)
		if c.Text("type") == "image" {
			p.Output = append(p.Output, model.Part{Kind: model.Image, Media: c.Text("mimeType"), Bytes: decoded(c.Get("data")), Data: c.Get("data").Str})
		}
		return true
	})
	return p
}

// decoder implements model.Decoder.
type decoder struct{}

// Decode reads the message of a row again.
func (decoder) Decode(records [][]byte, row model.Row) (model.Message, error) {
	raws, err := jsonl.Texts(records)
	if err != nil {
		return model.Message{}, err
	}
	m := decode(raws)
	m.Broken = row.Is(model.Broken)
	return m, nil
}
