package openai

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"cutline/pipeline/summarize"
)

// told is a transport that answers everything with one body.
type told struct {
	status int
	body   string
}

func (s told) RoundTrip(req *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, req.Body)
	return &http.Response{StatusCode: s.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(s.body))}, nil
}

// FuzzSend reads whatever a server may send: it ends in a reply or in a failure without the key.
func FuzzSend(f *testing.F) {
	const key = "sk-test-SECRET-4242-abcdefgh"
	for _, s := range []string{
		"", "<html>", "{", "[]", `{"choices":[{"message":{"content":"a","tool_calls":[{"index":0}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":-1}}`,
		"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n", "event: error\ndata: " + key + "\n\n",
		"data: {\"error\":{\"message\":\"" + key + "\"}}\n", `{"error":"max_tokens is unsupported ` + key + `"}`, "data: {\"error\":null}\n\n",
	} {
		f.Add(200, s)
		f.Add(400, s)
	}
	f.Fuzz(func(t *testing.T, status int, body string) {
		c, err := New(Options{Model: "m", Key: key})
		if err != nil {
			t.Fatal(err)
		}
		c.http = &http.Client{Transport: told{status, body}}
		var last string
		reply, err := c.Send(t.Context(), summarize.Prompt{}, func(text string) { last = text })
		if err == nil {
			if reply.Text != last || reply.InputTokens < 0 || reply.OutputTokens < 0 {
				t.Errorf("%+v after %q", reply, last)
			}
			return
		}
		var failed *summarize.Failure
		if !errors.As(err, &failed) || failed.Kind == "" || failed.Detail == "" {
			t.Fatalf("%T %v", err, err)
		}
		if strings.Contains(failed.Detail, key[:8]) || strings.Contains(failed.Detail, key[len(key)-4:]) || strings.ContainsAny(failed.Detail, "\n\r\x1b") {
			t.Errorf("sentence %q", failed.Detail)
		}
	})
}
