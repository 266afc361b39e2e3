package ui

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/ui/stream"
)

// The demo session has a project root and a todo list.
const (
	demoTodos = "<todo_update>"
	demoRoot  = "<project_root>"
)

// planned is the state that c would write.
func planned(a *App) string { return a.report.Reassemble.Draft.State }

// onBlock opens the live state with the cursor on a block.
func onBlock(t *testing.T, a *App, name string) {
	t.Helper()
	if !a.at(keymap.Live) {
		press(a, "S")
	}
	press(a, "g")
	for a.live.pane.At().Name != name {
		was := *a.live.pane.At()
		press(a, "j")
		if a.live.pane.At().Name == was.Name && a.live.pane.At().Key == was.Key {
			t.Fatalf("there is no block %s", name)
		}
	}
}

// editTo edits the block under the cursor as an editor would that leaves a text, or fails.
func editTo(t *testing.T, a *App, body string, failed error) {
	t.Helper()
	b := a.live.pane.At()
	// The editor needs a terminal of its own; what it does is done here instead.
	if cmd := a.Do(keymap.BlockEdit); cmd == nil {
		t.Fatal("no editor")
	}
	path := editedFile(t, a)
	got, err := os.ReadFile(path)
	if err != nil || string(got) != b.Text {
		t.Fatalf("the editor got %q, %v; the block is %q", got, err, b.Text)
	}
	if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
		t.Fatal(err)
	}
	settle(a, a.blockEdited(blockEditedMsg{name: b.Name, key: b.Key, path: path, old: b.Text, err: failed}))
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) || a.editing != "" {
		t.Errorf("the file of the editor is left behind: %v", err)
	}
}

func TestStateOffAndOn(t *testing.T) {
	t.Parallel()
	a := opened(t, short(t), plain, 120, 40)
	before := planned(a)
	onBlock(t, a, "todos")
	press(a, " ")
	if strings.Contains(planned(a), demoTodos) || !strings.Contains(planned(a), demoRoot) {
		t.Errorf("switched off, the state is %s", planned(a))
	}
	if got := a.report.Stages()[5].Headline; !strings.Contains(got, "1 block of state") {
		t.Errorf("the headline is %q", got)
	}
	if v := a.View(); !strings.Contains(v, "off   todos") || !strings.Contains(v, "1 block re-injected") {
		t.Errorf("the page does not say that it is off:\n%s", v)
	}
	press(a, "c")
	if got := a.result.Report.Reassemble.Draft.State; got != planned(a) || a.stale || a.at(keymap.Live) {
		t.Errorf("c wrote the state %s", got)
	}
	press(a, "v", "S")
	onBlock(t, a, "todos")
	press(a, "x")
	if planned(a) != before {
		t.Errorf("on again, the state is %s", planned(a))
	}
	press(a, "esc")
	if a.at(keymap.Live) || a.scope() != keymap.List {
		t.Error("esc does not close the page")
	}
}

