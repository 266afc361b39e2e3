package claudecode

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/sessiontest"
)

func TestBlocks(t *testing.T) {
	words := func(s string) []model.Part { return []model.Part{{Kind: model.Text, Text: s}} }
	tests := []struct {
		name, typ, content string
		want               []model.Part
	}{
		{"text", "user", `"a\u00e9 \ud83d\ude00"`, words("aé 😀")},
		{"nothing", "user", `null`, nil},
		{"a block that is a text", "user", `["a"]`, words("a")},
		{"thinking", "assistant", `[{"type":"thinking","thinking":"hm","signature":"x"},{"type":"thinking","thinking":"","signature":"x"},{"type":"redacted_thinking","data":"x"}]`, []model.Part{
			{Kind: model.Thinking, Text: "hm"}, {Kind: model.Thinking, Redacted: true}, {Kind: model.Thinking, Redacted: true},
		}},
		{"image", "user", `[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGVsbG8="}},{"type":"image","source":{"type":"url","url":"http://x"}}]`, []model.Part{
			{Kind: model.Image, Media: "image/png", Bytes: 5, Data: "aGVsbG8="}, {Kind: model.Image, Data: "http://x"},
		}},
		{"document", "user", `[{"type":"document","title":"a.pdf","source":{"type":"base64","media_type":"application/pdf","data":"aGVs"}}]`, []model.Part{
			{Kind: model.File, Text: "a.pdf", Media: "application/pdf", Bytes: 3, Data: "aGVs"},
		}},
		{"call", "assistant", `[{"type":"tool_use","id":"t1","name":"Read","input": {"a": 1}}]`, []model.Part{{Kind: model.Call, ID: "t1", Name: "Read", Args: `{"a": 1}`}}},
		{"unknown", "assistant", `[{"type":"hologram","x":1},7]`, []model.Part{{Kind: model.Unknown, Text: "hologram"}, {Kind: model.Unknown}}},
		{"equal keys", "assistant", `[{"type":"text","text":"a","text":"b"}]`, words("b")},
		{"result of a server's tool", "assistant", `[{"type":"web_search_tool_result","tool_use_id":"t1","content":[{"type":"web_search_result","url":"u"}]}]`, []model.Part{
			{Kind: model.Result, ID: "t1", JSON: `[{"type":"web_search_result","url":"u"}]`},
		}},
		{"results", "user", `[{"type":"tool_result","tool_use_id":"a","content":"x","is_error":true},{"type":"tool_result","tool_use_id":"b"},{"type":"tool_result","tool_use_id":"c","content":null},{"type":"tool_result","tool_use_id":"d","content":{"k": 1}},{"type":"tool_result","tool_use_id":"e","content":[{"type":"text","text":"y"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGVsbG8="}},{"type":"tool_reference","tool_name":"Grep"}]}]`, []model.Part{
			{Kind: model.Result, ID: "a", Output: words("x"), Failed: true},
			{Kind: model.Result, ID: "b"},
			{Kind: model.Result, ID: "c"},
			{Kind: model.Result, ID: "d", JSON: `{"k": 1}`},
			{Kind: model.Result, ID: "e", Output: []model.Part{
				{Kind: model.Text, Text: "y"}, {Kind: model.Image, Media: "image/png", Bytes: 5, Data: "aGVsbG8="}, {Kind: model.Unknown, Text: "tool_reference"},
			}},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, []byte(line("x1", "", tt.typ, tt.content)))
			m, err := s.Message(0)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, m.Parts); d != "" {
				t.Error(d)
			}
			if m.ID != "x1" || m.Time != "2026-03-01T10:00:00.000Z" {
				t.Errorf("id %q, time %q", m.ID, m.Time)
			}
		})
	}
}

func TestOrigins(t *testing.T) {
	tests := []struct {
		text string
		more []string
		want model.Origin
	}{
		{text: "do it", want: model.Person},
		{text: "do it", more: []string{`"isMeta":true`}, want: model.Injected},
		{text: "do it", more: []string{`"isMeta":true`, `"origin":{"kind":"human"}`}, want: model.Person},
		{text: "do it", more: []string{`"origin":{"kind":"task-notification"}`}, want: model.Injected},
		{text: "<system-reminder>x</system-reminder>", want: model.Injected},
		{text: "<system-reminder>x</system-reminder>", more: []string{`"origin":{"kind":"human"}`}, want: model.Person},
		{text: "<local-command-stdout>x</local-command-stdout> then this", want: model.Person},
		{text: "anything", more: []string{`"isCompactSummary":true`, `"origin":{"kind":"human"}`}, want: model.FromSummary},
		{text: "This session is being continued from", want: model.FromSummary},
	}
	for _, tt := range tests {
		s := open(t, []byte(line("u1", "", "user", say(tt.text), tt.more...)))
		if got := s.Rows[0].Origin; got != tt.want {
			t.Errorf("%s %v: got %v, want %v", tt.text, tt.more, got, tt.want)
		}
	}
	for origin, want := range map[string]model.Origin{`,"origin":{"kind":"human"}`: model.Person, `,"origin":{"kind":"x"}`: model.Injected, `,"isMeta":true`: model.Injected, "": model.Person} {
		s := open(t, []byte(line("q1", "", "attachment", "", `"attachment":{"type":"queued_command","prompt":"go on"`+origin+`}`)))
		if got := s.Rows[0].Origin; got != want {
			t.Errorf("queued %s: got %v, want %v", origin, got, want)
		}
	}
}

