package anthropic_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/anthropic"
)

// events writes a stream: each event is named by the type in its data.
func events(data ...string) string {
	var b strings.Builder
	for _, d := range data {
		kind, _, _ := strings.Cut(strings.TrimPrefix(d, `{"type":"`), `"`)
		b.WriteString("event: " + kind + "\ndata: " + d + "\n\n")
	}
	return b.String()
}

// The events that most streams have.
const (
	start = `{"type":"message_start","message":{"type":"message","role":"assistant","model":"m-1-2026","content":[],"stop_reason":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":20,"cache_read_input_tokens":300,"output_tokens":1}}}`
	block = `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`
	one   = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"One "}}`
	two   = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"two."}}`
	ended = `{"type":"content_block_stop","index":0}`
	delta = `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7}}`
	done  = `{"type":"message_stop"}`
	think = `{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`
	thunk = `{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`
	call  = `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1","name":"Read","input":{}}}`
	input = `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}`
	ping  = `{"type":"ping"}`
)

// stopped is the event that gives a reason.
func stopped(reason string) string { return strings.Replace(delta, "end_turn", reason, 1) }

func TestStream(t *testing.T) {
	t.Parallel()
	plain := summarize.Reply{Text: "One two.", Stop: summarize.StopEnd, Model: "m-1-2026", InputTokens: 330, OutputTokens: 7}
	with := func(change func(*summarize.Reply)) summarize.Reply {
		r := plain
		change(&r)
		return r
	}
	for _, c := range []struct {
		name, body string
		want       summarize.Reply
	}{
		{"an answer", events(start, block, one, ping, two, ended, delta, done), plain},
		{"what comes after the end", events(start, block, one, two, ended, delta, done, `{`), plain},
		{"events without a name", strings.ReplaceAll(events(start, block, one, two, ended, delta, done), "event: ", ": "), plain},
		{"events that are not known", events(start, `{"type":"news"}`, block, one, `{"type":"content_block_delta","delta":{"type":"odd"}}`, two, ended, `[]`, delta, done), plain},
		{"thinking", events(start, think, thunk, ended, block, one, two, ended, delta, done), with(func(r *summarize.Reply) { r.Reasoning = true })},
		{"a call", events(start, block, one, two, ended, call, input, ended, stopped("tool_use"), done), with(func(r *summarize.Reply) { r.Stop, r.Calls = summarize.StopTool, 1 })},
		{"nothing", events(start, delta, done), with(func(r *summarize.Reply) { r.Text = "" })},
		{"a stop sequence", events(start, block, one, two, stopped("stop_sequence"), done), plain},
		{"the limit", events(start, block, one, two, stopped("max_tokens"), done), with(func(r *summarize.Reply) { r.Stop = summarize.StopLength })},
		{"a refusal", events(start, block, one, two, stopped("refusal"), done), with(func(r *summarize.Reply) { r.Stop = summarize.StopRefused })},
		{"the window", events(start, block, one, two, stopped("model_context_window_exceeded"), done), with(func(r *summarize.Reply) { r.Stop = summarize.StopWindow })},
		{"a pause", events(start, block, one, two, stopped("pause_turn"), done), with(func(r *summarize.Reply) { r.Stop = summarize.StopUnknown })},
		{"a reason that is not known", events(start, block, one, two, stopped("boredom"), done), with(func(r *summarize.Reply) { r.Stop = summarize.StopUnknown })},
		{"counts that come at the end", events(strings.Replace(start, `"input_tokens":10,"cache_creation_input_tokens":20,"cache_read_input_tokens":300,`, "", 1), block, one, two, strings.Replace(delta, `"output_tokens"`, `"input_tokens":330,"output_tokens"`, 1), done), plain},
		{"counts that are none", events(strings.Replace(start, `"input_tokens":10`, `"input_tokens":-1e99`, 1), block, one, two, delta, done), with(func(r *summarize.Reply) { r.InputTokens = 320 })},
		{"bytes that are no text", events(start, block, one, strings.Replace(two, "two.", "two\xff.", 1), delta, done), with(func(r *summarize.Reply) { r.Text = "One two\uFFFD." })},
	} {
		base, _ := listen(t, http.StatusOK, "text/event-stream; charset=utf-8", c.body)
		var seen []string
		got, err := open(t, anthropic.Options{BaseURL: base, Stream: true}).Send(t.Context(), ask("a"), func(s string) { seen = append(seen, s) })
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		if want := []string{"One ", got.Text}; got.Text != "" && !cmp.Equal(want, seen) {
			t.Errorf("%s: shown %q, want %q", c.name, seen, want)
		}
	}
}

