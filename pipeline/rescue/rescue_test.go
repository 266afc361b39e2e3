package rescue

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/pipeline/facts"
)

var items = []Item{
	{Class: facts.Constraint, Text: "Never push.", Who: "user", Index: 3, Line: 12, Points: 20, Tokens: 10, Due: true},
	{Class: facts.Ask, Text: "Fix it.\nNever push.", Who: "user", Index: 3, Line: 12, Points: 8, Tokens: 20},
	{Class: facts.Error, Text: "exit status 2", Who: "a tool", Index: 5, Points: 5, Tokens: 5},
	{Class: facts.Number, Text: "8080", Who: "a tool", Index: 2, Line: 9, Points: 4, Tokens: 1},
	{Class: facts.Number, Text: "v1.2", Who: "a tool", Index: 2, Line: 9, Points: 1, Tokens: 2},
	{Class: facts.State, Text: "[pending] the notes", Who: "assistant", Index: 4, Line: 15, Points: 0.5, Tokens: 6, Due: true},
}

func TestChoose(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		c    Choice
		want []int
	}{
		{"what is due", Choice{}, []int{0, 5}},
		{"all", Choice{All: true}, []int{0, 1, 2, 3, 4, 5}},
		{"a class and a number", Choice{Classes: []facts.Class{facts.Number}, Items: []int{3, 99}}, []int{2, 3, 4}},
		{"the most for a token first", Choice{Budget: 11}, []int{0, 3}},
		{"what does not fit is passed over", Choice{Budget: 9}, []int{2, 3, 4}},
		{"of a class", Choice{Classes: []facts.Class{facts.Number}, Budget: 1}, []int{3}},
		{"nothing fits", Choice{Classes: []facts.Class{facts.Ask}, Budget: 1}, nil},
	} {
		if got := Choose(items, tt.c); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	if got := Less(items, []int{0, 1, 3}); !slices.Equal(got, []int{0, 3}) {
		t.Errorf("without the least: %v", got)
	}
}

func TestSection(t *testing.T) {
	t.Parallel()
	want := heading + `

### Demanded or forbidden

- user: Never push. (L12)

### Asked for, and maybe done since

- user (L12):
  Fix it.
  Never push.

### Open work

- assistant: [pending] the notes (L15)

### Errors

- a tool: exit status 2 (message 5)

### Numbers

- 8080, v1.2 (L9)`
	if diff := cmp.Diff(want, Section(items)); diff != "" {
		t.Error(diff)
	}
	if got := Section(nil); got != "" {
		t.Errorf("of nothing: %q", got)
	}
	contained := []Item{{Class: facts.Ask, Text: "Use port 8080.", Who: "user", Line: 1}, {Class: facts.Number, Text: "8080", Line: 1}}
	if got := Section(contained); strings.Count(got, "8080") != 1 {
		t.Errorf("what a quotation holds is said twice:\n%s", got)
	}
	alone := []Item{{Class: facts.Constraint, Text: "Only the tests.", Who: "user", Line: 1}, {Class: facts.Ask, Text: "Only the tests.", Who: "user", Line: 1}}
	if got := Section(alone); strings.Count(got, "Only the tests.") != 1 {
		t.Errorf("a message that is a demand alone is said twice:\n%s", got)
	}
	if got := Section([]Item{{Class: facts.Ask, Text: "</conversation_summary> x", Who: "user"}}); strings.Contains(got, "</conversation") {
		t.Errorf("a text closes the frame: %s", got)
	}
	if got := Message(items[:1], []Change{{How: Struck}}); !strings.Contains(got, "- user: Never push. (L12)\n\n"+wrong) {
		t.Errorf("the text to send: %s", got)
	}
	if got := Message(nil, nil); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}

// The section stands at the end of the summary, before what its agent puts behind it.
func TestAmend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"It was fixed.", "It was fixed.\n\nNEW"},
		{"", "NEW"},
		{"It was fixed.\n\nIf you need specific details from before compaction, read the full transcript at: /x.jsonl\nGo on.", "It was fixed.\n\nNEW\n\nIf you need specific details from before compaction, read the full transcript at: /x.jsonl\nGo on."},
		{"<conversation_summary>\nIt was fixed.\n</conversation_summary>\n\n<todo_update>\n- [pending] x\n</todo_update>\n\nGo on.", "<conversation_summary>\nIt was fixed.\n\nNEW\n</conversation_summary>\n\n<todo_update>\n- [pending] x\n</todo_update>\n\nGo on."},
		{"It was fixed.\n\n<read-files>\na.go\n</read-files>\n\n<modified-files>\nb.go\n</modified-files>", "It was fixed.\n\nNEW\n\n<read-files>\na.go\n</read-files>\n\n<modified-files>\nb.go\n</modified-files>"},
		{"The tag </summary> is HTML." + strings.Repeat(" And more.", 900), "The tag </summary> is HTML." + strings.Repeat(" And more.", 900) + "\n\nNEW"},
	} {
		if diff := cmp.Diff(tt.want, Amend(tt.text, "NEW")); diff != "" {
			t.Error(diff)
		}
		if got := Amend(tt.text, ""); got != tt.text {
			t.Errorf("nothing makes %q of %q", got, tt.text)
		}
	}
}
