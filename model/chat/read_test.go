package chat

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// TestDialects reads the blocks of every dialect.
func TestDialects(t *testing.T) {
	text := func(s string) []model.Part { return []model.Part{{Kind: model.Text, Text: s}} }
	for _, c := range []struct {
		name, in, dialect, roles string
		row                      int
		want                     []model.Part
	}{
		{
			"thinking and redacted", `[{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"thinking","thinking":"","signature":"s"},{"type":"redacted_thinking","data":"x"}]}]`,
			Anthropic, "a", 0,
			[]model.Part{{Kind: model.Thinking, Text: "hm"}, {Kind: model.Thinking, Redacted: true}, {Kind: model.Thinking, Redacted: true}},
		},
		{
			"images", `[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGVsbG8="}},{"type":"image_url","image_url":{"url":"data:image/jpeg;base64,aGVsbG8="}},` +
				`{"type":"image","image":"https://example.org/a.png","mediaType":"image/png"},{"type":"file","data":"data:image/gif;base64,aGVs","mediaType":"image/gif"}]}]`,
			Anthropic, "u", 0,
			[]model.Part{
				{Kind: model.Image, Media: "image/png", Bytes: 5, Data: "aGVsbG8="},
				{Kind: model.Image, Media: "image/jpeg", Bytes: 5, Data: "aGVsbG8="},
				{Kind: model.Image, Media: "image/png", Data: "https://example.org/a.png"},
				{Kind: model.Image, Media: "image/gif", Bytes: 3, Data: "aGVs"},
			},
		},
		{
			"files", `[{"role":"user","content":[{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,aGVsbG8="}},{"type":"file","data":"aGVsbG8=","mediaType":"application/pdf","filename":"b.pdf"},` +
				`{"type":"document","title":"c","source":{"type":"text","media_type":"text/plain","data":"hello"}},{"type":"input_audio","input_audio":{"data":"aGVs","format":"wav"}}]}]`,
			Anthropic, "u", 0,
			[]model.Part{
				{Kind: model.File, Text: "a.pdf", Media: "application/pdf", Bytes: 5, Data: "aGVsbG8="},
				{Kind: model.File, Text: "b.pdf", Media: "application/pdf", Bytes: 5, Data: "aGVsbG8="},
				{Kind: model.File, Text: "c", Media: "text/plain", Bytes: 5},
				{Kind: model.File, Media: "audio/wav", Bytes: 3, Data: "aGVs"},
			},
		},
		{
			"reasoning beside the content", `[{"role":"assistant","reasoning_content":"hm","content":"ok"}]`,
			OpenAI, "a", 0,
			[]model.Part{{Kind: model.Thinking, Text: "hm"}, {Kind: model.Text, Text: "ok"}},
		},
		{
			"arguments", `[{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"k\": 1}"}},{"id":"b","function":{"name":"g","arguments":{"k": 1}}},{"id":"c","type":"custom","custom":{"name":"h","input":"raw"}}]}]`,
			OpenAI, "a", 0,
			[]model.Part{{Kind: model.Call, ID: "a", Name: "f", Args: `{"k": 1}`}, {Kind: model.Call, ID: "b", Name: "g", Args: `{"k": 1}`}, {Kind: model.Call, ID: "c", Name: "h", Args: "raw"}},
		},
		{
			"older calls", `[{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},{"role":"function","name":"f","content":"1"},{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},{"role":"function","name":"f","content":"2"}]`,
			OpenAI, "atat", 3,
			[]model.Part{{Kind: model.Result, ID: "f-2", Name: "f", Output: text("2")}},
		},
		{
			"results of version 5", `[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"f","input":{"a":1}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","toolName":"f","output":{"type":"json","value":{"k":1}}},` +
				`{"type":"tool-result","toolCallId":"2","toolName":"f","output":{"type":"error-text","value":"bad"}},{"type":"tool-result","toolCallId":"3","output":{"type":"content","value":[{"type":"text","text":"t"},{"type":"media","mediaType":"image/png","data":"aGVs"}]}},` +
				`{"type":"tool-result","toolCallId":"4","output":{"type":"execution-denied","reason":"no"}}]}]`,
			AISDK, "at", 1,
			[]model.Part{
				{Kind: model.Result, ID: "1", Name: "f", JSON: `{"k":1}`},
				{Kind: model.Result, ID: "2", Failed: true, Output: text("bad")},
				{Kind: model.Result, ID: "3", Output: []model.Part{{Kind: model.Text, Text: "t"}, {Kind: model.Image, Media: "image/png", Bytes: 3, Data: "aGVs"}}},
				{Kind: model.Result, ID: "4", Failed: true, Output: text("execution denied: no")},
			},
		},
		{
			"results of version 4", `[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"f","args":{"a":1}}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","toolName":"f","result":[1,2],"isError":true}]}]`,
			AISDK, "at", 1,
			[]model.Part{{Kind: model.Result, ID: "1", Name: "f", Failed: true, JSON: "[1,2]"}},
		},
		{
			"screen message of version 4", `[{"id":"1","role":"assistant","content":"","parts":[{"type":"tool-invocation","toolInvocation":{"state":"result","toolCallId":"1","toolName":"f","args":{},"result":"r"}},{"type":"source-url","url":"u"}]}]`,
			AISDKUI, "at", 0,
			[]model.Part{{Kind: model.Call, ID: "1", Name: "f", Args: "{}"}, {Kind: model.Unknown, Text: "source-url"}},
		},
		{
			"screen message denied", `[{"id":"1","role":"assistant","parts":[{"type":"dynamic-tool","toolName":"f","toolCallId":"1","state":"output-denied","input":{},"approval":{"id":"a","approved":false,"reason":"no"}}]}]`,
			AISDKUI, "at", 1,
			[]model.Part{{Kind: model.Result, ID: "1", Name: "f", Failed: true, Output: text("execution denied: no")}},
		},
		{
			"blocks of a server's tool", `[{"role":"assistant","content":[{"type":"server_tool_use","id":"s","name":"web_search","input":{"q":"x"}},{"type":"web_search_tool_result","tool_use_id":"s","content":[{"type":"web_search_result","url":"u"}]}]}]`,
			Anthropic, "a", 0,
			[]model.Part{{Kind: model.Call, ID: "s", Name: "web_search", Args: `{"q":"x"}`}, {Kind: model.Result, ID: "s", Name: "web_search", JSON: `[{"type":"web_search_result","url":"u"}]`}},
		},
		{
			"system blocks", `{"messages":[{"role":"user","content":"a"}],"system":[{"type":"text","text":"one"},{"type":"text","text":"two"}]}`,
			Anthropic, "su", 0,
			[]model.Part{{Kind: model.Text, Text: "one"}, {Kind: model.Text, Text: "two"}},
		},
		{
			"words are no structure", `[{"role":"user","content":"a \"tool_use\" and {\"type\":\"tool-call\",\"providerOptions\":1}"}]`,
			OpenAI, "u", 0, text(`a "tool_use" and {"type":"tool-call","providerOptions":1}`),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := parse(t, c.in)
			if s.Dialect != c.dialect || sessiontest.Letters(s) != c.roles {
				t.Errorf("dialect %s, roles %s", s.Dialect, sessiontest.Letters(s))
			}
			if d := cmp.Diff(c.want, sessiontest.Message(t, s, c.row).Parts); d != "" {
				t.Error(d)
			}
			checkSession(t, s)
		})
	}
}

