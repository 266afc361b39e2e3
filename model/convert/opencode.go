package convert

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/opencode"
	"cutline/model/tokens"
)

// openCodeAgent is the agent of the messages: the one that OpenCode begins with.
const openCodeAgent = "build"

// writeOpenCode writes a document that `opencode import` takes: a compaction that keeps nothing of
// what stands before it, and the turns. What stood before the summary follows it, because the agent
// goes on from a compaction. It orders messages by their times, so none is earlier than the one
// before it.
func writeOpenCode(c *talk) {
	w := &openCodeWriter{talk: c, ids: opencode.NewIDs(c.o)}
	c.out.ID = w.ids.Session()
	w.at = w.begin() - 2
	w.compaction()
	for _, t := range c.turns {
		switch {
		case t.row < 0:
		case t.role == model.Assistant:
			w.answer(t)
		default:
			w.user(t)
		}
	}
	now := c.o.Now.UnixMilli()
	info := object("id", js.Quote(c.out.ID), "slug", `"converted"`, "projectID", `"global"`, "directory", js.Quote(sound(c.s.CWD)), "title", js.Quote(sound(cmp.Or(c.s.Title, "Converted session"))),
		"version", `"0.0.0"`, "time", fmt.Sprintf(`{"created":%d,"updated":%d}`, now, now))
	c.document(`{"info":`+info+`,"messages":[`, w.list, "]}")
	c.out.Name = c.out.ID + ".json"
	c.out.Resume = opencode.Resume(c.out.ID)
}

type openCodeWriter struct {
	*talk
	ids   *opencode.IDs
	list  []string
	at    int64  // when the message is made that is written, in Unix milliseconds
	id    string // its id
	asked string // the id of the user's message before it
}

// begin is the first time that a turn tells, in Unix milliseconds.
func (w *openCodeWriter) begin() int64 {
	first := w.o.Now
	for _, t := range w.turns {
		if at, ok := t.told(); ok && at.Before(first) && at.Unix() > 0 {
			first = at
		}
	}
	return first.UnixMilli()
}

// next begins a message. One without a time gets that of the one before, and so does one from the
// future: what a person says next must stand behind it.
func (w *openCodeWriter) next(t *turn) {
	w.id = w.ids.Message()
	if at, ok := t.told(); ok && !at.After(w.o.Now) {
		w.at = max(w.at, at.UnixMilli())
	}
}

func (w *openCodeWriter) put(info string, parts []string) {
	w.list = append(w.list, object("info", info, "parts", array(parts)))
}

// compaction is a request for one and the answer to it, which is the summary.
func (w *openCodeWriter) compaction() {
	w.id = w.ids.Message()
	w.put(w.userInfo(), []string{w.part("compaction", "auto", strconv.FormatBool(w.d.Trigger != "manual"))})
	w.id = w.ids.Message()
	w.at++
	var text string
	for _, t := range w.turns {
		if t.row < 0 {
			text = t.text()
		}
	}
	w.put(w.answerInfo(w.s.Model, "compaction", "stop", "summary", "true"), []string{w.part("text", "text", js.Quote(text))})
	w.at++
}

// user writes what the user's side says. Texts that no person typed have a mark; a picture has none,
// so that a turn with one is in tags already.
func (w *openCodeWriter) user(t *turn) {
	w.next(t)
	info := w.userInfo()
	synthetic := flag(t.origin == model.Injected && plain(&model.Part{Output: t.parts}))
	w.put(info, each(t.parts, func(p model.Part) string {
		if p.Kind == model.Text {
			return w.part("text", "text", js.Quote(p.Text), "synthetic", synthetic)
		}
		return w.file(p)
	}))
}

// answer writes an answer with its calls, each of which holds its result.
func (w *openCodeWriter) answer(t *turn) {
	w.next(t)
	parts := each(t.parts, func(p model.Part) string {
		if p.Kind == model.Thinking {
			return w.part("reasoning", "text", js.Quote(p.Text), "time", w.span())
		}
		return w.part("text", "text", js.Quote(p.Text))
	})
	reason := "stop"
	for _, k := range t.calls {
		reason = "tool-calls"
		parts = append(parts, w.part("tool", "callID", js.Quote(k.id), "tool", js.Quote(k.name), "state", w.state(k)))
	}
	w.put(w.answerInfo(t.model, openCodeAgent, reason), parts)
}

// state is how a call ended.
func (w *openCodeWriter) state(k *call) string {
	if k.result.Failed {
		return object("status", `"error"`, "input", k.args, "error", js.Quote(words(k.result)), "time", w.span())
	}
	var files []string
	for _, o := range k.result.Output {
		if o.Kind != model.Text {
			files = append(files, w.file(o))
		}
	}
	attachments := ""
	if len(files) > 0 {
		attachments = array(files)
	}
	return object("status", `"completed"`, "input", k.args, "output", js.Quote(strings.Join(texts(k.result.Output), "\n")), "title", `""`, "metadata", "{}", "time", w.span(), "attachments", attachments)
}

func (w *openCodeWriter) span() string { return fmt.Sprintf(`{"start":%d,"end":%d}`, w.at, w.at) }

// part is a part of the message that is being written.
func (w *openCodeWriter) part(kind string, pairs ...string) string {
	return object(append([]string{"id", js.Quote(w.ids.Part()), "sessionID", js.Quote(w.out.ID), "messageID", js.Quote(w.id), "type", js.Quote(kind)}, pairs...)...)
}

func (w *openCodeWriter) file(p model.Part) string {
	return w.part("file", "mime", js.Quote(p.Media), "filename", known(p.Text), "url", js.Quote(dataURL(p)))
}

func (w *openCodeWriter) userInfo() string {
	w.asked = w.id
	provider, name := openCodeModel(w.s.Model)
	return object("id", js.Quote(w.id), "sessionID", js.Quote(w.out.ID), "role", `"user"`, "time", fmt.Sprintf(`{"created":%d}`, w.at),
		"agent", js.Quote(openCodeAgent), "model", object("providerID", provider, "modelID", name))
}

func (w *openCodeWriter) answerInfo(by, mode, reason string, more ...string) string {
	provider, name := openCodeModel(by)
	dir := js.Quote(sound(w.s.CWD))
	return object(append([]string{
		"id", js.Quote(w.id), "sessionID", js.Quote(w.out.ID), "role", `"assistant"`, "time", fmt.Sprintf(`{"created":%d,"completed":%d}`, w.at, w.at),
		"parentID", js.Quote(w.asked), "modelID", name, "providerID", provider, "mode", js.Quote(mode), "agent", js.Quote(mode), "path", object("cwd", dir, "root", dir),
		"cost", "0", "tokens", opencode.NoTokens, "finish", js.Quote(reason),
	}, more...)...)
}

// openCodeModel is a model as the agent names it, quoted: with its provider, which is taken to be
// the one that made it. The agent asks for another model when it has none of that name.
func openCodeModel(name string) (provider, quoted string) {
	const unknown = "unknown"
	m, _ := tokens.Lookup(name)
	return js.Quote(cmp.Or(m.Vendor, unknown)), js.Quote(sound(cmp.Or(name, unknown)))
}
