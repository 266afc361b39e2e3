package convert

import (
	"cutline/model"
	"cutline/model/js"
)

// summaryMark flags a summary where the AI SDK lets a program put its own data.
const summaryMark = `{"cursor":{"isSummary":true}}`

// writeAISDK writes model messages of the AI SDK: one message of a tool holds the results of all
// calls of an answer.
func writeAISDK(c *talk) {
	var list []string
	for _, t := range c.turns {
		switch t.role {
		case model.System:
			list = append(list, object("role", `"system"`, "content", js.Quote(t.text())))
		case model.Assistant:
			parts := each(t.parts, sdkPart)
			var results []string
			for _, k := range t.calls {
				id, name := js.Quote(k.id), js.Quote(k.name)
				parts = append(parts, object("type", `"tool-call"`, "toolCallId", id, "toolName", name, "input", k.args))
				results = append(results, object("type", `"tool-result"`, "toolCallId", id, "toolName", name, "output", sdkOutput(k.result)))
			}
			list = append(list, object("role", `"assistant"`, "content", array(parts)))
			if len(results) > 0 {
				list = append(list, object("role", `"tool"`, "content", array(results)))
			}
		case model.User, model.Tool:
			mark := ""
			if t.origin == model.FromSummary {
				mark = summaryMark
			}
			list = append(list, object("role", `"user"`, "content", content(t.parts, sdkPart), "providerOptions", mark))
		}
	}
	c.document("[", list, "]")
}

func sdkPart(p model.Part) string {
	switch p.Kind {
	case model.Thinking:
		return block("reasoning", p.Text)
	case model.Image:
		return object("type", `"image"`, "image", js.Quote(p.Data), "mediaType", known(p.Media))
	case model.File:
		return object("type", `"file"`, "data", js.Quote(p.Data), "mediaType", known(p.Media), "filename", known(p.Text))
	default:
		return block("text", p.Text)
	}
}

// sdkOutput is a result as the SDK types it.
func sdkOutput(p *model.Part) string {
	kind, value := `"text"`, js.Quote(words(p))
	switch {
	case p.Failed:
		kind = `"error-text"`
	case !plain(p):
		kind = `"content"`
		value = array(each(p.Output, func(o model.Part) string {
			if o.Kind == model.Image {
				return object("type", `"media"`, "data", js.Quote(o.Data), "mediaType", js.Quote(o.Media))
			}
			return block("text", o.Text)
		}))
	}
	return object("type", kind, "value", value)
}
