package reassemble

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/js"
)

// texts are the blocks as "name from source: text".
func texts(blocks []Block) []string {
	out := make([]string, 0, len(blocks))
	for _, b := range blocks {
		out = append(out, b.Name+" from "+b.Source+": "+b.Text)
	}
	return out
}

func TestFound(t *testing.T) {
	t.Parallel()
	const plan = `|k ExitPlanMode x {"plan":"# Plan\n\n1. Cut \"it\""}`
	wantPlan := "plan from message 1: # Plan\n\n1. Cut \"it\""
	summary := `|m <conversation_summary>\nThis session is being continued.\n\nOld.\n</conversation_summary>\n\n`
	tests := []struct {
		name    string
		records []string
		want    []string
	}{
		{"nothing", []string{"|p hello", "|a hi"}, nil},
		{"an agreed plan", []string{"|p a", plan, "|o x User has approved your plan."}, []string{wantPlan}},
		{"a plan that nobody has answered yet", []string{"|p a", plan}, []string{wantPlan}},
		{"a refused plan", []string{"|p a", plan, "|f x The user refused."}, nil},
		{"a plan before a refused one", []string{"|p a", plan, "|o x ok", `|k ExitPlanMode y {"plan":"worse"}`, "|f y no"}, []string{wantPlan}},
		{"a plan that stands in the result", []string{"|p a", "|k ExitPlanMode x {}", `|o x Approved.\n\n## Approved Plan:\n# Do it`}, []string{"plan from message 2: # Do it"}},
		{"plan mode", []string{"|p a", "|k EnterPlanMode e {}", "|o e Entered."}, []string{"mode from message 1: " + planMode}},
		{"plan mode that was left", []string{"|p a", "|k EnterPlanMode e {}", "|o e Entered.", `|k exit_plan_mode x {"plan":"P"}`, "|o x ok"}, []string{"plan from message 3: P"}},
		{"plan mode that could not be left", []string{"|p a", "|k EnterPlanMode e {}", "|o e Entered.", `|k ExitPlanMode x {"plan":"P"}`, "|f x no"}, []string{"mode from message 1: " + planMode}},
		{"a reminder of plan mode", []string{"|p a", `|i <system-reminder>\nPlan mode is active. Do not edit.\n</system-reminder>`}, []string{"mode from message 1: " + planMode}},
		{"a reminder that plan mode was left", []string{`|i <system-reminder>\nPlan mode is active.\n</system-reminder>`, `|i <system-reminder>\n## Exited Plan Mode\n</system-reminder>`}, nil},
		{"a person speaks of plan mode", []string{"|p Why is it that Plan mode is active?"}, nil},
		{"the root of AGENTS.md", []string{`|i # AGENTS.md instructions for /home/dev/shop\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>`}, []string{"project-root from message 0: /home/dev/shop"}},
		{"the root of CLAUDE.md, not the one for all projects", []string{`|i <system-reminder>\nContents of /home/dev/.claude/CLAUDE.md (user's private global instructions for all projects):\nx\nContents of /home/dev/shop/CLAUDE.md (project instructions):\ny`}, []string{"project-root from message 0: /home/dev/shop"}},
		{"a root on Windows", []string{`|i Contents of D:\shop\CLAUDE.md:`}, []string{`project-root from message 0: D:\shop`}},
		{"a file that is quoted without its folder", []string{"|p The Contents of CLAUDE.md are wrong."}, nil},
		{"a scheduled task", []string{`|p <scheduled-task name="nightly" file="/t/SKILL.md">\nLook for news.\n</scheduled-task>`, "|a ok"}, []string{"automation from message 0: <scheduled-task name=\"nightly\" file=\"/t/SKILL.md\">\nLook for news.\n</scheduled-task>"}},
		{"an automation", []string{`|p Automation: Nightly\nAutomation ID: nightly\nLast run: never\n\nLook.`}, []string{"automation from message 0: Automation: Nightly\nAutomation ID: nightly\nLast run: never\n\nLook."}},
		{"words about an automation", []string{"|p Automation: is it useful?"}, nil},
		{"a pointer note", []string{summary + `<memory_note>\nLook into /m/INDEX.md.\n</memory_note>\n\nGo on.`}, []string{"memory-note from message 0: Look into /m/INDEX.md."}},
		{"another's pointer note", []string{summary + `Files: /m/segment_001.md, listed in /m/INDEX.md.\n\nGo on.`}, []string{"memory-note from message 0: Files: /m/segment_001.md, listed in /m/INDEX.md."}},
		{"a note inside a summary is history", []string{`|m <conversation_summary>\nOld. <memory_note>\nx\n</memory_note>\n</conversation_summary>\n\nGo on.`}, nil},
		{"skills", []string{`|i Base directory for this skill: /s/tidy\n\n# Tidy`, `|p <skill name="fast" location="/f">\nBe fast.\n</skill>\n\nDo it.`, "|k skill q {}", "|o q # Skill: deep", "|k skill w {}", "|f w no such skill"}, []string{
			"skills from message 0: Base directory for this skill: /s/tidy\n\n# Tidy", "skills from message 1: <skill name=\"fast\" location=\"/f\">\nBe fast.\n</skill>", "skills from message 3: # Skill: deep",
		}},
		{"a skill that was loaded twice", []string{`|i Base directory for this skill: /s/tidy\n\nold`, "|a x", `|i Base directory for this skill: /s/tidy\n\nnew`}, []string{"skills from message 2: Base directory for this skill: /s/tidy\n\nnew"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := texts(Collect(open(t, tt.records...), State{}))
			if diff := cmp.Diff(append([]string{}, tt.want...), got); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
		})
	}
}

