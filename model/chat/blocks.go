package chat

import (
	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

const (
	approvalRequest  = "tool-approval-request"
	approvalResponse = "tool-approval-response"
)

// blocks reads the content of a message as parts: text, one block, or a list of blocks in
// which text, null and further lists may stand. An empty text is no part.
func blocks(v gjson.Result) []model.Part {
	switch {
	case js.Null(v):
		return nil
	case v.Type == gjson.String:
		if s := js.Text(v); s != "" {
			return []model.Part{{Kind: model.Text, Text: s}}
		}
		return nil
	}
	return items(nil, v)
}

// items adds the parts of one value inside a content list.
func items(out []model.Part, v gjson.Result) []model.Part {
	switch {
	case js.Null(v):
		return out
	case v.Type == gjson.String:
		return append(out, model.Part{Kind: model.Text, Text: js.Text(v)})
	case v.IsArray():
		v.ForEach(func(_, e gjson.Result) bool {
			out = items(out, e)
			return true
		})
		return out
	case v.IsObject():
		return append(out, block(js.Fields(v)))
	}
	return append(out, model.Part{Kind: model.Unknown, Text: "number"})
}

// form is the shape in which a dialect writes calls and results.
type form uint8

const (
	noForm       form = iota
	toolUse           // Anthropic blocks
	toolCall          // AI SDK parts
	toolCallV4        // AI SDK parts that say args and result
	toolCalls         // OpenAI: a list beside the content
	functionCall      // OpenAI's older form: one call, no id
	uiPart            // AI SDK screen parts: call and result in one
)

// callForm says whether a block is a tool call.
func callForm(kind string, f js.Object) form {
	switch kind {
	case "tool_use", "server_tool_use", "mcp_tool_use":
		return toolUse
	case "tool-call":
		if f.Has("args") && !f.Has("input") {
			return toolCallV4
		}
		return toolCall
	}
	return noForm
}

// resultForm says whether a block is a tool result.
func resultForm(kind string) form {
	switch {
	case kind == "tool-result":
		return toolCall
	case kind == "tool_result", len(kind) > len("_tool_result") && kind[len(kind)-len("_tool_result"):] == "_tool_result":
		return toolUse
	}
	return noForm
}

// callID is the id of a call block, resultID that of a result block.
func callID(f js.Object) string   { return f.Text("id", "toolCallId") }
func resultID(f js.Object) string { return f.Text("tool_use_id", "toolCallId") }

// block reads one typed block.
func block(f js.Object) model.Part {
	kind := f.Text("type")
	if callForm(kind, f) != noForm {
		return model.Part{Kind: model.Call, ID: callID(f), Name: f.Text("name", "toolName"), Args: raw(f.Get("input", "args"))}
	}
	switch resultForm(kind) {
	case toolUse:
		p := model.Part{Kind: model.Result, ID: resultID(f), Failed: f.Get("is_error").Bool()}
		p.Output, p.JSON = output(f.Get("content"))
		return p
	case toolCall:
		return sdkResult(f)
	default:
	}
	switch kind {
	case "text", "input_text", "output_text":
		return model.Part{Kind: model.Text, Text: f.Text("text")}
	case "":
		if t := f.Get("text"); t.Type == gjson.String {
			return model.Part{Kind: model.Text, Text: js.Text(t)}
		}
	case "refusal":
		return model.Part{Kind: model.Text, Text: f.Text("refusal")}
	case "thinking", "reasoning":
		t := f.Text("thinking", "text", "reasoning")
		return model.Part{Kind: model.Thinking, Text: t, Redacted: t == ""}
	case "redacted_thinking", "redacted-reasoning":
		return model.Part{Kind: model.Thinking, Redacted: true}
	}
	if p, ok := media(kind, f); ok {
		return p
	}
	return model.Part{Kind: model.Unknown, Text: kind}
}

// raw is a value as JSON; a string that holds the JSON stands for it.
func raw(v gjson.Result) string {
	if v.Type == gjson.String {
		return js.Text(v)
	}
	return v.Raw
}