func TestUnknownRole(t *testing.T) {
	s := parse(t, `[{"role":"user","content":"a"},{"role":"`+strings.Repeat("é", 60)+`","content":"b"},{"role":"assistant","content":"c"},"bare"]`)
	var got []string
	for _, p := range s.Problems {
		got = append(got, p.Message)
	}
	want := []string{"message 1 has the unknown role \"" + strings.Repeat("é", 40) + "…\"; it is left out", "message 3 is no object; it is left out"}
	if d := cmp.Diff(want, got); d != "" || sessiontest.Letters(s) != "ua" {
		t.Errorf("%s %s", sessiontest.Letters(s), d)
	}
}

func TestOrigins(t *testing.T) {
	s := parse(t, `[{"role":"user","content":"typed"},{"role":"user","content":"x","providerOptions":{"cursor":{"isSummary":true}}},{"role":"user","content":"<conversation_summary>s</conversation_summary>"},`+
		`{"role":"user","content":"<system-reminder>r</system-reminder>"},{"role":"user","content":" "},{"role":"user","content":[{"type":"image","image":"aGVs"}]},{"role":"user","content":"This session is being continued from"}]`)
	want := []model.Origin{model.Person, model.FromSummary, model.FromSummary, model.Injected, model.Injected, model.Person, model.FromSummary}
	for i, w := range want {
		if s.Rows[i].Origin != w {
			t.Errorf("message %d: %v, want %v", i, s.Rows[i].Origin, w)
		}
	}
}

