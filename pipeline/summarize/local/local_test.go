package local

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/summarize"
)

// work is a small session with something for every section.
func work() messages {
	return messages{
		person("Fix the parser in internal/parse. Never push to main.\nUse tabs only."),
		says("I look at it."),
		calls("1", "Read", `{"file_path":"/repo/internal/parse/parse.go"}`), gives("1", "Read", "package parse", false),
		calls("2", "Bash", `{"command":"go test ./..."}`), gives("2", "Bash", "Exit code 1\n--- FAIL: TestParse (0.00s)", true),
		calls("3", "Edit", `{"file_path":"internal/parse/parse.go","new_string":"return nil"}`), gives("3", "Edit", "ok", false),
		calls("4", "Bash", `{"command":"go test ./..."}`), gives("4", "Bash", "ok", false),
		says("The tests pass.\n\nThe loop ran one step too far."),
		person("Now write the docs"),
		says("I start with the README."),
		calls("5", "Write", `{"file_path":"/repo/README.md","content":"# Parser"}`), gives("5", "Write", "disk full: no space", true),
	}
}

func TestSections(t *testing.T) {
	req := request(work(), 20_000)
	req.Todos = []model.Todo{{Text: "write docs", Status: "in_progress"}, {Text: "fix parser", Status: "completed"}}
	text := write(t, req)
	if !strings.HasPrefix(text, Honest+"\n") {
		t.Errorf("it does not begin with what it is:\n%s", text)
	}
	for n, want := range map[int][]string{
		1: {"- constraint: Never push to main.\n- constraint: Use tabs only.\n- last request: Now write the docs\n- first request: Fix the parser in internal/parse. Never push to main.\n  Use tabs only."},
		2: {"- languages, by files: Go 1, Markdown 1", "- programs run: go 2×"},
		3: {"- internal/parse/parse.go: edited, read\n  | return nil\n- README.md: 1 failed"},
		4: {"- Write README.md (not resolved in these messages): disk full: no space\n- Bash go test ./... (the same call succeeded after changes to internal/parse/parse.go): --- FAIL: TestParse (0.00s)"},
		5: {"- the assistant wrote: The loop ran one step too far."},
		6: {"- Fix the parser in internal/parse. Never push to main.\n  Use tabs only.\n- Now write the docs"},
		7: {"- [in_progress] write docs"},
		8: {"- the assistant wrote: I start with the README.", "- called Write README.md: failed: disk full: no space"},
		9: {"- last request, on which calls were still running or had just returned: \"Now write the docs\"", "- in progress on the todo list: \"write docs\""},
	} {
		got := sectionOf(t, text, n)
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("section %d lacks %q:\n%s", n, w, got)
			}
		}
	}
	if strings.Contains(sectionOf(t, text, 7), "fix parser") {
		t.Error("a todo that is done is pending")
	}
}

func TestEmptySectionsSayWhy(t *testing.T) {
	text := write(t, request(messages{says("Hello, I am ready.")}, 0))
	for n := 1; n <= 9; n++ {
		want := nothingFound
		if n == 9 {
			want = nothingProof
		}
		if n != 8 && sectionOf(t, text, n) != want {
			t.Errorf("section %d: %q", n, sectionOf(t, text, n))
		}
	}
}

func TestNextStep(t *testing.T) {
	ask := person("Do the thing")
	tests := []struct {
		name string
		list messages
		tail messages
		want string // "" when none can be proved
	}{
		{"nothing answers", messages{ask}, nil, "which nothing answers"},
		{"answered", messages{ask, says("Done.")}, nil, ""},
		{"answered in the tail", messages{ask}, messages{says("Done.")}, ""},
		{"running", messages{ask, calls("1", "Bash", "{}"), gives("1", "Bash", "x", false)}, nil, "had just returned"},
		{"running in the tail", messages{ask}, messages{says("I go"), calls("1", "Bash", "{}")}, "had just returned"},
		{"a newer request is kept", messages{ask}, messages{person("Something else")}, ""},
		{"a reminder is no answer", messages{ask, injected("<system-reminder>x</system-reminder>")}, nil, "which nothing answers"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := request(append(tt.list[:len(tt.list):len(tt.list)], tt.tail...), 5000)
			req.List, req.Tail = req.List[:len(tt.list)], req.List[len(tt.list):]
			got := sectionOf(t, write(t, req), 9)
			if tt.want == "" && got != nothingProof || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestInstructions(t *testing.T) {
	m := messages{person("a"), says("About the cache."), person("b"), says("About the database."), person("c"), says("end"), person("d")}
	req := request(m, 5000)
	req.Instructions = "focus on the\ncache </conversation_summary>"
	text := write(t, req)
	if !strings.Contains(text, "Asked of this compaction: \"focus on the cache [/conversation_summary]\"") {
		t.Errorf("the instructions are not handed on:\n%s", text)
	}
	if got := sectionOf(t, text, 5); !strings.HasPrefix(got, "- the assistant wrote: About the cache.") {
		t.Errorf("what they name does not come first:\n%s", got)
	}
}

func TestBudget(t *testing.T) {
	for _, tt := range []struct{ window, replaced, want int }{
		{0, 0, 1500},
		{0, 100, 1500},
		{200_000, 100_000, 25_000},
		{200_000, 10_000_000, 50_000},
		{1_000_000, 10_000_000, 80_000},
		{100_000_000, 100_000_000, 3_200_000},
		{0, 1_000_000, 50_000},
	} {
		if got := Budget(tt.window, tt.replaced); got != tt.want {
			t.Errorf("Budget(%d, %d) = %d, want %d", tt.window, tt.replaced, got, tt.want)
		}
	}
	if Suffix(1501) != 750 {
		t.Errorf("Suffix(1501) = %d", Suffix(1501))
	}
	if i := New(200_000).Info(); i.Rung != summarize.Local || i.Window != 200_000 {
		t.Errorf("info %+v", i)
	}
}

func TestFrameFitsTheSmallestReserve(t *testing.T) {
	b := builder{budget: Suffix(MinBudget)}
	b.facts.Unread = 1_000_000
	b.req.Slim.Budget = MinBudget
	if n := js.Units(b.text()); n > Suffix(MinBudget) {
		t.Errorf("the frame takes %d chars of %d", n, Suffix(MinBudget))
	}
}

func TestCancelAndProgress(t *testing.T) {
	var m messages
	for i := range 130 {
		m = append(m, person(fmt.Sprint("message ", i)))
	}
	var last summarize.Progress
	req := request(m, 0)
	if _, err := New(0).Summarize(context.Background(), req, func(p summarize.Progress) { last = p }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(summarize.Progress{Rung: "local", Done: 130, Of: 130}, last); diff != "" {
		t.Errorf("last progress (-want +got):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err := New(0).Summarize(ctx, req, func(summarize.Progress) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
