package cline

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/chat"
	"cutline/model/js"
	"cutline/model/measure"
)

const environment = "<environment_details>"

// wrappers are the texts that the extension says in the user's role, besides those that every
// agent has.
var wrappers = append([]measure.Wrapper{
	{Open: "[ERROR]", Close: ""},
	{Open: "[NOTE] Some previous conversation history", Close: ""},
	{Open: "[TASK RESUMPTION]", Close: ""},
	{Open: "# task_progress", Close: ""},
}, measure.Wrappers...)

// spoken are the tags around what a person typed.
var spoken = []string{"task", "feedback", "answer", "user_message"}

// decode reads one element of the list, or the text of the system prompt.
func decode(raws []string, _ int) (out []model.Message, complaint string) {
	v := gjson.Parse(raws[0])
	if v.Type == gjson.String {
		return []model.Message{{Role: model.System, Parts: []model.Part{{Kind: model.Text, Text: js.Text(v)}}}}, ""
	}
	f := js.Fields(v)
	read, complaint := chat.Messages(raws[0])
	for _, m := range read {
		m.Time = moment(f.Get("ts"))
		switch m.Role {
		case model.Tool:
			out = append(out, results(f, m))
		case model.User:
			out = append(out, user(f, m)...)
		case model.Assistant:
			m.Model = js.Fields(f.Get("modelInfo")).Text("id", "modelId")
			m.Parts = called(m.Parts)
			if f.Get("isSummary").Bool() { // the role is what the server wanted, not who speaks
				m.Role, m.Origin = model.User, model.FromSummary
			}
			out = append(out, m)
		case model.System:
			out = append(out, m)
		}
	}
	return out, complaint
}

// moment is a time in milliseconds since 1970 as RFC 3339; empty when it is none.
func moment(ts gjson.Result) string {
	const year3000 = 32_503_680_000_000 // milliseconds
	if n := ts.Int(); ts.Type == gjson.Number && n > 0 && n < year3000 {
		return time.UnixMilli(n).UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return ""
}

// results marks the results that say themselves that they failed.
func results(f js.Object, m model.Message) model.Message {
	for i := range m.Parts {
		p := &m.Parts[i]
		p.Failed = p.Failed || failed(gjson.Parse(p.JSON)) || len(p.Output) == 1 && strings.HasPrefix(p.Output[0].Text, `{"`) && failed(gjson.Parse(p.Output[0].Text))
	}
	m.ID = f.Text("id")
	return m
}

// failed reports whether a result, or one of a list of them, is marked as no success.
func failed(v gjson.Result) bool {
	bad := false
	if v.IsArray() {
		v.ForEach(func(_, e gjson.Result) bool {
			bad = bad || e.IsObject() && failed(e)
			return true
		})
		return bad
	}
	return js.Fields(v).Get("success").Type == gjson.False
}

// user reads what stands in the user's role: results of the XML style, words, and files that
// the extension adds to them.
func user(f js.Object, m model.Message) []model.Message {
	results, words := answered(m.Parts)
	files := attached(f.Get("content"))
	if len(files) > 0 {
		kept := words[:0:0]
		for _, p := range words {
			if p.Kind != model.File {
				kept = append(kept, p)
			}
		}
		words = kept
	}
	var out []model.Message
	add := func(role model.Role, origin model.Origin, parts []model.Part) {
		m.Role, m.Origin, m.Parts = role, origin, parts
		out = append(out, m)
	}
	if len(results) > 0 {
		add(model.Tool, model.NoOrigin, results)
	}
	if len(words) > 0 || len(results)+len(files) == 0 {
		add(model.User, origin(f, m, words), words)
	}
	if len(files) > 0 {
		add(model.User, model.Injected, files)
	}
	return out
}

// origin says who wrote a user message.
func origin(f js.Object, m model.Message, words []model.Part) model.Origin {
	m.Parts = words
	switch meta := js.Fields(f.Get("metadata")); meta.Text("kind") {
	case "compaction_summary", "compaction":
		return model.FromSummary
	}
	if f.Get("isSummary").Bool() {
		return model.FromSummary
	}
	if f.Get("isTruncationMarker").Bool() {
		return model.Injected
	}
	text := m.Text()
	for _, tag := range spoken {
		_, rest, ok := strings.Cut(text, "<"+tag+">")
		if inner, _, _ := strings.Cut(rest, "</"+tag+">"); ok && strings.TrimSpace(inner) != "" && leads(text, "<"+tag+">") {
			return model.Person
		}
	}
	return measure.OriginOf(m, wrappers)
}

// leads reports whether a tag begins a line, so that it is no quotation inside a sentence.
func leads(text, tag string) bool {
	i := strings.Index(text, tag)
	return i == 0 || i > 0 && text[i-1] == '\n'
}

// attached are the files that stand whole in a message, as the text that the model reads.
func attached(content gjson.Result) []model.Part {
	var out []model.Part
	content.ForEach(func(_, b gjson.Result) bool {
		if f := js.Fields(b); f.Text("type") == "file" && f.Get("content").Type == gjson.String {
			out = append(out, model.Part{Kind: model.Text, Text: f.Text("path") + "\n" + f.Text("content")})
		}
		return true
	})
	return out
}
