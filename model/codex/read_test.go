package codex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/sessiontest"
)

const (
	agents = "# AGENTS.md instructions for /home/dev\n\n<INSTRUCTIONS>\nBe kind.\n</INSTRUCTIONS>"
	env    = "<environment_context>\n  <cwd>/home/dev</cwd>\n</environment_context>"
)

func TestMessages(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string
	}{
		{
			"neighbouring calls are one message, reasoning is none",
			head() + say("user", "Go.") + resp(`{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"},{"type":"summary_text","text":"so"}]}`) + say("assistant", "I look.") +
				resp(`{"type":"reasoning","summary":[],"encrypted_content":"gAAA"}`) + resp(fn("c1")) + resp(`{"type":"reasoning","summary":[]}`) + resp(fn("c2")) +
				resp(out("c2", "two")) + resp(out("c1", "one")) + resp(`{"type":"reasoning","summary":[],"encrypted_content":"gAAA"}`),
			[]string{"up Go.", "a [Thinking] hm\n\nso I look.", "a [Thinking] shell(c1) shell(c2)", "t c2=two", "t c1=one"},
		},
		{
			"developer words are the system's; several blocks are one message",
			head() + say("developer", "<permissions instructions>") + resp(`{"type":"message","role":"user","content":[{"type":"input_text","text":"`+strings.ReplaceAll(agents, "\n", `\n`)+`"},{"type":"input_text","text":"`+strings.ReplaceAll(env, "\n", `\n`)+`"}]}`) + say("user", "Go."),
			[]string{"s <permissions instructions>", "ui " + agents + " " + env, "up Go."},
		},
		{
			"what is injected, and what only looks like it",
			head() + say("user", "<turn_aborted>\nx\n</turn_aborted>") + say("user", "<user_shell_command>ls</user_shell_command>") + say("user", env) +
				say("user", "<skill>a</skill>") + event(`{"type":"user_message","message":"<skill>a</skill>"}`) +
				say("user", "# Context from my IDE setup:\n\n## Open tabs\n- a.go\n\n## My request for Codex:\nMend a.go") + say("user", "# Context from my IDE setup:\n\n## Open tabs\n- a.go"),
			[]string{
				"ui <turn_aborted>\nx\n</turn_aborted>", "ui <user_shell_command>ls</user_shell_command>", "ui " + env, "up <skill>a</skill>",
				"up # Context from my IDE setup:\n\n## Open tabs\n- a.go\n\n## My request for Codex:\nMend a.go", "ui # Context from my IDE setup:\n\n## Open tabs\n- a.go",
			},
		},
		{
			"an event about context is no proof that it was typed",
			head() + say("user", env) + event(`{"type":"user_message","message":"`+strings.ReplaceAll(env, "\n", `\n`)+`","kind":"environment_context"}`),
			[]string{"ui " + env},
		},
		{
			"tools of every kind",
			head() + resp(`{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch","call_id":"p1"}`) + resp(`{"type":"custom_tool_call_output","call_id":"p1","output":"Exit code: 1\nWall time: 0 seconds\nOutput:\nno"}`) +
				resp(`{"type":"local_shell_call","id":"l1","status":"completed","action":{"type":"exec","command":["ls"]}}`) + resp(out("l1", `{"output":"a\n","metadata":{"exit_code":2,"duration_seconds":0.1}}`)) +
				resp(`{"type":"web_search_call","status":"completed","action":{"type":"search","query":"x"}}`) + resp(`{"type":"web_search_call","status":"failed","action":{"type":"search","query":"y"}}`) + say("assistant", "found") +
				resp(`{"type":"tool_search_call","call_id":null,"execution":"server","arguments":{"query":"q"}}`) + resp(`{"type":"tool_search_output","call_id":null,"tools":[{"name":"t"}]}`) +
				resp(`{"type":"image_generation_call","id":"i1","status":"completed","revised_prompt":"a fox","result":"AAAA"}`) + resp(`{"type":"ghost_snapshot","ghost_commit":{"id":"x"}}`) +
				resp(`{"type":"agent_message","author":"/root","recipient":"/root/a","content":[{"type":"input_text","text":"do b"},{"type":"encrypted_content","encrypted_content":"gA"}]}`),
			[]string{
				"a apply_patch(p1)", "t p1=Exit code: 1\nWall time: 0 seconds\nOutput:\nno!", "a local_shell(l1)", "t l1=a\n!",
				"a web_search(web_search_call) web_search_call= web_search(web_search_call) web_search_call=!", "a found",
				"a tool_search(tool_search)", `t tool_search=[{"name":"t"}]`, "a image_generation(i1) i1=[Image]", "ui do b ",
			},
		},
		{
			"outputs in older and newer forms",
			head() + resp(fn("a")) + resp(`{"type":"function_call_output","call_id":"a","output":{"content":"bad","success":false}}`) +
				resp(fn("b")) + resp(`{"type":"function_call_output","call_id":"b","output":[{"type":"input_text","text":"Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 1\nOutput:\nProcess exited with code 1"},{"type":"input_image","image_url":"data:image/png;base64,AAAA"}]}`) +
				resp(fn("c")) + resp(`{"type":"function_call_output","call_id":"c","output":{"type":"input_text","text":"one"}}`) +
				resp(fn("d")) + resp(out("d", "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 127\nOutput:\n")) + resp(fn("e")) + resp(out("e", `{"output":"x"}`)) + resp(fn("f")) + resp(`{"type":"function_call_output","call_id":"f","output":null}`),
			[]string{
				"a shell(a)", "t a=bad!", "a shell(b)", "t b=Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 1\nOutput:\nProcess exited with code 1\n[Image]",
				"a shell(c)", "t c=one", "a shell(d)", "t d=Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 127\nOutput:\n!", "a shell(e)", `t e={"output":"x"}`, "a shell(f)", "t f=",
			},
		},
		{
			"only events are left",
			head() + event(`{"type":"user_message","message":"Go.","images":["data:image/png;base64,AAAA"]}`) + event(`{"type":"agent_message","message":"Gone."}`),
			[]string{"up Go. [Image]", "a Gone."},
		},
		{
			"the first generation",
			`{"id":"s1","timestamp":"2025-08-01T09:00:00.000Z","instructions":"Be kind.","git":{"branch":"main"}}` + "\n" + `{"record_type":"state"}` + "\n" + msg("user", env) + "\n" + msg("user", "Go.") + "\n" + fn("c1") + "\n" + `{"record_type":"state"}` + "\n" + out("c1", "ok") + "\n",
			[]string{"ui " + env, "up Go.", "a shell(c1)", "t c1=ok"},
		},
		{
			"turns that were taken back, with the context in front of them",
			head() + say("user", agents) + say("user", "one") + say("assistant", "1") + say("developer", "<model_switch>") + say("user", env) + say("user", "two") + say("assistant", "2") + say("user", "three") + event(`{"type":"thread_rolled_back","num_turns":2}`) + say("user", "again"),
			[]string{"ui " + agents, "up one", "a 1", "up again"},
		},
		{
			"more turns taken back than there are",
			head() + say("user", agents) + say("user", "one") + say("assistant", "1") + event(`{"type":"thread_rolled_back","num_turns":9}`),
			[]string{"ui " + agents},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, tt.text)
			if d := cmp.Diff(tt.want, sessiontest.Brief(t, s)); d != "" {
				t.Error(d)
			}
			if s.Unknown > 0 || len(s.Problems) > 0 {
				t.Errorf("%d unknown records, problems %v", s.Unknown, sessiontest.Problems(s))
			}
		})
	}
}

