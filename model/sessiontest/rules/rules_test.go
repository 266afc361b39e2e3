package rules

import (
	"slices"
	"strings"
	"testing"
)

const summary = "<conversation_summary>\\nS\\n</conversation_summary>"

// sound are compacted sessions that break no rule, by what reads them.
var sound = map[string]struct {
	read func([]byte) Context
	text string
}{
	"claude": {Claude, `{"parentUuid":null,"uuid":"b","sessionId":"s","type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"manual","preTokens":1}}
{"parentUuid":"b","uuid":"m","sessionId":"s","type":"user","isCompactSummary":true,"isVisibleInTranscriptOnly":true,"message":{"content":"` + summary + `"}}
{"parentUuid":"m","uuid":"a","sessionId":"s","type":"assistant","message":{"content":[{"type":"tool_use","id":"t1"}]}}
{"parentUuid":"a","uuid":"r","sessionId":"s","type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"x"}]}}
`},
	"segment": {Claude, `{"parentUuid":null,"uuid":"h","sessionId":"s","type":"user","message":{"content":"one"}}
{"parentUuid":"h","uuid":"t","sessionId":"s","type":"user","message":{"content":"two"}}
{"parentUuid":null,"logicalParentUuid":"t","uuid":"b","sessionId":"s","type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"manual","preTokens":9,"postTokens":1,"preservedSegment":{"headUuid":"h","anchorUuid":"m","tailUuid":"t"},"preservedMessages":{"anchorUuid":"m","uuids":["h","t"],"allUuids":["h","t"]}}}
{"parentUuid":"b","uuid":"m","sessionId":"s","type":"user","isCompactSummary":true,"isVisibleInTranscriptOnly":true,"message":{"content":"` + summary + `"}}
{"parentUuid":"t","uuid":"u","sessionId":"s","type":"user","message":{"content":"three"}}
`},
	"codex": {Codex, `{"timestamp":"T","ordinal":0,"type":"session_meta","payload":{"id":"s"}}
{"timestamp":"T","ordinal":1,"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"total_tokens":9}}}}
{"timestamp":"T","ordinal":2,"type":"compacted","payload":{"message":"S","replacement_history":[{"type":"function_call","call_id":"t1"},{"type":"function_call_output","call_id":"t1"},{"type":"message","role":"user","content":[{"type":"input_text","text":"` + summary + `"}]}]}}
{"timestamp":"T","ordinal":3,"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"total_tokens":9}}}}
{"timestamp":"T","ordinal":4,"type":"response_item","payload":{"type":"message","role":"user"}}
`},
	"prime": {Prime, `{"type":"session","version":3,"id":"s"}
{"type":"message","id":"00000001","parentId":null,"message":{"role":"user","content":"one"}}
{"type":"message","id":"00000002","parentId":"00000001","message":{"role":"user","content":"two"}}
{"type":"compaction","id":"00000003","parentId":"00000002","timestamp":"T","summary":"S","firstKeptEntryId":"00000002","tokensBefore":1,"details":{"readFiles":[],"modifiedFiles":[]},"fromHook":false}
`},
	"gemini": {Gemini, `{"sessionId":"s","kind":"main"}
{"id":"a","type":"user","content":"` + summary + `"}
{"id":"b","type":"gemini","content":"","toolCalls":[{"id":"t1","result":[{}]}]}
`},
	"opencode": {OpenCode, `{"info":{"id":"ses_0000000000010000000000000a","time":{"created":1,"updated":1}},"messages":[
{"info":{"id":"msg_0000000000020000000000000a","sessionID":"ses_0000000000010000000000000a","role":"user","time":{"created":1},"agent":"build","model":{}},"parts":[{"id":"prt_0000000000030000000000000a","sessionID":"ses_0000000000010000000000000a","messageID":"msg_0000000000020000000000000a","type":"compaction","auto":false}]},
{"info":{"id":"msg_0000000000040000000000000a","sessionID":"ses_0000000000010000000000000a","role":"assistant","time":{"created":2},"parentID":"msg_0000000000020000000000000a","modelID":"m","providerID":"p","mode":"compaction","path":{},"summary":true,"finish":"stop","tokens":{}},"parts":[{"id":"prt_0000000000050000000000000a","sessionID":"ses_0000000000010000000000000a","messageID":"msg_0000000000040000000000000a","type":"text","text":"` + summary + `"}]}]}
`},
	"anthropic": {func(b []byte) Context { return Chat(b, anthropic) }, `[{"role":"user","content":"` + summary + `"},
{"role":"assistant","content":[{"type":"tool_use","id":"t1"}]},
{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x"},{"type":"text","text":"on"}]}]
`},
	"openai": {func(b []byte) Context { return Chat(b, openAI) }, `[{"role":"system","content":"r"},{"role":"user","content":"` + summary + `"},
{"role":"assistant","content":null,"tool_calls":[{"id":"t1"}]},
{"role":"tool","tool_call_id":"t1","content":"x"},{"role":"user","content":"on"}]
`},
	"ai-sdk": {func(b []byte) Context { return Chat(b, aiSDK) }, `[{"role":"user","content":"` + summary + `"},
{"role":"assistant","content":[{"type":"tool-call","toolCallId":"t1"}]},{"role":"tool","content":[{"type":"tool-result","toolCallId":"t1"}]}]
`},
	"ui": {func(b []byte) Context { return Chat(b, aiSDKUI) }, `[{"id":"1","role":"user","parts":[{"type":"text","text":"` + summary + `"}]},
{"id":"2","role":"assistant","parts":[{"type":"tool-read","toolCallId":"t1","state":"output-available"}]}]
`},
}

