package ui

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/teatest"

	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// patience is how long a story waits for a text; it bounds a hanging test, nothing else.
const patience = 20 * time.Second

// story runs the real program on the demo session.
type story struct {
	*teatest.TestModel
	t *testing.T
}

func begin(t *testing.T, w *world, width, height int) story {
	t.Helper()
	if w.path == "" {
		w.path = demoPath(t)
	}
	return beginWith(t, w, pipeline.Defaults(), width, height)
}

func beginWith(t *testing.T, w *world, p pipeline.Params, width, height int) story {
	t.Helper()
	a := New(w.engine(t, plain), true, "demo.jsonl", p)
	s := story{teatest.NewTestModel(t, a, teatest.WithInitialTermSize(width, height)), t}
	s.see("split at 113")
	return s
}

// see waits until the screen has shown a text.
func (s story) see(words string) {
	s.t.Helper()
	teatest.WaitFor(s.t, s.Output(), func(b []byte) bool { return bytes.Contains(b, []byte(words)) }, teatest.WithDuration(patience))
}

func (s story) keys(keys ...string) {
	for _, k := range keys {
		s.Send(keyMsg(k))
	}
}

// end quits and gives the final model.
func (s story) end() *App {
	s.t.Helper()
	s.keys("q")
	return s.FinalModel(s.t, teatest.WithFinalTimeout(patience)).(*App)
}

func TestStoryOpenMoveQuit(t *testing.T) {
	t.Parallel()
	s := begin(t, &world{}, 120, 40)
	s.keys("g", "j", "j")
	s.see("0–")
	a := s.end()
	if got := a.list.Selected(); got != 2 {
		t.Errorf("the cursor stands on message %d, not on 2", got)
	}
	if a.View() != "" {
		t.Error("a frame is left behind")
	}
}

func TestStoryStagePage(t *testing.T) {
	t.Parallel()
	s := begin(t, &world{}, 80, 24)
	s.keys("4")
	s.see("first valve")
	s.keys("enter")
	s.see("tool-noise")
	a := s.end()
	if !a.list.Filtered() {
		t.Error("enter on a reason does not show its messages")
	}
	want := len(a.report.Slim.Tool.Dropped)
	if got := strings.TrimSuffix(a.list.Position(), " of 128"); got != "50" || want != 50 {
		t.Errorf("the list shows %s messages of the %d that the reason touches", got, want)
	}
}

func TestStoryLensAndBudget(t *testing.T) {
	t.Parallel()
	s := begin(t, &world{}, 120, 40)
	s.keys("l")
	s.see("the model's window")
	s.keys("0", "-")
	s.see("25,000")
	a := s.end()
	if a.params.Slim.Budget != 25000 {
		t.Errorf("the budget is %d", a.params.Slim.Budget)
	}
	if a.report.Slim.Counts.Omitted == 0 {
		t.Error("half the budget omits nothing")
	}
}

func TestStoryCompactCompareWrite(t *testing.T) {
	t.Parallel()
	w := &world{}
	s := begin(t, w, 120, 40)
	s.keys("c")
	s.see("tail byte for byte")
	s.keys("d")
	s.see("what the model reads")
	s.keys("w")
	s.see("write to")
	s.keys("enter")
	s.see("written; how to resume it")
	a := s.end()
	if !strings.Contains(a.Farewell(), "claude --resume 00000000") {
		t.Errorf("the farewell says %q", a.Farewell())
	}
	if a.written == "" || len(w.saved) != 1 {
		t.Fatalf("written %q, files %d", a.written, len(w.saved))
	}
	for _, g := range a.result.Gates {
		if !g.Pass {
			t.Errorf("gate %s: %s", g.Name, g.Message)
		}
	}
	if !strings.Contains(w.saved[a.written], "<conversation_summary>") {
		t.Error("the file holds no summary")
	}
}

// What the screen showed before c is what c did.
func TestStoryPlanIsRun(t *testing.T) {
	t.Parallel()
	s := begin(t, &world{}, 120, 40)
	s.keys("-", "c")
	s.see("tail byte for byte")
	a := s.end()
	planned, ran := a.report.Slim, a.result.Report.Slim
	if len(planned.Rows) == 0 || len(planned.Rows) != len(ran.Rows) {
		t.Fatalf("%d rows planned, %d run", len(planned.Rows), len(ran.Rows))
	}
	for i := range planned.Rows {
		if planned.Rows[i] != ran.Rows[i] {
			t.Errorf("row %d: planned %+v, run %+v", i, planned.Rows[i], ran.Rows[i])
		}
	}
	if planned.BudgetUsed != ran.BudgetUsed || planned.Preamble != ran.Preamble {
		t.Errorf("planned %d chars, run %d", planned.BudgetUsed, ran.BudgetUsed)
	}
}

func TestStoryCancel(t *testing.T) {
	t.Parallel()
	w := &world{slow: make(chan struct{}), started: make(chan struct{}, 1)}
	s := begin(t, w, 120, 40)
	s.keys("c")
	s.see("esc stops it")
	<-w.started
	s.keys("j", "esc")
	s.see("cancelled")
	a := s.end()
	if a.result != nil || a.running != nil || a.view != planView {
		t.Error("a cancelled run leaves something behind")
	}
}

