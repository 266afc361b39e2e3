package anthropic_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/anthropic"
	"cutline/pipeline/summarize/scripted"
)

// TestSteps takes each kind of answer of the scripted server, as a stream and in one piece.
func TestSteps(t *testing.T) {
	t.Parallel()
	reply := func(text string, stop summarize.Stop) summarize.Reply {
		return summarize.Reply{Text: text, Stop: stop, Model: "fake-model", InputTokens: 100, OutputTokens: 20}
	}
	called, thought, compacted := reply("Let me look.", summarize.StopTool), reply("One two.", summarize.StopEnd), reply("What was done.", summarize.StopEnd)
	called.Calls, thought.Reasoning, compacted.Native = 1, true, true
	const overloaded = `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`
	for _, c := range []struct {
		name         string
		step         scripted.Step
		want         summarize.Reply
		stream, once summarize.Kind // of the failure
	}{
		{name: "an answer", step: scripted.Step{OK: "One two."}, want: reply("One two.", summarize.StopEnd)},
		{name: "in pieces", step: scripted.Step{OK: "One two.", Split: 1}, want: reply("One two.", summarize.StopEnd)},
		{name: "facts", step: scripted.Step{Echo: "FACT-[0-9]+"}, want: reply("<summary>\nKnown facts: FACT-1, FACT-2\n</summary>", summarize.StopEnd)},
		{name: "the limit", step: scripted.Step{Length: "One"}, want: reply("One", summarize.StopLength)},
		{name: "a refusal", step: scripted.Step{Refuse: "No."}, want: reply("No.", summarize.StopRefused)},
		{name: "a call", step: scripted.Step{OK: "Let me look.", Tool: &scripted.Tool{Name: "Read", Input: `{}`}}, want: called},
		{name: "nothing", step: scripted.Step{Empty: true}, want: reply("", summarize.StopEnd)},
		{name: "thinking", step: scripted.Step{OK: "One two.", Reasoning: "hm"}, want: thought},
		{name: "a compaction", step: scripted.Step{Compaction: "What was done."}, want: compacted},
		{name: "no compaction", step: scripted.Step{NullCompaction: true}, stream: summarize.NoSummary, once: summarize.NoSummary},
		{name: "no end", step: scripted.Step{NoFinish: "One"}, stream: summarize.TruncatedStream, once: summarize.Network},
		{name: "an error in the middle", step: scripted.Step{OK: "One", StreamError: overloaded}, stream: summarize.Overloaded, once: summarize.Network},
		{name: "a reset in the middle", step: scripted.Step{OK: "One two.", Split: 1, DropAfter: 3}, stream: summarize.TruncatedStream, once: summarize.Network},
		{name: "a reset at once", step: scripted.Step{Reset: true}, stream: summarize.Network, once: summarize.Network},
		{name: "a status", step: scripted.Step{Status: 529, Body: overloaded}, stream: summarize.Overloaded, once: summarize.Overloaded},
		{name: "a page", step: scripted.Step{Status: 200, Body: "<html>"}, stream: summarize.InvalidJSON, once: summarize.InvalidJSON},
		{name: "data that is no JSON", step: scripted.Step{SSE: "data: {\n\n"}, stream: summarize.InvalidJSON, once: summarize.InvalidJSON},
	} {
		c.step.In, c.step.Out = 100, 20
		for stream, kind := range map[bool]summarize.Kind{true: c.stream, false: c.once} {
			s := scripted.Start(t, c.step)
			p := ask("FACT-1 FACT-2")
			p.Native = strings.HasSuffix(c.name, "compaction")
			shown := ""
			got, err := open(t, anthropic.Options{BaseURL: s.URL, Stream: stream}).Send(t.Context(), p, func(text string) {
				if !strings.HasPrefix(text, shown) {
					t.Errorf("%s: %q does not follow %q", c.name, text, shown)
				}
				shown = text
			})
			var f *summarize.Failure
			switch {
			case kind != "":
				if !errors.As(err, &f) || f.Kind != kind {
					t.Errorf("%s, stream %v: %#v, want %s", c.name, stream, err, kind)
				}
			case err != nil:
				t.Errorf("%s, stream %v: %v", c.name, stream, err)
			case shown != got.Text:
				t.Errorf("%s, stream %v: shown %q of %q", c.name, stream, shown, got.Text)
			default:
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("%s, stream %v (-want +got):\n%s", c.name, stream, d)
				}
			}
		}
	}
}

// TestNothingStays runs many tries one after the other, with every kind of end; no goroutine stays, and
// with it no connection, although the server and the context of most tries live on. It is not parallel: it
// counts the goroutines of the process.
func TestNothingStays(t *testing.T) {
	steps := []scripted.Step{
		{OK: "One two."},
		{OK: "One two.", Split: 1},
		{Status: 529, Body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`},
		{SSE: events(start, block, one) + "data: {\n\n"},
		{SSE: events(start, block, one, delta, done), Hang: true},
		{OK: "One two.", Split: 1, DropAfter: 3},
		{NoFinish: "One"},
		{Compaction: "What was done."},
		{Status: 200, Body: "<html>"},
		{OK: "An answer that no compaction is."},
	}
	var script []scripted.Step
	for range 200 / len(steps) {
		script = append(script, steps...)
	}
	s := scripted.Start(t, script...)
	before := runtime.NumGoroutine()
	stream := open(t, anthropic.Options{BaseURL: s.URL, Stream: true, Silence: time.Minute})
	whole := open(t, anthropic.Options{BaseURL: s.URL, Silence: time.Minute})
	for i, step := range script {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var on func(string)
		if i%3 == 0 {
			on = func(string) { cancel() }
		}
		client := stream
		if i/len(steps)%2 == 1 && !step.Hang {
			client = whole
		}
		p := ask("a")
		p.Native = i%len(steps) > 6
		client.Send(ctx, p, on) //nolint:errcheck // every end is right here
	}
	if n := len(s.Requests()); n != len(script) {
		t.Errorf("%d requests for %d tries", n, len(script))
	}
	// What ends, ends a moment after the last try.
	late := time.After(30 * time.Second)
	for runtime.NumGoroutine() > before {
		select {
		case <-late:
			stacks := make([]byte, 1<<16)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
		default:
			runtime.Gosched()
		}
	}
}
