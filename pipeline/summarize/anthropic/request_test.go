package anthropic_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/anthropic"
)

// hello is the shortest answer that is one.
const hello = `{"type":"message","role":"assistant","model":"m-1","content":[{"type":"text","text":"Hello."}],"stop_reason":"end_turn","usage":{"input_tokens":3,"output_tokens":2}}`

// taken is a request as a server sees it.
type taken struct {
	Method, Path string
	Header       http.Header
	Body         any
}

// listen is a server that answers every request with the same, and what was sent to it.
func listen(t *testing.T, status int, kind, body string) (base string, requests *[]taken) {
	t.Helper()
	requests = new([]taken)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got := taken{Method: r.Method, Path: r.URL.RequestURI(), Header: r.Header}
		if err := json.Unmarshal(raw, &got.Body); err != nil {
			t.Errorf("the body is no JSON: %v", err)
		}
		*requests = append(*requests, got)
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		io.WriteString(w, body) //nolint:errcheck // the client sees what is missing
	}))
	t.Cleanup(s.Close)
	return s.URL, requests
}

// open is a client, with a model where the options have none.
func open(t *testing.T, o anthropic.Options) *anthropic.Client {
	t.Helper()
	if o.Model == "" {
		o.Model = "m-1"
	}
	c, err := anthropic.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ask(text string) summarize.Prompt {
	return summarize.Prompt{Turns: []summarize.Turn{{Role: "user", Text: text}}}
}

func parse(t *testing.T, s string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestBody(t *testing.T) {
	t.Parallel()
	conversation := `[{"role":"user","content":"Fix <b>it</b>.","x":12345678901234567890},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Read","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"é"}]}]`
	const tools = `[{"name":"Read","input_schema":{"type":"object"}},{"type":"bash_20250124","name":"bash"}]`
	edits := `"context_management":{"edits":[{"type":"compact_20260112","trigger":{"type":"input_tokens","value":50000},"pause_after_compaction":true,"instructions":"Sum up."}]}`
	for _, c := range []struct {
		name   string
		prompt summarize.Prompt
		want   string
	}{
		{"a turn", ask("Hi <b>."), `{"model":"m-1","max_tokens":8192,"messages":[{"role":"user","content":[{"type":"text","text":"Hi <b>."}]}]}`},
		{
			"a system prompt, turns and a limit",
			summarize.Prompt{System: "Sum up.", MaxOutput: 64000, Turns: []summarize.Turn{{Role: "user", Text: "a"}, {Role: "assistant", Text: "b"}, {Role: "user", Text: "c"}}},
			`{"model":"m-1","max_tokens":64000,"system":[{"type":"text","text":"Sum up."}],"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"text","text":"b"}]},{"role":"user","content":[{"type":"text","text":"c"}]}]}`,
		},
		{
			"a conversation with its tools",
			summarize.Prompt{Conversation: []byte(conversation), Tools: []byte(tools), Turns: ask("Sum up.").Turns},
			`{"model":"m-1","max_tokens":8192,"messages":` + strings.TrimSuffix(conversation, "]") + `,{"role":"user","content":[{"type":"text","text":"Sum up."}]}],"tools":` + tools + `,"tool_choice":{"type":"none"}}`,
		},
		{
			"the server's own compaction of a conversation",
			summarize.Prompt{System: "You are an agent.", Conversation: []byte(conversation), Turns: ask("Sum up.").Turns, Native: true},
			`{"model":"m-1","max_tokens":8192,"system":[{"type":"text","text":"You are an agent."}],"messages":` + conversation + `,` + edits + `}`,
		},
		{
			"of a conversation whose last word is the model's",
			summarize.Prompt{Conversation: []byte(`[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]`), Turns: ask("Sum up.").Turns, Native: true},
			`{"model":"m-1","max_tokens":8192,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":[{"type":"text","text":"Continue."}]}],` + edits + `}`,
		},
		{
			"of a transcript",
			summarize.Prompt{System: "Sum up.", Turns: ask("a transcript").Turns, Native: true},
			`{"model":"m-1","max_tokens":8192,"system":[{"type":"text","text":"Sum up."}],"messages":[{"role":"user","content":[{"type":"text","text":"a transcript"}]}],` + edits + `}`,
		},
	} {
		for _, stream := range []bool{false, true} {
			base, requests := listen(t, http.StatusOK, "application/json", hello)
			// What comes back does not matter: with a compaction asked for it is a failure.
			_, err := open(t, anthropic.Options{BaseURL: base, Stream: stream}).Send(t.Context(), c.prompt, nil)
			if err != nil && !c.prompt.Native {
				t.Errorf("%s: %v", c.name, err)
			}
			if len(*requests) != 1 {
				t.Fatalf("%s: %d requests", c.name, len(*requests))
			}
			r := (*requests)[0]
			want := parse(t, c.want).(map[string]any)
			if stream {
				want["stream"] = true
			}
			if d := cmp.Diff(any(want), r.Body); d != "" {
				t.Errorf("%s, stream %v: the body (-want +got):\n%s", c.name, stream, d)
			}
			if r.Method != http.MethodPost || r.Path != "/v1/messages" {
				t.Errorf("%s: %s %s", c.name, r.Method, r.Path)
			}
			beta := ""
			if c.prompt.Native {
				beta = "compact-2026-01-12"
			}
			if got := r.Header.Get("Anthropic-Beta"); got != beta {
				t.Errorf("%s: beta %q, want %q", c.name, got, beta)
			}
		}
	}
}

// TestRefusedUnsent checks that what is no request of the API is not sent to it.
func TestRefusedUnsent(t *testing.T) {
	t.Parallel()
	base, requests := listen(t, http.StatusOK, "application/json", hello)
	client := open(t, anthropic.Options{BaseURL: base})
	for name, p := range map[string]summarize.Prompt{
		"a conversation that is no array":  {Conversation: []byte(`{"role":"user"}`)},
		"a message without a role":         {Conversation: []byte(`[{"content":"a"}]`)},
		"a message that is no object":      {Conversation: []byte(`[null]`)},
		"tools that are no JSON":           {Conversation: []byte(`[]`), Tools: []byte(`[`)},
		"a conversation that is cut short": {Conversation: []byte(`[{"role":"user","content":"a"}`)},
	} {
		_, err := client.Send(t.Context(), p, nil)
		if f := summarize.FailureOf(err); f == nil || f.Kind != summarize.InvalidArgument {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := client.CountTokens(t.Context(), p); summarize.FailureOf(err).Kind != summarize.InvalidArgument {
			t.Errorf("%s, counted: %v", name, err)
		}
	}
	if len(*requests) > 0 {
		t.Errorf("%d requests were sent", len(*requests))
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options    anthropic.Options
		key, token string
	}{
		{anthropic.Options{}, "", ""},
		{anthropic.Options{Key: "sk-ant-key"}, "sk-ant-key", ""},
		{anthropic.Options{Token: "tok"}, "", "Bearer tok"},
	} {
		base, requests := listen(t, http.StatusOK, "application/json", hello)
		c.options.BaseURL = base + "/proxy"
		if _, err := open(t, c.options).Send(t.Context(), ask("a"), nil); err != nil {
			t.Fatal(err)
		}
		r := (*requests)[0]
		if r.Header.Get("X-Api-Key") != c.key || r.Header.Get("Authorization") != c.token || r.Path != "/proxy/v1/messages" {
			t.Errorf("%+v: %s %v", c.options, r.Path, r.Header)
		}
		known := []string{"Accept", "Anthropic-Version", "Authorization", "Connection", "Content-Length", "Content-Type", "User-Agent", "X-Api-Key"}
		for name := range maps.Keys(r.Header) {
			if !slices.Contains(known, name) {
				t.Errorf("%+v: the header %s is sent", c.options, name)
			}
		}
	}
}

// TestEnvironment checks that the same is sent whatever the environment says. What the library can read
// is set to something else, one that would make each request fail.
func TestEnvironment(t *testing.T) {
	base, requests := listen(t, http.StatusOK, "application/json", hello)
	send := func() {
		t.Helper()
		for _, o := range []anthropic.Options{{}, {Key: "sk-ant-key"}, {Token: "tok"}} {
			o.BaseURL = base
			c := open(t, o)
			if _, err := c.Send(t.Context(), ask("a"), nil); err != nil {
				t.Error(err)
			}
			c.CountTokens(t.Context(), ask("a")) //nolint:errcheck // the answer is no count; what is sent is looked at
		}
	}
	for _, name := range []string{
		"ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_PROFILE", "ANTHROPIC_CONFIG_DIR", "HOME",
		"ANTHROPIC_FEDERATION_RULE_ID", "ANTHROPIC_ORGANIZATION_ID", "ANTHROPIC_IDENTITY_TOKEN", "ANTHROPIC_OPEN_TELEMETRY",
	} {
		t.Setenv(name, "")
	}
	send()
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1/else")
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-else")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "else")
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Else: 1\nX-Api-Key: sk-ant-else")
	t.Setenv("ANTHROPIC_PROFILE", "else")
	t.Setenv("ANTHROPIC_CONFIG_DIR", filepath.Join(t.TempDir(), "else"))
	t.Setenv("ANTHROPIC_FEDERATION_RULE_ID", "fdrl_else")
	t.Setenv("ANTHROPIC_ORGANIZATION_ID", "else")
	t.Setenv("ANTHROPIC_IDENTITY_TOKEN", "else")
	t.Setenv("ANTHROPIC_OPEN_TELEMETRY", "true")
	t.Setenv("ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE", "content")
	send()
	half := len(*requests) / 2
	if half != 6 {
		t.Fatalf("%d requests", len(*requests))
	}
	if d := cmp.Diff((*requests)[:half], (*requests)[half:]); d != "" {
		t.Errorf("the environment changes what is sent:\n%s", d)
	}
}

func TestBaseURL(t *testing.T) {
	t.Parallel()
	for base, ok := range map[string]bool{
		"": true, "https://example.org": true, "http://127.0.0.1:8080/x/": true,
		"example.org": false, "ftp://example.org": false, "https://": false, "http://user:hunter2@exa mple.org": false, "https://user:hunter2@[::1": false,
	} {
		_, err := anthropic.New(anthropic.Options{BaseURL: base})
		if (err == nil) != ok {
			t.Errorf("%q: %v", base, err)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error holds the password: %v", err)
		}
	}
}
