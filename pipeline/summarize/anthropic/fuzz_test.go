package anthropic

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"cutline/pipeline/summarize"
)

// FuzzAnswer reads what a server may send, as a stream and in one piece. It ends in a reply in UTF-8, or in an
// error that says why.
func FuzzAnswer(f *testing.F) {
	for _, s := range []string{
		"event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"model\":\"m\",\"usage\":{\"input_tokens\":1}}}\n\n" +
			"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"a\"}}\n\n" +
			"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":2}}\n\n" +
			"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
		"event: error\ndata: {\"type\":\"error\",\"error\":{}}\n\n",
		"data: {\"type\":\"content_block_start\",\"content_block\":{\"type\":\"compaction\",\"content\":null}}\n\n",
		`{"model":"m","content":[{"type":"text","text":"a"},{"type":"compaction","content":"b"}],"stop_reason":"compaction","usage":{"iterations":[{"type":"compaction","input_tokens":5}]}}`,
	} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, body string, native bool) {
		for _, kind := range []string{"text/event-stream", "application/json"} {
			shown := ""
			a := answer{native: native, on: func(s string) { shown = s }}
			err := a.stream(&http.Response{Header: http.Header{"Content-Type": {kind}}, Body: io.NopCloser(strings.NewReader(body))})
			if err == nil {
				err = a.done()
			}
			in, out := a.spent.total()
			if in < 0 || out < 0 || a.reply.Calls < 0 {
				t.Errorf("%d and %d tokens, %d calls", in, out, a.reply.Calls)
			}
			if err != nil {
				var own *summarize.Failure
				var event *eventError
				if !errors.As(err, &own) && !errors.As(err, &event) {
					t.Errorf("an error of neither kind: %v", err)
				}
				continue
			}
			r := a.reply
			if !utf8.ValidString(r.Text) || !utf8.ValidString(r.Model) || r.Text != shown || native && !r.Native {
				t.Errorf("%+v, shown %q", r, shown)
			}
		}
	})
}

// TestBounded checks that an answer without an end is given up.
func TestBounded(t *testing.T) {
	t.Parallel()
	var own *summarize.Failure
	got, err := io.ReadAll(&bounded{io.NopCloser(strings.NewReader("12345678")), 5})
	if string(got) != "12345" || !errors.As(err, &own) || own.Kind != summarize.InvalidJSON {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := io.ReadAll(&bounded{io.NopCloser(strings.NewReader("12345")), 6}); string(got) != "12345" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