// A model is asked only after a yes, its answer appears while it is written, and esc stops it.
func TestStoryModel(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	began := make(chan struct{})
	m.each = func(ctx context.Context, _ int, on func(summarize.Progress)) {
		on(summarize.Progress{Rung: summarize.External, Text: "The person wants", Done: 16})
		close(began)
		<-ctx.Done()
	}
	w := &world{models: []*asked{m}}
	s := begin(t, w, 120, 40)
	s.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("M")})
	s.see("can write")
	s.keys("esc", "c")
	s.see("tail byte for byte") // local is what runs until somebody is chosen
	a := s.end()
	if m.calls.Load() != 0 {
		t.Fatal("a model was called that nobody chose")
	}
	p := a.params
	p.Pick.Summarizer = summarize.External
	b := New(w.engine(t, plain), true, "demo.jsonl", p)
	s = story{teatest.NewTestModel(t, b, teatest.WithInitialTermSize(120, 40)), t}
	s.see("split at 113")
	s.keys("c")
	s.see("before it is sent")
	s.keys("y")
	s.see("The person wants")
	<-began
	s.keys("esc")
	s.see("cancelled")
	if a = s.end(); a.result != nil || a.running != nil {
		t.Error("a cancelled run leaves something behind")
	}
}

// Quit does not wait for what runs.
func TestStoryQuitWhileRunning(t *testing.T) {
	t.Parallel()
	w := &world{slow: make(chan struct{}), started: make(chan struct{}, 1)}
	s := begin(t, w, 80, 24)
	s.keys("c")
	<-w.started
	s.end()
}

func TestStoryEdit(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := opened(t, w, plain, 120, 40)
	press(a, "c")
	// The editor needs a terminal of its own; its command is run here instead.
	cmd := a.edit()
	if cmd == nil {
		t.Fatal("no editor")
	}
	path := editedFile(t, a)
	if out, err := w.editor(path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	settle(a, a.edited(editedMsg{path: path, old: a.result.Report.Summary.Text}))
	if !strings.HasSuffix(a.result.Report.Summary.Text, "A line that a person added.\n") {
		t.Error("the edited text is not the summary")
	}
	attempts := a.result.Status.Attempts
	if a.result.Report.Summary.Rung != summarize.Editor || attempts[len(attempts)-1].Rung != summarize.Editor {
		t.Error("the receipt does not say who wrote the summary")
	}
	if !a.result.Gates[1].Pass {
		t.Errorf("after the edit: %s", a.result.Gates[1].Message)
	}
}

// TestFindings: what is wrong with a summary is said beside the gates and on the page of stage 5; the
// demo's own summary is clean.
func TestFindings(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "c")
	if strings.Contains(a.View(), "in the summary: 5") {
		t.Errorf("the clean summary has findings: %+v", a.result.Lint)
	}
	a.edit()
	if err := os.WriteFile(editedFile(t, a), []byte("Sure! Here is a summary of the ledger, its rounding and its importers.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	settle(a, a.edited(editedMsg{path: a.editing, old: a.result.Report.Summary.Text}))
	if !strings.Contains(a.View(), "in the summary: 5") {
		t.Error("nothing beside the gates")
	}
	press(a, "5")
	if !strings.Contains(a.View(), "lint lost correction") {
		t.Errorf("not on the page:\n%s", a.View())
	}
}

// editedFile is the temporary file that the summary was written to.
func editedFile(t *testing.T, a *App) string {
	t.Helper()
	if a.editing == "" {
		t.Fatal("no file was handed to the editor")
	}
	return a.editing
}

func (w *world) editor(path string) *exec.Cmd {
	return exec.Command("sh", "-c", "printf '\\nA line that a person added.\\n' >> "+path)
}

func TestStoryCommandLine(t *testing.T) {
	t.Parallel()
	s := begin(t, &world{}, 120, 40)
	s.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("/")})
	for _, r := range "compact keep the failing test names" {
		s.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	s.see("with these instructions")
	s.keys("enter")
	s.see("tail byte for byte")
	a := s.end()
	if got := a.params.Instructions; got != "keep the failing test names" {
		t.Errorf("instructions %q", got)
	}
	if n := strings.Count(a.result.Report.Summary.Text, "keep the failing test names"); n != 1 {
		t.Errorf("the instructions stand %d times in the summary", n)
	}
}

func TestStoryFind(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "/", "f", "i", "l", "l", "é", "r", "enter")
	if len(a.list.Hits()) == 0 {
		t.Fatal("nothing found")
	}
	first := a.list.Selected()
	press(a, "g", "n")
	if a.list.Selected() < 0 || len(a.list.Hits()) > 1 && a.list.Selected() == 0 {
		t.Errorf("n goes to %d (found at %d)", a.list.Selected(), first)
	}
}

func TestStorySplitByHand(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	rule := a.report.Partition.Split
	press(a, "{")
	by := a.report.Partition
	if !by.ByHand || by.Split >= rule {
		t.Fatalf("split at %d, by the rule %d", by.Split, rule)
	}
	if len(by.Across.Orphans) > 0 {
		t.Errorf("a split by hand parts %v", by.Across.Orphans)
	}
	press(a, "c")
	for _, g := range a.result.Gates {
		if g.Hard && !g.Pass {
			t.Errorf("gate %s: %s", g.Name, g.Message)
		}
	}
	press(a, "v", "0")
	if a.report.Partition.Split != rule {
		t.Errorf("0 leaves the split at %d", a.report.Partition.Split)
	}
}