func TestSound(t *testing.T) {
	for name, s := range sound {
		c := s.read([]byte(s.text))
		if bad := slices.Concat(c.Bad, c.Refused); len(bad) > 0 || c.Summary < 0 {
			t.Errorf("%s: %q, summary %d", name, bad, c.Summary)
		}
	}
	if c := Claude([]byte(sound["segment"].text)); c.Summary != 0 || string(slices.Concat(c.Messages[1:]...)) != `{"content":"one"}{"content":"two"}{"content":"three"}` {
		t.Errorf("a tail that is named is read as %q", c.Messages)
	}
}

// TestBroken breaks one rule after the other.
func TestBroken(t *testing.T) {
	for _, tt := range []struct{ name, old, new string }{
		{"claude", `"parentUuid":"m"`, `"parentUuid":"b"`},
		{"claude", `"parentUuid":"b"`, `"parentUuid":"z"`},
		{"claude", `"uuid":"a"`, `"uuid":"m"`},
		{"claude", `"sessionId":"s","type":"assistant"`, `"sessionId":"z","type":"assistant"`},
		{"claude", `"isCompactSummary":true,`, ``},
		{"claude", `"isVisibleInTranscriptOnly":true,`, ``},
		{"claude", `"tool_use_id":"t1"`, `"tool_use_id":"t2"`},
		{"claude", `"trigger":"manual",`, ``},
		{"claude", `"uuid":"r",`, `"uuid":"r","isSidechain":true,`},
		{"claude", "}}\n", "}}"},
		{"claude", "compact_boundary", "note"},
		{"segment", `"headUuid":"h"`, `"headUuid":"t"`},
		{"segment", `"tailUuid":"t"`, `"tailUuid":"h"`},
		{"segment", `"anchorUuid":"m","tail`, `"anchorUuid":"b","tail`},
		{"segment", `"uuids":["h","t"]`, `"uuids":["h"]`},
		{"segment", `"logicalParentUuid":"t"`, `"logicalParentUuid":"h"`},
		{"segment", `"parentUuid":"t"`, `"parentUuid":"m"`},
		{"segment", `"parentUuid":"h"`, `"parentUuid":null`},
		{"codex", `"id":"s"`, `"id":""`},
		{"codex", `{"type":"function_call","call_id":"t1"},`, ``},
		{"codex", `,{"type":"function_call_output","call_id":"t1"}`, ``},
		{"codex", `"message":"S"`, `"message":""`},
		{"codex", `conversation_summary`, `something`},
		{"codex", `"ordinal":2`, `"ordinal":1`},
		{"codex", `"ordinal":3,"type":"event_msg"`, `"ordinal":3,"type":"other"`},
		{"codex", `"type":"compacted"`, `"type":"other"`},
		{"prime", `"parentId":"00000002"`, `"parentId":"00000001"`},
		{"prime", `"firstKeptEntryId":"00000002"`, `"firstKeptEntryId":"00000009"`},
		{"prime", `"id":"00000003"`, `"id":"3"`},
		{"prime", `"id":"00000003"`, `"id":"00000001"`},
		{"prime", `,"fromHook":false`, ``},
		{"prime", `"readFiles":[],`, ``},
		{"prime", `"tokensBefore":1,"details":{"readFiles":[],"modifiedFiles":[]}`, `"details":{"readFiles":[],"modifiedFiles":[]},"tokensBefore":1`},
		{"prime", `"version":3,`, `,`},
		{"gemini", `"sessionId":"s"`, `"sessionId":""`},
		{"gemini", `"main"`, `"subagent"`},
		{"gemini", `"id":"b"`, `"id":"a"`},
		{"gemini", `,"result":[{}]`, ``},
		{"gemini", `"type":"gemini"`, `"type":"info"`},
		{"opencode", `"id":"msg_0000000000040000000000000a","sess`, `"id":"msg_0000000000010000000000000a","sess`},
		{"opencode", `"id":"prt_0000000000050000000000000a"`, `"id":"prt_5"`},
		{"opencode", `"type":"compaction",`, `"type":"text",`},
		{"opencode", `"auto":false`, `"auto":false,"tail_start_id":"msg_0000000000040000000000000a"`},
		{"opencode", `"summary":true,`, ``},
		{"opencode", `"tokens":{}`, `"tokens":{"input":1}`},
		{"opencode", `"time":{"created":2}`, `"time":{"created":0}`},
		{"opencode", `"time":{"created":1,"updated":1}`, `"time":{"created":1,"updated":1},"revert":{}`},
		{"opencode", `"agent":"build",`, ``},
		{"opencode", `"path":{},`, ``},
		{"opencode", `conversation_summary`, `something`},
		{"anthropic", `"tool_use_id":"t1"`, `"tool_use_id":"t2"`},
		{"anthropic", `[{"type":"tool_result","tool_use_id":"t1","content":"x"},{"type":"text","text":"on"}]`, `[{"type":"text","text":"on"},{"type":"tool_result","tool_use_id":"t1","content":"x"}]`},
		{"anthropic", `"role":"user","content":"`, `"role":"assistant","content":"`},
		{"anthropic", `"text":"on"`, `"text":" "`},
		{"openai", `{"role":"tool","tool_call_id":"t1","content":"x"},{"role":"user","content":"on"}`, `{"role":"user","content":"on"},{"role":"tool","tool_call_id":"t1","content":"x"}`},
		{"openai", `,"tool_calls":[{"id":"t1"}]`, ``},
		{"openai", `"role":"tool","tool_call_id":"t1","content"`, `"role":"other","tool_call_id":"t1","content"`},
		{"ai-sdk", `,{"role":"tool","content":[{"type":"tool-result","toolCallId":"t1"}]}`, ``},
		{"ui", `output-available`, `input-available`},
	} {
		s := sound[tt.name]
		text := strings.ReplaceAll(s.text, tt.old, tt.new)
		if text == s.text {
			t.Fatalf("%s: no %s", tt.name, tt.old)
		}
		if c := s.read([]byte(text)); len(c.Bad)+len(c.Refused) == 0 && c.Summary >= 0 {
			t.Errorf("%s: %s in the place of %s breaks no rule", tt.name, tt.new, tt.old)
		}
	}
}