// TestNotes: what stands beside the messages counts with its place among them.
func TestNotes(t *testing.T) {
	t.Parallel()
	note := func(kind model.NoteKind, name, text string, row int) model.Note {
		return model.Note{Kind: kind, Name: name, Text: text, Row: row, Line: row + 10}
	}
	tests := []struct {
		name    string
		notes   []model.Note
		records []string
		want    []string
	}{
		{"the ordinary mode", []model.Note{note(model.NoteMode, "default", "", 0)}, []string{"|p a"}, nil},
		{"a mode", []model.Note{note(model.NoteMode, "acceptEdits", "", 0)}, []string{"|p a"}, []string{"mode from line 10: Permission mode when the session was compacted: acceptEdits"}},
		{"plan mode", []model.Note{note(model.NoteMode, "plan", "", 0)}, []string{"|p a"}, []string{"mode from line 10: " + planMode}},
		{"plan mode that a call has left since", []model.Note{note(model.NoteMode, "plan", "", 0)}, []string{"|p a", `|k ExitPlanMode x {"plan":"P"}`, "|o x ok"}, []string{"plan from message 1: P"}},
		{"a mode since a call", []model.Note{note(model.NoteMode, "plan", "", 3)}, []string{"|p a", `|k ExitPlanMode x {"plan":"P"}`, "|o x ok", "|p b"}, []string{"plan from message 1: P", "mode from line 13: " + planMode}},
		{"a plan that was carried over", []model.Note{note(model.NotePlan, "", "N", 0)}, []string{"|p a"}, []string{"plan from line 10: N"}},
		{"a plan since then", []model.Note{note(model.NotePlan, "", "N", 0)}, []string{"|p a", `|k ExitPlanMode x {"plan":"P"}`}, []string{"plan from message 1: P"}},
		{"a skill that was carried over", []model.Note{note(model.NoteSkill, "tidy", "Be tidy.", 0)}, []string{"|p a"}, []string{"skills from line 10: # Skill: tidy\n\nBe tidy."}},
		{"a skill that was loaded again", []model.Note{note(model.NoteSkill, "tidy", "old", 0)}, []string{"|p a", `|i Base directory for this skill: /s/tidy\n\nnew`}, []string{"skills from message 1: Base directory for this skill: /s/tidy\n\nnew"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, tt.records...)
			s.Notes = tt.notes
			if diff := cmp.Diff(append([]string{}, tt.want...), texts(Collect(s, State{}))); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCollaborationMode(t *testing.T) {
	t.Parallel()
	const planning = `|s <permissions>x</permissions>\n<collaboration_mode># Collaboration Mode: Plan\n\nOnly plan.\n</collaboration_mode>`
	const plain = `|s <collaboration_mode># Collaboration Mode: Default\n\nYou are in Default mode.</collaboration_mode>`
	for _, tt := range []struct {
		records []string
		want    []string
	}{
		{[]string{planning, "|p a"}, []string{"mode from message 0: # Collaboration Mode: Plan\n\nOnly plan."}},
		{[]string{planning, "|p a", plain}, []string{}},
		{[]string{"|p <collaboration_mode>x</collaboration_mode>"}, []string{}},
	} {
		s := open(t, tt.records...)
		s.Format = "codex"
		if diff := cmp.Diff(tt.want, texts(Collect(s, State{}))); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.records, diff)
		}
	}
}

// TestSkillsAreBounded: the latest skills are whole, and what is cut or left out is said.
func TestSkillsAreBounded(t *testing.T) {
	t.Parallel()
	records := make([]string, 0, 6)
	for i := range 6 {
		n := 15_000
		if i == 5 {
			n = 30_000
		}
		records = append(records, fmt.Sprintf(`|i Base directory for this skill: /s/%d\n%s`, i, strings.Repeat("x", n)))
	}
	total := 0
	blocks := Collect(open(t, records...), State{})
	cuts := make([]string, 0, len(blocks))
	for _, b := range blocks {
		total += js.Units(b.Text)
		cuts = append(cuts, b.Source+": "+b.Cut)
		if (b.Cut == "" || strings.HasPrefix(b.Cut, "2 skills")) != (b.In != nil) {
			t.Errorf("%s is cut: %q, and stands in %v", b.Source, b.Cut, b.In)
		}
	}
	want := []string{"message 2: cut to 9928 of 15036 chars; 2 skills more left out: together they have more than 60,000 chars", "message 3: ", "message 4: ", "message 5: cut to 20000 of 30036 chars"}
	if diff := cmp.Diff(want, cuts); diff != "" {
		t.Errorf("cuts (-want +got):\n%s", diff)
	}
	if total > maxSkills {
		t.Errorf("%d chars of skills", total)
	}
}

// TestWhatStaysIsNotRepeated: a block whose message stays in the tail is not said twice.
func TestWhatStaysIsNotRepeated(t *testing.T) {
	t.Parallel()
	s := open(t, `|k ExitPlanMode x {"plan":"P"}`, "|o x ok", "|p go", `|i Base directory for this skill: /s/tidy\nT`)
	in := Input{Rows: s.Rows, Links: s.Links, Blocks: Collect(s, State{}), Family: "terse"}
	in.Partition.System, in.Partition.UserInfo, in.Partition.Tail = -1, -1, []int{2, 3}
	out := Run(in)
	if diff := cmp.Diff([]string{"plan from message 0: P"}, texts(out.Injected)); diff != "" {
		t.Errorf("injected (-want +got):\n%s", diff)
	}
	if strings.Contains(out.Draft.State, "skill") || !strings.Contains(out.Draft.State, "<plan>\nP\n</plan>") {
		t.Errorf("the state is %q", out.Draft.State)
	}
	var chose []string
	for _, d := range out.Decisions {
		if strings.HasPrefix(d.Rule, "state-") {
			chose = append(chose, d.Rule+": "+d.Chose)
		}
	}
	if diff := cmp.Diff([]string{"state-plan: re-injected after the summary", "state-skills: not repeated"}, chose); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}
