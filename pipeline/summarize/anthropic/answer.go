package anthropic

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/ssestream"
	"github.com/tidwall/gjson"

	"cutline/pipeline/summarize"
)

// stopCompaction is the reason of an answer that ends after the server's own compaction. The library
// has no name for it outside its beta types.
const stopCompaction = "compaction"

// answer puts a reply together.
type answer struct {
	native bool
	on     func(text string)

	reply   summarize.Reply
	text    strings.Builder
	summary strings.Builder // of the server's own compaction
	spent   usage
	began   bool // something of the answer has come
	stopped bool // the server said that it was done
	reason  string
}

// stream reads the events of an answer until its last one. Its errors are those of reading, or a *Failure.
// A server that answers in one piece, although it was asked for events, is understood too.
func (a *answer) stream(res *http.Response) error {
	if kind, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); kind == "application/json" || kind == "text/html" {
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return err
		}
		return a.whole(body)
	}
	events := ssestream.NewDecoder(res)
	for !a.stopped && events.Next() {
		data := bytes.TrimSpace(events.Event().Data)
		if len(data) == 0 {
			continue
		}
		a.began = true
		if events.Event().Type == "error" {
			return &eventError{data}
		}
		if !gjson.ValidBytes(data) {
			return errMalformed
		}
		if err := a.event(gjson.ParseBytes(data)); err != nil {
			return err
		}
	}
	switch err := events.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return errMalformed
	case err != nil:
		return err
	case !a.stopped || a.reason == "":
		return errTruncated
	}
	return nil
}

// event takes one event. Those that it does not know are passed over, as the API asks of its clients.
func (a *answer) event(e gjson.Result) error {
	switch e.Get("type").String() {
	case "error": // by a server that does not name its events
		return &eventError{[]byte(e.Raw)}
	case "message_start":
		a.reply.Model = clean(e.Get("message.model"))
		a.spent.add(e.Get("message.usage"))
	case "content_block_start":
		return a.block(e.Get("content_block"))
	case "content_block_delta":
		switch d := e.Get("delta"); d.Get("type").String() {
		case "text_delta":
			a.write(&a.text, d.Get("text"))
		case "compaction_delta": // after its block, which came only if it was asked for
			a.write(&a.summary, d.Get("content"))
		}
	case "message_delta":
		if s := e.Get("delta.stop_reason"); s.Type == gjson.String {
			a.reason = s.Str
		}
		a.spent.add(e.Get("usage"))
	case "message_stop":
		a.stopped = true
	}
	return nil
}

// whole takes an answer that came in one piece.
func (a *answer) whole(body []byte) error {
	m := gjson.ParseBytes(body)
	if !gjson.ValidBytes(body) || !m.Get("content").IsArray() {
		return errMalformed
	}
	a.began = true
	a.reply.Model, a.reason = clean(m.Get("model")), m.Get("stop_reason").String()
	a.spent.add(m.Get("usage"))
	for _, b := range m.Get("content").Array() {
		if err := a.block(b); err != nil {
			return err
		}
	}
	return nil
}

// block takes the beginning of a block, which in an answer of one piece is all of it.
func (a *answer) block(b gjson.Result) error {
	kind := b.Get("type").String()
	if a.native && kind == "compaction" {
		a.reply.Native = true
		a.write(&a.summary, b.Get("content"))
		return nil
	}
	if a.native && !a.reply.Native {
		// A compaction comes before anything else. The model goes on with the session instead, which
		// nobody asked for and somebody pays for.
		return errNotCompacted
	}
	switch kind {
	case "text":
		a.write(&a.text, b.Get("text"))
	case "thinking", "redacted_thinking":
		a.reply.Reasoning = true
	case "tool_use":
		a.reply.Calls++
	}
	return nil
}

// write adds to the text, or to the summary that stands for it, and shows it.
func (a *answer) write(to *strings.Builder, v gjson.Result) {
	s := clean(v)
	if s == "" {
		return
	}
	to.WriteString(s)
	if a.on != nil && a.reply.Native == (to == &a.summary) {
		a.on(to.String())
	}
}

// clean is a string of the server, in UTF-8; empty when it is none.
func clean(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	return strings.ToValidUTF8(v.Str, "\uFFFD")
}

// done completes the reply, or says why there is none.
func (a *answer) done() error {
	a.reply.Text, a.reply.Stop = a.text.String(), stop(a.reason)
	a.reply.InputTokens, a.reply.OutputTokens = a.spent.total()
	if a.reply.Native {
		a.reply.Text = a.summary.String()
	}
	// null or empty: the compaction failed, and the server would go on as if it had not been asked for.
	if a.native && strings.TrimSpace(a.summary.String()) == "" {
		return errNotCompacted
	}
	return nil
}

// stop is the reason in the words of a reply. A pause is no end, and what is not known here says nothing.
func stop(reason string) summarize.Stop {
	switch sdk.StopReason(reason) {
	case sdk.StopReasonEndTurn, sdk.StopReasonStopSequence, stopCompaction:
		return summarize.StopEnd
	case sdk.StopReasonMaxTokens:
		return summarize.StopLength
	case sdk.StopReasonToolUse:
		return summarize.StopTool
	case sdk.StopReasonRefusal:
		return summarize.StopRefused
	case sdk.StopReasonModelContextWindowExceeded:
		return summarize.StopWindow
	default:
		return summarize.StopUnknown
	}
}