func TestCompactions(t *testing.T) {
	long := strings.Repeat("What was done so far. ", 4)
	history := say("developer", "perm") + say("user", agents) + say("user", "one") + say("assistant", "1") + resp(fn("c1")) + resp(out("c1", "ok")) + say("user", "two") + count(9000, 10, 10)
	tests := []struct {
		name     string
		text     string
		want     []string
		past     model.Compaction
		problems []string
	}{
		{
			"with a list and the summary in it",
			rec("compacted", `{"message":"`+long+`","replacement_history":[`+msg("user", "two")+`,`+msg("user", "Summary follows.\n"+long)+`]}`) + say("user", "three"),
			[]string{"up two", "us Summary follows.\n" + long, "up three"},
			model.Compaction{Line: 10, Before: 9000, Kept: 1, Summary: 1},
			nil,
		},
		{
			"without a list: context, the newest words of the user, the summary",
			rec("compacted", `{"message":"`+long+`"}`) + say("user", "three"),
			[]string{"s perm", "ui " + agents, "up one", "up two", "us " + long, "up three"},
			model.Compaction{Line: 10, Before: 9000, Kept: 2, Summary: 4},
			nil,
		},
		{
			"a summary that only the server can read",
			rec("compacted", `{"message":"","replacement_history":[`+msg("user", "one")+`,`+msg("developer", "perm")+`,{"type":"compaction","encrypted_content":"gAAA"}]}`) + say("assistant", "on"),
			[]string{"up one", "s perm", "a on"},
			model.Compaction{Line: 10, Before: 9000, Kept: 1, Summary: -1},
			[]string{"10 opaque-summary"},
		},
		{
			"a summary that a later list holds as words",
			rec("compacted", `{"message":"`+long+`"}`) + rec("compacted", `{"message":"","replacement_history":[`+msg("user", long)+`,`+msg("user", "two")+`]}`),
			[]string{"us " + long, "up two"},
			model.Compaction{Line: 11, Kept: 1, Summary: -1},
			[]string{"11 opaque-summary"},
		},
		{
			"an own summary",
			rec("compacted", `{"message":"x","replacement_history":[`+msg("user", "two")+`,`+msg("user", sessiontest.Wrapped)+`]}`),
			[]string{"up two", "us " + sessiontest.Wrapped},
			model.Compaction{Line: 10, Before: 9000, Kept: 1, Summary: 1},
			nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, head()+history+tt.text)
			if d := cmp.Diff(tt.want, sessiontest.Brief(t, s)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tt.past, s.Compactions[len(s.Compactions)-1]); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(tt.problems, sessiontest.Problems(s)); d != "" {
				t.Error(d)
			}
			if s.Earlier != 7 && len(s.Compactions) == 1 {
				t.Errorf("%d earlier messages, want 7", s.Earlier)
			}
		})
	}
}

