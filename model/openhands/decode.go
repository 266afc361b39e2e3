package openhands

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/js"
	"cutline/model/measure"
)

// again is the hint of an action whose response was said already: its words stand there.
const again = 1

// decode reads the events of one message.
func decode(raws []string, hint int) ([]model.Message, string) {
	var m model.Message
	for i, raw := range raws {
		f := js.Fields(gjson.Parse(raw))
		if i == 0 {
			m.ID, m.Time = f.Text("id"), f.Text("timestamp")
		}
		if ofKit(f) {
			newer(&m, f, i > 0 || hint == again)
		} else {
			older(&m, f, i > 0 || hint == again)
		}
	}
	if m.Role == model.User && m.Origin == model.NoOrigin {
		m.Origin = measure.OriginOf(m, measure.Wrappers)
	}
	return []model.Message{m}, ""
}

func text(s string) model.Part { return model.Part{Kind: model.Text, Text: s} }

// older reads an event of version 0. More says that the words of the model are known.
func older(m *model.Message, f js.Object, more bool) {
	args, meta := js.Fields(f.Get("args")), js.Fields(f.Get("tool_call_metadata"))
	switch action := f.Text("action"); {
	case f.Has("observation"):
		observed(m, f, meta)
	case action == "system":
		m.Role, m.Parts = model.System, []model.Part{text(args.Text("content"))}
	case action == "condensation":
		m.Role, m.Origin, m.Parts = model.User, model.FromSummary, []model.Part{text(args.Text("summary"))}
	case f.Text("source") == "user":
		m.Role = model.User
		if action != "message" { // a command of the person's own, not of the model
			m.Origin, m.Parts = model.Injected, []model.Part{text(strings.TrimSpace(f.Text("message") + "\n" + args.Text("command")))}
			return
		}
		m.Parts = []model.Part{text(args.Text("content"))}
		args.Get("image_urls").ForEach(func(_, _ gjson.Result) bool {
			m.Parts = append(m.Parts, model.Part{Kind: model.Image})
			return true
		})
	default:
		m.Role = model.Assistant
		acted(m, f, args, meta, more)
	}
}

// acted reads what the model said and called.
func acted(m *model.Message, f, args, meta js.Object, more bool) {
	action := f.Text("action")
	response := js.Fields(meta.Get("model_response"))
	m.Model = response.Text("model")
	reply := js.Fields(js.Fields(response.Get("choices").Get("0")).Get("message"))
	say := func(s string) {
		if strings.TrimSpace(s) != "" {
			m.Parts = append(m.Parts, text(s))
		}
	}
	switch action {
	case "message":
		say(args.Text("content"))
		return
	case "finish": // nothing answers it, so the agent sends its words alone
		words := args.Text("thought")
		if words == "" {
			words = js.Text(reply.Get("content"))
		}
		say(words)
		if final := args.Text("final_thought"); final != words {
			say(final)
		}
		return
	}
	if !more {
		if r := reply.Text("reasoning_content"); r != "" {
			m.Parts = append(m.Parts, model.Part{Kind: model.Thinking, Text: r})
		}
		words := reply.Text("content")
		if words == "" {
			words = args.Text("thought")
		}
		if action != "think" || reply != nil {
			say(words)
		}
	}
	p := model.Part{Kind: model.Call, ID: meta.Text("tool_call_id"), Name: meta.Text("function_name"), Args: f.Get("args").Raw}
	if p.ID == "" {
		p.ID, p.Name = eventID(f.Text("id")), action
	}
	reply.Get("tool_calls").ForEach(func(_, c gjson.Result) bool {
		if call := js.Fields(c); call.Text("id") == p.ID {
			p.Args = js.Fields(call.Get("function")).Text("arguments")
		}
		return true
	})
	m.Parts = append(m.Parts, p)
}

// eventID pairs an action with its observation where no call of the model's API does.
func eventID(id string) string { return "event-" + id }

