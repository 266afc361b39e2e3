package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/openai"
	"cutline/pipeline/summarize/scripted"
)

const key = "sk-test-SECRET-4242-abcdefgh"

// client is a client of a scripted server.
func client(t *testing.T, s *scripted.Server, model string) *openai.Client {
	t.Helper()
	c, err := openai.New(openai.Options{BaseURL: s.URL + "/v1/", Key: key, Model: model, Silence: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var prompt = summarize.Prompt{System: "You summarize.", Turns: []summarize.Turn{{Role: "user", Text: "the transcript"}, {Role: "assistant", Text: "ok"}, {Role: "user", Text: "now"}}}

// TestAnswers holds every way in which an answer ends, streamed and in one piece.
func TestAnswers(t *testing.T) {
	t.Parallel()
	const sorry = `{"error":{"message":"stream is not supported"}}`
	for name, c := range map[string]struct {
		step scripted.Step
		want summarize.Reply
	}{
		"end":       {scripted.Step{OK: "Das Gespräch.", Split: 2, In: 100, Out: 5}, summarize.Reply{Text: "Das Gespräch.", Stop: summarize.StopEnd, InputTokens: 100, OutputTokens: 5}},
		"length":    {scripted.Step{Length: "the te", In: 100, Out: 2}, summarize.Reply{Text: "the te", Stop: summarize.StopLength, InputTokens: 100, OutputTokens: 2}},
		"refused":   {scripted.Step{Refuse: "no", In: 3, Out: 1}, summarize.Reply{Text: "no", Stop: summarize.StopRefused, InputTokens: 3, OutputTokens: 1}},
		"tool":      {scripted.Step{Tool: &scripted.Tool{Name: "Read", Input: `{}`}, In: 3, Out: 1}, summarize.Reply{Stop: summarize.StopTool, Calls: 1, InputTokens: 3, OutputTokens: 1}},
		"reasoning": {scripted.Step{OK: "x", Reasoning: "let me think", In: 3, Out: 1}, summarize.Reply{Text: "x", Stop: summarize.StopEnd, Reasoning: true, InputTokens: 3, OutputTokens: 1}},
	} {
		c.want.Model = "fake-model"
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := scripted.Start(t, c.step)
			var seen []string
			got, err := client(t, s, "m").Send(t.Context(), prompt, func(text string) { seen = append(seen, text) })
			if err != nil || got != c.want {
				t.Errorf("streamed: %+v, %v", got, err)
			}
			if got.Text != "" && (len(seen) == 0 || seen[len(seen)-1] != got.Text || !slices.IsSorted(seen)) {
				t.Errorf("progress: %q", seen)
			}
			s = scripted.Start(t, scripted.Step{Status: 400, Body: sorry}, c.step)
			got, err = client(t, s, "m").Send(t.Context(), prompt, nil)
			if err != nil || got != c.want || len(s.Requests()) != 2 {
				t.Errorf("in one piece: %+v, %v", got, err)
			}
		})
	}
}

// TestEmpty is an answer without content: no failure yet, whoever reads it finds nothing.
func TestEmpty(t *testing.T) {
	t.Parallel()
	for _, step := range []scripted.Step{
		{Empty: true},
		{SSE: "data: [DONE]\n\n"},
		{Status: 200, Body: `{"choices":[]}`},
		{SSE: "data: {\"choices\":[{\"delta\":{\"reasoning\":\"hm\"},\"finish_reason\":\"length\"}]}\n\n"},
	} {
		got, err := client(t, scripted.Start(t, step), "m").Send(t.Context(), prompt, nil)
		if err != nil || got.Text != "" {
			t.Errorf("%+v: %+v, %v", step, got, err)
		}
	}
}

// TestStreams holds streams as servers write them.
func TestStreams(t *testing.T) {
	t.Parallel()
	piece := func(text string) string { return `data: {"choices":[{"delta":{"content":"` + text + `"}}]}` + "\n\n" }
	for name, c := range map[string]struct {
		sse    string
		text   string
		stop   summarize.Stop
		failed summarize.Kind
	}{
		"no reason, but an end":        {sse: piece("a") + "data: [DONE]\n\n", text: "a", stop: summarize.StopUnknown},
		"no space, no end of line":     {sse: "data:{\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}", text: "a", stop: summarize.StopEnd},
		"comments and other fields":    {sse: ": busy\n\n" + strings.Repeat(": busy\n\n", 500) + "event: x\nid: 1\nretry: 5\n" + piece("a") + "data: [DONE]\n\n", text: "a"},
		"carriage returns":             {sse: strings.ReplaceAll(piece("a")+"data: [DONE]\n\n", "\n", "\r\n"), text: "a"},
		"parts":                        {sse: `data: {"choices":[{"delta":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"a"}]},"finish_reason":"model_length"}]}` + "\n\n", text: "a", stop: summarize.StopWindow},
		"a null error":                 {sse: `data: {"error":null,"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}` + "\n\n", text: "a", stop: summarize.StopEnd},
		"another choice":               {sse: `data: {"choices":[{"index":1,"delta":{"content":"b"}}]}` + "\n\n" + piece("a") + "data: [DONE]\n\n", text: "a"},
		"no end":                       {sse: piece("a"), failed: summarize.TruncatedStream},
		"nothing":                      {sse: "\n", failed: summarize.TruncatedStream},
		"no JSON":                      {sse: piece("a") + "data: {\"choices\":[{\n\ndata: [DONE]\n\n", failed: summarize.InvalidJSON},
		"a list":                       {sse: ": x\ndata: []\n\ndata: [DONE]\n\n", failed: summarize.InvalidJSON},
		"an error":                     {sse: piece("a") + `data: {"error":{"message":"The server had an error","type":"server_error"}}` + "\n\n", failed: summarize.Unavailable},
		"an error as a text":           {sse: piece("a") + `data: {"error":"overloaded"}` + "\n\n", failed: summarize.Overloaded},
		"an error by its event":        {sse: piece("a") + "event: error\ndata: rate limit\n\n", failed: summarize.RateLimited},
		"an error with a status":       {sse: `data: {"id":"x","error":{"code":429,"message":"slow"},"choices":[{"delta":{},"finish_reason":"error"}]}` + "\n\n", failed: summarize.RateLimited},
		"it gives up":                  {sse: piece("a") + `data: {"choices":[{"delta":{},"finish_reason":"network_error"}]}` + "\n\n", failed: summarize.TruncatedStream},
		"an overflow after the header": {sse: `data: {"error":{"message":"prompt is too long: 9 tokens > 8 maximum"}}` + "\n\n", failed: summarize.InputTokens},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := client(t, scripted.Start(t, scripted.Step{SSE: c.sse}), "m").Send(t.Context(), prompt, nil)
			if c.failed != "" {
				if f := failure(t, err); f.Kind != c.failed || got.Text != "" {
					t.Errorf("%s: %v, %+v", f.Kind, err, got)
				}
				return
			}
			if err != nil || got.Text != c.text || got.Stop != c.stop {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// failure is the failure that an error has to be; it never shows the key.
func failure(t *testing.T, err error) *summarize.Failure {
	t.Helper()
	var f *summarize.Failure
	if !errors.As(err, &f) {
		t.Fatalf("no failure: %v", err)
	}
	for _, part := range []string{"SECRET-4242", key[:8], key[len(key)-4:]} {
		if strings.Contains(f.Detail, part) {
			t.Errorf("the key shows in %q", f.Detail)
		}
	}
	return f
}

// TestFailures holds every kind of failing server, asked once.
func TestFailures(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step scripted.Step
		kind summarize.Kind
	}{
		"busy":                               {scripted.Step{Status: 529, Body: `{"error":{"message":"Overloaded"}}`}, summarize.Overloaded},
		"slow":                               {scripted.Step{Status: 429, Headers: map[string]string{"retry-after": "2"}, Body: `{"error":{"message":"slow down"}}`}, summarize.RateLimited},
		"quota":                              {scripted.Step{Status: 429, Body: `{"error":{"code":"insufficient_quota","message":"pay"}}`}, summarize.Quota},
		"key":                                {scripted.Step{Status: 401, Body: `{"error":{"message":"Incorrect API key provided: ` + key + ` (sk-test-****efgh)"}}`}, summarize.Unauthenticated},
		"key, as a page":                     {scripted.Step{Status: 200, Body: `{"message":"who is ` + key + `?"}`}, summarize.InvalidJSON},
		"no model":                           {scripted.Step{Status: 404, Body: `{"error":{"message":"no such model"}}`}, summarize.NotFound},
		"bytes":                              {scripted.Step{Status: 413}, summarize.InputSize},
		"tokens":                             {scripted.Step{Status: 400, Body: `{"error":{"code":"context_length_exceeded","message":"no"}}`}, summarize.InputTokens},
		"tokens, with the name of the limit": {scripted.Step{Status: 400, Body: `{"error":{"message":"input length and max_tokens exceed context limit: 9 + 8 > 10"}}`}, summarize.InputTokens},
		"bad":                                {scripted.Step{Status: 400, Body: `{"error":{"message":"messages: too few"}}`}, summarize.InvalidArgument},
		"error with 200":                     {scripted.Step{Status: 200, Body: `{"error":{"message":"Overloaded","code":503}}`}, summarize.Overloaded},
		"page with 200":                      {scripted.Step{Status: 200, Body: "<html>hello</html>"}, summarize.InvalidJSON},
		"cut JSON":                           {scripted.Step{Status: 200, Body: `{"choices":[{"message":`}, summarize.InvalidJSON},
		"other JSON":                         {scripted.Step{Status: 200, Body: `{"models":[]}`}, summarize.InvalidJSON},
		"nothing":                            {scripted.Step{Status: 200}, summarize.TruncatedStream},
		"reset":                              {scripted.Step{Reset: true}, summarize.Network},
		"dropped":                            {scripted.Step{OK: "the text", Split: 2, DropAfter: 2}, summarize.TruncatedStream},
		"no finish":                          {scripted.Step{NoFinish: "the text"}, summarize.TruncatedStream},
		"stream error":                       {scripted.Step{OK: "the text", Split: 2, After: 2, StreamError: `{"error":{"message":"Overloaded"}}`}, summarize.Overloaded},
		"redirect":                           {scripted.Step{Status: 307, Headers: map[string]string{"location": "http://other.example/v1"}}, summarize.NotFound},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := scripted.Start(t, c.step)
			_, err := client(t, s, "m").Send(t.Context(), prompt, nil)
			if f := failure(t, err); f.Kind != c.kind || f.Detail == "" {
				t.Errorf("%s: %s", f.Kind, f.Detail)
			}
			if n := len(s.Requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
	if f := failure(t, func() error {
		_, err := client(t, scripted.Start(t, scripted.Step{Status: 429, Headers: map[string]string{"retry-after": "2"}}), "m").Send(t.Context(), prompt, nil)
		return err
	}()); f.Wait != 2*time.Second || f.Status != 429 {
		t.Errorf("%+v", f)
	}
}

// TestReported keeps what the server reported before it failed.
func TestReported(t *testing.T) {
	t.Parallel()
	s := scripted.Start(t, scripted.Step{SSE: `data: {"model":"m-1","usage":{"prompt_tokens":12,"completion_tokens":3},"choices":[{"delta":{"content":"a"}}]}` + "\n\n"})
	_, err := client(t, s, "m").Send(t.Context(), prompt, nil)
	if f := failure(t, err); f.Model != "m-1" || f.InputTokens != 12 || f.OutputTokens != 3 {
		t.Errorf("%+v", f)
	}
}

// TestNobody is a server that is not running.
func TestNobody(t *testing.T) {
	t.Parallel()
	c, err := openai.New(openai.Options{BaseURL: "http://127.0.0.1:1/v1", Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Send(t.Context(), prompt, nil)
	if f := failure(t, err); f.Kind != summarize.Network || !strings.Contains(f.Detail, "127.0.0.1:1") {
		t.Errorf("%+v", f)
	}
	if got := c.Probe(t.Context()); got != (openai.Server{}) {
		t.Errorf("%+v", got)
	}
}

// TestCancel ends a request by its context, before and in the middle of an answer. The server sees
// it, and nothing runs on.
func TestCancel(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("runs", func(t *testing.T) {
		for _, step := range []scripted.Step{{Hang: true}, {OK: "the text", Split: 2, Gate: make(chan struct{})}} {
			s := scripted.Start(t, step)
			c := client(t, s, "m")
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() {
				_, err := c.Send(ctx, prompt, nil)
				ended <- err
			}()
			s.WaitRequest(0)
			cancel()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("%v", err)
			}
			s.WaitClosed(0)
		}
		gate := make(chan struct{}, 1)
		gate <- struct{}{}
		s := scripted.Start(t, scripted.Step{OK: "the text", Split: 2, Gate: gate})
		ctx, cancel := context.WithCancel(t.Context())
		got, err := client(t, s, "m").Send(ctx, prompt, func(string) { cancel() })
		if !errors.Is(err, context.Canceled) || got.Text != "" {
			t.Errorf("in the middle: %+v, %v", got, err)
		}
		s.WaitClosed(0)
	})
	for i := 0; runtime.NumGoroutine() > before; i++ {
		if i == 1e6 {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines before, %d after\n%s", before, runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
		}
		runtime.Gosched()
	}
}

// TestSilence ends a request in which nothing comes.
func TestSilence(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{}, 1)
	gate <- struct{}{}
	for _, step := range []scripted.Step{{Hang: true}, {OK: "the text", Split: 2, Gate: gate}} {
		s := scripted.Start(t, step)
		c, err := openai.New(openai.Options{BaseURL: s.URL, Model: "m", Silence: 200 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Send(t.Context(), prompt, nil)
		if f := failure(t, err); f.Kind != summarize.Silent || !strings.Contains(f.Detail, "for 200ms") {
			t.Errorf("%+v", f)
		}
	}
}

// body is what a request asked for.
func body(t *testing.T, r scripted.Request) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(r.Body, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestRequest holds what is sent.
func TestRequest(t *testing.T) {
	t.Parallel()
	s := scripted.Start(t, scripted.Step{OK: "x"})
	if _, err := client(t, s, "m").Send(t.Context(), prompt, nil); err != nil {
		t.Fatal(err)
	}
	r := s.Requests()[0]
	const want = `{"max_tokens":8192,"messages":[{"role":"system","content":"You summarize."},{"role":"user","content":"the transcript"},{"role":"assistant","content":"ok"},{"role":"user","content":"now"}],"model":"m","stream":true,"stream_options":{"include_usage":true}}`
	if string(r.Body) != want {
		t.Errorf("%s\nwant %s", r.Body, want)
	}
	if r.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+key || r.Header.Get("User-Agent") != "cutline" || r.Header.Get("Cookie") != "" {
		t.Errorf("%s %v", r.Path, r.Header)
	}
	c, _ := openai.New(openai.Options{BaseURL: s.URL, Model: "gpt-5-mini"})
	if _, err := c.Send(t.Context(), summarize.Prompt{
		System: "S", Turns: prompt.Turns[2:], MaxOutput: 99,
		Conversation: []byte(`[{"role":"user","content":"a","odd":{"b":1}},{"role":"assistant","content":null,"reasoning_content":"r"}]`),
		Tools:        []byte(`[{"type":"custom","odd":true}]`),
	}, nil); err != nil {
		t.Fatal(err)
	}
	r = s.Requests()[1]
	const replayed = `{"max_completion_tokens":99,"messages":[{"role":"system","content":"S"},{"role":"user","content":"a","odd":{"b":1}},{"role":"assistant","content":null,"reasoning_content":"r"},{"role":"user","content":"now"}],"model":"gpt-5-mini","stream":true,"stream_options":{"include_usage":true},"tool_choice":"none","tools":[{"type":"custom","odd":true}]}`
	if string(r.Body) != replayed || len(r.Header.Values("Authorization")) != 0 {
		t.Errorf("%s\nwant %s\n%v", r.Body, replayed, r.Header)
	}
}

// TestForm holds what a client does about a server that takes another form: it asks once more, and
// the next time it knows.
func TestForm(t *testing.T) {
	t.Parallel()
	no := func(message string) scripted.Step {
		return scripted.Step{Status: 400, Body: `{"error":{"message":"` + message + `"}}`}
	}
	for name, c := range map[string]struct {
		model  string
		refuse string
		want   map[string]any // fields of the second request
		gone   []string
	}{
		"the new name":    {"m", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", map[string]any{"max_completion_tokens": 8192.0}, []string{"max_tokens"}},
		"the old name":    {"o3", "Unrecognized request argument supplied: max_completion_tokens", map[string]any{"max_tokens": 8192.0}, []string{"max_completion_tokens"}},
		"no stream":       {"m", "Streaming is not supported for this model", map[string]any{"stream": false}, []string{"stream_options"}},
		"no usage":        {"m", "stream_options: Extra inputs are not permitted", map[string]any{"stream": true}, []string{"stream_options"}},
		"a smaller limit": {"m", "max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided 8192.", map[string]any{"max_tokens": 4096.0}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := scripted.Start(t, no(c.refuse), scripted.Step{OK: "x"})
			cl := client(t, s, c.model)
			for range 2 {
				if got, err := cl.Send(t.Context(), prompt, nil); err != nil || got.Text != "x" {
					t.Fatalf("%+v, %v", got, err)
				}
			}
			all := s.Requests()
			if len(all) != 3 {
				t.Fatalf("%d requests", len(all))
			}
			for _, r := range all[1:] {
				got := body(t, r)
				for k, v := range c.want {
					if got[k] != v {
						t.Errorf("%s is %v", k, got[k])
					}
				}
				for _, k := range c.gone {
					if _, ok := got[k]; ok {
						t.Errorf("%s is sent", k)
					}
				}
			}
		})
	}
	s := scripted.Start(t, no("max_tokens is unsupported, max_completion_tokens is unsupported"))
	if _, err := client(t, s, "m").Send(t.Context(), prompt, nil); failure(t, err).Kind != summarize.InvalidArgument || len(s.Requests()) != 2 {
		t.Errorf("%v after %d requests", err, len(s.Requests()))
	}
}

// TestAddress holds what an address may look like.
func TestAddress(t *testing.T) {
	t.Parallel()
	s := scripted.Start(t, scripted.Step{OK: "x"})
	for i, at := range []string{s.URL, s.URL + "/v1/", s.URL + "/v1/chat/completions", s.URL + "/v1?x=1"} {
		c, err := openai.New(openai.Options{BaseURL: at, Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Send(t.Context(), prompt, nil); err != nil || s.Requests()[i].Path != "/v1/chat/completions" {
			t.Errorf("%s: %v", at, err)
		}
	}
	for _, at := range []string{"localhost:8080", "ftp://x/v1", "http://", "http://u:SECRET@ho st/v1"} {
		if _, err := openai.New(openai.Options{BaseURL: at}); err == nil || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%s: %v", at, err)
		}
	}
}
