package openai

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/wire"
)

// answer is what has come of an answer. Its JSON is read field by field, so that a server which
// writes another one in its own way is understood all the same.
type answer struct {
	host    string
	on      func(text string)
	text    strings.Builder
	reply   summarize.Reply
	finish  string // why it ended, in the server's words
	refusal bool   // the model said so in a field of its own
	calls   map[int64]bool
	began   bool
}

// isError reports whether JSON is an error instead of an answer or a piece of one.
func isError(data []byte) bool {
	if e := gjson.GetBytes(data, "error"); e.Exists() && e.Type != gjson.Null {
		return true
	}
	return gjson.GetBytes(data, "type").Str == "error" || gjson.GetBytes(data, "object").Str == "error"
}

// whole takes an answer in one piece.
func (a *answer) whole(body []byte, header http.Header, key string) error {
	switch {
	case len(body) == 0:
		return summarize.Fail(summarize.TruncatedStream, a.host+" ended its answer before it began")
	case body[0] == '<':
		return summarize.Fail(summarize.InvalidJSON, a.host+" answers with a page for browsers; is the address right?")
	case !gjson.ValidBytes(body):
		return summarize.Fail(summarize.InvalidJSON, a.host+" answers with something that is no JSON: "+wire.Words(string(body), key))
	case isError(body):
		return wire.Failure(http.StatusOK, header, body, key)
	case !gjson.GetBytes(body, "choices").IsArray():
		return summarize.Fail(summarize.InvalidJSON, a.host+" answers with JSON that holds no answer: "+wire.Words(string(body), key))
	}
	a.take(gjson.ParseBytes(body), "message")
	return nil
}

// piece takes one event of a stream.
func (a *answer) piece(data []byte) error {
	a.began = true
	r := gjson.ParseBytes(data)
	if !gjson.ValidBytes(data) || !r.IsObject() {
		return summarize.Fail(summarize.InvalidJSON, a.host+" sent a piece of the answer that is no JSON")
	}
	a.take(r, "delta")
	return nil
}

// take reads what stands in the first choice under message or delta, and what stands beside it.
func (a *answer) take(r gjson.Result, under string) {
	if m := r.Get("model").Str; m != "" {
		a.reply.Model = m
	}
	if u := r.Get("usage"); u.IsObject() {
		a.reply.InputTokens, a.reply.OutputTokens = count(u.Get("prompt_tokens")), count(u.Get("completion_tokens"))
	}
	choice := r.Get("choices.0")
	if choice.Get("index").Int() != 0 {
		return
	}
	if f := choice.Get("finish_reason").Str; f != "" {
		a.finish = strings.ToLower(f)
	}
	m := choice.Get(under)
	before := a.text.Len()
	a.content(m.Get("content"))
	for _, field := range []string{"reasoning_content", "reasoning", "reasoning_details.0"} {
		if v := m.Get(field); v.Str != "" || v.IsObject() {
			a.reply.Reasoning = true
		}
	}
	a.refusal = a.refusal || m.Get("refusal").Str != ""
	for i, call := range m.Get("tool_calls").Array() {
		at := int64(i)
		if index := call.Get("index"); index.Exists() {
			at = index.Int()
		}
		a.called(at)
	}
	if m.Get("function_call").IsObject() {
		a.called(-1)
	}
	if a.on != nil && a.text.Len() > before {
		a.on(a.text.String())
	}
}

// content is a text, or parts of which some are text and some are reasoning.
func (a *answer) content(v gjson.Result) {
	if v.Type == gjson.String {
		a.text.WriteString(v.Str)
		return
	}
	for _, part := range v.Array() {
		if text := part.Get("text"); text.Type == gjson.String {
			a.text.WriteString(text.Str)
		} else if part.Get("thinking").Exists() {
			a.reply.Reasoning = true
		}
	}
}

func (a *answer) called(index int64) {
	if a.calls == nil {
		a.calls = make(map[int64]bool)
	}
	a.calls[index] = true
}

// over is the end of a stream: without a reason and without the mark that ends it, it broke off.
func (a *answer) over(done bool) error {
	if a.finish == "" && !done {
		return summarize.Fail(summarize.TruncatedStream, "the answer of "+a.host+" broke off without its end")
	}
	return nil
}

// end is the reply, or the failure with what the server reported before it. What breaks after the
// server said why its answer ended takes nothing away from it.
func (a *answer) end(ctx context.Context, err error) (summarize.Reply, error) {
	a.reply.Text, a.reply.Calls, a.reply.Stop = a.text.String(), len(a.calls), a.stop()
	if ctx.Err() != nil && err != nil {
		return summarize.Reply{}, ctx.Err()
	}
	if a.finish == "error" || a.finish == "network_error" {
		err = summarize.Fail(summarize.TruncatedStream, a.host+" gave up in the middle of its answer")
	} else if a.finish != "" && err != nil && broke(err) {
		err = nil
	}
	if err == nil {
		return a.reply, nil
	}
	f := wire.Broken(err, a.began)
	f.Model, f.InputTokens, f.OutputTokens = a.reply.Model, a.reply.InputTokens, a.reply.OutputTokens
	return summarize.Reply{}, f
}

// broke reports whether an error is the connection's, not something that the server said.
func broke(err error) bool {
	var f *summarize.Failure
	return !errors.As(err, &f) || f.Kind == summarize.Silent
}

// stop translates why an answer ended.
func (a *answer) stop() summarize.Stop {
	if a.refusal {
		return summarize.StopRefused
	}
	switch a.finish {
	case "stop", "end_turn", "eos", "stop_sequence":
		return summarize.StopEnd
	case "length", "max_tokens":
		return summarize.StopLength
	case "tool_calls", "function_call", "tool_use":
		return summarize.StopTool
	case "content_filter", "refusal", "safety", "recitation", "prohibited_content", "sensitive":
		return summarize.StopRefused
	case "model_length", "model_context_window_exceeded": // Mistral, z.ai
		return summarize.StopWindow
	}
	return summarize.StopUnknown
}

// count is a number of tokens that makes sense.
func count(v gjson.Result) int {
	const most = 1 << 40
	if v.Type != gjson.Number || !(v.Num > 0 && v.Num < most) {
		return 0
	}
	return int(v.Num)
}
