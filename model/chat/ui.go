package chat

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// step is one round of an assistant in a screen message: what it said and called, and then
// the results of those calls.
type step struct {
	parts   []gjson.Result // as they stand in the element
	said    []model.Part
	results []model.Part
}

// steps parts a screen message at its step-start marks. A mark belongs to the step it opens.
func steps(parts gjson.Result) []step {
	var out []step
	var now step
	flush := func() {
		if len(now.said) > 0 || len(now.results) > 0 {
			out = append(out, now)
			now = step{}
		}
	}
	parts.ForEach(func(_, p gjson.Result) bool {
		f := js.Fields(p)
		if f.Text("type") == "step-start" {
			flush()
		} else {
			said, result := uiPartOf(p, f)
			now.said = append(now.said, said...)
			now.results = append(now.results, result...)
		}
		now.parts = append(now.parts, p)
		return true
	})
	flush()
	switch n := len(out); {
	case len(now.parts) == 0:
	case n > 0: // a mark at the end opens nothing
		out[n-1].parts = append(out[n-1].parts, now.parts...)
	default:
		out = append(out, now)
	}
	return out
}

// readUI reads a screen message: for each step an assistant message and, when calls were
// answered, a tool message.
func readUI(f js.Object, role model.Role) []reading {
	var out []reading
	for _, s := range steps(f.Get("parts")) {
		if len(s.said) > 0 {
			out = append(out, reading{Message: model.Message{Role: role, Parts: s.said}})
		}
		if len(s.results) > 0 {
			out = append(out, reading{Message: model.Message{Role: model.Tool, Parts: s.results}})
		}
	}
	if len(out) == 0 {
		return []reading{{Message: model.Message{Role: role, Parts: blocks(f.Get("content"))}}}
	}
	return out
}

// invocation gives the js.Object of a part that is a tool call, and the tool's name. Older
// builds put them into an object of their own.
func invocation(f js.Object) (in js.Object, name string, ok bool) {
	kind := f.Text("type")
	switch {
	case kind == "tool-invocation":
		in = js.Fields(f.Get("toolInvocation"))
		return in, in.Text("toolName"), in != nil
	case kind == "dynamic-tool":
		return f, f.Text("toolName"), true
	case strings.HasPrefix(kind, "tool-"):
		return f, kind[len("tool-"):], true
	}
	return nil, "", false
}

// uiPartOf reads one part of a screen message. A tool part gives a call, and a result when
// the tool has answered.
func uiPartOf(v gjson.Result, f js.Object) (said, results []model.Part) {
	in, name, ok := invocation(f)
	if !ok {
		return items(nil, v), nil
	}
	id := in.Text("toolCallId")
	said = []model.Part{{Kind: model.Call, ID: id, Name: name, Args: raw(in.Get("input", "args", "rawInput"))}}
	r := model.Part{Kind: model.Result, ID: id}
	switch in.Text("state") {
	case "output-available", "result":
		r.Output, r.JSON = value(in.Get("output", "result"))
	case "output-error":
		r.Failed = true
		r.Output = []model.Part{{Kind: model.Text, Text: in.Text("errorText")}}
	case "output-denied":
		r.Failed = true
		r.Output = []model.Part{{Kind: model.Text, Text: denied(js.Fields(in.Get("approval")).Text("reason"))}}
	default:
		return said, nil
	}
	return said, []model.Part{r}
}