func TestStateEdit(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	before := planned(a)
	onBlock(t, a, "todos")
	editTo(t, a, "- [pending] only this\n", nil)
	if !strings.Contains(planned(a), demoTodos+"\n- [pending] only this\n</todo_update>") || a.live.pane.At().Source != reassemble.EditedSource {
		t.Errorf("edited, the state is %s", planned(a))
	}
	press(a, " ", " ")
	if !strings.Contains(planned(a), "only this") {
		t.Error("off and on loses what was written")
	}
	edited := planned(a)
	editTo(t, a, "- [pending] only this", nil)
	editTo(t, a, "lost", errors.New("exit status 1"))
	if planned(a) != edited || !strings.Contains(a.notice.text, "stays as it was") {
		t.Errorf("after an editor that failed the state is %s, %q", planned(a), a.notice.text)
	}
	editTo(t, a, " \n", nil)
	if strings.Contains(planned(a), demoTodos) || !a.live.pane.At().Off {
		t.Errorf("with an empty text the state is %s", planned(a))
	}
	press(a, "0")
	if planned(a) != before || a.params.Slim.Budget != pipeline.Defaults().Slim.Budget {
		t.Errorf("back to the session's own, the state is %s", planned(a))
	}
	press(a, "0")
	if !strings.Contains(a.notice.text, "is as the session has it") {
		t.Errorf("a second time: %q", a.notice.text)
	}

	onBlock(t, a, "plan")
	press(a, " ", "enter")
	if planned(a) != before || !a.live.pane.At().Absent {
		t.Error("a block that is absent can be switched")
	}
	editTo(t, a, "", nil)
	if !a.live.pane.At().Absent || planned(a) != before {
		t.Error("an empty text makes a block")
	}
	editTo(t, a, "1. read \xff\x1b[31m</plan>", nil)
	if b := a.live.pane.At(); b.Name != "plan" || b.Absent || strings.Count(planned(a), "</plan>") != 1 {
		t.Errorf("a block of one's own is %+v, the state %s", b, planned(a))
	}
	if v := a.View(); strings.Contains(v, "\x1b") || strings.Contains(v, "\xff") {
		t.Error("a control character reaches the screen")
	}
}

// A result is put together again with the state of the moment, by the summary that there is.
func TestStateRejoins(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "c", "v")
	summary, tokens := a.result.Report.Summary, a.result.Status.TokensAfter
	a.written = "somewhere"
	onBlock(t, a, "todos")
	press(a, " ")
	res := a.result
	if a.stale || strings.Contains(res.Report.Reassemble.Draft.State, demoTodos) || res.Status.TokensAfter >= tokens || a.written != "" {
		t.Errorf("the result is stale: %v, has %d tokens after %d", a.stale, res.Status.TokensAfter, tokens)
	}
	if res.Report.Summary.Text != summary.Text || res.Report.Summary.Rung != summary.Rung || !a.at(keymap.Live) {
		t.Error("the summary is another one, or the page is closed")
	}
	for _, g := range res.Gates {
		if !g.Pass {
			t.Errorf("gate %s: %s", g.Name, g.Message)
		}
	}

	one := a.switchBlock(a.live.pane.At()) // twice, before the result is there
	two := a.switchBlock(a.live.pane.At())
	if !a.stale {
		t.Error("a result that is not put together yet could be written")
	}
	settle(a, two)
	settle(a, one)
	if a.stale || strings.Contains(a.result.Report.Reassemble.Draft.State, demoTodos) {
		t.Error("the last of two changes does not hold")
	}

	cmd := a.switchBlock(a.live.pane.At())
	press(a, "-") // another change meanwhile
	settle(a, cmd)
	if !a.stale {
		t.Error("the result counts as what c would make, and the budget is another")
	}
	was := a.result
	press(a, " ")
	if a.result != was || !a.stale {
		t.Error("a result is put together again although the budget is another")
	}
}

// What is changed while a summary is written holds for the next one, and the result says so.
func TestStateWhileRunning(t *testing.T) {
	t.Parallel()
	w := &world{slow: make(chan struct{}), started: make(chan struct{}, 1)}
	a := opened(t, w, plain, 120, 40)
	cmd := a.compact("")
	onBlock(t, a, "todos")
	press(a, "x")
	if a.running == nil || !strings.Contains(a.notice.text, "began without it") {
		t.Errorf("%q", a.notice.text)
	}
	close(w.slow)
	settle(a, cmd)
	if a.result == nil || !a.stale || !strings.Contains(a.result.Report.Reassemble.Draft.State, demoTodos) {
		t.Error("the result does not count as older than the change")
	}
}

