package reassemble

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model/load"
	"cutline/pipeline/partition"
)

// TestFormats: each format has its own way to say what the state is. The number of skills that the
// split counts is that of the messages which the blocks come from.
func TestFormats(t *testing.T) {
	t.Parallel()
	tests := []struct {
		format string
		lines  []string
		skills int
		want   []string
	}{
		{
			"codex", []string{
				`{"timestamp":"2026-05-04T09:00:00Z","type":"session_meta","payload":{"id":"c-1","timestamp":"2026-05-04T09:00:00Z","cwd":"/w/sub","originator":"codex_cli_rs","cli_version":"0.140.0"}}`,
				`{"timestamp":"2026-05-04T09:00:01Z","type":"response_item","payload":{"type":"message","role":"developer","content":[{"type":"input_text","text":"<permissions instructions>x</permissions instructions>"},{"type":"input_text","text":"<collaboration_mode># Collaboration Mode: Plan\n\nOnly plan.</collaboration_mode>"}]}}`,
				`{"timestamp":"2026-05-04T09:00:02Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>"}]}}`,
				`{"timestamp":"2026-05-04T09:00:03Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Automation: Nightly\nAutomation ID: nightly\nLast run: never\n\nTidy up."}]}}`,
				`{"timestamp":"2026-05-04T09:00:04Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<skill>\n<name>tidy</name>\n<path>/s/tidy/SKILL.md</path>\nKeep it tidy.\n</skill>"}]}}`,
				`{"timestamp":"2026-05-04T09:00:05Z","type":"response_item","payload":{"type":"function_call","name":"update_plan","arguments":"{\"plan\":[{\"step\":\"Look\",\"status\":\"in_progress\"}]}","call_id":"p1"}}`,
				`{"timestamp":"2026-05-04T09:00:06Z","type":"response_item","payload":{"type":"function_call_output","call_id":"p1","output":"Plan updated"}}`,
			}, 1, []string{
				"mode from message 0: # Collaboration Mode: Plan\n\nOnly plan.", "project-root from message 1: /w",
				"automation from message 2: Automation: Nightly\nAutomation ID: nightly\nLast run: never\n\nTidy up.",
				"todos from message 4: - [in_progress] Look", "skills from message 3: <skill>\n<name>tidy</name>\n<path>/s/tidy/SKILL.md</path>\nKeep it tidy.\n</skill>",
			},
		},
		{
			"codex", []string{
				`{"timestamp":"2026-05-04T09:00:00Z","type":"session_meta","payload":{"id":"c-1","timestamp":"2026-05-04T09:00:00Z","cwd":"/w","originator":"codex_cli_rs","cli_version":"0.140.0"}}`,
				`{"timestamp":"2026-05-04T09:00:03Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Tidy up."}]}}`,
				`{"timestamp":"2026-05-04T09:00:05Z","type":"response_item","payload":{"type":"function_call","name":"update_plan","arguments":"{\"plan\":[{\"step\":\"Look\",\"status\":\"pending\"}]}","call_id":"p1"}}`,
				`{"timestamp":"2026-05-04T09:00:06Z","type":"response_item","payload":{"type":"function_call_output","call_id":"p1","output":"Plan updated"}}`,
				`{"timestamp":"2026-05-04T09:00:07Z","type":"compacted","payload":{"message":"It was tidied.","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"Tidy up."}]}]}}`,
			}, 0, []string{"project-root from the session's working directory: /w", "todos from before the last compaction: - [pending] Look"},
		},
		{
			"claude-code", []string{
				`{"parentUuid":null,"sessionId":"s","cwd":"/w","type":"user","uuid":"u1","permissionMode":"plan","message":{"role":"user","content":[{"type":"text","text":"<system-reminder>\nContents of /home/dev/.claude/CLAUDE.md (user's private global instructions for all projects):\nx\n\nContents of /w/CLAUDE.md (project instructions):\ny\n</system-reminder>"},{"type":"text","text":"Plan it."}]},"timestamp":"2026-05-04T09:00:01Z"}`,
				`{"parentUuid":"u1","sessionId":"s","cwd":"/w","type":"assistant","uuid":"a1","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Skill","input":{"skill":"tidy"}}]},"timestamp":"2026-05-04T09:00:02Z"}`,
				`{"parentUuid":"a1","sessionId":"s","cwd":"/w","type":"user","uuid":"u2","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"Launching skill: tidy"}]},"timestamp":"2026-05-04T09:00:03Z"}`,
				`{"parentUuid":"u2","sessionId":"s","cwd":"/w","type":"user","uuid":"u3","isMeta":true,"sourceToolUseID":"t1","message":{"role":"user","content":[{"type":"text","text":"Base directory for this skill: /s/tidy\n\nKeep it tidy."}]},"timestamp":"2026-05-04T09:00:04Z"}`,
			}, 1, []string{"mode from line 1: " + planMode, "project-root from message 0: /w", "skills from message 3: Base directory for this skill: /s/tidy\n\nKeep it tidy."},
		},
		{
			"prime", []string{
				`{"type":"session","version":3,"id":"p-1","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/w"}`,
				`{"type":"message","id":"00000001","parentId":null,"timestamp":"2026-05-04T09:00:01.000Z","message":{"role":"user","content":"<skill name=\"tidy\" location=\"/s/tidy/SKILL.md\">\nKeep it tidy.\n</skill>\n\nNow do it."}}`,
			}, 1, []string{"project-root from the session's working directory: /w", "skills from message 0: <skill name=\"tidy\" location=\"/s/tidy/SKILL.md\">\nKeep it tidy.\n</skill>"},
		},
		{
			"chat", []string{
				`[{"role":"user","content":"Tidy up."},`,
				`{"role":"assistant","content":null,"tool_calls":[{"id":"k1","type":"function","function":{"name":"skill","arguments":"{\"name\":\"tidy\"}"}}]},`,
				`{"role":"tool","tool_call_id":"k1","content":"<skill_content name=\"tidy\">\nKeep it tidy.\n</skill_content>"},`,
				`{"role":"assistant","content":null,"tool_calls":[{"id":"k2","type":"function","function":{"name":"todowrite","arguments":"{\"todos\":[{\"content\":\"Look\",\"status\":\"pending\"}]}"}}]}]`,
			}, 1, []string{"todos from message 3: - [pending] Look", "skills from message 2: <skill_content name=\"tidy\">\nKeep it tidy.\n</skill_content>"},
		},
		{
			"gemini", []string{
				`{"sessionId":"g-1","projectHash":"ab","startTime":"2026-05-04T09:00:00.000Z","lastUpdated":"2026-05-04T09:00:00.000Z","kind":"main"}`,
				`{"id":"u1","timestamp":"2026-05-04T09:00:01.000Z","type":"user","content":"Tidy up."}`,
				`{"id":"g1","timestamp":"2026-05-04T09:00:02.000Z","type":"gemini","content":"","toolCalls":[{"id":"k1","name":"activate_skill","args":{"name":"tidy"},"status":"success","result":[{"functionResponse":{"id":"k1","name":"activate_skill","response":{"output":"<activated_skill name=\"tidy\">Keep it tidy.</activated_skill>"}}}]}]}`,
			}, 1, []string{"skills from message 2: <activated_skill name=\"tidy\">Keep it tidy.</activated_skill>"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.format, func(t *testing.T) {
			t.Parallel()
			s, err := load.From(strings.NewReader(strings.Join(tt.lines, "\n")+"\n"), "test", load.Choice{})
			if err != nil {
				t.Fatal(err)
			}
			if s.Format != tt.format {
				t.Fatalf("read as %s", s.Format)
			}
			if diff := cmp.Diff(tt.want, texts(Collect(s, State{}))); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
			if got := partition.Run(partition.Input{Rows: s.Rows, Links: s.Links, Params: partition.Defaults()}).Skills; got != tt.skills {
				t.Errorf("the split counts %d skills, want %d", got, tt.skills)
			}
		})
	}
}

// FuzzFound: whatever a message says, what is found in it stands in it, and closes no block.
func FuzzFound(f *testing.F) {
	for _, seed := range []string{
		"# AGENTS.md instructions for /w\n", "Contents of /w/CLAUDE.md (x)\nContents of CLAUDE.md", `Contents of D:\w\CLAUDE.md`,
		"<conversation_summary>\nx\n</conversation_summary>\n\n<memory_note>\ny\n</memory_note>", "a\n\nsegment_001.md, INDEX.md\n\nb", "<memory_note></memory_note>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if dir := rootIn(text, ""); !strings.Contains(text, dir) {
			t.Errorf("the root %q does not stand there", dir)
		}
		note := noteIn(text)
		for _, p := range strings.Split(note, "\n\n") {
			if !strings.Contains(text, p) {
				t.Errorf("the note %q does not stand there", p)
			}
		}
		b := NewBlock(NoteBlock, "x", note)
		if strings.Count(b.Wrapped(), "</memory_note>") != 1 {
			t.Errorf("the block is not closed once: %q", b.Wrapped())
		}
	})
}
