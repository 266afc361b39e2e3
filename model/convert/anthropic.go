package convert

import (
	"strings"

	"cutline/model"
	"cutline/model/js"
)

// writeAnthropic writes a request's list of messages, with the system text beside it.
func writeAnthropic(c *talk) {
	var list []string
	for _, t := range c.turns {
		role := `"user"`
		if t.role == model.Assistant {
			role = `"assistant"`
		}
		blocks := content(t.parts, anthropicBlock)
		if len(t.calls) > 0 {
			all := each(t.parts, anthropicBlock)
			for _, k := range t.calls {
				all = append(all, toolUse(k))
			}
			blocks = array(all)
		}
		list = append(list, object("role", role, "content", blocks))
		if len(t.calls) > 0 {
			list = append(list, object("role", `"user"`, "content", toolResults(t.calls)))
		}
	}
	c.document("{"+beside(c.beside)+`"messages":[`, list, "]}")
}

func beside(system string) string {
	if system == "" {
		return ""
	}
	return `"system":` + js.Quote(system) + ","
}

// anthropicBlock is a text, a picture or a document.
func anthropicBlock(p model.Part) string {
	switch {
	case p.Kind == model.Text:
		return block("text", p.Text)
	case address(p.Data):
		return object("type", `"image"`, "source", object("type", `"url"`, "url", js.Quote(p.Data)))
	}
	source := object("type", `"base64"`, "media_type", js.Quote(p.Media), "data", js.Quote(p.Data))
	if p.Kind == model.File {
		return object("type", `"document"`, "source", source, "title", known(p.Text))
	}
	return object("type", `"image"`, "source", source)
}

func toolUse(k *call) string {
	return object("type", `"tool_use"`, "id", js.Quote(k.id), "name", js.Quote(k.name), "input", k.args)
}

// toolResults is a content with the results of all calls of an answer.
func toolResults(calls []*call) string {
	out := make([]string, len(calls))
	for i, k := range calls {
		value := js.Quote(words(k.result))
		if !plain(k.result) {
			value = array(each(k.result.Output, anthropicBlock))
		}
		out[i] = object("type", `"tool_result"`, "tool_use_id", js.Quote(k.id), "content", value, "is_error", flag(k.result.Failed))
	}
	return array(out)
}

// document writes a list as one JSON value, an element a line.
func (c *talk) document(open string, list []string, closed string) {
	c.out.Rope.AppendString(open + "\n")
	for i, e := range list {
		if i < len(list)-1 {
			e += ","
		}
		c.line(e)
	}
	c.line(closed)
	c.out.Name = listName(c.s.Path)
}

// listName is the default name: that of the input with a word before its ending.
func listName(path string) string {
	base := path[strings.LastIndexAny(path, `/\`)+1:]
	if i := strings.LastIndexByte(base, '.'); i > 0 {
		base = base[:i]
	}
	if base == "" || base == "-" {
		base = "session"
	}
	return base + ".compacted.json"
}
