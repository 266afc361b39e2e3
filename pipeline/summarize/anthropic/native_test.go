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

// native asks for the server's own compaction.
func native() summarize.Prompt {
	p := ask("a transcript")
	p.System, p.Native = "Sum up.", true
	return p
}

// The events of a compaction.
const (
	compaction = `{"type":"content_block_start","index":0,"content_block":{"type":"compaction","content":null}}`
	summary    = `{"type":"content_block_delta","index":0,"delta":{"type":"compaction_delta","content":"What was done.","encrypted_content":"x"}}`
	compacted  = `{"type":"message_delta","delta":{"stop_reason":"compaction"},"usage":{"input_tokens":10,"output_tokens":1,"iterations":[{"type":"compaction","input_tokens":60000,"cache_read_input_tokens":500,"output_tokens":900},{"type":"message","input_tokens":10,"output_tokens":1}]}}`
)

func TestCompaction(t *testing.T) {
	t.Parallel()
	// 330 of the message and 60500 of the compaction, which the message's own counts leave out.
	want := summarize.Reply{Text: "What was done.", Stop: summarize.StopEnd, Native: true, Model: "m-1-2026", InputTokens: 60830, OutputTokens: 901}
	const whole = `{"type":"message","model":"m-1-2026","content":[{"type":"compaction","content":"What was done.","encrypted_content":null}],"stop_reason":"compaction","usage":{"input_tokens":330,"output_tokens":1,"iterations":[{"type":"compaction","input_tokens":60500,"output_tokens":900}]}}`
	for _, c := range []struct {
		name, kind, body string
		stream           bool
	}{
		{"a stream", "text/event-stream", events(start, compaction, summary, ended, compacted, done), true},
		{"a stream in which it begins at once", "text/event-stream", events(start, strings.Replace(compaction, "null", `"What "`, 1), strings.Replace(summary, "What ", "", 1), ended, compacted, done), true},
		{"a server that goes on after it", "text/event-stream", events(start, compaction, summary, ended, block, one, ended, compacted, done), true},
		{"one piece", "application/json", whole, false},
		{"one piece instead of a stream", "application/json", whole, true},
	} {
		base, _ := listen(t, http.StatusOK, c.kind, c.body)
		shown := ""
		got, err := open(t, anthropic.Options{BaseURL: base, Stream: c.stream}).Send(t.Context(), native(), func(s string) { shown = s })
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		if shown != want.Text {
			t.Errorf("%s: shown %q", c.name, shown)
		}
	}
}

// TestNoCompaction checks that all that is none is a failure after which a prompt is worth a try.
func TestNoCompaction(t *testing.T) {
	t.Parallel()
	const whole = `{"type":"message","model":"m-1-2026","content":[%],"stop_reason":"compaction","usage":{"input_tokens":330,"output_tokens":1}}`
	for _, c := range []struct {
		name, kind, body string
	}{
		{"null", "application/json", strings.Replace(whole, "%", `{"type":"compaction","content":null}`, 1)},
		{"empty", "application/json", strings.Replace(whole, "%", `{"type":"compaction","content":""}`, 1)},
		{"blank", "application/json", strings.Replace(whole, "%", `{"type":"compaction","content":" \n"}`, 1)},
		{"an answer", "application/json", strings.Replace(whole, "%", `{"type":"text","text":"Sure."}`, 1)},
		{"no block", "application/json", strings.Replace(whole, "%", "", 1)},
		{"null in a stream", "text/event-stream", events(start, compaction, strings.Replace(summary, `"What was done."`, "null", 1), ended, compacted, done)},
		{"no delta in a stream", "text/event-stream", events(start, compaction, ended, compacted, done)},
		{"an answer in a stream", "text/event-stream", events(start, block, one, two, ended, delta, done)},
		{"thinking in a stream", "text/event-stream", events(start, think)}, // it is not waited for the rest
	} {
		base, _ := listen(t, http.StatusOK, c.kind, c.body)
		_, err := open(t, anthropic.Options{BaseURL: base, Stream: true}).Send(t.Context(), native(), nil)
		var f *summarize.Failure
		if !errors.As(err, &f) || f.Kind != summarize.NoSummary || f.Model != "m-1-2026" || f.InputTokens < 330 {
			t.Errorf("%s: %#v", c.name, err)
		}
	}
	const unknown = `{"type":"error","error":{"type":"invalid_request_error","message":"Unexpected value(s) ` + "`compact-2026-01-12`" + ` for the ` + "`anthropic-beta`" + ` header."}}`
	base, _ := listen(t, http.StatusBadRequest, "application/json", unknown)
	_, err := open(t, anthropic.Options{BaseURL: base, Stream: true}).Send(t.Context(), native(), nil)
	if f := summarize.FailureOf(err); f.Kind != summarize.InvalidArgument {
		t.Errorf("a server that does not know it: %v", err)
	}
}
