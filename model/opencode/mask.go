package opencode

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// masked is a record with other texts in the place of what tools gave back, by the messages that
// the record stands for.
func masked(raw string, texts map[int]string) string {
	if len(texts) == 0 {
		return raw
	}
	var out []string
	sub := 0
	for _, s := range steps(js.Fields(gjson.Parse(raw)).Get("parts")) {
		if len(s.answer) > 0 {
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
	return js.Set(raw, "parts", "["+strings.Join(out, ",")+"]")
}

// maskedPart is one part. What a tool gave beside its words goes with them.
func maskedPart(p gjson.Result, text string) string {
	f := js.Fields(p)
	state := f.Get("state")
	if f.Text("type") != partTool || !state.IsObject() {
		return p.Raw
	}
	inner, s := state.Raw, js.Fields(state)
	switch s.Text("status") {
	case "completed":
		inner = js.Set(inner, "output", js.Quote(text))
	case "error":
		inner = js.Set(inner, "error", js.Quote(text))
	default:
		return p.Raw
	}
	if s.Has("attachments") {
		inner = js.Set(inner, "attachments", "[]")
	}
	return js.Set(p.Raw, "state", inner)
}
