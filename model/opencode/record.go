package opencode

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// records are the messages that a piece is written as.
func (w *writer) records(p *piece, d model.Draft) []string {
	switch {
	case p.summary != nil:
		return w.compaction(strings.ToValidUTF8(*p.summary, "\ufffd"), d.Trigger != "manual")
	case p.said:
		return []string{w.quoted(p)}
	}
	return []string{w.kept(p)}
}

// compaction is a request for a compaction and the answer to it, as the agent itself writes them.
func (w *writer) compaction(summary string, auto bool) []string {
	provider, name, agent := w.model()
	ask := w.user(w.ask, w.first-2, provider, name, agent)
	path := js.Quote(w.s.CWD)
	answer := fmt.Sprintf(`{"id":%s,"sessionID":%s,"role":"assistant","time":{"created":%d,"completed":%d},"parentID":%s,"modelID":%s,"providerID":%s,`+
		`"mode":"compaction","agent":"compaction","path":{"cwd":%s,"root":%s},"summary":true,"cost":0,"tokens":`+NoTokens+`,"finish":"stop"}`,
		js.Quote(w.answer), js.Quote(w.out.ID), w.first-1, w.first-1, js.Quote(w.ask), js.Quote(name), js.Quote(provider), path, path)
	return []string{
		`{"info":` + ask + `,"parts":[` + w.part(w.ask, fmt.Sprintf(`"type":"compaction","auto":%t`, auto)) + `]}`,
		`{"info":` + answer + `,"parts":[` + w.part(w.answer, `"type":"text","text":`+js.Quote(summary)) + `]}`,
	}
}

// NoTokens is the usage of an answer that no server gave, as JSON.
const NoTokens = `{"input":0,"output":0,"reasoning":0,"cache":{"read":0,"write":0}}`

func (w *writer) user(id string, at int64, provider, name, agent string) string {
	return fmt.Sprintf(`{"id":%s,"sessionID":%s,"role":"user","time":{"created":%d},"agent":%s,"model":{"providerID":%s,"modelID":%s}}`,
		js.Quote(id), js.Quote(w.out.ID), at, js.Quote(agent), js.Quote(provider), js.Quote(name))
}

// part is a new part of a message.
func (w *writer) part(message, members string) string {
	return fmt.Sprintf(`{"id":%s,"sessionID":%s,"messageID":%s,%s}`, js.Quote(w.ids.Part()), js.Quote(w.out.ID), js.Quote(message), members)
}

// model names the model and the agent with which the session goes on: those of its last messages.
func (w *writer) model() (provider, name, agent string) {
	provider, name, agent = "unknown", "unknown", "build"
	asked := false
	for i := len(w.f.all) - 1; i >= 0; i-- {
		it := &w.f.all[i]
		if it.model == "" || it.provider == "" || it.assistant && (it.summary || asked) {
			continue
		}
		if provider, name = it.provider, it.model; !it.assistant {
			if it.agent != "" {
				agent = it.agent
			}
			break
		}
		asked = true
	}
	return provider, name, agent
}

// quoted is an earlier summary that is kept as a message. As a compaction it would be the newest
// one, and all that stands in front of it would be gone.
func (w *writer) quoted(p *piece) string {
	for _, row := range p.rows {
		w.repair(row, "an earlier summary is a plain message now: as a compaction it would hide the new one")
	}
	provider, name, agent := w.model()
	text := ""
	if ms := decode(p.raw); len(ms) > 0 {
		text = ms[0].Text()
	}
	return `{"info":` + w.user(p.id, p.at, provider, name, agent) + `,"parts":[` + w.part(p.id, `"type":"text","synthetic":true,"text":`+js.Quote(text)) + `]}`
}

// kept is a record with new ids. The tokens of its answer are those of a context that is no more,
// and the agent would compact again because of them; they are set to nothing.
func (w *writer) kept(p *piece) string {
	f := js.Fields(gjson.Parse(p.raw))
	list, info := f.Get("parts"), f.Get("info")
	old := js.Fields(info)
	text := js.Set(js.Set(info.Raw, "id", js.Quote(p.id)), "sessionID", js.Quote(w.out.ID))
	if old.Text("role") == "assistant" {
		parent := w.ids.as[old.Text("parentID")]
		if parent == "" {
			parent = w.ask
		}
		text = js.Set(js.Set(text, "parentID", js.Quote(parent)), "tokens", NoTokens)
	}
	var parts []string
	list.ForEach(func(_, e gjson.Result) bool {
		if !e.IsObject() {
			parts = append(parts, e.Raw)
			return true
		}
		part := js.Set(js.Set(js.Set(e.Raw, "id", js.Quote(w.ids.Part())), "sessionID", js.Quote(w.out.ID)), "messageID", js.Quote(p.id))
		parts = append(parts, part)
		return true
	})
	return `{"info":` + text + `,"parts":[` + strings.Join(parts, ",") + `]}`
}