func TestAround(t *testing.T) {
	s := parse(t, "\n{\"model\":\"claude-x\",\n\"id\":\"i\",\n\"messages\":[\n{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"assistant\",\n\"content\":\"b\"},\n{\"role\":\"user\",\"content\":\"c\"}],\n\"system\":\"S\",\"usage\":{\"input_tokens\":10,\"cache_read_input_tokens\":200,\"cache_creation_input_tokens\":3,\"output_tokens\":7}}")
	if s.Model != "claude-x" || s.ID != "i" || sessiontest.Letters(s) != "suau" || s.Lines != 8 {
		t.Errorf("%s %s %s %d lines", s.Model, s.ID, sessiontest.Letters(s), s.Lines)
	}
	if d := cmp.Diff(model.Usage{Known: true, Input: 213, Output: 7, Cached: 200, Row: 2, Total: 7}, s.Usage); d != "" {
		t.Error(d)
	}
	var lines []int
	for _, r := range s.Rows {
		lines = append(lines, r.Line)
	}
	if d := cmp.Diff([]int{8, 5, 5, 7}, lines); d != "" {
		t.Error(d)
	}
	if s = parse(t, `{"messages":[{"role":"assistant","content":"a"}],"usage":{"prompt_tokens":10,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":4}}}`); s.Usage.Input != 10 || s.Usage.Cached != 4 {
		t.Errorf("%+v", s.Usage)
	}
	s = parse(t, "{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\n\"tools\":[{\"name\":\"Read\"},{\"type\":\"function\",\"function\":{\"name\":\"Bash\"}}]}")
	if d := cmp.Diff([]model.Attachment{{Line: 2, Type: model.ToolDefinition, Name: "Read", Chars: 15}, {Line: 2, Type: model.ToolDefinition, Name: "Bash", Chars: 46}}, s.Attachments); d != "" {
		t.Error(d)
	}
	if s = parse(t, `{"model":"m","messages":[]}`); len(s.Rows) != 0 || s.Usage.Known {
		t.Errorf("a request without a message: %+v", s)
	}
}

func TestSeveral(t *testing.T) {
	one := `[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]`
	for _, c := range []struct {
		in  string
		ids []string
	}{
		{`[` + one + `,` + one + `]`, []string{"1", "2"}},
		{`[{"task_id":1,"traj":` + one + `},{"traj":` + one + `},{"messages":` + one + `}]`, []string{"1", "2", "3"}},
		{`[{"task_id":7,"traj":` + one + `},{"task_id":9,"traj":` + one + `}]`, []string{"7", "9"}},
		{`[{"id":"x","task_id":7,"traj":` + one + `},{"id":"x","task_id":9,"traj":` + one + `}]`, []string{"7", "9"}},
		{`[[` + one + `,` + one + `],[` + one + `,` + one + `]]`, []string{"1", "2", "3", "4"}},
		{`{"messages":[` + one + `,` + one + `]}`, []string{"1", "2"}},
		{"\ufeff\n" + `{"id":"a","messages":` + one + "}\n\n" + `{"id":"b","messages":` + one + "}\n", []string{"a", "b"}},
	} {
		in := model.Input{Reader: strings.NewReader(c.in), Size: int64(len(c.in))}
		_, err := Read(in)
		var several *model.SeveralError
		if !errors.As(err, &several) {
			t.Fatalf("%s: %v", c.in, err)
		}
		var ids []string
		for _, b := range several.Sessions {
			ids = append(ids, b.ID)
			if b.Title != "a" || b.Messages != 2 {
				t.Errorf("%s: %+v", c.in, b)
			}
		}
		if d := cmp.Diff(c.ids, ids); d != "" {
			t.Errorf("%s: %s", c.in, d)
		}
		for _, id := range ids {
			in.Session = id
			s, err := Read(in)
			if err != nil || s.ID != id || sessiontest.Letters(s) != "ua" {
				t.Fatalf("%s of %s: %+v, %v", id, c.in, s, err)
			}
			sessiontest.Check(t, s)
			_, out := write(t, s, draft(s, 1))
			again := parse(t, string(out))
			if len(again.Rows) != 2 || again.Rows[0].Origin != model.FromSummary {
				t.Errorf("%s of %s became %s", id, c.in, out)
			}
		}
		in.Session = "nobody"
		var not *model.NotHereError
		if _, err := Read(in); !errors.As(err, &not) {
			t.Errorf("a conversation that is not there: %v", err)
		}
	}
	for _, in := range []string{`[` + one + `]`, `[{"traj":` + one + `}]`, `{"messages":` + one + `}`} {
		s := parse(t, in)
		if sessiontest.Letters(s) != "ua" {
			t.Errorf("%s: %s", in, sessiontest.Letters(s))
		}
		w, out := write(t, s, draft(s, 1))
		if w == nil || !LooksDocument(out) || !strings.HasSuffix(strings.TrimSpace(string(out)), in[len(in)-2:]) {
			t.Errorf("%s became %s", in, out)
		}
	}
}