// TestOldCompactionBudget: the agent keeps only the newest words of the user.
func TestOldCompactionBudget(t *testing.T) {
	long := strings.Repeat("word ", 12_000) // 15,000 tokens as the agent counts
	s := open(t, head()+say("user", "first "+long)+say("user", "second "+long)+say("user", "third")+rec("compacted", `{"message":"short"}`))
	var got []string
	for i := range s.Rows {
		got = append(got, strings.Fields(sessiontest.Message(t, s, i).Text())[0])
	}
	if d := cmp.Diff([]string{"first", "second", "third", "short"}, got); d != "" {
		t.Error(d)
	}
	s = open(t, head()+say("user", "zero")+say("user", "first "+long)+say("user", "second "+long)+rec("compacted", `{"message":"short"}`))
	if len(s.Rows) != 3 {
		t.Errorf("%d messages, want 3: what lies before the budget is gone", len(s.Rows))
	}
}

func TestUsage(t *testing.T) {
	first, second := say("user", "Go.")+say("assistant", "I look.")+resp(fn("c1")), resp(out("c1", "ok"))
	tests := []struct {
		name, text string
		want       model.Usage
	}{
		{"none", first, model.Usage{Row: -1}},
		{"an answer, then its numbers", first + count(1000, 20, 20), model.Usage{Known: true, Input: 1000, Output: 20, Cached: 4, Row: 2, Total: 20}},
		{"they come after the result", first + second + count(1000, 20, 20), model.Usage{Known: true, Input: 1000, Output: 20, Cached: 4, Row: 2, Total: 20}},
		{"numbers, then their answer", say("user", "Go.") + count(900, 20, 20) + say("assistant", "I look.") + resp(fn("c1")) + second + count(1000, 30, 50) + say("assistant", "Done."), model.Usage{Known: true, Input: 1000, Output: 30, Cached: 4, Row: 4, Total: 50}},
		{"the last good ones", first + count(1000, 20, 20) + count(0, 0, 20) + event(`{"type":"token_count","info":null}`), model.Usage{Known: true, Input: 1000, Output: 20, Cached: 4, Row: 2, Total: 20}},
		{"not those of a compacted history", first + count(1000, 20, 20) + rec("compacted", `{"message":"x"}`), model.Usage{Row: -1, Total: 20}},
		{"not those of turns taken back", say("user", "a") + say("assistant", "b") + count(500, 5, 5) + say("user", "c") + say("assistant", "d") + count(600, 5, 10) + event(`{"type":"thread_rolled_back","num_turns":1}`), model.Usage{Known: true, Input: 500, Output: 5, Cached: 4, Row: 1, Total: 10}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, open(t, head()+tt.text).Usage); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestSessionData(t *testing.T) {
	text := rec("session_meta", `{"id":"s1","cwd":"/a","cli_version":"0.140.0","base_instructions":{"text":"Be kind."},"dynamic_tools":[{"name":"look","inputSchema":{}}]}`) +
		rec("session_meta", `{"id":"parent","cwd":"/p","cli_version":"0.139.0"}`) +
		rec("turn_context", `{"cwd":"/b","model":"gpt-5.5"}`) + event(`{"type":"task_started","model_context_window":258400}`) +
		say("user", env) + say("user", "# Context from my IDE setup:\n- a.go\n## My request for Codex:\nMend  a.go") + rec("session_meta", `{"id":"s1","cwd":"/c","cli_version":"0.141.0"}`) +
		rec("new_kind", `{"a":1}`) + resp(`{"type":"new_item"}`) + rec("world_state", `{"full":true}`)
	s := open(t, text)
	got := []any{s.ID, s.CWD, s.AgentVersion, s.Model, s.Window, s.Title, s.Unknown, s.Attachments}
	want := []any{"s1", "/b", "0.141.0", "gpt-5.5", 258400, "Mend a.go", 2, []model.Attachment{
		{Line: 1, Type: "instructions", Chars: 8}, {Line: 1, Type: model.ToolDefinition, Name: "look", Chars: 32},
	}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if s = open(t, text+event(`{"type":"thread_name_updated","thread_name":"A name"}`)); s.Title != "A name" {
		t.Errorf("title %q", s.Title)
	}
	s = open(t, head()+say("user", "a")+say("assistant", "b")+say("user", "c")+event(`{"type":"thread_rolled_back","num_turns":1}`))
	if s.Branches != 1 || s.BranchRows != 1 {
		t.Errorf("%d branches with %d messages", s.Branches, s.BranchRows)
	}
}

// TestTodos: the plan of the agent's own tool is its todo list.
func TestTodos(t *testing.T) {
	s := open(t, head()+resp(`{"type":"function_call","name":"update_plan","arguments":"{\"plan\":[{\"step\":\"a\",\"status\":\"completed\"},{\"step\":\"b\",\"status\":\"pending\"}]}","call_id":"c1"}`)+resp(out("c1", "Plan updated")))
	if d := cmp.Diff([]model.Todo{{Text: "a", Status: "completed"}, {Text: "b", Status: "pending"}}, s.Todos); d != "" {
		t.Error(d)
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]int{
		head():                           100,
		`{"type":"x"}`:                   0,
		`{"record_type":"state"}`:        100,
		msg("user", "a"):                 100,
		fn("a"):                          100,
		`{"role":"user","content":"a"}`:  0,
		`{"type":"session_meta","id":1}`: 0,
		`{"id":"a","timestamp":"b"}`:     0,
		`{"id":"a","timestamp":"b","instructions":null}`:                            100,
		`{"type":"message","id":"a","parentId":null,"message":{"role":"user"}}`:     0,
		`{"type":"user","uuid":"u","message":{"role":"user","content":"a"}}`:        0,
		`{"session_id":"a","ts":1,"text":"b"}`:                                      0,
		`{"type":"reasoning","summary":[]}`:                                         100,
		`{"type":"session","version":3,"id":"a","timestamp":"b","cwd":"/home/dev"}`: 0,
	} {
		if got := Looks([][]byte{[]byte(text)}); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	if Looks(nil) != 0 {
		t.Error("nothing looks like a rollout")
	}
}

func TestValue(t *testing.T) {
	for record, want := range map[string]string{
		`{"type":"response_item","payload": {"a":1} }`: `{"a":1}`,
		`{"type":"message","role":"user"}`:             `{"type":"message","role":"user"}`,
		`{"payload":{"a":1}}`:                          `{"payload":{"a":1}}`,
	} {
		if got := string(Value([]byte(record))); got != want {
			t.Errorf("%s: %s", record, got)
		}
	}
}
