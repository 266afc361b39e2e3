package measure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

// calls makes a session of calls "id tool args" and results "= id text" ("! id text" failed).
func calls(script ...string) []model.Message {
	out := make([]model.Message, 0, len(script))
	for _, s := range script {
		f := strings.SplitN(s, " ", 3)
		if f[0] == "=" || f[0] == "!" {
			out = append(out, model.Message{Role: model.Tool, Parts: []model.Part{{Kind: model.Result, ID: f[1], Failed: f[0] == "!", Output: []model.Part{{Kind: model.Text, Text: f[2]}}}}})
			continue
		}
		out = append(out, model.Message{Role: model.Assistant, Parts: []model.Part{{Kind: model.Call, ID: f[0], Name: f[1], Args: f[2]}}})
	}
	return out
}

func TestTodos(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		script []string
		want   string // "id text status; …"
		from   int
	}{
		{"none", []string{`1 Read {"path":"a"}`, "= 1 x"}, "", -1},
		{
			"the list as it was written last",
			[]string{
				`1 TodoWrite {"todos":[{"content":"ALPHA","status":"pending"},{"content":"BETA","status":"pending"}]}`, "= 1 ok",
				`2 TodoWrite {"todos":[{"content":"ALPHA","status":"completed"},{"content":"BETA \u00e9","status":"in_progress","id":"b"}]}`, "= 2 ok",
			},
			"|ALPHA|completed; b|BETA é|in_progress", 2,
		},
		{"other spellings", []string{`1 todowrite {"todos":[{"content":"a","status":"pending"}]}`}, "|a|pending", 0},
		{"a list as a JSON string", []string{`1 todo_write {"todos":"[{\"content\":\"a\",\"status\":\"done\"}]"}`}, "|a|done", 0},
		{"a plan", []string{`1 update_plan {"explanation":"x","plan":[{"step":"one","status":"completed"},{"step":"two","status":"pending"}]}`}, "|one|completed; |two|pending", 0},
		{"an emptied list", []string{`1 TodoWrite {"todos":[{"content":"a","status":"pending"}]}`, `2 TodoWrite {"todos":[]}`}, "", 1},
		{"broken arguments leave the list", []string{`1 TodoWrite {"todos":[{"content":"a","status":"pending"}]}`, `2 TodoWrite {"todos":5}`, "3 TodoWrite {"}, "|a|pending", 0},
		{"tasks", []string{`1 TaskCreate {"subject":"one"}`, "= 1 Task #7 created", `2 TaskUpdate {"taskId":"7","status":"in_progress"}`}, "7|one|in_progress", 2},
		{
			"tasks made in parallel",
			[]string{`1 TaskCreate {"subject":"one"}`, `2 TaskCreate {"subject":"two"}`, `3 TaskCreate {"subject":"three"}`, "= 2 Task #5 created", "= 1 Task #4 created", "= 3 Task #6 created"},
			"4|one|pending; 5|two|pending; 6|three|pending", 2,
		},
		{"numbers without results", []string{`1 TaskCreate {"subject":"one"}`, `2 TaskCreate {"subject":"two"}`, `3 TaskUpdate {"taskId":"2","status":"completed","subject":"TWO"}`}, "1|one|pending; 2|TWO|completed", 2},
		{"a task that could not be made", []string{`1 TaskCreate {"subject":"one"}`, "! 1 no", `2 TaskCreate {"subject":"two"}`, "= 2 Task #1 created"}, "1|two|pending", 2},
		{"a deleted task", []string{`1 TaskCreate {"subject":"one"}`, "= 1 #1", `2 TaskCreate {"subject":"two"}`, "= 2 #2", `3 TaskUpdate {"taskId":"1","status":"deleted"}`}, "2|two|pending", 4},
		{"an update of no task", []string{`1 TaskCreate {"subject":"one"}`, `2 TaskUpdate {"taskId":"99","status":"completed"}`}, "1|one|pending", 0},
		{"a number that is no string", []string{`1 TaskCreate {"subject":"one"}`, `2 TaskUpdate {"taskId":1,"status":"completed"}`}, "1|one|completed", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := build(calls(tt.script...))
			var got []string
			for _, d := range s.Todos {
				got = append(got, fmt.Sprintf("%s|%s|%s", d.ID, d.Text, d.Status))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "; ")); diff != "" || s.TodosFrom != tt.from {
				t.Errorf("written by message %d, want %d (-want +got):\n%s", s.TodosFrom, tt.from, diff)
			}
		})
	}
}