func TestMixedRecord(t *testing.T) {
	in := line("a1", "", "assistant", call("t1")) +
		line("r1", "a1", "user", `[{"type":"text","text":"words"},{"type":"tool_result","tool_use_id":"t1","content":"out"}]`)
	s := open(t, []byte(in))
	if got := sessiontest.Letters(s); got != "atu" {
		t.Fatalf("roles %s", got)
	}
	for i, sub := range map[int]int{1: 0, 2: 1} {
		if r := s.Rows[i]; !r.Is(model.Split) || r.Sub != sub || r.Sources != 1 {
			t.Errorf("row %d: %+v", i, r)
		}
	}
	if d := cmp.Diff([]string{"", "out", "words"}, texts(t, s)); d != "" {
		t.Error(d)
	}
}

func TestDecodeChangedFile(t *testing.T) {
	for _, raw := range []string{"", `{"type":"us`} {
		if _, err := (decoder{}).Decode([][]byte{[]byte(raw)}, model.Row{}); !errors.Is(err, jsonl.ErrNoRecord) {
			t.Errorf("%q: got %v", raw, err)
		}
	}
	one := []byte(line("u1", "", "user", say("one")))
	if _, err := (decoder{}).Decode([][]byte{one}, model.Row{Flags: model.Split, Sub: 1}); !errors.Is(err, jsonl.ErrNoRecord) {
		t.Errorf("the second of one message: got %v", err)
	}
}

func TestLooks(t *testing.T) {
	tests := []struct {
		name string
		in   []string
		want bool
	}{
		{"a session", []string{line("u1", "", "user", say("hi"))}, true},
		{"metadata first", []string{`{"type":"summary","summary":"s","leafUuid":"x"}`, `{"type":"file-history-snapshot","messageId":"m","snapshot":{}}`}, true},
		{"a stream", []string{`{"type":"system","subtype":"init","session_id":"s"}`, `{"type":"assistant","message":{"role":"assistant","content":[]},"session_id":"s"}`}, true},
		{"Qwen", []string{line("u1", "", "user", say("hi")), `{"uuid":"a","parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":"hi"}]}}`}, false},
		{"pi", []string{`{"type":"session","version":3,"id":"a","cwd":"/"}`, `{"type":"message","id":"b","parentId":null,"message":{"role":"user","content":"hi"}}`}, false},
		{"Codex", []string{`{"timestamp":"t","type":"session_meta","payload":{"id":"a"}}`}, false},
		{"a list of messages", []string{`{"role":"user","content":"hi"}`}, false},
		{"messages without an envelope", []string{`{"type":"user","content":"hi"}`}, false},
		{"nothing", nil, false},
	}
	for _, tt := range tests {
		var objects [][]byte
		for _, s := range tt.in {
			objects = append(objects, []byte(strings.TrimSpace(s)))
		}
		if got := Looks(objects); got > 100 || (got > 50) != tt.want {
			t.Errorf("%s: %d", tt.name, got)
		}
	}
}

func TestIsRecord(t *testing.T) {
	for raw, want := range map[string]bool{
		`{"type":"user","uuid":"a"}`:                    true,
		`{"leafUuid":"a","type":"summary"}`:             true,
		`{"type":"text","text":"a"}`:                    false,
		`{"type":"tool_use","id":"a","name":"b"}`:       false,
		`{"uuid":"a"}`:                                  false,
		`{"type":1,"timestamp":"t"}`:                    false,
		`{"message":{"type":"user","uuid":"a"},"id":1}`: false,
	} {
		if got := IsRecord([]byte(raw)); got != want {
			t.Errorf("%s: got %v", raw, got)
		}
	}
}

func TestValue(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"user", "message" : {"a": 1} ,"x":{"message":2}}`: `{"a": 1}`,
		`{"message":1,"message":2}`:                                `2`,
		`{"attachment":{"type":"queued_command"},"type":"x"}`:      `{"type":"queued_command"}`,
		`{"type":"mode"}`: ``,
	} {
		if got := string(Value([]byte(raw))); got != want {
			t.Errorf("%s: got %s", raw, got)
		}
	}
}