func TestBrokenStream(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, kind, body string
		want             summarize.Kind
		model            string // and the counts that came before
	}{
		{"no end", "text/event-stream", events(start, block, one, delta), summarize.TruncatedStream, "m-1-2026"},
		{"no reason", "text/event-stream", events(start, block, one, done), summarize.TruncatedStream, "m-1-2026"},
		{"no event", "text/event-stream", "", summarize.TruncatedStream, ""},
		{"an event cut short", "text/event-stream", events(start, block) + "event: content_block_delta\ndata: {\"type\":", summarize.TruncatedStream, "m-1-2026"},
		{"data that is no JSON", "text/event-stream", events(start) + "event: content_block_delta\ndata: {\"type\":\n\n", summarize.InvalidJSON, "m-1-2026"},
		{"data that is no JSON, without a name", "text/event-stream", "data: {oops\n\n", summarize.InvalidJSON, ""},
		{"a page", "text/html", "<html>Sign in</html>", summarize.InvalidJSON, ""},
		{"JSON that is none", "application/json", `{"content":[`, summarize.InvalidJSON, ""},
		{"JSON that is no message", "application/json", `{"ok":true}`, summarize.InvalidJSON, ""},
		{"an error", "text/event-stream", events(start, block, one, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), summarize.Overloaded, "m-1-2026"},
		{"an error without a name", "text/event-stream", `data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}` + "\n\n", summarize.Overloaded, ""},
	} {
		base, _ := listen(t, http.StatusOK, c.kind, c.body)
		_, err := open(t, anthropic.Options{BaseURL: base, Stream: true}).Send(t.Context(), ask("a"), nil)
		var f *summarize.Failure
		if !errors.As(err, &f) || f.Kind != c.want || f.Model != c.model {
			t.Errorf("%s: %#v, want %s of %q", c.name, err, c.want, c.model)
			continue
		}
		if (f.InputTokens == 330) != (c.model != "") {
			t.Errorf("%s: %d tokens", c.name, f.InputTokens)
		}
	}
}

// TestWhole checks answers of one piece, those included that come although a stream was asked for.
func TestWhole(t *testing.T) {
	t.Parallel()
	const body = `{"type":"message","role":"assistant","model":"m-1","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"One "},{"type":"tool_use","id":"t","name":"Read","input":{}},{"type":"text","text":"two."}],"stop_reason":"max_tokens","usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":2}}`
	want := summarize.Reply{Text: "One two.", Stop: summarize.StopLength, Calls: 1, Reasoning: true, Model: "m-1", InputTokens: 7, OutputTokens: 2}
	for _, stream := range []bool{false, true} {
		base, _ := listen(t, http.StatusOK, "application/json", body)
		shown := ""
		got, err := open(t, anthropic.Options{BaseURL: base, Stream: stream}).Send(t.Context(), ask("a"), func(s string) { shown = s })
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("stream %v (-want +got):\n%s", stream, d)
		}
		if shown != want.Text {
			t.Errorf("stream %v: shown %q", stream, shown)
		}
	}
	for kind, body := range map[string]string{"application/json": `{"content":`, "text/html": "<html>", "text/plain": "", "application/problem+json": `[]`} {
		base, _ := listen(t, http.StatusOK, kind, body)
		_, err := open(t, anthropic.Options{BaseURL: base}).Send(t.Context(), ask("a"), nil)
		if f := summarize.FailureOf(err); f.Kind != summarize.InvalidJSON {
			t.Errorf("%s: %v", kind, err)
		}
	}
}
