package responses

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/records"
	"cutline/model/sessiontest"
)

func TestFixtures(t *testing.T) {
	files := sessiontest.Fixtures(t, Name)
	for _, c := range []struct {
		file           string
		says, problems []string
		unknown        int
	}{
		{"request.json", []string{
			"s Be brief.", "u List them.", `a [Thinking] I list. ls(c1){"p":1} pwd(c2){}`, "t c2=/", "t c1=a", `a computer(c3){"type":"click"}`, "t c3=[Image]",
			`a ask(m1){} m1=yes file_search(f1)["q"] f1=`, "a Done.",
		}, []string{"13 opaque-summary"}, 1},
		{"answer.json", []string{"a [Thinking] Hello."}, nil, 0},
		{"text-input.json", []string{"u Say \ufffd hello."}, []string{"1 surrogate"}, 0},
		{"bare-items.json", []string{"u a", "a f(c1){}"}, nil, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			if s := sessiontest.Recognised(t, Looks, Read, files[c.file], c.says, c.problems); s.Unknown != c.unknown {
				t.Errorf("%d unknown", s.Unknown)
			}
		})
	}
	s := sessiontest.Open(t, Read, files["answer.json"])
	if d := cmp.Diff(model.Usage{Known: true, Input: 30, Cached: 10, Output: 5, Total: 5}, s.Usage); d != "" || s.ID != "resp_1" || s.Model != "gpt-x" {
		t.Errorf("id %s, model %s: %s", s.ID, s.Model, d)
	}
	if s = sessiontest.Open(t, Read, files["request.json"]); len(s.Compactions) != 1 || s.Compactions[0].Line != 13 {
		t.Errorf("%+v", s.Compactions)
	}
}

// TestServed: every call and result of a tool that Codex does not use keeps its id and words.
func TestServed(t *testing.T) {
	s := sessiontest.Open(t, Read, `{"model":"m","input":[{"type":"shell_call","call_id":"s1","action":{"commands":["ls"]}},{"type":"shell_call_output","call_id":"s1","output":[{"stdout":"a"}]},`+
		`{"type":"apply_patch_call","call_id":"p1","operation":{"type":"create_file"}},{"type":"apply_patch_call_output","call_id":"p1","output":"done"},`+
		`{"type":"code_interpreter_call","id":"i1","code":"1+1","outputs":[{"type":"logs","logs":"2"}]},{"type":"mcp_call","id":"m1","name":"f","arguments":"{}","error":"no"},`+
		`{"type":"mcp_approval_request","id":"a1","name":"g","arguments":"{}"},{"type":"mcp_approval_response","approval_request_id":"a1","approve":false}]}`)
	want := []string{
		`a shell(s1){"commands":["ls"]}`, `t s1=[{"stdout":"a"}]`, `a apply_patch(p1){"type":"create_file"}`, "t p1=done",
		`a code_interpreter(i1){"code":"1+1"} i1=[{"type":"logs","logs":"2"}] f(m1){} m1=no! g(a1){}`, "t a1=false!",
	}
	if d := cmp.Diff(want, sessiontest.Says(t, s)); d != "" {
		t.Error(d)
	}
}

func TestLooks(t *testing.T) {
	for doc, want := range map[string]bool{
		`{"model":"m","input":"a"}`:               true,
		`{"input":"a"}`:                           false,
		`{"model":"m","input":["a","b"]}`:         false, // texts to embed
		`{"model":"m","messages":[],"input":"a"}`: false,
		`[{"role":"user","content":"a"}]`:         false, // any list of messages
		`[{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]}]`:     true,
		`[{"type":"human","content":"a"}]`:                                                    false,
		`[{"timestamp":"t","type":"response_item","payload":{"type":"function_call"}}]`:       false,
		`{"object":"response","output":[{"type":"message","role":"assistant","content":[]}]}`: true,
		`[]`: false,
	} {
		if got := Looks([]byte(doc)); got != want {
			t.Errorf("%s: %t", doc, got)
		}
	}
	if _, err := Read(model.Input{Reader: strings.NewReader("[]"), Size: 2}); !errors.Is(err, records.ErrNone) {
		t.Errorf("no request was read as one: %v", err)
	}
}

func FuzzRead(f *testing.F) { sessiontest.Fuzz(f, Read, Name) }
