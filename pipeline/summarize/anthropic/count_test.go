package anthropic_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/anthropic"
)

func TestCountTokens(t *testing.T) {
	t.Parallel()
	base, requests := listen(t, http.StatusOK, "application/json", `{"input_tokens":2095}`)
	p := summarize.Prompt{
		System: "Sum up.", MaxOutput: 5, Native: true, Turns: ask("now").Turns,
		Conversation: []byte(`[{"role":"user","content":"a"}]`), Tools: []byte(`[{"name":"Read","input_schema":{"type":"object"}}]`),
	}
	n, err := open(t, anthropic.Options{BaseURL: base, Stream: true, Key: "sk-ant-key"}).CountTokens(t.Context(), p)
	if n != 2095 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	r := (*requests)[0]
	want := parse(t, `{"model":"m-1","system":[{"type":"text","text":"Sum up."}],"messages":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"text","text":"now"}]}],"tools":[{"name":"Read","input_schema":{"type":"object"}}],"tool_choice":{"type":"none"}}`)
	if d := cmp.Diff(want, r.Body); d != "" {
		t.Errorf("the body (-want +got):\n%s", d)
	}
	if r.Path != "/v1/messages/count_tokens" || r.Header.Get("X-Api-Key") != "sk-ant-key" || r.Header.Get("Anthropic-Beta") != "" {
		t.Errorf("%s %v", r.Path, r.Header)
	}
	for _, body := range []string{`{}`, `{"input_tokens":"9"}`, `{"input_tokens":-1}`, `{"input_tokens":1e300}`, `{"input_tokens":5`, ``, `[]`} {
		base, _ := listen(t, http.StatusOK, "application/json", body)
		n, err := open(t, anthropic.Options{BaseURL: base}).CountTokens(t.Context(), p)
		if n != 0 || summarize.FailureOf(err).Kind != summarize.InvalidJSON {
			t.Errorf("%s: %d, %v", body, n, err)
		}
	}
}
