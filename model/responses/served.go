package responses

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// served reads the items of tools that Codex does not use: those that the server runs, whose
// call and result are one item, and those of a computer or a shell. It is false for any other.
func served(kind string, f js.Object) ([]model.Part, model.Role, bool) {
	id := f.Text("call_id")
	if id == "" {
		id = f.Text("id")
	}
	switch kind {
	case "mcp_call":
		p := model.Part{Kind: model.Call, ID: id, Name: f.Text("name"), Args: f.Text("arguments")}
		r := model.Part{Kind: model.Result, ID: id, Failed: !js.Null(f.Get("error"))}
		if out := f.Text("output") + f.Text("error"); out != "" {
			r.Output = []model.Part{{Kind: model.Text, Text: out}}
		}
		return []model.Part{p, r}, model.Assistant, true
	case "file_search_call", "code_interpreter_call":
		p := model.Part{Kind: model.Call, ID: id, Name: strings.TrimSuffix(kind, "_call"), Args: `{"code":` + js.Quote(f.Text("code")) + `}`}
		if kind == "file_search_call" {
			p.Args = f.Get("queries").Raw
		}
		r := model.Part{Kind: model.Result, ID: id, Failed: f.Text("status") == "failed"}
		if v := f.Get("results", "outputs"); !js.Null(v) {
			r.JSON = v.Raw
		}
		return []model.Part{p, r}, model.Assistant, true
	case "mcp_approval_request":
		return []model.Part{{Kind: model.Call, ID: f.Text("id"), Name: f.Text("name"), Args: f.Text("arguments")}}, model.Assistant, true
	case "mcp_approval_response":
		return []model.Part{{Kind: model.Result, ID: f.Text("approval_request_id"), JSON: f.Get("approve").Raw, Failed: f.Get("approve").Type == gjson.False}}, model.Tool, true
	case "function_call", "custom_tool_call", "local_shell_call", "tool_search_call", "web_search_call", "image_generation_call",
		"function_call_output", "custom_tool_call_output", "tool_search_output":
		return nil, 0, false
	case "computer_call_output":
		r := model.Part{Kind: model.Result, ID: id}
		if strings.Contains(js.Fields(f.Get("output")).Text("type"), "screenshot") {
			r.Output = []model.Part{{Kind: model.Image}}
		} else {
			r.JSON = f.Get("output").Raw
		}
		return []model.Part{r}, model.Tool, true
	}
	switch classOf(kind) {
	case call:
		return []model.Part{{Kind: model.Call, ID: id, Name: strings.TrimSuffix(kind, "_call"), Args: f.Get("action", "operation", "arguments", "input").Raw}}, model.Assistant, true
	case result:
		r := model.Part{Kind: model.Result, ID: id}
		if v := f.Get("output"); v.Type == gjson.String {
			r.Output = []model.Part{{Kind: model.Text, Text: js.Text(v)}}
		} else {
			r.JSON = v.Raw
		}
		return []model.Part{r}, model.Tool, true
	default:
		return nil, 0, false
	}
}
