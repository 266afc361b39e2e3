package chat

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
)

// Why an element could not be kept byte for byte.
const (
	partly      = "only a part of its record is kept, the other part is summarized"
	noCall      = "a tool result without a call before it is taken out"
	noRequest   = "an approval without its request is taken out"
	blankText   = "blank text is taken out: model APIs refuse it"
	shape       = "its content has a shape that model APIs refuse; the same words are written in one that they take"
	nothingLeft = "nothing is left of it, so it is left out"
	badBytes    = "it holds bytes or half of a surrogate pair that are no text; each is written as U+FFFD"
	noResult    = "its open call is closed by a result that says that none was recorded"
)

// editor takes elements over into a new list, in order, and sees to it that what depends on
// something earlier finds it there.
type editor struct {
	forms map[string]form // calls so far, by id
	open  map[string]bool // calls that nothing has answered so far
	asked map[string]bool // approvals asked for so far
	// closing is, for the element at hand, the text of the results that close its open calls.
	closing map[string]string
	why     []string // what was done to the element at hand
	edits   int      // how often anything was done to any element
}

func newEditor() *editor {
	return &editor{forms: make(map[string]form), open: make(map[string]bool), asked: make(map[string]bool)}
}

// element gives an element as it goes into the new list; empty when nothing is left of it.
// Want says which of its messages are kept, nil all of them; legacy is the id of a call or
// result that has none in the file. Results of calls that are not there are taken out.
func (e *editor) element(raw string, want map[int]bool, legacy string) string {
	f := js.Fields(gjson.Parse(raw))
	role, _ := roleOf(f.Text("role"))
	var out string
	switch {
	case f.Get("parts").IsArray():
		out = e.screen(raw, f, want)
	case role == model.Tool && !answers(blocks(f.Get("content"))):
		if legacy == "" {
			legacy = f.Text("tool_call_id")
		}
		if !e.answer(legacy) {
			e.because(noCall)
			return ""
		}
		out = e.result(raw, f.Get("content"))
	default:
		out = e.message(raw, f, role, want, legacy)
	}
	if out == "" {
		e.because(nothingLeft)
	}
	return out
}

func (e *editor) because(reason string) {
	e.edits++
	if !slices.Contains(e.why, reason) {
		e.why = append(e.why, reason)
	}
}

// call notes a call.
func (e *editor) call(id string, f form) {
	if id != "" {
		e.forms[id], e.open[id] = f, true
	}
}

// answer notes a result; false when it answers nothing.
func (e *editor) answer(id string) bool {
	ok := e.open[id]
	delete(e.open, id)
	return ok
}

// message edits the content of a message that is no bare tool result.
func (e *editor) message(raw string, f js.Object, role model.Role, want map[int]bool, legacy string) string {
	beside := false // there is something to keep outside the content
	if role == model.Assistant {
		beside = e.beside(f, legacy)
	}
	content := f.Get("content")
	switch {
	case js.Null(content):
		if !beside {
			return ""
		}
		return raw
	case content.Type == gjson.String:
		if !beside && blank(js.Text(content)) {
			return ""
		}
		return raw
	case content.IsArray():
	case js.Fields(content).Has("type"):
		e.because(shape)
	default:
		e.because(shape)
		return js.Set(raw, "content", asText(content))
	}
	before := e.edits
	kept := e.items(nil, content, func(result bool) bool {
		return want == nil || role != model.User || want[0] && result || want[1] && !result
	})
	switch {
	case len(kept) == 0 && !beside:
		return ""
	case e.edits == before && content.IsArray():
		return raw
	case len(kept) == 0:
		return js.Set(raw, "content", `""`)
	}
	return js.Set(raw, "content", "["+strings.Join(kept, ",")+"]")
}

// beside notes the calls that stand outside an assistant's content, and reports whether
// anything does.
func (e *editor) beside(f js.Object, legacy string) bool {
	something := !blank(f.Text("refusal")) || !blank(f.Text("reasoning_content", "reasoning")) || f.Get("audio").IsObject()
	f.Get("tool_calls").ForEach(func(_, c gjson.Result) bool {
		if c.IsObject() {
			something = true
			e.call(js.Fields(c).Text("id"), toolCalls)
		}
		return true
	})
	if f.Get("function_call").IsObject() {
		something = true
		e.call(legacy, functionCall)
	}
	return something
}

// items goes through the blocks of a content and gives those that stay.
func (e *editor) items(kept []string, v gjson.Result, take func(result bool) bool) []string {
	if v.IsArray() {
		v.ForEach(func(_, b gjson.Result) bool {
			if b.IsArray() {
				e.because(shape)
			}
			kept = e.items(kept, b, take)
			return true
		})
		return kept
	}
	if !v.IsObject() {
		switch {
		case js.Null(v):
			e.because(shape)
		case !take(false):
			e.because(partly)
		case blank(js.Text(v)):
			e.because(blankText)
		default:
			e.because(shape)
			kept = append(kept, textBlock(asText(v)))
		}
		return kept
	}
	f := js.Fields(v)
	kind := f.Text("type")
	result := resultForm(kind)
	if !take(result != noForm || kind == approvalResponse) {
		e.because(partly)
		return kept
	}
	switch {
	case result != noForm:
		if !e.answer(resultID(f)) {
			e.because(noCall)
			return kept
		}
		if result == toolUse {
			return append(kept, e.result(v.Raw, f.Get("content")))
		}
	case kind == approvalResponse:
		if !e.asked[f.Text("approvalId")] {
			e.because(noRequest)
			return kept
		}
	case kind == approvalRequest:
		e.asked[f.Text("approvalId")] = true
	case callForm(kind, f) != noForm:
		e.call(callID(f), callForm(kind, f))
	case kind == "text" && blank(f.Text("text")):
		e.because(blankText)
		return kept
	}
	return append(kept, v.Raw)
}

// result edits the content of a tool result, in the element or block that has it.
func (e *editor) result(raw string, content gjson.Result) string {
	switch {
	case !content.Exists(), content.Type == gjson.String:
		return raw
	case content.Type == gjson.Null:
		e.because(shape)
		return js.Set(raw, "content", `""`)
	case !blockList(content):
		if content.IsArray() { // blocks of a server's own tool
			return raw
		}
		e.because(shape)
		return js.Set(raw, "content", asText(content))
	}
	before := e.edits
	kept := e.items(nil, content, func(bool) bool { return true })
	if !content.IsArray() {
		e.because(shape)
	}
	if e.edits == before {
		return raw
	}
	return js.Set(raw, "content", "["+strings.Join(kept, ",")+"]")
}

// asText is a value as a JSON string: a string as it stands, anything else as its JSON.
func asText(v gjson.Result) string {
	if v.Type == gjson.String {
		return v.Raw
	}
	if c, ok := js.Compact(v.Raw); ok {
		return js.Quote(c)
	}
	return js.Quote(v.Raw)
}

func textBlock(quoted string) string { return `{"type":"text","text":` + quoted + `}` }

func blank(s string) bool { return strings.TrimSpace(s) == "" }
