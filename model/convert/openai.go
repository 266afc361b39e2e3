package convert

import (
	"cutline/model"
	"cutline/model/js"
)

// writeOpenAI writes a list for the Chat Completions API: the results of calls are messages of
// their own, right behind the message with the calls.
func writeOpenAI(c *talk) {
	var list []string
	for _, t := range c.turns {
		switch t.role {
		case model.System:
			list = append(list, object("role", `"system"`, "content", js.Quote(t.text())))
		case model.Assistant:
			said := "null"
			if len(t.parts) > 0 {
				said = content(t.parts, openAIPart)
			}
			var calls []string
			for _, k := range t.calls {
				calls = append(calls, object("id", js.Quote(k.id), "type", `"function"`, "function", object("name", js.Quote(k.name), "arguments", js.Quote(k.args))))
			}
			if len(calls) == 0 {
				list = append(list, object("role", `"assistant"`, "content", said))
				continue
			}
			list = append(list, object("role", `"assistant"`, "content", said, "tool_calls", array(calls)))
			for _, k := range t.calls {
				list = append(list, object("role", `"tool"`, "tool_call_id", js.Quote(k.id), "content", js.Quote(words(k.result))))
			}
		case model.User, model.Tool:
			list = append(list, object("role", `"user"`, "content", content(t.parts, openAIPart)))
		}
	}
	c.document("[", list, "]")
}

// openAIPart is a text, a picture or a document.
func openAIPart(p model.Part) string {
	switch p.Kind {
	case model.Image:
		return object("type", `"image_url"`, "image_url", object("url", js.Quote(dataURL(p))))
	case model.File:
		name := p.Text
		if name == "" {
			name = "file.pdf"
		}
		return object("type", `"file"`, "file", object("filename", js.Quote(name), "file_data", js.Quote(dataURL(p))))
	default:
		return block("text", p.Text)
	}
}
