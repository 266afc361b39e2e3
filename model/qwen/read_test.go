package qwen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

// told is what is said of a session beside its messages.
func told(s *model.Session) string {
	out := fmt.Sprintf("%q %s, used %d+%d of %d at %d, total %d, earlier %d, branches %d/%d, agents %d, unknown %d",
		s.Title, s.Model, s.Usage.Input, s.Usage.Output, s.Window, s.Usage.Row, s.Usage.Total, s.Earlier, s.Branches, s.BranchRows, s.Sidechains, s.Unknown)
	for _, c := range s.Compactions {
		out += fmt.Sprintf("; compacted at %d from %d to %d, kept %d, summary %d", c.Line, c.Before, c.After, c.Kept, c.Summary)
	}
	return out
}

func TestFixtures(t *testing.T) {
	want := map[string]sessiontest.Fixture{
		"fragments.jsonl": {
			Says: []string{
				"up List the files.", "a [Thinking] A list will do. I look. list_directory(c1) read_file(c2)", "t c1=a.go", "t c2=no path!",
				"ui <task-notification>done</task-notification>", "a One file.",
			},
			Told: `"List the files." qwen3-coder-plus, used 960+9 of 131072 at 5, total 29, earlier 0, branches 0/0, agents 0, unknown 0`,
		},
		"kept.jsonl": {
			Says: []string{"us <state_snapshot>\n<overall_goal>All is ported and tested.</overall_goal>\n</state_snapshot>", "a Those are written.", "up Good."},
			Told: `"Good." , used 0+0 of 0 at -1, total 0, earlier 10, branches 1/2, agents 0, unknown 0; compacted at 6 from 900 to 300, kept 3, summary -1; compacted at 14 from 400 to 200, kept 1, summary 0`,
		},
		"rewinds.jsonl": {
			Says: []string{"up Write a poem.", "a Roses.", "up The first was the best."},
			Told: `"Write a poem." , used 0+0 of 0 at -1, total 0, earlier 0, branches 2/8, agents 0, unknown 0`,
		},
		"rewind.jsonl": {
			Says: []string{"up Write a poem.", "a Roses.", "up Rhyme.", "a Noses."},
			Told: `"Poems" , used 30+3 of 0 at 3, total 5, earlier 0, branches 1/2, agents 0, unknown 0`,
		},
		"compression.jsonl": {
			Says: []string{"ui <session_context>\nIt is June.\n</session_context>", "us The parser is ported.", "a Got it.", "up Now the printer.", "a Printed.", "up And the tests?", "a All pass."},
			Told: `"Now the printer." qwen3-max, used 7100+4 of 0 at 6, total 14, earlier 4, branches 0/0, agents 0, unknown 0; compacted at 5 from 91005 to 7000, kept 3, summary 1`,
		},
		"bridge.jsonl": {
			Says:     []string{"up Go.", "up On."},
			Told:     `"Go." , used 0+0 of 0 at -1, total 0, earlier 0, branches 0/0, agents 1, unknown 1`,
			Problems: []string{"4 missing-parent"},
		},
	}
	sessiontest.Hold(t, Read, Name, told, want, func(t *testing.T, s *model.Session) {
		t.Helper()
		if s.ID != "019f0000-0000-7000-8000-0000000000aa" || s.CWD != "/home/dev/app" || s.AgentVersion != "0.21.13" {
			t.Errorf("%s in %s, %s", s.ID, s.CWD, s.AgentVersion)
		}
	})
}

// record is one line; more is what else stands in it.
func record(uuid, parent, text, more string) string {
	return fmt.Sprintf(`{"uuid":%q,"parentUuid":%q,"sessionId":"s","type":"user","message":{"role":"user","parts":[{"text":%q}]}%s}`+"\n", uuid, parent, text, more)
}

// What the server reported is an answer's, whatever else says so.
func TestUsageOfAnswers(t *testing.T) {
	s := open(t, record("a", "", "One.", `,"usageMetadata":{"promptTokenCount":5,"candidatesTokenCount":1}`))
	if s.Usage.Known || s.Usage.Total != 0 {
		t.Errorf("%+v", s.Usage)
	}
}

func TestRecords(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"the same line twice":      {record("a", "", "One.", "") + record("a", "", "One.", ""), []string{"up One."}},
		"a cycle":                  {record("a", "b", "One.", "") + record("b", "a", "Two.", ""), []string{"up One.", "up Two."}},
		"a goal is no person":      {record("a", "", "Go.", `,"provenance":"goal_runtime"`), []string{"ui Go."}},
		"a clock is no person":     {record("a", "", "Go.", `,"subtype":"cron"`), []string{"ui Go."}},
		"the agent's own summary":  {record("a", "", "<state_snapshot>x</state_snapshot>", ""), []string{"us <state_snapshot>x</state_snapshot>"}},
		"context of a hook":        {record("a", "", "<qwen:user-prompt-submit-context>x</qwen:user-prompt-submit-context>", ""), []string{"ui <qwen:user-prompt-submit-context>x</qwen:user-prompt-submit-context>"}},
		"a sub-agent's own file":   {record("a", "", "Go.", `,"isSidechain":true`), []string{"up Go."}},
		"results and words":        {`{"uuid":"a","sessionId":"s","type":"tool_result","message":{"parts":[{"text":"Note."},{"functionResponse":{"id":"c","response":{"output":"o"}}}]}}`, []string{"t c=o", "up Note."}},
		"no history in compaction": {record("a", "", "One.", "") + `{"uuid":"b","parentUuid":"a","sessionId":"s","type":"system","subtype":"chat_compression","systemPayload":{}}`, []string{"up One."}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, sessiontest.Brief(t, open(t, c.text))); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]int{
		record("a", "", "One.", ""):                                                           100,
		record("a", "", "One.", "") + `{"role":"user","content":"a"}`:                         50,
		`{"uuid":"a","sessionId":"s","type":"user","message":{"role":"user","content":"a"}}`:  0,
		`{"uuid":"a","sessionId":"s","type":"progress","message":{"role":"user","parts":[]}}`: 0,
		`{"type":"user","message":{"role":"user","parts":[{"text":"a"}]}}`:                    0,
		"": 0,
	} {
		var lines [][]byte
		for l := range strings.Lines(text) {
			lines = append(lines, []byte(l))
		}
		if got := Looks(lines); got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
}

func TestCorpus(t *testing.T) {
	f := sessiontest.Shared(t, "testdata/corpus/other__*qwen-rewind.jsonl")[0]
	s := open(t, sessiontest.Text(t, f))
	want := []string{"up Begin the active-chain fixture.", "up Continue from the rewound branch.", "a [Thinking] Reason over the active branch. read_file(synthetic-active-call) Active branch answer."}
	if d := cmp.Diff(want, sessiontest.Brief(t, s)); d != "" {
		t.Error(d)
	}
	const about = `"Active branch title" synthetic-active-model, used 12+4 of 0 at 2, total 4, earlier 0, branches 1/1, agents 0, unknown 0`
	if d := cmp.Diff(about, told(s)); d != "" {
		t.Error(d)
	}
	if p := model.Mismatched(s.Links, nil); len(p.Unanswered) != 1 || len(s.Problems) > 0 || s.CWD != "/tmp/as-qwen-fixture/new-project" {
		t.Errorf("%+v, %v, %s", p, s.Problems, s.CWD)
	}
}
