package measure

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// Tools lists the definitions of tools in an array, as requests to the model APIs have it: each
// with its name, at the top or in its function, and the chars of its compact JSON. Line is where
// the array stands.
func Tools(list gjson.Result, line int) []model.Attachment {
	var out []model.Attachment
	if !list.IsArray() {
		return nil
	}
	list.ForEach(func(_, v gjson.Result) bool {
		f := js.Fields(v)
		if f == nil {
			return true
		}
		name := f.Text("name")
		if name == "" {
			name = js.Fields(f.Get("function")).Text("name")
		}
		if name == "" { // a tool of the server, which has no more than a type
			name = f.Text("type")
		}
		raw, ok := js.Compact(v.Raw)
		if !ok {
			raw = v.Raw
		}
		out = append(out, model.Attachment{Line: line, Type: model.ToolDefinition, Name: strings.Clone(name), Chars: js.Units(raw)})
		return true
	})
	return out
}
