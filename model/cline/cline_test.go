package cline

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/records"
	"cutline/model/sessiontest"
)

// env is the environment's details that follow a result.
const env = "<environment_details>\nnothing new\n</environment_details>"

func TestFixtures(t *testing.T) {
	files := sessiontest.Fixtures(t, Name)
	for _, c := range []struct {
		file     string
		says     []string
		problems []string
	}{
		{"classic-xml.json", []string{
			"u <task>\nFix the sum.\n</task> <environment_details>\n# Current Working Directory (/home/dev/my \"app\") Files\nsum.js\n</environment_details>",
			"a I look at it.\n\n read_file(call-1){\"path\":\"sum.js\"}", "t call-1=a - b", "i " + env,
			`a write_to_file(call-2){"path":"sum.js","content":"<p>a + b</p>"}`, "t call-2=The user denied this operation.!", "u <feedback>\nUse let.\n</feedback>",
			"a The tag <b> is no tool, and neither is\n<strong>this</strong>.", "i [ERROR] You did not use a tool in your previous response!",
		}, nil},
		{"classic-native.json", []string{
			"u <task>\nList files.\n</task>", `a Yes. list_files(t1){"path":"."}`, "t t1=a.txt", "i <environment_details>\nx\n</environment_details>",
			"a [NOTE] Some previous conversation history with the user has been removed.",
		}, nil},
		{"roo-condense.json", []string{"u <task>\nGo on.\n</task>", "m They did one and two.", "u Three?", "a Three."}, nil},
		{"roo-fresh-start.json", []string{"m They did one.", "i What stood here was left out.", "a Two."}, nil},
		{"core-compacted.messages.json", []string{
			"s You are careful.", "m Context summary:\n\nDone.", "u kept", "a kept too", "u next", "i /a.go\npackage a", `a read_files(t1){"files":[]}`,
			`t t1=[{"query":"/b.go","result":"no such file","success":false}]!`,
		}, []string{"8 shape"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			sessiontest.Recognised(t, Looks, Read, files[c.file], c.says, c.problems)
		})
	}
}

func TestFacts(t *testing.T) {
	files := sessiontest.Fixtures(t, Name)
	s := sessiontest.Open(t, Read, files["classic-xml.json"])
	if s.CWD != `/home/dev/my "app"` || s.Model != "m-1" || s.Dialect != classic || s.Turns() != 2 {
		t.Errorf("cwd %s, model %s, dialect %s, %d turns", s.CWD, s.Model, s.Dialect, s.Turns())
	}
	if d := cmp.Diff(model.Usage{Known: true, Input: 1012, Cached: 1000, Output: 7, Row: 1, Total: 7}, s.Usage); d != "" {
		t.Error(d)
	}
	s = sessiontest.Open(t, Read, files["classic-native.json"])
	if d := cmp.Diff([]model.Compaction{{Line: 5, Trigger: "truncation", Summary: -1}}, s.Compactions); d != "" {
		t.Error(d)
	}
	s = sessiontest.Open(t, Read, files["roo-condense.json"])
	if d := cmp.Diff([]model.Compaction{{Line: 5, Kept: 1, Summary: 1}}, s.Compactions); d != "" || s.Earlier != 2 {
		t.Errorf("%d messages before: %s", s.Earlier, d)
	}
	s = sessiontest.Open(t, Read, files["core-compacted.messages.json"])
	if d := cmp.Diff([]model.Compaction{{Line: 2, Before: 900, Kept: 2, Summary: 1}}, s.Compactions); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(model.Usage{Known: true, Input: 300, Cached: 200, Output: 5, Row: 6, Total: 9}, s.Usage); d != "" {
		t.Error(d)
	}
	if s.ID != "1784_x" || s.Dialect != core || s.Rows[2].ID != "k" || sessiontest.Message(t, s, 3).Time != "1970-01-01T00:00:00.091Z" {
		t.Errorf("id %s, dialect %s, message %s", s.ID, s.Dialect, s.Rows[2].ID)
	}
}

func TestLooks(t *testing.T) {
	for doc, want := range map[string]bool{
		`[{"role":"user","content":"a","ts":1}]`:                                                  true,
		`[{"role":"user","content":"a"}]`:                                                         false, // any list of messages
		`[{"role":"user","content":"<task>a</task><environment_details></environment_details>"}]`: true,
		`[{"role":"user","content":"a","ts":1},{"role":"tool","content":"b"}]`:                    false,
		`{"sessionId":"s","projectHash":"h","messages":[]}`:                                       false,
		`{"sessionId":"s","version":1,"agent":"a","messages":[]}`:                                 true,
		`{"messages":[{"role":"user","content":"a","ts":1}]}`:                                     false,
		`[{"ts":1,"type":"say","say":"text","text":"a"}]`:                                         false,
		`7`: false, `[]`: false,
	} {
		if got := Looks([]byte(doc)); got != want {
			t.Errorf("%s: %t", doc, got)
		}
	}
	if _, err := Read(model.Input{Reader: strings.NewReader("{}"), Size: 2}); !errors.Is(err, records.ErrNone) {
		t.Errorf("no task was read as one: %v", err)
	}
}

func TestCorpus(t *testing.T) {
	before := sessiontest.Open(t, Read, sessiontest.Corpus(t, "cline__cline__cline__session.messages.json"))
	after := sessiontest.Open(t, Read, sessiontest.Corpus(t, "cline__cline__cline__agentic.compaction.json"))
	if got := sessiontest.Roles(before); got != "suiatatauatauatatatatatauatatataua" || before.Turns() != 5 || before.Usage.Input != 12238 || len(before.Problems) > 0 {
		t.Errorf("%s, %d turns, %+v, %v", got, before.Turns(), before.Usage, before.Problems)
	}
	if got := sessiontest.Roles(after); got != "smua" || before.ID != after.ID {
		t.Errorf("roles %s, sessions %s and %s", got, before.ID, after.ID)
	}
}

func FuzzRead(f *testing.F) { sessiontest.Fuzz(f, Read, Name) }
