package scripted_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/summarize/scripted"
)

// post sends a body and gives the status, the answer and what broke it.
func post(ctx context.Context, t *testing.T, url, body string) (int, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := c.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

var paths = []string{"/v1/messages", "/v1/chat/completions", "/v1/responses"}

// TestDialects holds every API to valid JSON, whole and streamed, for every kind of answer.
func TestDialects(t *testing.T) {
	t.Parallel()
	for name, step := range map[string]scripted.Step{
		"ok":       {OK: "the text", Split: 3, In: 11, Out: 7},
		"echo":     {Echo: "FACT-[A-Z0-9]+"},
		"length":   {Length: "the text"},
		"refuse":   {Refuse: "the text"},
		"tool":     {Tool: &scripted.Tool{Name: "Read", Input: `{"path":"x"}`}},
		"empty":    {Empty: true},
		"thinking": {OK: "the text", Reasoning: "thought"},
		"compact":  {Compaction: "the text", In: 60000, Out: 7},
		"null":     {NullCompaction: true},
	} {
		for _, path := range paths {
			t.Run(name+path, func(t *testing.T) {
				t.Parallel()
				s := scripted.Start(t, step)
				_, whole, err := post(t.Context(), t, s.URL+path, `{"x":"FACT-A FACT-B FACT-A"}`)
				if err != nil || !json.Valid([]byte(whole)) {
					t.Errorf("whole: %v, %s", err, whole)
				}
				_, stream, err := post(t.Context(), t, s.URL+path, `{"stream":true,"x":"FACT-A FACT-B FACT-A"}`)
				if err != nil {
					t.Error(err)
				}
				for line := range strings.Lines(stream) {
					if data, ok := strings.CutPrefix(strings.TrimSpace(line), "data: "); ok && data != "[DONE]" && !json.Valid([]byte(data)) {
						t.Errorf("event %s", data)
					}
				}
				if name == "echo" && !strings.Contains(whole, "FACT-A, FACT-B\\n") {
					t.Errorf("echo: %s", whole)
				}
				if got := s.Requests(); len(got) != 2 || got[1].Path != path || !strings.Contains(string(got[1].Body), "stream") {
					t.Errorf("requests: %+v", got)
				}
			})
		}
	}
}

// TestBreaks looks at the ways in which an answer ends too early.
func TestBreaks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		step   scripted.Step
		broken bool
		want   string
	}{
		{scripted.Step{NoFinish: "the text"}, false, "the text"},
		{scripted.Step{OK: "the text", StreamError: `{"error":{}}`, Split: 3, After: 1}, false, `{"error":{}}`},
		{scripted.Step{OK: "the text", DropAfter: 1, Split: 3}, true, ""},
		{scripted.Step{Reset: true}, true, ""},
		{scripted.Step{SSE: "data: {\n\n"}, false, "data: {\n\n"},
		{scripted.Step{Status: 200, Body: "<html>"}, false, "<html>"},
	} {
		for _, path := range paths {
			s := scripted.Start(t, c.step)
			_, got, err := post(t.Context(), t, s.URL+path, `{"stream":true}`)
			if (err != nil) != c.broken || !strings.Contains(got, c.want) || strings.Contains(got, "[DONE]") || strings.Contains(got, "message_stop") {
				t.Errorf("%+v at %s: %v, %q", c.step, path, err, got)
			}
		}
	}
}

// TestScript takes the steps in order, lets pieces wait, and sees a client hang up.
func TestScript(t *testing.T) {
	t.Parallel()
	gate := make(chan struct{}, 9)
	s := scripted.Start(t, scripted.Step{Status: 529, Headers: map[string]string{"Retry-After": "1"}, Body: `{"error":{}}`},
		scripted.Step{OK: "abc", Split: 1, Gate: gate}, scripted.Step{Hang: true})
	s.Serve("/props", `{"n_ctx":4096}`)
	if status, got, err := post(t.Context(), t, s.URL+"/props", ""); status != 200 || got != `{"n_ctx":4096}` || err != nil {
		t.Errorf("%d %s %v", status, got, err)
	}
	if status, _, err := post(t.Context(), t, s.URL+paths[0], ""); status != 529 || err != nil {
		t.Errorf("%d %v", status, err)
	}
	for range 3 {
		gate <- struct{}{}
	}
	if _, got, err := post(t.Context(), t, s.URL+paths[1], `{"stream":true}`); err != nil || !strings.Contains(got, "[DONE]") {
		t.Errorf("%s %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, _, err := post(ctx, t, s.URL+paths[2], `{}`)
		ended <- err
	}()
	if r := s.WaitRequest(2); r.Step != 2 || r.Path != paths[2] {
		t.Errorf("%+v", r)
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("no error")
	}
	s.WaitClosed(2)
}

// TestScriptFile reads every kind of step that a file may have.
func TestScriptFile(t *testing.T) {
	t.Parallel()
	got := scripted.Script(t, []byte(`[{"ok":"a","split":7,"delay":0.5},{"echo":"F-[A-Z]+"},{"length":"a"},{"tool_use":{"name":"Read","input":{"p":1}}},
		{"empty":true},{"nofinish":"a"},{"drop_after":3,"text":"abc"},{"status":529,"headers":{"retry-after":"1"},"body":{"e":1}},
		{"status":502,"body":"<html>"},{"hang":600}]`))
	want := []scripted.Step{
		{OK: "a", Split: 7, Delay: 500 * time.Millisecond},
		{Echo: "F-[A-Z]+"},
		{Length: "a"},
		{Tool: &scripted.Tool{Name: "Read", Input: `{"p":1}`}},
		{Empty: true},
		{NoFinish: "a"},
		{DropAfter: 3, OK: "abc"},
		{Status: 529, Headers: map[string]string{"retry-after": "1"}, Body: `{"e":1}`},
		{Status: 502, Body: "<html>"},
		{Hang: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
}
