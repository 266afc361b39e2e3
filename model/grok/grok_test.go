package grok

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

func TestFixture(t *testing.T) {
	s := sessiontest.Open(t, Read, sessiontest.Fixtures(t, Name)["thinking.jsonl"])
	want := []string{
		"s You are a tool.", "i <user_info>\nOS: any\nWorkspace Path: /home/dev/app\n</user_info>", "u Read a.txt.",
		`a [Thinking] I read it. Yes. read_file(c1){"p":"a.txt"}`, "t c1=hello\n", `a web_search(ws_1){"query":"a"} ws_1=`, "a [Thinking]", "u [Image] And this?",
	}
	if d := cmp.Diff(want, sessiontest.Says(t, s)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"11 malformed"}, sessiontest.Problems(s)); d != "" {
		t.Error(d)
	}
	if s.Model != "grok-x" || s.CWD != "/home/dev/app" || s.Unknown != 1 || s.Rows[3].Sources != 2 {
		t.Errorf("model %s, cwd %s, %d unknown, %d records", s.Model, s.CWD, s.Unknown, s.Rows[3].Sources)
	}
	if p := sessiontest.Message(t, s, 7).Parts[0]; p.Media != "image/png" || p.Bytes != 3 {
		t.Errorf("%+v", p)
	}
}

func TestLooks(t *testing.T) {
	for _, c := range []struct {
		want int
		in   []string
	}{
		{100, []string{`{"type":"user","content":"a"}`, `{"type":"reasoning","summary":[]}`}},
		{50, []string{`{"type":"user","content":"a"}`, `{"type":"new_kind"}`}},
		{0, []string{`{"type":"reasoning","summary":[]}`}},                                            // an item of another agent
		{0, []string{`{"type":"user","uuid":"u","message":{"role":"user","content":"a"}}`}},           // another agent
		{0, []string{`{"type":"message","role":"user","content":[{"type":"input_text","text":""}]}`}}, // another agent
		{0, nil},
	} {
		var objects [][]byte
		for _, o := range c.in {
			objects = append(objects, []byte(o))
		}
		if got := Looks(objects); got != c.want {
			t.Errorf("%s: %d, want %d", c.in, got, c.want)
		}
	}
}

func TestCorpus(t *testing.T) {
	s := sessiontest.Open(t, Read, sessiontest.Corpus(t, "other__jazzyalex__agent-sessions__grok-chat_history.jsonl"))
	if got := sessiontest.Roles(s); got != "siuataatau" || s.Turns() != 2 || s.CWD != "/tmp/as-agent-lab/grok/project" || len(s.Problems)+s.Unknown > 0 {
		t.Errorf("%s, %d turns, cwd %s, %v", got, s.Turns(), s.CWD, s.Problems)
	}
	if p := model.Mismatched(s.Links, nil); len(p.Orphans)+len(p.Unanswered)+len(p.Doubled) > 0 {
		t.Errorf("%+v", p)
	}
}

func FuzzRead(f *testing.F) { sessiontest.Fuzz(f, Read, Name) }
