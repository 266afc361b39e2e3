package chat

import (
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// screen edits a screen message: the steps that are not wanted go, and so do blank texts.
// A call that the draft closes gets its result in its own part.
func (e *editor) screen(raw string, f js.Object, want map[int]bool) string {
	before := e.edits
	var kept []string
	content := false // something other than the marks of steps is kept
	sub := 0
	for _, s := range steps(f.Get("parts")) {
		keep := want == nil || len(s.said) > 0 && want[sub] || len(s.said) == 0 && len(s.results) == 0
		if len(s.said) > 0 {
			sub++
		}
		if len(s.results) > 0 {
			sub++
		}
		if !keep {
			e.because(partly)
			continue
		}
		for _, p := range s.parts {
			part, ok := e.screenPart(p)
			if !ok {
				continue
			}
			kept = append(kept, part)
			content = content || js.Fields(p).Text("type") != "step-start"
		}
	}
	switch {
	case !content && blank(f.Text("content")):
		return ""
	case e.edits == before:
		return raw
	}
	return js.Set(raw, "parts", "["+strings.Join(kept, ",")+"]")
}

// screenPart gives one part of a screen message as it stays; false when it goes.
func (e *editor) screenPart(p gjson.Result) (string, bool) {
	f := js.Fields(p)
	if js.Null(p) {
		e.because(shape)
		return "", false
	}
	if f.Text("type") == "text" && blank(f.Text("text")) {
		e.because(blankText)
		return "", false
	}
	in, _, ok := invocation(f)
	if !ok {
		return p.Raw, true
	}
	id := in.Text("toolCallId")
	e.call(id, uiPart)
	if _, results := uiPartOf(p, f); len(results) > 0 {
		e.answer(id)
		return p.Raw, true
	}
	text, ok := e.closing[id]
	if !ok {
		return p.Raw, true
	}
	e.answer(id)
	e.because(noResult)
	if inner := f.Get("toolInvocation"); inner.IsObject() {
		return js.Set(p.Raw, "toolInvocation", js.Set(js.Set(inner.Raw, "state", `"result"`), "result", js.Quote(text))), true
	}
	return js.Set(js.Set(p.Raw, "state", `"output-error"`), "errorText", js.Quote(text)), true
}
