package convert

import (
	"strings"

	"cutline/model"
	"cutline/model/codex"
	"cutline/model/js"
)

const (
	fileTime   = "2006-01-02T15-04-05" // the time in a name: local, to the second
	fileFolder = "2006/01/02"          // the folders of the day below that of the sessions
)

// writeCodex writes a rollout: the session's data, a compaction whose list ends with the
// summary, and the tail as items. The agent shows a resumed session by its events, so what a
// person typed and what the model answered stand there a second time.
func writeCodex(c *talk) {
	meta := object(
		"id", js.Quote(c.out.ID), "timestamp", c.now(), "cwd", js.Quote(c.s.CWD), "originator", `"cutline"`, "cli_version", `"0.0.0"`, "source", `"cli"`, "model_provider", `"openai"`,
	)
	c.rollout(nil, "session_meta", meta)
	var front []string
	summarized := false
	for _, t := range c.turns {
		if summarized {
			c.codexTurn(t)
			continue
		}
		front = append(front, codexMessage(t))
		if summarized = t.row < 0; summarized {
			c.rollout(nil, "compacted", object("message", js.Quote(sound(c.d.Summary)), "replacement_history", array(front)))
			c.rollout(nil, "event_msg", `{"type":"context_compacted"}`)
		}
	}
	c.out.Name = "rollout-" + c.o.Now.Format(fileTime) + "-" + c.out.ID + ".jsonl"
	c.out.Resume = codex.Resume(c.s.CWD, c.out.ID)
	c.out.Home = "~/.codex/sessions/" + c.o.Now.Format(fileFolder)
}

func (c *talk) rollout(t *turn, kind, payload string) {
	c.line(object("timestamp", c.stamp(t), "type", js.Quote(kind), "payload", payload))
}

// codexTurn writes the items of a turn and what the screen shows of it.
func (c *talk) codexTurn(t *turn) {
	if len(t.parts) > 0 {
		c.rollout(t, "response_item", codexMessage(t))
	}
	switch {
	case t.role == model.User && t.origin == model.Person:
		var images []string
		for _, p := range t.parts {
			if p.Kind == model.Image {
				images = append(images, js.Quote(dataURL(p)))
			}
		}
		c.rollout(t, "event_msg", object("type", `"user_message"`, "message", js.Quote(t.text()), "images", array(images), "local_images", "[]", "text_elements", "[]"))
	case t.role == model.Assistant && t.text() != "":
		c.rollout(t, "event_msg", object("type", `"agent_message"`, "message", js.Quote(t.text())))
	}
	for _, k := range t.calls {
		c.rollout(t, "response_item", object("type", `"function_call"`, "name", js.Quote(k.name), "arguments", js.Quote(k.args), "call_id", js.Quote(k.id)))
	}
	for _, k := range t.calls {
		c.rollout(t, "response_item", object("type", `"function_call_output"`, "call_id", js.Quote(k.id), "output", codexOutput(k.result)))
	}
}

// codexMessage is the words and pictures of a turn as an item.
func codexMessage(t *turn) string {
	role, kind := "user", "input_text"
	switch t.role {
	case model.System:
		role = "developer"
	case model.Assistant:
		role, kind = "assistant", "output_text"
	case model.User, model.Tool:
	}
	return object("type", `"message"`, "role", js.Quote(role), "content", array(each(t.parts, func(p model.Part) string { return codexPart(kind, p) })))
}

func codexPart(kind string, p model.Part) string {
	if p.Kind == model.Image {
		return object("type", `"input_image"`, "image_url", js.Quote(dataURL(p)))
	}
	return block(kind, p.Text)
}

// codexOutput is a text, or a list when there are pictures. A text that is an object goes into a
// list as well: older agents wrote an output and its metadata that way.
func codexOutput(p *model.Part) string {
	if text := words(p); plain(p) && !strings.HasPrefix(text, "{") {
		return js.Quote(text)
	}
	return array(each(p.Output, func(o model.Part) string { return codexPart("input_text", o) }))
}