func TestLooks(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bool
	}{
		{`[{"role":"user","content":"a"}]`, true},
		{`{"messages":[{"role":"user","content":"a"}]}`, true},
		{`{"projectHash":"h","sessionId":"s","messages":[{"id":"1","type":"user","content":"a"}]}`, false},
		{`{"info":{"id":"s"},"messages":[{"info":{"role":"user"},"parts":[{"type":"text","text":"a"}]}]}`, false},
		{`[{"ts":1,"say":"text","text":"a"}]`, false},
		{`[{"id":1,"source":"user","action":"message","args":{}}]`, false},
		{`[{"type":"human","data":{"content":"a"}}]`, false},
		{`[{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]}]`, false},
		{`[]`, false},
		{`7`, false},
		{`[[],{}]`, false},
	} {
		if got := LooksDocument([]byte(c.in)); got != c.want {
			t.Errorf("%s: %v", c.in, got)
		}
	}
	for _, c := range []struct {
		in   []string
		want int
	}{
		{[]string{`{"role":"user","content":"a"}`, `{"role":"assistant","content":"b"}`}, 80},
		{[]string{`{"note":1}`, `{"role":"assistant","content":"b"}`}, 40},
		{[]string{`{"type":"user","uuid":"u","message":{"role":"user","content":"a"}}`}, 0},
		{[]string{`{"role":"user","message":{"content":[]}}`}, 0},
		{[]string{`{"role":"_checkpoint","id":1}`}, 0},
		{nil, 0},
	} {
		var objects [][]byte
		for _, o := range c.in {
			objects = append(objects, []byte(o))
		}
		if got := LooksLines(objects); got != c.want {
			t.Errorf("%s: %d", c.in, got)
		}
	}
}

func TestDamagedLines(t *testing.T) {
	s := parse(t, "\ufeff{\"role\":\"user\",\"content\":\"a\"}\r\n\r\n{oops\r\n{\"role\":\"assistant\",\"content\":\"b\"}{\"role\":\"user\",\"content\":\"c\"}\r\n{\"content\":\"who\"}\r\n{\"role\":\"us")
	if sessiontest.Letters(s) != "uau" || s.Dialect != Plain || s.Lines != 6 {
		t.Errorf("%s %s %d lines", sessiontest.Letters(s), s.Dialect, s.Lines)
	}
	var got []string
	for _, p := range s.Problems {
		got = append(got, p.Kind)
	}
	if d := cmp.Diff([]string{"malformed", "malformed", "shape", "malformed"}, got); d != "" {
		t.Error(d)
	}
}

func TestCorpus(t *testing.T) {
	path := sessiontest.Shared(t, "testdata/corpus/"+"openai-chat__sierra-research__tau-bench__gpt-4o-airline.json")[0]
	b := sessiontest.Bytes(t, path)
	in := model.Input{Path: path, Reader: strings.NewReader(string(b)), Size: int64(len(b))}
	_, err := Read(in)
	var several *model.SeveralError
	if !errors.As(err, &several) || len(several.Sessions) != 200 || !LooksDocument(b) {
		t.Fatalf("a file of 200 conversations: %v", err)
	}
	for _, i := range []int{0, 77, 199} {
		in.Session = several.Sessions[i].ID
		s, err := Read(in)
		if err != nil || len(s.Rows) != several.Sessions[i].Messages || several.Sessions[i].Title == "" {
			t.Fatalf("%+v: %d messages, %v", several.Sessions[i], len(s.Rows), err)
		}
		sessiontest.Check(t, s)
	}
	for name, want := range map[string]int{
		"mini-swe-agent__SWE-agent__mini-swe-agent__traj.json": 22,
		"cline__cline__cline__session.messages.json":           -1,
		"cline__cline__cline__agentic.compaction.json":         -1,
	} {
		path := sessiontest.Shared(t, "testdata/corpus/"+name)[0]
		b := sessiontest.Bytes(t, path)
		s := open(t, path, b)
		if want >= 0 && len(s.Rows) != want || len(s.Rows) == 0 || len(s.Problems) > 0 {
			t.Errorf("%s: %d messages, %v", name, len(s.Rows), s.Problems)
		}
		checkSession(t, s)
		for tail := 1; tail <= len(s.Rows); tail += 7 {
			d := draft(s, tail)
			w, out := write(t, s, d)
			checkWritten(t, s, d, b, w, out)
		}
	}
}
