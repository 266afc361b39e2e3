package chat

import (
	"fmt"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/measure"
)

// reading is one of the messages that an element of a list stands for.
type reading struct {
	model.Message
	flags model.Flags
	// legacy is the call or result of OpenAI's older form, which has no id; the reader gives
	// it one. It is nil when there is none.
	legacy *model.Part
}

// read gives the messages that one element of a list stands for: mostly one. Complaint says,
// as the end of a sentence, what is wrong with its shape; it is empty when nothing is.
func read(element string) (out []reading, complaint string) {
	f := js.Fields(gjson.Parse(element))
	if f == nil {
		return nil, "is no object; it is left out"
	}
	name := f.Get("role")
	if name.Type != gjson.String {
		return nil, "has no role; it is left out"
	}
	role, ok := roleOf(js.Text(name))
	if !ok {
		return nil, fmt.Sprintf("has the unknown role %q; it is left out", clip(js.Text(name)))
	}
	if f.Get("parts").IsArray() {
		out = readUI(f, role)
	} else {
		out, complaint = readModel(f, role)
	}
	for i := range out {
		m := &out[i].Message
		m.ID, m.Time = f.Text("id"), when(f)
		switch m.Role {
		case model.Assistant:
			m.Model = f.Text("model")
		case model.User:
			m.Origin = origin(f, *m)
		case model.System, model.Tool:
		}
	}
	return out, complaint
}

// readSystem reads the system text that stands beside the list: text or blocks.
func readSystem(value string) reading {
	return reading{Message: model.Message{Role: model.System, Parts: items(nil, gjson.Parse(value))}}
}

// clip keeps an unknown word short enough for a sentence.
func clip(s string) string {
	const most = 40 // chars; no role is longer
	if p := js.Prefix(s, most); len(p) < len(s) {
		return p + "…"
	}
	return s
}

func when(f js.Object) string {
	if v := f.Get("createdAt", "created_at", "timestamp"); v.Type == gjson.String {
		return js.Text(v)
	}
	return ""
}

// roleOf is the role that a word stands for, in any dialect.
func roleOf(word string) (model.Role, bool) {
	switch word {
	case "system", "developer":
		return model.System, true
	case "user", "human":
		return model.User, true
	case "assistant", "model", "ai":
		return model.Assistant, true
	case "tool", "function":
		return model.Tool, true
	}
	return 0, false
}

// origin says who wrote a user message. The mark of a summary is a flag of the AI SDK's
// provider options, of a screen message's metadata, or of the message itself.
func origin(f js.Object, m model.Message) model.Origin {
	cursor := js.Fields(js.Fields(f.Get("providerOptions")).Get("cursor"))
	if cursor.Get("isSummary").Bool() || js.Fields(f.Get("metadata")).Get("isSummary").Bool() || f.Get("isSummary").Bool() {
		return model.FromSummary
	}
	return measure.OriginOf(m, measure.Wrappers)
}

// readModel reads an element in one of the shapes that model APIs take.
func readModel(f js.Object, role model.Role) (out []reading, complaint string) {
	content := f.Get("content")
	parts := blocks(content)
	if role == model.Tool && !answers(parts) { // OpenAI: the whole message is one result
		p := model.Part{Kind: model.Result, ID: f.Text("tool_call_id")}
		p.Output, p.JSON = output(content)
		r := reading{Message: model.Message{Role: model.Tool, Parts: []model.Part{p}}}
		if !f.Has("tool_call_id") && js.Text(f.Get("role")) == "function" {
			r.legacy = &r.Parts[0]
			r.legacy.Name = f.Text("name")
		}
		return []reading{r}, complain(content, true)
	}
	switch role {
	case model.User:
		if results, rest := divide(parts); len(results) > 0 {
			out = append(out, reading{Message: model.Message{Role: model.Tool, Parts: results}, flags: approvals(results)})
			if parts = rest; len(parts) == 0 {
				return out, ""
			}
		}
	case model.Assistant:
		return readAssistant(f, parts)
	case model.System, model.Tool:
	}
	out = append(out, reading{Message: model.Message{Role: role, Parts: parts}, flags: approvals(parts)})
	return out, complain(content, false)
}

// complain says what is wrong with the shape of a content. Null is an empty message, which
// is shown as one.
func complain(content gjson.Result, optional bool) string {
	switch {
	case !content.Exists() && !optional:
		return "has no content"
	case content.Type == gjson.Number, content.IsBool():
		return "has a bare value instead of text as its content"
	case content.IsObject() && !js.Fields(content).Has("type") && !optional:
		return "has an object of an unknown kind as its content"
	}
	return ""
}

// readAssistant reads an assistant's message: what stands beside its content too.
func readAssistant(f js.Object, parts []model.Part) ([]reading, string) {
	var all []model.Part
	if t := f.Get("reasoning_content", "reasoning"); t.Type == gjson.String && !blank(js.Text(t)) {
		all = append(all, model.Part{Kind: model.Thinking, Text: js.Text(t)})
	}
	all = append(all, parts...)
	if r := f.Get("refusal"); r.Type == gjson.String && js.Text(r) != "" {
		all = append(all, model.Part{Kind: model.Text, Text: js.Text(r)})
	}
	if a := js.Fields(f.Get("audio")); a != nil {
		all = append(all, attachment(model.File, a.Get("data"), "audio", ""))
	}
	f.Get("tool_calls").ForEach(func(_, c gjson.Result) bool {
		if c.IsObject() {
			all = append(all, openAICall(js.Fields(c)))
		}
		return true
	})
	r := reading{flags: approvals(all)}
	if c := js.Fields(f.Get("function_call")); c != nil {
		all = append(all, openAICall(js.Object{{Key: "function", Value: f.Get("function_call")}}))
		r.legacy = &all[len(all)-1]
	}
	r.Message = model.Message{Role: model.Assistant, Parts: all}
	if len(all) > len(parts) || f.Has("tool_calls", "refusal", "reasoning_content", "reasoning") {
		return []reading{r}, complain(f.Get("content"), true)
	}
	return []reading{r}, complain(f.Get("content"), false)
}

func openAICall(c js.Object) model.Part {
	p := model.Part{Kind: model.Call, ID: c.Text("id")}
	fn := js.Fields(c.Get("function"))
	if fn == nil {
		fn = js.Fields(c.Get("custom"))
	}
	if fn == nil {
		fn = c
	}
	p.Name, p.Args = fn.Text("name"), raw(fn.Get("arguments", "input", "args"))
	return p
}

// divide parts what answers a call from the rest.
func divide(parts []model.Part) (results, rest []model.Part) {
	for _, p := range parts {
		if p.Kind == model.Result || p.Kind == model.Unknown && p.Text == approvalResponse {
			results = append(results, p)
		} else {
			rest = append(rest, p)
		}
	}
	return results, rest
}

func answers(parts []model.Part) bool {
	results, _ := divide(parts)
	return len(results) > 0
}

// approvals are the flags of a message that asks for a person's leave to run a tool, or
// gives it: it goes where the call and its result go.
func approvals(parts []model.Part) model.Flags {
	var flags model.Flags
	for _, p := range parts {
		if p.Kind != model.Unknown {
			continue
		}
		switch p.Text {
		case approvalRequest:
			flags |= model.HasCall
		case approvalResponse:
			flags |= model.HasResult
		}
	}
	return flags
}
