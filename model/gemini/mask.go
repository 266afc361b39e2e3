package gemini

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// masked is a record with another text in the place of what tools gave back, beside its calls and
// in its content.
func masked(raw, text string) string {
	if text == "" {
		return raw
	}
	f := js.Fields(gjson.Parse(raw))
	if calls := toolCalls(f); len(calls) > 0 {
		list := make([]string, len(calls))
		for i, t := range calls {
			list[i] = t.at.Raw
			if r, has := t.result(); has {
				id := t.f.Text("id")
				if id == "" {
					id = t.f.Text("name")
				}
				r.Name, r.JSON, r.Output = t.f.Text("name"), "", []model.Part{{Kind: model.Text, Text: text}}
				list[i] = js.Set(list[i], "result", "["+response(id, r)+"]")
				if t.f.Has("resultDisplay") { // it says again what has just been taken out
					list[i] = js.Set(list[i], "resultDisplay", js.Quote(text))
				}
			}
		}
		raw = js.Set(raw, "toolCalls", "["+strings.Join(list, ",")+"]")
	}
	content := f.Get("content")
	one := func(e gjson.Result) string {
		answer := js.Fields(e).Get("functionResponse")
		if !answer.IsObject() {
			return e.Raw
		}
		inner := js.Set(answer.Raw, "response", `{"output":`+js.Quote(text)+`}`)
		if js.Fields(answer).Has("parts") {
			inner = js.Set(inner, "parts", "[]")
		}
		return js.Set(e.Raw, "functionResponse", inner)
	}
	switch {
	case content.IsArray():
		var list []string
		content.ForEach(func(_, e gjson.Result) bool {
			list = append(list, one(e))
			return true
		})
		return js.Set(raw, "content", "["+strings.Join(list, ",")+"]")
	case content.IsObject():
		return js.Set(raw, "content", one(content))
	}
	return raw
}
