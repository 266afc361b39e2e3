package chat

import (
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// output reads what a tool gave back: text, or a list of blocks, as parts; anything else as
// JSON.
func output(v gjson.Result) (parts []model.Part, json string) {
	if blockList(v) {
		return items(nil, v), ""
	}
	return nil, v.Raw
}

// value reads the result of a tool that is any JSON value: text as such, the rest as JSON.
func value(v gjson.Result) (parts []model.Part, json string) {
	if js.Null(v) || v.Type == gjson.String {
		return items(nil, v), ""
	}
	return nil, v.Raw
}

// blockList reports whether a value is made of texts, images and files only.
func blockList(v gjson.Result) bool {
	switch {
	case js.Null(v), v.Type == gjson.String:
		return true
	case v.IsArray():
		ok := true
		v.ForEach(func(_, e gjson.Result) bool {
			ok = blockList(e)
			return ok
		})
		return ok
	case v.IsObject():
		f := js.Fields(v)
		switch kind := f.Text("type"); kind {
		case "text", "input_text", "output_text":
			return f.Get("text").Type == gjson.String
		default:
			_, ok := media(kind, f)
			return ok
		}
	}
	return false
}

// sdkResult reads an AI SDK result: output{type,value} today, result and isError before.
func sdkResult(f js.Object) model.Part {
	p := model.Part{Kind: model.Result, ID: resultID(f), Failed: f.Get("isError").Bool()}
	o := js.Fields(f.Get("output"))
	switch o.Text("type") {
	case "text", "json":
		p.Output, p.JSON = value(o.Get("value"))
	case "error-text", "error-json":
		p.Failed = true
		p.Output, p.JSON = value(o.Get("value"))
	case "execution-denied":
		p.Failed = true
		p.Output = []model.Part{{Kind: model.Text, Text: denied(o.Text("reason"))}}
	case "content":
		p.Output, p.JSON = output(o.Get("value"))
	default:
		p.Output, p.JSON = value(f.Get("output", "result"))
	}
	return p
}

// denied is the text of a result that says that a person did not allow the call.
func denied(reason string) string {
	if reason == "" {
		return "execution denied"
	}
	return "execution denied: " + reason
}
