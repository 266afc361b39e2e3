package chat

import (
	"github.com/tidwall/gjson"

	"cutline/model/js"
)

// evidence is what the elements seen so far say about the dialect of their list.
type evidence struct {
	ui, sdk, anthropic, openai bool
}

// look takes one element into account. Only its structure counts, never the text in it.
func (e *evidence) look(element gjson.Result) {
	f := js.Fields(element)
	e.ui = e.ui || f.Get("parts").IsArray()
	e.sdk = e.sdk || f.Has("providerOptions", "providerMetadata", "experimental_providerMetadata")
	e.openai = e.openai || f.Has("tool_calls", "tool_call_id", "function_call", "reasoning_content", "refusal")
	e.content(f.Get("content"))
}

func (e *evidence) content(v gjson.Result) {
	if !v.IsArray() {
		return
	}
	v.ForEach(func(_, b gjson.Result) bool {
		if b.IsArray() {
			e.content(b)
			return true
		}
		f := js.Fields(b)
		if f == nil {
			return true
		}
		e.sdk = e.sdk || f.Has("providerOptions", "providerMetadata")
		switch kind := f.Text("type"); kind {
		case "tool-call", "tool-result", approvalRequest, approvalResponse:
			e.sdk = true
		case "tool_use", "thinking", "redacted_thinking", "document":
			e.anthropic = true
		case "image":
			e.anthropic = e.anthropic || f.Has("source")
		case "text", "":
		default:
			e.openai = true
			e.anthropic = e.anthropic || resultForm(kind) == toolUse
		}
		return true
	})
}

// dialect is the verdict.
func (e *evidence) dialect(lines bool) string {
	switch {
	case e.ui:
		return AISDKUI
	case e.sdk:
		return AISDK
	case e.anthropic:
		return Anthropic
	case lines && !e.openai:
		return Plain
	}
	return OpenAI
}
