package chat

import "testing"

// TestMasked: in every form of a result another text takes the place of the output, and every other
// byte stays.
func TestMasked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ in, want string }{
		"openai":            {`{ "role":"tool","tool_call_id":"1","content":"long" }`, `{ "role":"tool","tool_call_id":"1","content":"M" }`},
		"openai, blocks":    {`{"role":"tool","tool_call_id":"1","content":[{"type":"text","text":"long"}]}`, `{"role":"tool","tool_call_id":"1","content":"M"}`},
		"openai, oldest":    {`{"role":"function","name":"f","content":"long"}`, `{"role":"function","name":"f","content":"M"}`},
		"anthropic":         {`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"image"}],"is_error":true},{"type":"text","text":"and"}]}`, `{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"M","is_error":true},{"type":"text","text":"and"}]}`},
		"a server's own":    {`{"role":"user","content":[{"type":"web_search_tool_result","tool_use_id":"1","content":[]}]}`, `{"role":"user","content":[{"type":"web_search_tool_result","tool_use_id":"1","content":[]}]}`},
		"ai-sdk":            {`{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","output":{"type":"json","value":{}}}]}`, `{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","output":{"type":"text","value":"M"}}]}`},
		"ai-sdk, before":    {`{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","result":[1]}]}`, `{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","result":"M"}]}`},
		"no result":         {`{"role":"assistant","content":"long"}`, `{"role":"assistant","content":"long"}`},
		"screen, no result": {`{"role":"assistant","parts":[{"type":"text","text":"a"}]}`, `{"role":"assistant","parts":[{"type":"text","text":"a"}]}`},
	} {
		if got := masked(c.in, map[int]string{0: "M"}); got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
		if got := masked(c.in, nil); got != c.in {
			t.Errorf("%s: without a text %s", name, got)
		}
	}
	const step = `{"type":"tool-read","toolCallId":"1","state":"output-available","output":"long"},{"type":"step-start"},{"type":"tool-read","toolCallId":"2","state":"output-error","errorText":"long"},` +
		`{"type":"step-start"},{"type":"tool-invocation","toolInvocation":{"toolCallId":"3","toolName":"x","state":"result","result":[]}},{"type":"step-start"},{"type":"tool-read","toolCallId":"4","state":"input-available"}`
	const want = `{"type":"tool-read","toolCallId":"1","state":"output-available","output":"long"},{"type":"step-start"},{"type":"tool-read","toolCallId":"2","state":"output-error","errorText":"M"},` +
		`{"type":"step-start"},{"type":"tool-invocation","toolInvocation":{"toolCallId":"3","toolName":"x","state":"result","result":"N"}},{"type":"step-start"},{"type":"tool-read","toolCallId":"4","state":"input-available"}`
	if got := masked(`{"role":"assistant","parts":[`+step+`]}`, map[int]string{3: "M", 5: "N"}); got != `{"role":"assistant","parts":[`+want+`]}` {
		t.Errorf("steps: %s", got)
	}
}
