// Package langchain reads message lists as LangChain writes them: the form of its serializer,
// in which a message is the call of a constructor; the form of its message stores, a type
// and data; and the plain form that a graph's state is dumped in. The format is only read.
package langchain

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
const Name = "langchain"

// The dialects.
const (
	constructor = "constructor" // lc, type, id, kwargs
	stored      = "stored"      // type, data
	plain       = "plain"       // type, content and what stands beside it
)

// Looks reports whether a file that is one JSON value is such a list, or a state that holds one.
func Looks(doc []byte) bool { return list(gjson.ParseBytes(doc)).Exists() }

// list looks for the messages: the document itself, a graph's state, or a snapshot of one.
func list(doc gjson.Result) gjson.Result {
	const most = 50 // percent
	f := js.Fields(doc)
	for _, v := range []gjson.Result{
		doc, f.Get("messages"), js.Fields(f.Get("values")).Get("messages"), js.Fields(f.Get("channel_values")).Get("messages"),
		js.Fields(f.Get("kwargs")).Get("messages"),
	} {
		if v.IsArray() && records.Share(v, isMessage) > most {
			return v
		}
	}
	return gjson.Result{}
}

func isMessage(f js.Object) bool { _, _, d := open(f); return d != "" }

// types are the short names of the classes of messages, and what they are.
var types = map[string]model.Role{
	"human": model.User, "ai": model.Assistant, "system": model.System, "tool": model.Tool, "function": model.Tool, "chat": model.User, "developer": model.System,
}

// open gives what a message holds and its short type, whatever the form; the dialect is empty
// when it is none.
func open(f js.Object) (data js.Object, kind, dialect string) {
	t := f.Text("type")
	switch {
	case f.Has("lc") && t == "constructor":
		path := f.Get("id").Array()
		if len(path) == 0 {
			return nil, "", ""
		}
		class := strings.TrimSuffix(js.Text(path[len(path)-1]), "Chunk")
		class, ok := strings.CutSuffix(class, "Message")
		data, kind, dialect = js.Fields(f.Get("kwargs")), strings.ToLower(class), constructor
		if !ok {
			return nil, "", ""
		}
	case f.Get("data").IsObject() && !f.Has("content"):
		data, kind, dialect = js.Fields(f.Get("data")), t, stored
	default:
		data, dialect = f, plain
		if kind = strings.ToLower(strings.TrimSuffix(strings.TrimSuffix(t, "Chunk"), "Message")); !f.Has("additional_kwargs", "response_metadata") && (f.Has("role", "message") || t != "human" && t != "ai" && t != "tool") {
			return nil, "", ""
		}
	}
	if _, ok := types[kind]; !ok || !data.Has("content") {
		return nil, "", ""
	}
	return data, kind, dialect
}

// Read reads a list. Of the usage, Input is the whole request, what came from a cache included.
func Read(in model.Input) (*model.Session, error) {
	f, err := records.Open(in, list, nil)
	if err != nil {
		return nil, err
	}
	b := records.New(in, Name, f, decode)
	for _, r := range f.Records {
		rows := b.Add(0, r)
		data, _, dialect := open(r.Fields())
		if len(rows) == 0 {
			continue
		}
		b.S.Dialect = dialect
		if b.S.Rows[rows[0]].Role != model.Assistant {
			continue
		}
		if m := modelOf(data); m != "" {
			b.S.Model = m
		}
		u := js.Fields(data.Get("usage_metadata"))
		cached := records.Count(js.Fields(u.Get("input_token_details")).Get("cache_read"))
		b.Reported(rows[0], records.Count(u.Get("input_tokens")), cached, records.Count(u.Get("output_tokens")))
	}
	return b.Finish()
}

func modelOf(data js.Object) string {
	return js.Fields(data.Get("response_metadata")).Text("model_name", "model")
}

// decode reads one message.
func decode(raws []string, _ int) ([]model.Message, string) {
	data, kind, dialect := open(js.Fields(gjson.Parse(raws[0])))
	if dialect == "" {
		return nil, "is no message; it is left out"
	}
	m := model.Message{Role: types[kind], ID: data.Text("id")}
	if kind == "chat" { // it says itself who speaks
		switch data.Text("role") {
		case "assistant", "ai":
			m.Role = model.Assistant
		case "system":
			m.Role = model.System
		}
	}
	switch m.Role {
	case model.Tool:
		p := model.Part{Kind: model.Result, ID: data.Text("tool_call_id"), Failed: data.Text("status") == "error"}
		p.Output, p.JSON = chat.Output(data.Get("content"))
		m.Parts = []model.Part{p}
	case model.Assistant:
		m.Model = modelOf(data)
		m.Parts = said(data)
	case model.System, model.User:
		m.Parts = chat.Blocks(data.Get("content"))
	}
	if m.Role == model.User {
		m.Origin = measure.OriginOf(m, measure.Wrappers)
	}
	return []model.Message{m}, ""
}

// said are the words and calls of the model. Calls stand in a list of their own, and with some
// vendors in the content once more.
func said(data js.Object) []model.Part {
	extra := js.Fields(data.Get("additional_kwargs"))
	var out, calls []model.Part
	listed := make(map[string]bool)
	for _, k := range []string{"tool_calls", "invalid_tool_calls"} {
		data.Get(k).ForEach(func(_, v gjson.Result) bool {
			if c := js.Fields(v); c != nil {
				calls = append(calls, model.Part{Kind: model.Call, ID: c.Text("id"), Name: c.Text("name"), Args: c.Text("args")})
				listed[c.Text("id")] = true
			}
			return true
		})
	}
	if len(calls) == 0 { // a list that only the vendor's own form holds
		extra.Get("tool_calls").ForEach(func(_, v gjson.Result) bool {
			if c := js.Fields(v); c != nil {
				fn := js.Fields(c.Get("function"))
				calls = append(calls, model.Part{Kind: model.Call, ID: c.Text("id"), Name: fn.Text("name"), Args: fn.Text("arguments")})
			}
			return true
		})
	}
	if r := extra.Text("reasoning_content"); r != "" {
		out = append(out, model.Part{Kind: model.Thinking, Text: r})
	}
	for _, p := range chat.Blocks(data.Get("content")) {
		if p.Kind == model.Call && listed[p.ID] {
			continue
		}
		if p.Kind == model.Unknown && (p.Text == "tool_call" || p.Text == "function_call" || p.Text == "invalid_tool_call") {
			continue
		}
		out = append(out, p)
	}
	return append(out, calls...)
}
