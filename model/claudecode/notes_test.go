package claudecode

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cutline/model"
)

// attached is an attachment of a type with further members.
func attached(uuid, parent, members string) string {
	return line(uuid, parent, "attachment", "", `"attachment":{`+members+`}`)
}

const boundaryLine = `{"type":"system","subtype":"compact_boundary","uuid":"b1","parentUuid":null,"logicalParentUuid":"a1","isSidechain":false,"sessionId":"s1","timestamp":"2026-03-01T10:00:00.000Z","compactMetadata":{"trigger":"auto","preTokens":100}}` + "\n"

func todoCall(id, todo string) string {
	return `[{"type":"tool_use","id":"` + id + `","name":"TodoWrite","input":{"todos":[{"content":"` + todo + `","status":"pending"}]}}]`
}

func TestNotes(t *testing.T) {
	t.Parallel()
	first := line("u1", "", "user", say("one"), `"permissionMode":"default"`) + line("a1", "u1", "assistant", say("ok"))
	tests := []struct {
		name, file string
		want       []model.Note
	}{
		{"the mode as it stands last", first + line("u2", "a1", "user", say("two"), `"permissionMode":"acceptEdits"`), []model.Note{{Kind: model.NoteMode, Name: "acceptEdits", Row: 2, Line: 3}}},
		{"the mode in a record of its own", first + `{"type":"permission-mode","permissionMode":"bypassPermissions","sessionId":"s1"}` + "\n", []model.Note{{Kind: model.NoteMode, Name: "bypassPermissions", Row: 1, Line: 3}}},
		{"the mode of a sub-agent is not the session's", first + strings.Replace(line("u2", "a1", "user", say("two"), `"permissionMode":"plan"`), `"isSidechain":false`, `"isSidechain":true`, 1), []model.Note{{Kind: model.NoteMode, Name: "default", Row: 0, Line: 1}}},
		{"plan mode that was left", first + attached("c1", "a1", `"type":"plan_mode","planExists":false`) + attached("c2", "c1", `"type":"plan_mode_exit"`), []model.Note{{Kind: model.NoteMode, Row: 1, Line: 4}}},
		{
			"what a compaction carried over",
			first + boundaryLine + line("s1", "b1", "user", `"This session is being continued."`, `"isCompactSummary":true`) +
				attached("c1", "s1", `"type":"plan_file_reference","planFilePath":"/p.md","planContent":"# Plan"`) +
				attached("c2", "c1", `"type":"invoked_skills","skills":[{"name":"tidy","path":"p","content":"Be tidy."},{"name":"none","content":""}]`),
			[]model.Note{
				{Kind: model.NoteMode, Name: "default", Row: -1, Line: 1},
				{Kind: model.NotePlan, Name: "/p.md", Text: "# Plan", Row: 0, Line: 5},
				{Kind: model.NoteSkill, Name: "tidy", Text: "Be tidy.", Row: 0, Line: 6},
			},
		},
		{"a plan beside a message", first + line("u2", "a1", "user", say("Implement it."), `"planContent":"# New \"plan\""`), []model.Note{
			{Kind: model.NoteMode, Name: "default", Row: 0, Line: 1}, {Kind: model.NotePlan, Text: `# New "plan"`, Row: 2, Line: 3},
		}},
		{"a plan before a compaction", line("u1", "", "user", say("one"), `"planContent":"old"`) + line("a1", "u1", "assistant", say("ok")) + boundaryLine, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, open(t, []byte(tt.file)).Notes, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("notes (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTodosBeforeCompaction: a todo list outlives a compaction, also one whose call is not the
// first line of its answer; one that was written since wins.
func TestTodosBeforeCompaction(t *testing.T) {
	t.Parallel()
	answer := strings.ReplaceAll(line("a1", "u1", "assistant", say("I plan."))+line("a2", "a1", "assistant", todoCall("t1", "old")), "msg_a2", "msg_a1")
	file := line("u1", "", "user", say("one")) + answer + boundaryLine + line("s1", "b1", "user", `"This session is being continued."`, `"isCompactSummary":true`)
	s := open(t, []byte(file))
	if len(s.Todos) != 1 || s.Todos[0].Text != "old" || s.TodosFrom != -1 {
		t.Errorf("todos %+v from %d", s.Todos, s.TodosFrom)
	}
	s = open(t, []byte(file+line("a3", "s1", "assistant", todoCall("t2", "new"))))
	if len(s.Todos) != 1 || s.Todos[0].Text != "new" || s.TodosFrom != 1 {
		t.Errorf("todos %+v from %d", s.Todos, s.TodosFrom)
	}
}
