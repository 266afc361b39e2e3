package reassemble

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/js"
)

func names(blocks []Block) string {
	var out []string
	for _, b := range blocks {
		name := b.Name
		if b.Off {
			name += " off"
		}
		out = append(out, name+" from "+b.Source)
	}
	return strings.Join(out, "; ")
}

func TestCollect(t *testing.T) {
	t.Parallel()
	all := State{
		Todos: "T", Plan: "P", Mode: "M", ProjectRoot: "/r", Automation: "A", Transcripts: "/t", ConversationID: "c-1", Skills: "S",
	}
	todos := []model.Todo{{Text: "one\n  two", Status: "completed"}, {Text: "three", Status: "in_progress"}, {Text: "four"}}
	tests := []struct {
		name  string
		s     model.Session
		given State
		want  string
	}{
		{"nothing", model.Session{TodosFrom: -1}, State{}, ""},
		{"blank is absent", model.Session{}, State{Plan: " \n", Skills: "\t"}, ""},
		{"the session's own", model.Session{CWD: "/w", Todos: todos, TodosFrom: 7}, State{}, "project-root from the session's working directory; todos from message 7"},
		{"flags win", model.Session{CWD: "/w", Todos: todos}, State{Todos: "T", ProjectRoot: "/r"}, "project-root from flag --project-root; todos from flag --todos"},
		{"an id alone", model.Session{}, State{ConversationID: "c-1"}, "transcripts from flag --transcripts"},
		{"off", model.Session{CWD: "/w", Todos: todos, TodosFrom: 7}, State{Todos: "off", Plan: "off", Transcripts: "off"}, "project-root from the session's working directory; todos off from message 7"},
		{"a place has the session's id", model.Session{ID: "s-1"}, State{Transcripts: "/t"}, "transcripts from flag --transcripts"},
		{"before a compaction", model.Session{Todos: todos, TodosFrom: -1}, State{}, "todos from before the last compaction"},
		{
			"all",
			model.Session{},
			all,
			"plan from flag --plan; transcripts from flag --transcripts; mode from flag --mode-prompt; project-root from flag --project-root; automation from flag --automation; todos from flag --todos; skills from flag --skills",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			blocks := Collect(&tt.s, tt.given)
			if diff := cmp.Diff(tt.want, names(blocks)); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
			for _, b := range blocks {
				if b.Chars != js.Units(b.Wrapped()) {
					t.Errorf("%s has %d chars, it says %d", b.Name, js.Units(b.Wrapped()), b.Chars)
				}
			}
		})
	}
	if diff := cmp.Diff("- [completed] one two\n- [in_progress] three\n- [pending] four\n", Todos(todos)); diff != "" {
		t.Errorf("todos (-want +got):\n%s", diff)
	}
}

// TestStateOrder: plan, transcripts, mode, project root, automation, todos, skills, and last
// what the tail could not keep, in whatever order the blocks come.
func TestStateOrder(t *testing.T) {
	t.Parallel()
	blocks := Collect(&model.Session{}, State{
		Todos: "T", Plan: "P", Mode: "M", ProjectRoot: "/r", Automation: "A", Transcripts: "/t", ConversationID: "c-1", Skills: "S",
	})
	blocks = append([]Block{{Name: "carried", Text: "C"}}, blocks...)
	want := []string{
		"<plan>\nP\n</plan>", "<transcript_location>\n/t\nconversation id: c-1\n</transcript_location>", "<mode>\nM\n</mode>",
		"<project_root>\n/r\n</project_root>", "<automation>\nA\n</automation>", "<todo_update>\nT\n</todo_update>", "<skills>\nS\n</skills>",
		"<carried_results>\nC\n</carried_results>",
	}
	before, after := Join(blocks, "external")
	if diff := cmp.Diff(strings.Join(want, "\n\n"), after); diff != "" || before != "" {
		t.Errorf("state (-want +got), %q before the summary:\n%s", before, diff)
	}
	for _, family := range []string{"terse", "nine"} {
		before, after := Join(blocks, family)
		if diff := cmp.Diff(strings.Join(want[2:4], "\n\n"), before); diff != "" {
			t.Errorf("%s: state before the summary (-want +got):\n%s", family, diff)
		}
		if diff := cmp.Diff(strings.Join(append(want[:2:2], want[4:]...), "\n\n"), after); diff != "" {
			t.Errorf("%s: state (-want +got):\n%s", family, diff)
		}
	}
	for i := range blocks {
		if blocks[i].Name != "mode" {
			blocks[i].Off = true
		}
	}
	if _, got := Join(blocks, ""); got != want[2] {
		t.Errorf("with all but one switched off: %q", got)
	}
	if _, got := Join(nil, ""); got != "" {
		t.Errorf("no state is %q", got)
	}
}

func TestBlocksOfTheInputAreNotWrittenTo(t *testing.T) {
	t.Parallel()
	s := open(t, "|c X", "|p c", "|r X")
	room := make([]Block, 1, 4)
	room[0] = Block{Name: "plan", Text: "P"}
	in := Input{Rows: s.Rows, Links: s.Links, Blocks: room, Carried: "out"}
	in.Partition.System, in.Partition.UserInfo, in.Partition.Tail = -1, -1, []int{1, 2}
	Run(in)
	if room[:2][1].Name != "" {
		t.Errorf("the caller's blocks became %+v", room[:2])
	}
}

// Pins have their place when there are some, and nobody is told to write one here.
func TestPlaceOfPins(t *testing.T) {
	t.Parallel()
	for _, p := range Place(nil, "nine", nil) {
		if p.Name == PinBlock {
			t.Error("a session without pins lists them")
		}
	}
	placed := Place([]Block{NewBlock(todoBlock, "message 1", "- x"), NewBlock(PinBlock, "1 pin", "- user: y")}, "nine", nil)
	if first := placed[0]; first.Name != PinBlock || first.Before || !first.Injected() {
		t.Errorf("first stands %+v", first)
	}
	if _, after := Join([]Block{NewBlock(PinBlock, "1 pin", "- user: y")}, "nine"); after != "<pins>\n- user: y\n</pins>" {
		t.Errorf("joined as %q", after)
	}
}
