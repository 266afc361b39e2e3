package reassemble

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
)

// TestChanged: a change holds for its block alone, also when the session says something else by now.
func TestChanged(t *testing.T) {
	t.Parallel()
	skill := func(key, text string) Block {
		b := NewBlock("skills", "message 1", text)
		b.Key = key
		return b
	}
	own := []Block{NewBlock("todos", "message 3", "one"), skill("pdf", "P"), skill("sql", "S")}
	own[0].In, own[0].Cut = []int{3}, "cut"

	if got := Changed(own, nil); cmp.Diff(own, got) != "" {
		t.Error("without a change the blocks are others")
	}
	changes := With(nil, Change{Name: "skills", Key: "pdf", Off: true})
	changes = With(changes, Change{Name: "todos", Edited: true, Text: " two </todo_update>\n"})
	changes = With(changes, Change{Name: "plan", Edited: true, Text: "P"})
	changes = With(changes, Change{Name: "mode", Off: true})
	changes = With(changes, Change{Name: "automation", Edited: true, Text: " \n"})
	got := Changed(own, changes)
	if diff := cmp.Diff("todos from edited here; skills off from message 1; skills from message 1; plan from edited here", names(got)); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if todos := got[0]; todos.Text != "two [/todo_update]" || todos.Chars != chars(todos.Wrapped()) || todos.In != nil || todos.Cut != "" {
		t.Errorf("the edited block is %+v", todos)
	}
	if own[1].Off || own[0].Text != "one" {
		t.Error("the session's own blocks were changed")
	}
	later := Changed([]Block{skill("pdf", "P, again")}, changes)
	if names(later) != "skills off from message 1; todos from edited here; plan from edited here" || later[0].Text != "P, again" {
		t.Errorf("of a later reading: %s", names(later))
	}

	if c := ChangeOf(got[0], changes); !c.Edited || c.Off || c.Text == "" {
		t.Errorf("the change of the edited block is %+v", c)
	}
	if c := ChangeOf(own[2], changes); c != (Change{Name: "skills", Key: "sql"}) {
		t.Errorf("the change of a block that nobody changed is %+v", c)
	}
	less := Without(changes, "skills", "pdf")
	if len(less) != len(changes)-1 || Changed(own, less)[1].Off {
		t.Errorf("taken back: %+v", less)
	}
	if again := With(changes, Change{Name: "plan", Off: true}); len(again) != len(changes) {
		t.Errorf("a block has two changes: %+v", again)
	}
}

// TestSkillsHaveKeys: skills are told apart by their names, wherever they stand.
func TestSkillsHaveKeys(t *testing.T) {
	t.Parallel()
	s := &model.Session{Notes: []model.Note{{Kind: model.NoteSkill, Name: "pdf", Text: "P", Line: 2}, {Kind: model.NoteSkill, Name: "sql", Text: "S", Line: 4}}}
	blocks := Collect(s, State{})
	if len(blocks) != 2 || blocks[0].Key != "pdf" || blocks[1].Key != "sql" {
		t.Errorf("the blocks are %+v", blocks)
	}
}

// TestPlace: the page of the state has the order of the summary message.
func TestPlace(t *testing.T) {
	t.Parallel()
	blocks := Collect(&model.Session{}, State{Todos: "T", Mode: "M", ProjectRoot: "/r", Plan: "P"})
	for i := range blocks {
		switch blocks[i].Name {
		case "plan":
			blocks[i].Off = true
		case "todos":
			blocks[i].In = []int{7}
		}
	}
	say := func(family string) string {
		out := ""
		for _, p := range Place(blocks, family, []int{6, 7}) {
			out += p.Name
			switch {
			case p.Absent:
				out += " --" + p.Flag
			case p.Repeated:
				out += " in tail"
			case p.Off:
				out += " off"
			case p.Injected() && p.Before:
				out += " before"
			}
			out += "; "
		}
		return out
	}
	absent := "transcripts --transcripts; automation --automation; skills --skills; memory-note --segments; "
	if diff := cmp.Diff("mode before; project-root before; plan off; todos in tail; "+absent, say("nine")); diff != "" {
		t.Errorf("for a family that leads (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("plan off; mode; project-root; todos in tail; "+absent, say("plain")); diff != "" {
		t.Errorf("for another one (-want +got):\n%s", diff)
	}
}
