package anthropic_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/anthropic"
	"cutline/pipeline/summarize/scripted"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	says := func(kind, message string) string {
		return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q}}`, kind, message)
	}
	for _, c := range []struct {
		status int
		body   string
		want   summarize.Kind
	}{
		{400, says("invalid_request_error", "messages: at least one message is required"), summarize.InvalidArgument},
		{400, says("invalid_request_error", "prompt is too long: 213462 tokens > 200000 maximum"), summarize.InputTokens},
		{401, says("authentication_error", "invalid x-api-key"), summarize.Unauthenticated},
		{403, says("permission_error", "not allowed"), summarize.Forbidden},
		{404, says("not_found_error", "model: m-1"), summarize.NotFound},
		{413, says("request_too_large", "Request exceeds the maximum size"), summarize.InputSize},
		{429, says("rate_limit_error", "slow down"), summarize.RateLimited},
		{500, says("api_error", "Internal server error"), summarize.Unavailable},
		{529, says("overloaded_error", "Overloaded"), summarize.Overloaded},
		{503, "<html>upstream</html>", summarize.Unavailable},
		{503, `["x"]`, summarize.Unavailable}, // JSON that the library can make nothing of
		{503, ``, summarize.Unavailable},
	} {
		for _, stream := range []bool{false, true} {
			base, requests := listen(t, c.status, "application/json", c.body)
			client := open(t, anthropic.Options{BaseURL: base, Stream: stream})
			_, err := client.Send(t.Context(), ask("a"), nil)
			var f *summarize.Failure
			if !errors.As(err, &f) || f.Kind != c.want || f.Status != c.status {
				t.Errorf("%d %s: %#v, want %s", c.status, c.body, err, c.want)
			}
			if _, err := client.CountTokens(t.Context(), ask("a")); !errors.As(err, &f) || f.Kind != c.want {
				t.Errorf("%d %s, counted: %#v, want %s", c.status, c.body, err, c.want)
			}
			if len(*requests) != 2 {
				t.Errorf("%d: %d requests for two tries", c.status, len(*requests))
			}
		}
	}
}

// TestKeyStaysInside has a server send back what it was sent, as some do, whole and in parts.
func TestKeyStaysInside(t *testing.T) {
	t.Parallel()
	const key, token = "sk-ant-api03-QmFzZTY0S2V5-9xYz", "tok-7f3a9c1e55d2b8"
	parts := []string{key, token, key[:8], key[len(key)-4:], token[:8], token[len(token)-4:]}
	message := "invalid key " + strings.Join(parts, " or ") + ", masked " + key[:8] + "..." + key[len(key)-4:] + " (in the header x-api-key: " + key + ")"
	errorBody := `{"type":"error","error":{"type":"authentication_error","message":"` + message + `"}}`
	for name, c := range map[string]struct {
		status     int
		kind, body string
	}{
		"an error":                  {401, "application/json", errorBody},
		"a page":                    {502, "text/html", "<html><title>" + message + "</title></html>"},
		"a text":                    {500, "text/plain", message},
		"an array":                  {500, "application/json", `["` + message + `"]`},
		"an event":                  {200, "text/event-stream", events(start, errorBody)},
		"an event that is no error": {200, "text/event-stream", "event: error\ndata: " + message + "\n\n"},
		"JSON cut short":            {200, "application/json", `{"x":"` + message},
		"an event cut short":        {200, "text/event-stream", "event: message_start\ndata: " + message + "\n\n"},
	} {
		base, _ := listen(t, c.status, c.kind, c.body)
		for _, stream := range []bool{false, true} {
			client := open(t, anthropic.Options{BaseURL: base + "/" + key, Key: key, Token: token, Stream: stream})
			_, err := client.Send(t.Context(), ask("a"), nil)
			_, err2 := client.CountTokens(t.Context(), ask("a"))
			for _, err := range []error{err, err2} {
				if err == nil {
					t.Errorf("%s: no error", name)
					continue
				}
				for _, part := range parts {
					if strings.Contains(fmt.Sprintf("%v %+v", err, err), part) {
						t.Errorf("%s, stream %v: %q holds %q", name, stream, err, part)
					}
				}
			}
		}
	}
}

// TestNoServer checks what is said of an address where nobody listens, and that it is not the address.
func TestNoServer(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	l.Close() //nolint:errcheck // so that nobody listens
	for _, stream := range []bool{false, true} {
		_, err = open(t, anthropic.Options{BaseURL: "http://user:hunter2@" + at + "/hunter2/", Stream: stream}).Send(t.Context(), ask("a"), nil)
		if f := summarize.FailureOf(err); f.Kind != summarize.Network || strings.Contains(f.Error(), "hunter2") {
			t.Errorf("%#v", err)
		}
	}
}

// TestRedirect checks that neither the key nor the prompt follows a server to another one.
func TestRedirect(t *testing.T) {
	t.Parallel()
	base, requests := listen(t, http.StatusOK, "application/json", hello)
	from := httptest.NewServer(http.RedirectHandler(base+"/v1/messages", http.StatusTemporaryRedirect))
	defer from.Close()
	_, err := open(t, anthropic.Options{BaseURL: from.URL, Key: "sk-ant-key"}).Send(t.Context(), ask("a"), nil)
	if err == nil || len(*requests) != 0 {
		t.Errorf("%d requests arrived elsewhere: %v", len(*requests), err)
	}
}

// TestCancel ends tries in the middle of an answer and before one; the server sees it.
func TestCancel(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{}, 1)
	gate <- struct{}{}
	s := scripted.Start(t, scripted.Step{OK: "One two.", Split: 4, Gate: gate}, scripted.Step{Hang: true})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := open(t, anthropic.Options{BaseURL: s.URL, Stream: true}).Send(ctx, ask("a"), func(string) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("in the middle: %#v", err)
	}
	s.WaitClosed(0)

	for k := 1; k < 3; k++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			s.WaitRequest(k)
			cancel(errors.New("the person has left"))
		}()
		_, err = open(t, anthropic.Options{BaseURL: s.URL, Stream: k == 1}).Send(ctx, ask("a"), nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("before: %#v", err)
		}
		s.WaitClosed(k)
	}
}

// TestSilence lets servers say nothing, before the answer, in it, and in one of one piece.
func TestSilence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		step   scripted.Step
		stream bool
	}{
		{"before a stream", scripted.Step{Hang: true}, true},
		{"in a stream", scripted.Step{SSE: events(start, block, one), Hang: true}, true},
		{"before one piece", scripted.Step{Hang: true}, false},
		{"in one piece", scripted.Step{Status: 200, Body: `{"content":`, Hang: true}, false},
		{"in one piece instead of a stream", scripted.Step{Status: 200, Body: `{"content":`, Hang: true}, true},
		{"in an error", scripted.Step{Status: 500, Body: `{"error":`, Hang: true}, false},
	} {
		s := scripted.Start(t, c.step)
		_, err := open(t, anthropic.Options{BaseURL: s.URL, Stream: c.stream, Silence: 50 * time.Millisecond}).Send(t.Context(), ask("a"), nil)
		var f *summarize.Failure
		if !errors.As(err, &f) || f.Kind != summarize.Silent {
			t.Errorf("%s: %#v", c.name, err)
		}
		s.WaitClosed(0)
	}
}