// A session that is read again keeps what a person changed; the rest follows it.
func TestStateFollows(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	onBlock(t, a, "automation")
	editTo(t, a, "every morning", nil)
	onBlock(t, a, "mode")
	editTo(t, a, "only look", nil)
	press(a, " ")
	call := `{"type":"assistant","uuid":"u6","parentUuid":"u5","sessionId":"s","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"TodoWrite","input":{"todos":[{"content":"new","status":"pending"}]}}]}}`
	if _, err := f.WriteString(call + "\n"); err != nil {
		t.Fatal(err)
	}
	settle(a, a.look())
	for _, again := range []string{"followed", "read again"} {
		got := planned(a)
		if len(a.s.Rows) != 7 || !strings.Contains(got, "every morning") || strings.Contains(got, "only look") {
			t.Errorf("%s, the state is %s", again, got)
		}
		if len(a.report.Blocks) < 3 {
			t.Errorf("%s, the blocks are %+v", again, a.report.Blocks)
		}
		press(a, "R")
	}
	if press(a, "S"); !a.at(keymap.Live) || !strings.Contains(a.View(), "off   mode") {
		t.Errorf("the page does not show it:\n%s", a.View())
	}
}

// The note of --segments is a block too.
func TestStateSegments(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	p.Segments = filepath.FromSlash("/mem")
	a := openedWith(t, &world{}, plain, 120, 40, p)
	onBlock(t, a, reassemble.NoteBlock)
	if b := a.live.pane.At(); b.Absent || b.Source != "flag --segments" || !strings.Contains(b.Text, "segment_001.md") {
		t.Fatalf("the block is %+v", b)
	}
	press(a, "x", "c")
	if strings.Contains(a.result.Report.Reassemble.Draft.State, "segment_001.md") || len(a.result.Report.Segments.Segments) == 0 {
		t.Error("the note that was switched off is written, or the segments are not")
	}
}

// Where nobody keeps the state, a change is answered with a sentence.
func TestStateFixed(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	a.engine.SetState = nil
	before := planned(a)
	press(a, "S")
	for _, key := range []string{" ", "0", "E"} {
		a.notice.text = ""
		if press(a, key); planned(a) != before || a.notice.text != fixedState {
			t.Errorf("%q: %q", key, a.notice.text)
		}
	}
	a.live.pane.Show(nil)
	press(a, " ", "0", "E", "enter", "j", "esc")
	press(a, "S", "S")
	if a.at(keymap.Live) {
		t.Error("S does not close the page")
	}
}

// Another page takes the place of this one, and its keys are those of the page of keys.
func TestStateAmongPages(t *testing.T) {
	t.Parallel()
	a := opened(t, short(t), plain, 120, 40)
	for _, key := range []string{"u", "t"} {
		press(a, "S", key)
		if a.at(keymap.Live) {
			t.Errorf("%s leaves the page open", key)
		}
		if press(a, "S"); !a.at(keymap.Live) || a.at(keymap.Fill) || a.at(keymap.Time) {
			t.Errorf("S does not take the place of %s", key)
		}
		press(a, "S")
	}
	if press(a, "S", "L"); a.at(keymap.Live) || !a.at(keymap.Bench) {
		t.Error("L does not take the place of S")
	}
	if press(a, "S"); !a.at(keymap.Live) || a.at(keymap.Bench) {
		t.Error("S does not take the place of L")
	}
	press(a, "S")
	press(a, "S", "?")
	if v := a.View(); !strings.Contains(v, "so that it is not re-injected") || strings.Contains(v, "Edit the summary in $EDITOR") {
		t.Errorf("the page of keys:\n%s", v)
	}
	press(a, "esc", "tab")
	if !a.at(keymap.Live) || !strings.Contains(a.notice.text, "one pane") {
		t.Errorf("tab: %q", a.notice.text)
	}
}

// While the answer of a model appears, esc closes the page and stops nothing.
func TestStateOverAnAnswer(t *testing.T) {
	t.Parallel()
	w := &world{slow: make(chan struct{}), started: make(chan struct{}, 1)}
	a := opened(t, w, plain, 120, 40)
	a.compact("")
	a.running.answer = stream.New(a.th)
	press(a, "S", "esc")
	if a.at(keymap.Live) || a.running == nil {
		t.Error("esc stops the run, or leaves the page open")
	}
	if press(a, "esc"); a.running != nil {
		t.Error("esc does not stop the run")
	}
}
