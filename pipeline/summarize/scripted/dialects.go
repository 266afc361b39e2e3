package scripted

import (
	"encoding/json"
	"fmt"
	"strings"
)

// object is JSON that is written down where it is sent.
type object map[string]any

func (o object) json() string {
	b, err := json.Marshal(o)
	if err != nil {
		panic(fmt.Sprintf("scripted: %v", err)) // a step holds a value that is no JSON
	}
	return string(b)
}

// wording is an answer in the words of one API: whole, and as the events of a stream.
type wording struct {
	whole  object
	first  []string
	pieces []string
	last   []string
	failed string
}

// streams reports whether a request asks for a stream.
func streams(body []byte) bool {
	var in struct{ Stream bool }
	return json.Unmarshal(body, &in) == nil && in.Stream
}

// dialect finds the API by the end of the path; nil when there is none.
func dialect(path string) func(answer) wording {
	switch path = strings.TrimRight(path, "/"); {
	case strings.HasSuffix(path, "/messages"):
		return messages
	case strings.HasSuffix(path, "/chat/completions"):
		return chat
	case strings.HasSuffix(path, "/responses"):
		return responses
	}
	return nil
}

// event is one event of a stream; without a name it is data alone.
func event(name string, data any) string {
	text, ok := data.(string)
	if o, is := data.(object); is {
		text, ok = o.json(), true
	}
	if !ok {
		panic("scripted: an event is an object or a text")
	}
	if name != "" {
		name = "event: " + name + "\n"
	}
	return name + "data: " + text + "\n\n"
}

// typed is an event whose data repeats its name.
func typed(name string, data object) string {
	data["type"] = name
	return event(name, data)
}

// messages is Anthropic's.
func messages(a answer) wording {
	usage := object{"input_tokens": a.In, "output_tokens": a.Out}
	if a.end == pausing { // what it takes is told apart from the message's own
		usage = object{"input_tokens": 0, "output_tokens": 0, "iterations": []object{{"type": "compaction", "input_tokens": a.In, "output_tokens": a.Out}}}
	}
	head := func(content []object, stop any, usage object) object {
		return object{"id": "msg_fake", "type": "message", "role": "assistant", "model": "fake-model", "content": content, "stop_reason": stop, "stop_sequence": nil, "usage": usage}
	}
	var d wording
	d.first = []string{typed("message_start", object{"message": head([]object{}, nil, object{"input_tokens": usage["input_tokens"], "output_tokens": 0})})}
	content := []object{}
	block := func(empty, full object, to *[]string, deltas ...object) {
		i := len(content)
		content = append(content, full)
		*to = append(*to, typed("content_block_start", object{"index": i, "content_block": empty}))
		for _, delta := range deltas {
			*to = append(*to, typed("content_block_delta", object{"index": i, "delta": delta}))
		}
	}
	stop := func(to *[]string) {
		*to = append(*to, typed("content_block_stop", object{"index": len(content) - 1}))
	}
	if a.end == pausing {
		summary := any(a.Compaction)
		if a.NullCompaction {
			summary = nil
		}
		block(object{"type": "compaction", "content": nil}, object{"type": "compaction", "content": summary, "encrypted_content": "x"}, &d.first,
			object{"type": "compaction_delta", "content": summary, "encrypted_content": "x"})
		stop(&d.first)
	}
	if a.Reasoning != "" {
		block(object{"type": "thinking", "thinking": ""}, object{"type": "thinking", "thinking": a.Reasoning, "signature": "sig"}, &d.first,
			object{"type": "thinking_delta", "thinking": a.Reasoning}, object{"type": "signature_delta", "signature": "sig"})
		stop(&d.first)
	}
	if len(a.pieces) > 0 {
		block(object{"type": "text", "text": ""}, object{"type": "text", "text": a.text}, &d.first)
		for _, p := range a.pieces {
			d.pieces = append(d.pieces, typed("content_block_delta", object{"index": len(content) - 1, "delta": object{"type": "text_delta", "text": p}}))
		}
		stop(&d.last)
	}
	if a.Tool != nil {
		call := object{"type": "tool_use", "id": "toolu_fake1", "name": a.Tool.Name, "input": json.RawMessage(a.Tool.Input)}
		block(object{"type": "tool_use", "id": "toolu_fake1", "name": a.Tool.Name, "input": object{}}, call, &d.last,
			object{"type": "input_json_delta", "partial_json": a.Tool.Input})
		stop(&d.last)
	}
	d.last = append(d.last,
		typed("message_delta", object{"delta": object{"stop_reason": a.end.anthropic, "stop_sequence": nil}, "usage": usage}),
		typed("message_stop", object{}))
	d.whole = head(content, a.end.anthropic, usage)
	d.failed = event("error", a.StreamError)
	return d
}

