package convert

import (
	"fmt"
	"strings"
	"testing"

	"cutline/model/sessiontest"
)

// TestCompareFails shows that the comparison can fail.
func TestCompareFails(t *testing.T) {
	t.Parallel()
	s := rich()
	d := draftOf(s)
	w, err := to(t, "openai").Write(s, d, options())
	if err != nil {
		t.Fatal(err)
	}
	all := written(t, w)
	none := func(int) bool { return false }
	for _, c := range []struct{ old, with, want string }{
		{"And?", "And.", "words of the user"},
		{"Done.", "Done!", "words of the assistant"},
		{"package a", "package b", "another result"},
		{`\"a.go\"`, `\"b.go\"`, "other arguments"},
		{"I look.", "I look. Done.", ""},
		{`"role":"tool","tool_call_id":"a"`, `"role":"tool","tool_call_id":"z"`, "no result"},
	} {
		text := strings.Replace(all, c.old, c.with, 1)
		if text == all {
			t.Fatalf("%q is not there", c.old)
		}
		_, _, err := Compare(s, d, none, sessiontest.Open(t, reader(t, "chat"), text))
		if got := fmt.Sprint(err); (err == nil) != (c.want == "") || !strings.Contains(got, c.want) && c.want != "" {
			t.Errorf("%q: %v", c.with, err)
		}
	}
}

// TestCheckersFail shows that the checkers see what they are for: each is given another result
// than its own, and its own with one thing wrong.
func TestCheckersFail(t *testing.T) {
	t.Parallel()
	broken := map[string][][2]string{
		"claude-code": {{`"type":"tool_result"`, `"type":"text"`}, {`"parentUuid":"0`, `"parentUuid":"1`}, {`"id":"converted_1"`, `"id":"a"`}, {`"text":"I look."`, `"text":" "`}},
		"codex":       {{`"call_id":"a"`, `"call_id":"z"`}, {`session_meta`, `session`}, {`"arguments":"{`, `"arguments":"[{`}, {`"message":"Done."`, `"message":""`}, {`"agent_message"`, `"other"`}},
		"prime":       {{`"toolCallId":"a"`, `"toolCallId":"z"`}, {`"version":3`, `"version":1`}, {`"parentId":"00000002"`, `"parentId":"00000001"`}, {`"stopReason":"toolUse"`, `"stopReason":"stop"`}},
		"gemini":      {{`"functionResponse":{"id":"a"`, `"functionResponse":{"id":"z"`}, {`"status":"error"`, `"status":"success"`}, {`"type":"gemini"`, `"type":"model"`}},
		"opencode":    {{`"status":"error"`, `"status":"completed"`}, {`"callID":"a"`, `"callID":"a b"`}, {`"finish":"tool-calls"`, `"finish":"stop"`}, {`"type":"compaction"`, `"type":"text"`}, {`"type":"reasoning"`, `"type":"thinking"`}, {`"slug":"converted",`, ``}},
		"openai":      {{`"tool_call_id":"a"`, `"tool_call_id":"z"`}, {`"role":"tool"`, `"role":"user"`}, {`"arguments":"{`, `"arguments":"[{`}},
		"anthropic":   {{`"tool_use_id":"a"`, `"tool_use_id":"z"`}, {`"role":"user"`, `"role":"tool"`}, {`"input":{"path"`, `"input":"{","x":{"path"`}},
		"ai-sdk":      {{`"type":"tool-result","toolCallId":"a"`, `"type":"tool-result","toolCallId":"z"`}, {`"role":"tool"`, `"role":"user"`}, {`"type":"error-text"`, `"type":"bad"`}},
	}
	for _, target := range Targets {
		s := rich()
		w, err := target.Write(s, draftOf(s), options())
		if err != nil {
			t.Fatal(err)
		}
		all := written(t, w)
		if bad := check(target.Name, all); len(bad) > 0 {
			t.Errorf("%s: %q", target.Name, bad)
		}
		for _, c := range broken[target.Name] {
			text := strings.Replace(all, c[0], c[1], 1)
			if text == all || len(check(target.Name, text)) == 0 {
				t.Errorf("%s with %s: nothing is wrong", target.Name, c[1])
			}
		}
		if len(broken[target.Name]) == 0 || len(check(target.Name, strings.TrimSuffix(all, "\n"))) == 0 {
			t.Errorf("%s: a line end that is missing is not seen", target.Name)
		}
	}
}