// observed reads what came of an action.
func observed(m *model.Message, f, meta js.Object) {
	extras := js.Fields(f.Get("extras"))
	switch {
	case f.Text("observation") == "recall":
		m.Role, m.Origin, m.Parts = model.User, model.Injected, recalled(f, extras)
		return
	case f.Text("source") == "user", meta == nil && f.Text("cause") == "": // no call of the model
		m.Role, m.Origin, m.Parts = model.User, model.Injected, []model.Part{text(f.Text("content"))}
		return
	}
	m.Role = model.Tool
	p := model.Part{Kind: model.Result, ID: meta.Text("tool_call_id"), Output: []model.Part{text(f.Text("content"))}}
	if p.ID == "" {
		p.ID = eventID(f.Text("cause"))
	}
	code := js.Fields(extras.Get("metadata")).Get("exit_code", "exitCode")
	p.Failed = f.Text("observation") == "error" || code.Type == gjson.Number && code.Int() != 0 || extras.Get("exit_code").Int() != 0
	m.Parts = []model.Part{p}
}

// recalled is what the agent looked up for the model: instructions and knowledge.
func recalled(f, extras js.Object) []model.Part {
	var words []string
	for _, k := range []string{"repo_instructions", "additional_agent_instructions", "conversation_instructions"} {
		if s := extras.Text(k); s != "" {
			words = append(words, s)
		}
	}
	extras.Get("microagent_knowledge").ForEach(func(_, k gjson.Result) bool {
		words = append(words, js.Fields(k).Text("content"))
		return true
	})
	if len(words) == 0 {
		words = []string{f.Text("content")}
	}
	return []model.Part{text(strings.Join(words, "\n\n"))}
}

// newer reads an event of version 1.
func newer(m *model.Message, f js.Object, more bool) {
	switch f.Text("kind") {
	case "SystemPromptEvent":
		m.Role, m.Parts = model.System, chat.Blocks(f.Get("system_prompt"))
	case "MessageEvent":
		said := js.Fields(f.Get("llm_message"))
		m.Role, m.Parts = model.Assistant, append(thoughts(said), chat.Blocks(said.Get("content"))...)
		if said.Text("role") == "user" {
			m.Role = model.User
			m.Parts = append(m.Parts, chat.Blocks(f.Get("extended_content"))...)
			if f.Text("source") == "environment" {
				m.Origin = model.Injected
			}
		}
	case "ActionEvent":
		m.Role = model.Assistant
		if !more {
			m.Parts = append(m.Parts, thoughts(f)...)
			m.Parts = append(m.Parts, chat.Blocks(f.Get("thought"))...)
		}
		call := js.Fields(f.Get("tool_call"))
		args := call.Text("arguments")
		if fn := js.Fields(call.Get("function")); fn != nil {
			args = fn.Text("arguments")
		}
		if args == "" {
			args = f.Get("action").Raw
		}
		m.Parts = append(m.Parts, model.Part{Kind: model.Call, ID: f.Text("tool_call_id"), Name: f.Text("tool_name"), Args: args})
	case "ObservationEvent", "AgentErrorEvent", "UserRejectObservation":
		m.Role, m.Parts = model.Tool, []model.Part{came(f)}
	default: // a condensation
		m.Role, m.Origin, m.Parts = model.User, model.FromSummary, []model.Part{text(f.Text("summary"))}
	}
}

func thoughts(f js.Object) []model.Part {
	if r := f.Text("reasoning_content"); r != "" {
		return []model.Part{{Kind: model.Thinking, Text: r}}
	}
	return nil
}

// came is the result of an action of version 1.
func came(f js.Object) model.Part {
	p := model.Part{Kind: model.Result, ID: f.Text("tool_call_id")}
	if o := js.Fields(f.Get("observation")); o != nil {
		p.Failed = o.Get("is_error").Bool() || o.Get("exit_code").Int() != 0
		switch v := o.Get("content", "output"); {
		case v.Exists():
			p.Output, p.JSON = chat.Output(v)
		default:
			p.JSON = f.Get("observation").Raw
		}
		return p
	}
	p.Failed, p.Output = true, []model.Part{text(f.Text("error", "rejection_reason"))}
	return p
}
