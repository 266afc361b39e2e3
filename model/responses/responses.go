// Package responses reads requests and answers of OpenAI's Responses API: a list of items, in
// which calls, results and thinking stand beside the messages. Most items are those that Codex
// keeps, and are decoded by its package; here stand those of tools that the server runs. The
// format is only read.
package responses

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/codex"
	"cutline/model/js"
	"cutline/model/measure"
	"cutline/model/records"
)

// Name is the stable name of the format.
const Name = "responses"

// Looks reports whether a file that is one JSON value is a request, an answer, or a bare list
// of items of which some have a type that only this API knows.
func Looks(doc []byte) bool { return list(gjson.ParseBytes(doc)).Exists() }

func list(doc gjson.Result) gjson.Result {
	if doc.IsArray() {
		own := 0
		if all := records.Share(doc, func(f js.Object) bool { return isItem(f, &own) }); all > 50 && own > 0 {
			return doc
		}
		return gjson.Result{}
	}
	f := js.Fields(doc)
	if f.Has("messages") || !f.Has("model", "instructions", "previous_response_id", "object") {
		return gjson.Result{}
	}
	for _, k := range []string{"input", "output"} {
		own := 0
		v := f.Get(k)
		if v.IsArray() && records.Share(v, func(f js.Object) bool { return isItem(f, &own) }) > 50 {
			return v
		}
	}
	if v := f.Get("input"); v.Type == gjson.String && f.Has("model") {
		return gjson.Parse("[]") // the words of a user, and no item
	}
	return gjson.Result{}
}

// isItem reports whether an object is an item, and counts those that no other API has.
func isItem(f js.Object, own *int) bool {
	t := f.Text("type")
	if f.Get("role").Type == gjson.String && (t == "" || t == "message") {
		switch js.Fields(f.Get("content").Get("0")).Text("type") {
		case "input_text", "output_text":
			*own++
		}
		return f.Has("content") && !f.Has("payload")
	}
	if t == "" || classOf(t) == strange || f.Has("payload", "timestamp") {
		return false
	}
	*own++
	return true
}

// class is what an item is to the conversation.
type class uint8

const (
	strange  class = iota // a type that nobody knows
	message               // words
	thinking              // belongs to what follows it
	call                  // a call
	result                // what a tool gave back
	opaque                // a summary that only the server can read
	silent                // no message
)

func classOf(kind string) class {
	switch kind {
	case "", "message", "agent_message":
		return message
	case "reasoning":
		return thinking
	case "compaction", "compaction_summary", "context_compaction":
		return opaque
	case "item_reference", "mcp_list_tools", "compaction_trigger":
		return silent
	case "tool_search_output", "mcp_approval_response":
		return result
	case "mcp_approval_request":
		return call
	}
	switch {
	case strings.HasSuffix(kind, "_call_output"):
		return result
	case strings.HasSuffix(kind, "_call"):
		return call
	}
	return strange
}

// Read reads a request, an answer, or both in one object. Of the usage, Input is the whole
// request, what came from a cache included.
func Read(in model.Input) (*model.Session, error) {
	f, err := records.Open(in, list, nil)
	if err != nil {
		return nil, err
	}
	b := records.New(in, Name, f, decode)
	b.S.ID, b.S.Model = f.Around.Text("id"), f.Around.Text("model")
	if v := f.Around.Get("instructions"); v.Type == gjson.String && js.Text(v) != "" {
		b.Add(system, f.At(v))
	}
	if v := f.Around.Get("tools"); v.IsArray() {
		b.S.Attachments = measure.Tools(v, f.At(v).Line)
	}
	if v := f.Around.Get("input"); v.Type == gjson.String {
		b.Add(typed, f.At(v))
	}
	items := f.Records
	if f.Around.Get("input").IsArray() && f.Around.Get("output").IsArray() {
		f.Around.Get("output").ForEach(func(_, v gjson.Result) bool {
			if v.IsObject() {
				items = append(items, f.At(v))
			}
			return true
		})
	}
	add(b, items)
	report(b, js.Fields(f.Around.Get("usage")))
	return b.Finish()
}

// add appends the items as messages: neighbouring calls are one message of the assistant,
// thinking belongs to the answer or the calls behind it.
func add(b *records.Builder, items []records.Record) {
	var group []records.Record // thinking and calls that may grow
	calls := false
	flush := func() {
		if len(group) > 0 {
			b.Add(0, group...)
		}
		group, calls = nil, false
	}
	for _, r := range items {
		f := r.Fields()
		switch c := classOf(f.Text("type")); c {
		case thinking:
			if calls {
				flush()
			}
			group = append(group, r)
		case call:
			group, calls = append(group, r), true
		case message:
			if calls || f.Text("role") != "assistant" {
				flush()
			}
			group = append(group, r)
			flush()
		case result:
			flush()
			b.Add(0, r)
		case opaque:
			flush()
			b.S.Compactions = append(b.S.Compactions, model.Compaction{Line: r.Line, Summary: -1})
			b.Problem(r.Line, "opaque-summary", "line %d holds the summary of a compaction in an encrypted form that only its server can read", r.Line)
		case silent:
		case strange:
			b.S.Unknown++
		}
	}
	flush()
}

// report takes the server's numbers, which are those of the answer.
func report(b *records.Builder, u js.Object) {
	for row := len(b.S.Rows) - 1; row >= 0; row-- {
		if b.S.Rows[row].Role == model.Assistant {
			cached := records.Count(js.Fields(u.Get("input_tokens_details")).Get("cached_tokens"))
			b.Reported(row, records.Count(u.Get("input_tokens")), cached, records.Count(u.Get("output_tokens")))
			return
		}
	}
}

// The hints of a text that is no item.
const (
	system = iota + 1
	typed
)

// decode reads the items of one message.
func decode(raws []string, hint int) ([]model.Message, string) {
	var m model.Message
	if hint != 0 {
		m.Role, m.Parts = model.System, []model.Part{{Kind: model.Text, Text: js.Text(gjson.Parse(raws[0]))}}
		if hint == typed {
			m.Role = model.User
		}
	} else {
		var known []string // neighbours that the package of Codex decodes
		flush := func() {
			if len(known) == 0 {
				return
			}
			part := codex.Message(known)
			m.Role, m.Parts, known = part.Role, append(m.Parts, part.Parts...), nil
			if m.ID == "" {
				m.ID = part.ID
			}
		}
		for _, raw := range raws {
			f := js.Fields(gjson.Parse(raw))
			kind := f.Text("type")
			if parts, role, ok := served(kind, f); ok {
				flush()
				m.Role, m.Parts = role, append(m.Parts, parts...)
				continue
			}
			if kind == "" {
				raw = js.Set(raw, "type", `"message"`)
			}
			known = append(known, raw)
		}
		flush()
	}
	if m.Role == model.User {
		m.Origin = measure.OriginOf(m, measure.Wrappers)
	}
	return []model.Message{m}, ""
}
