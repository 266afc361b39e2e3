// Package grok reads the chat histories of Grok's command line: one message a line, in which
// the type says who speaks, and thinking stands on a line of its own. The format is only read.
package grok

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/records"
)

// Name is the stable name of the format.
const Name = "grok"

// Looks scores the first objects of a JSON Lines file, from 0 to 100: the share of them that
// are lines of such a history. Somebody must have said something.
func Looks(objects [][]byte) int {
	hits, said := 0, false
	for _, o := range objects {
		if IsRecord(o) {
			hits++
			said = said || gjson.GetBytes(o, "type").Str != "reasoning"
		}
	}
	if !said {
		return 0
	}
	return 100 * hits / len(objects)
}

// IsRecord reports whether an object is a line of such a history.
func IsRecord(raw []byte) bool {
	f := js.Fields(gjson.ParseBytes(raw))
	if f.Has("message", "uuid", "payload", "role", "data") {
		return false
	}
	switch f.Text("type") {
	case "system", "user", "assistant", "tool_result":
		return f.Has("content") && !f.Has("additional_kwargs", "response_metadata")
	case "reasoning":
		return f.Has("summary", "encrypted_content")
	case "backend_tool_call":
		return f.Get("kind").IsObject()
	}
	return false
}

// Read reads a history. It says nothing of tokens.
func Read(in model.Input) (*model.Session, error) {
	f, err := records.Open(in, nil, IsRecord)
	if err != nil {
		return nil, err
	}
	b := records.New(in, Name, f, decode)
	var thoughts []records.Record // those that no answer follows so far
	flush := func() {
		if len(thoughts) > 0 {
			b.Add(0, thoughts...)
		}
		thoughts = nil
	}
	for _, r := range f.Records {
		m := r.Fields()
		switch kind := m.Text("type"); kind {
		case "reasoning":
			thoughts = append(thoughts, r)
		case "assistant", "backend_tool_call":
			b.Add(0, append(thoughts, r)...)
			thoughts = nil
			if id := m.Text("model_id"); id != "" {
				b.S.Model = id
			}
		case "system", "user", "tool_result":
			flush()
			b.Add(0, r)
			if kind == "user" && b.S.CWD == "" {
				b.S.CWD = workspace(r.Raw)
			}
		default:
			b.S.Unknown++
		}
	}
	flush()
	return b.Finish()
}

// workspace is the folder that the agent tells the model; raw is JSON.
func workspace(raw string) string {
	_, rest, ok := strings.Cut(raw, `\nWorkspace Path: `)
	dir, _, ended := strings.Cut(rest, `\n`)
	if !ok || !ended || strings.Contains(dir, `",`) {
		return ""
	}
	dir, _ = js.Unquote(`"` + dir + `"`)
	return dir
}

// decode reads the lines of one message: thinking, and what was said or called after it.
func decode(raws []string, _ int) ([]model.Message, string) {
	var m model.Message
	for _, raw := range raws {
		f := js.Fields(gjson.Parse(raw))
		m.ID, m.Model = f.Text("id"), f.Text("model_id")
		switch f.Text("type") {
		case "system":
			m.Role, m.Parts = model.System, chat.Blocks(f.Get("content"))
		case "user":
			m.Role, m.Parts = model.User, content(f.Get("content"))
			m.Origin = measure.OriginOf(m, measure.Wrappers)
			if f.Has("synthetic_reason") && m.Origin == model.Person {
				m.Origin = model.Injected
			}
		case "tool_result":
			m.Role = model.Tool
			p := model.Part{Kind: model.Result, ID: f.Text("tool_call_id"), Failed: f.Get("is_error").Bool()}
			p.Output, p.JSON = chat.Output(f.Get("content"))
			m.Parts = []model.Part{p}
		case "backend_tool_call":
			m.Role = model.Assistant
			m.Parts = append(m.Parts, served(js.Fields(f.Get("kind")))...)
		case "reasoning":
			m.Role = model.Assistant
			m.Parts = append(m.Parts, thinking(f))
		default:
			m.Role = model.Assistant
			m.Parts = append(m.Parts, chat.Blocks(f.Get("content"))...)
			f.Get("tool_calls").ForEach(func(_, c gjson.Result) bool {
				call := js.Fields(c)
				m.Parts = append(m.Parts, model.Part{Kind: model.Call, ID: call.Text("id"), Name: call.Text("name"), Args: call.Text("arguments")})
				return true
			})
		}
	}
	return []model.Message{m}, ""
}

// content reads the blocks of a user; an image has its address beside its type.
func content(v gjson.Result) []model.Part {
	parts := chat.Blocks(v)
	i := 0
	v.ForEach(func(_, b gjson.Result) bool {
		f := js.Fields(b)
		if url := f.Text("url"); f.Text("type") == "image" && i < len(parts) && strings.HasPrefix(url, "data:") {
			head, data, _ := strings.Cut(strings.TrimPrefix(url, "data:"), ",")
			parts[i].Media, _, _ = strings.Cut(head, ";")
			parts[i].Bytes = len(strings.TrimRight(data, "=")) * 3 / 4 // base64 makes it a third longer
		}
		i++
		return true
	})
	return parts
}

func thinking(f js.Object) model.Part {
	var words []string
	f.Get("summary").ForEach(func(_, s gjson.Result) bool {
		if t := js.Fields(s).Text("text"); t != "" {
			words = append(words, t)
		}
		return true
	})
	text := strings.Join(words, "\n\n")
	return model.Part{Kind: model.Thinking, Text: text, Redacted: text == ""}
}

// served is a call that the server answered by itself; the answer is not in the file, so the
// call is answered by nothing.
func served(kind js.Object) []model.Part {
	call := model.Part{Kind: model.Call, ID: kind.Text("id"), Name: kind.Text("tool_type"), Args: kind.Get("action", "arguments", "input").Raw}
	return []model.Part{call, {Kind: model.Result, ID: call.ID, Failed: kind.Text("status") == "failed"}}
}
