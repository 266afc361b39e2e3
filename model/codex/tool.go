package codex

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// called reads a call. One whose result is part of it, or is not in the file at all, is
// answered by itself, since nothing else will answer it.
func called(t string, f js.Object) []model.Part {
	p := model.Part{Kind: model.Call, ID: callID(t, f), Name: f.Text("name"), Args: raw(f.Get("arguments"))}
	switch t {
	case "custom_tool_call":
		p.Args = f.Text("input")
	case "local_shell_call":
		p.Name, p.Args = "local_shell", f.Get("action").Raw
	case "tool_search_call":
		p.Name = "tool_search"
	case "web_search_call":
		p.Name, p.Args = "web_search", f.Get("action").Raw
	case "image_generation_call":
		p.Name, p.Args = "image_generation", `{"prompt":`+js.Quote(f.Text("revised_prompt"))+`}`
	}
	if !callTypes[t] {
		return []model.Part{p}
	}
	r := model.Part{Kind: model.Result, ID: p.ID, Failed: f.Text("status") == "failed"}
	if data := f.Text("result"); data != "" {
		r.Output = []model.Part{{Kind: model.Image, Bytes: decoded(data), Data: data}}
	}
	return []model.Part{p, r}
}

// callID is what pairs a call with its result. What the server runs by itself may have none;
// then its type stands for it, since its result comes before the next such call.
func callID(t string, f js.Object) string {
	if id := f.Text("call_id"); id != "" {
		return id
	}
	switch t {
	case "tool_search_call", "tool_search_output":
		return "tool_search"
	}
	if id := f.Text("id"); id != "" {
		return id
	}
	return t
}

// raw is a value as JSON; a string that holds the JSON stands for it.
func raw(v gjson.Result) string {
	switch v.Type {
	case gjson.String:
		return js.Text(v)
	case gjson.Null:
		return ""
	default:
		return v.Raw
	}
}

// result reads what a tool gave back.
func result(t string, f js.Object) model.Part {
	p := model.Part{Kind: model.Result, ID: callID(t, f)}
	if t == "tool_search_output" {
		p.JSON = f.Get("tools").Raw
		return p
	}
	v := f.Get("output")
	if o := js.Fields(v); o.Has("content", "success") && !o.Has("type") { // an older form
		p.Failed = o.Get("success").Type == gjson.False
		v = o.Get("content")
	}
	switch {
	case v.Type == gjson.String:
		text, failed := printed(js.Text(v))
		p.Output, p.Failed = []model.Part{{Kind: model.Text, Text: text}}, p.Failed || failed
	case js.Null(v):
	case v.IsArray(), js.Fields(v).Has("type"):
		p.Output = blocks(v)
		if len(p.Output) > 0 && p.Output[0].Kind == model.Text {
			p.Failed = p.Failed || exit(p.Output[0].Text)
		}
	default:
		p.JSON = v.Raw
	}
	return p
}

// printed is what a command printed, and whether it failed. Older agents give a JSON text with
// the output and its metadata.
func printed(text string) (out string, failed bool) {
	if strings.HasPrefix(text, "{") && jsonl.Valid([]byte(text)) {
		f := js.Fields(gjson.Parse(text))
		if m := js.Fields(f.Get("metadata")); m != nil && f.Get("output").Type == gjson.String {
			return f.Text("output"), m.Get("exit_code").Int() != 0
		}
	}
	return text, exit(text)
}

// headLines is how many lines the agent writes before an output, at most.
const headLines = 6

// exit reports whether the lines before an output say that its command failed. A command may
// print the same words, so only they are asked.
func exit(text string) bool {
	failed, _ := exitOf(text)
	return failed
}

// exitOf is exit of the beginning of a text. Sure is false when the rest may say otherwise.
func exitOf(text string) (failed, sure bool) {
	for range headLines {
		line, rest, more := strings.Cut(text, "\n")
		switch {
		case !more:
			code, ok := exitCode(line)
			return ok && code != "0", false
		case line == "Output:":
			return false, true
		}
		if code, ok := exitCode(line); ok {
			return code != "0", true
		}
		if !strings.Contains(line, ": ") {
			return false, true
		}
		text = rest
	}
	return false, true
}

// exitCode is what a line says of how a command ended.
func exitCode(line string) (code string, ok bool) {
	code, ok = strings.CutPrefix(line, "Exit code: ")
	if !ok {
		code, ok = strings.CutPrefix(line, "Process exited with code ")
	}
	digits := strings.TrimPrefix(code, "-")
	return code, ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
