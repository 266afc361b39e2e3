package chat

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// masked is an element with other texts in the place of what tools gave back, by the messages that
// the element stands for. Everything else of it stays.
func masked(element string, texts map[int]string) string {
	if len(texts) == 0 {
		return element
	}
	f := js.Fields(gjson.Parse(element))
	if list := f.Get("parts"); list.IsArray() {
		return js.Set(element, "parts", maskedSteps(list, texts))
	}
	content := f.Get("content")
	text, ok := texts[0] // what answers a call is the first message of an element
	switch role, _ := roleOf(f.Text("role")); {
	case !ok:
		return element
	case role == model.Tool && !answers(blocks(content)):
		return js.Set(element, "content", js.Quote(text))
	case content.IsArray(), content.IsObject():
		return js.Set(element, "content", maskedBlocks(content, text))
	}
	return element
}

// maskedBlocks is a content, or a block of one, with other words in its results. What a server's own
// tool gave is no text and stays.
func maskedBlocks(v gjson.Result, text string) string {
	if v.IsArray() {
		var out []string
		v.ForEach(func(_, b gjson.Result) bool {
			out = append(out, maskedBlocks(b, text))
			return true
		})
		return "[" + strings.Join(out, ",") + "]"
	}
	f := js.Fields(v)
	switch kind := f.Text("type"); {
	case kind == "tool_result":
		return js.Set(v.Raw, "content", js.Quote(text))
	case kind == "tool-result" && f.Has("output"):
		return js.Set(v.Raw, "output", `{"type":"text","value":`+js.Quote(text)+`}`)
	case kind == "tool-result":
		return js.Set(v.Raw, "result", js.Quote(text))
	}
	return v.Raw
}

// maskedSteps is the list of parts of a screen message.
func maskedSteps(list gjson.Result, texts map[int]string) string {
	var out []string
	sub := 0
	for _, s := range steps(list) {
		if len(s.said) > 0 {
			sub++
		}
		text, ok := texts[sub]
		for _, p := range s.parts {
			if ok {
				out = append(out, maskedPart(p, text))
			} else {
				out = append(out, p.Raw)
			}
		}
		if len(s.results) > 0 {
			sub++
		}
	}
	return "[" + strings.Join(out, ",") + "]"
}

// maskedPart is one part of a screen message.
func maskedPart(p gjson.Result, text string) string {
	f := js.Fields(p)
	in, _, ok := invocation(f)
	if !ok {
		return p.Raw
	}
	key := ""
	switch in.Text("state") {
	case "output-available":
		key = "output"
	case "output-error":
		key = "errorText"
	case "result":
		key = "result"
	default:
		return p.Raw
	}
	if inner := f.Get("toolInvocation"); inner.IsObject() {
		return js.Set(p.Raw, "toolInvocation", js.Set(inner.Raw, key, js.Quote(text)))
	}
	return js.Set(p.Raw, key, js.Quote(text))
}