// chat is Chat Completions, which most servers speak.
func chat(a answer) wording {
	usage := object{"prompt_tokens": a.In, "completion_tokens": a.Out, "total_tokens": a.In + a.Out}
	chunk := func(delta object, finish any) string {
		return event("", object{
			"id": "chatcmpl-fake", "object": "chat.completion.chunk", "created": 0, "model": "fake-model",
			"choices": []object{{"index": 0, "delta": delta, "finish_reason": finish}},
		})
	}
	message := object{"role": "assistant", "content": nil}
	if a.text != "" {
		message["content"] = a.text
	}
	d := wording{first: []string{chunk(object{"role": "assistant", "content": ""}, nil)}}
	if a.Reasoning != "" {
		message["reasoning_content"] = a.Reasoning
		d.first = append(d.first, chunk(object{"reasoning_content": a.Reasoning}, nil))
	}
	for _, p := range a.pieces {
		d.pieces = append(d.pieces, chunk(object{"content": p}, nil))
	}
	if a.Tool != nil {
		calls := []object{{"index": 0, "id": "call_fake1", "type": "function", "function": object{"name": a.Tool.Name, "arguments": a.Tool.Input}}}
		message["tool_calls"] = calls
		d.last = append(d.last, chunk(object{"tool_calls": calls}, nil))
	}
	d.last = append(d.last, chunk(object{}, a.end.openai),
		event("", object{"id": "chatcmpl-fake", "object": "chat.completion.chunk", "created": 0, "model": "fake-model", "choices": []object{}, "usage": usage}),
		event("", "[DONE]"))
	choices := []object{{"index": 0, "message": message, "finish_reason": a.end.openai}}
	if a.Empty {
		choices = []object{}
	}
	d.whole = object{"id": "chatcmpl-fake", "object": "chat.completion", "created": 0, "model": "fake-model", "choices": choices, "usage": usage}
	d.failed = event("", a.StreamError)
	return d
}

// responses is OpenAI's newer API.
func responses(a answer) wording {
	output := []object{}
	if a.Reasoning != "" {
		output = append(output, object{"type": "reasoning", "id": "rs_fake", "summary": []object{{"type": "summary_text", "text": a.Reasoning}}})
	}
	if a.text != "" {
		output = append(output, object{
			"type": "message", "id": "msg_fake", "role": "assistant", "status": "completed",
			"content": []object{{"type": "output_text", "text": a.text, "annotations": []object{}}},
		})
	}
	if a.Tool != nil {
		output = append(output, object{"type": "function_call", "id": "fc_fake", "call_id": "call_fake1", "name": a.Tool.Name, "arguments": a.Tool.Input})
	}
	status, details := "completed", any(nil)
	if a.end.responses != "" {
		status, details = "incomplete", object{"reason": a.end.responses}
	}
	response := func(status string, output []object) object {
		return object{
			"id": "resp_fake", "object": "response", "model": "fake-model", "status": status, "incomplete_details": details, "output": output,
			"usage": object{"input_tokens": a.In, "output_tokens": a.Out, "total_tokens": a.In + a.Out},
		}
	}
	d := wording{whole: response(status, output), failed: event("error", a.StreamError)}
	d.first = []string{typed("response.created", object{"response": response("in_progress", []object{})})}
	for _, p := range a.pieces {
		d.pieces = append(d.pieces, typed("response.output_text.delta", object{"item_id": "msg_fake", "output_index": 0, "content_index": 0, "delta": p}))
	}
	d.last = []string{typed("response."+status, object{"response": d.whole})}
	return d
}
