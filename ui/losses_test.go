package ui

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
)

// poor is a summary that loses nearly everything, and invents a file.
const poor = "The person is building `ledger`. Work on rates/table.go, and see internal/ghost/phantom.go. Amounts are integers."

// lossy is an inspector of the demo session, compacted by a model that wrote the poor summary.
func lossy(tb testing.TB, width, height int) *App {
	tb.Helper()
	return lossyIn(tb, &world{models: []*asked{answers(poor)}}, width, height)
}

func lossyIn(tb testing.TB, w *world, width, height int) *App {
	tb.Helper()
	a := chosenIn(tb, w, plain, width, height)
	press(a, "c", "y")
	a.notice.text = ""
	return a
}

// A compaction is scored beside the screen, and the score stands where the result line is.
func TestScoreShows(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	cmd := a.keys(keyMsg("c"))
	var late tea.Cmd
	for queue := []tea.Cmd{cmd}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == nil {
			continue
		}
		switch msg := queue[0]().(type) {
		case nil:
		case tea.BatchMsg:
			queue = append(queue, msg...)
		case scoredMsg:
			late = func() tea.Msg { return msg }
		default:
			_, next := a.Update(msg)
			queue = append(queue, next)
		}
	}
	if late == nil || strings.Contains(a.View(), "RS ") || !strings.Contains(a.View(), "by local; the gauge has all tokens") {
		t.Fatalf("before the score:\n%s", a.View())
	}
	press(a, "X")
	if !strings.Contains(a.View(), "scoring…") {
		t.Errorf("nothing says that it is being scored:\n%s", a.View())
	}
	press(a, "down", "f", "enter", "esc", "X")
	settle(a, late)
	if a.at(keymap.Loss) || !strings.Contains(a.View(), "RS ") || !strings.Contains(a.View(), "X: what was lost") {
		t.Errorf("after the score:\n%s", a.View())
	}
	press(a, "X")
	for _, want := range []string{"RS ", "precision 100", "a lower bound", "constraint", "100% of", "lost     command"} {
		if !strings.Contains(a.View(), want) {
			t.Errorf("%q is not there:\n%s", want, a.View())
		}
	}
	press(a, "X")
	if a.at(keymap.Loss) || a.view != sidesView {
		t.Error("X again does not go back to the result")
	}
}

// Without a result it says what would be here, and with a compaction that the session records it
// scores that.
func TestLossWithoutResult(t *testing.T) {
	t.Parallel()
	a := openedAt(t, "rewind.jsonl", 80, 24)
	press(a, "X")
	if !strings.Contains(a.View(), "Here stands what a compaction keeps") {
		t.Errorf("nothing says how to get a score:\n%s", a.View())
	}
	press(a, "enter", "down", "y", "Y", "W", "[", "n", "right")
	if !a.at(keymap.Loss) {
		t.Error("the room is left")
	}
	a = openedAt(t, "preserved-tail.jsonl", 80, 24)
	cmd := a.keys(keyMsg("X"))
	if !strings.Contains(a.View(), "scoring") {
		t.Errorf("nothing says that it is being scored:\n%s", a.View())
	}
	settle(a, cmd)
	for _, want := range []string{"recorded compaction 1 of 1, line 7, manual", "RS 0", "low evidence", "Rename Exact to Unrounded?", "the file holds ~18"} {
		if !strings.Contains(a.View(), want) {
			t.Errorf("%q is not there:\n%s", want, a.View())
		}
	}
	press(a, "enter")
	if !a.at(keymap.Loss) || !strings.Contains(a.View(), "user: ✗[Rename Exact to Unrounded?]") || !strings.Contains(a.View(), "of the file") {
		t.Errorf("its source does not show:\n%s", a.View())
	}
	press(a, "]")
	if !strings.Contains(a.notice.text, "no other") {
		t.Errorf("] says %q", a.notice.text)
	}
	press(a, "esc", "esc")
	if a.in != nil {
		t.Error("esc does not leave")
	}
	if cmd := a.keys(keyMsg("X")); cmd != nil {
		t.Error("what was scored is scored again")
	}
}

func openedAt(tb testing.TB, name string, width, height int) *App {
	tb.Helper()
	return opened(tb, &world{path: filepath.Join("..", "testdata", "sessions", "claudecode", name)}, plain, width, height)
}

// From a loss to its message, along the marks and back; from an invention to its place in the summary.
func TestLossToSource(t *testing.T) {
	t.Parallel()
	a := lossy(t, 80, 24)
	press(a, "X")
	it := a.loss.pane.At()
	if it == nil || it.Class != "path" || it.Text != "internal/ghost/phantom.go" {
		t.Fatalf("the invention does not stand first: %+v", it)
	}
	press(a, "enter")
	if !strings.Contains(a.View(), "✗[internal/ghost/phantom.go]") || !strings.Contains(a.View(), "✓[ledger]") {
		t.Errorf("the summary is not marked:\n%s", a.View())
	}
	press(a, "esc", "right", "down")
	it = a.loss.pane.At()
	if it == nil || it.Class != "constraint" {
		t.Fatalf("the class does not filter: %+v", it)
	}
	press(a, "enter")
	if a.in != nil || a.list.Selected() != it.Index || !strings.Contains(a.View(), "esc: back to what was lost") {
		t.Fatalf("enter does not go to message %d:\n%s", it.Index, a.View())
	}
	if !a.msg.Marked() || !strings.Contains(a.View(), "mark ") {
		t.Errorf("the message is not marked at once:\n%s", a.View())
	}
	press(a, "enter")
	if !strings.Contains(a.View(), "✗["+it.Text[:20]) || !strings.Contains(a.View(), "✓[kept] ≈[weakened] ✗[lost]") {
		t.Errorf("the message is not marked:\n%s", a.View())
	}
	before := a.View()
	press(a, "n", "N", "x")
	if strings.Contains(a.View(), "✗["+it.Text[:20]) {
		t.Errorf("x still shows the marks:\n%s", a.View())
	}
	press(a, "x", "x", "x")
	if a.View() != before {
		t.Errorf("x four times does not come back to the marks:\n%s\nbefore:\n%s", a.View(), before)
	}
	press(a, "esc", "esc")
	if !a.at(keymap.Loss) || a.loss.pane.At() == nil || a.loss.pane.At().Text != it.Text {
		t.Errorf("esc does not come back to the loss:\n%s", a.View())
	}
	press(a, "esc", "esc", "esc")
	if a.in != nil || a.msg.Marked() {
		t.Error("messages are marked when nothing leads back")
	}
}

// The walk along the marks of a message that has many goes down, and round.
func TestMarksAreWalked(t *testing.T) {
	t.Parallel()
	a := lossy(t, 80, 24)
	press(a, "X", "/", "t", "r", "a", "n", "s", "f", "e", "r", ".", "g", "o", "enter", "enter", "enter")
	if a.focus != 1 || !a.msg.Marked() {
		t.Fatalf("no marked message:\n%s", a.View())
	}
	seen := map[string]bool{}
	for range 40 {
		seen[a.View()] = true
		press(a, "n")
	}
	if len(seen) < 2 {
		t.Errorf("n goes nowhere:\n%s", a.View())
	}
}

// The list is filtered by what became of it, by class and by words, and esc lifts one after the other.
func TestLossFilters(t *testing.T) {
	t.Parallel()
	a := lossy(t, 120, 40)
	press(a, "X")
	all := len(a.loss.pane.Shown())
	press(a, "f")
	lost := len(a.loss.pane.Shown())
	press(a, "f", "f")
	if n := len(a.loss.pane.Shown()); n != 1 || lost >= all || !strings.Contains(a.View(), "1 of "+fmt.Sprint(all)+" · only invented") {
		t.Errorf("%d, %d, %d:\n%s", all, lost, n, a.View())
	}
	press(a, "f", "left")
	if c := a.loss.pane.At().Class; c != "command" {
		t.Errorf("left goes to the class %s, not to the last one", c)
	}
	press(a, "right", "/", "N", "e", "v", "e", "r")
	if n := len(a.loss.pane.Shown()); n == 0 || n >= all {
		t.Errorf("%d of %d found", n, all)
	}
	press(a, "enter")
	if a.line != nil || a.loss.pane.Query() != "Never" {
		t.Error("enter does not keep what was found")
	}
	press(a, "/", "q", "q", "q")
	if !strings.Contains(a.View(), `nothing here is lost or invented: with "qqq"`) {
		t.Errorf("nothing says that nothing was found:\n%s", a.View())
	}
	press(a, "esc")
	if len(a.loss.pane.Shown()) != all || !a.at(keymap.Loss) {
		t.Error("esc does not lift the search")
	}
	press(a, "f", "right", "esc")
	if len(a.loss.pane.Shown()) != all || !a.at(keymap.Loss) {
		t.Error("esc does not lift the filters")
	}
}

// What was lost is copied and exported as it shows; a file that is there is replaced after a yes only.
func TestLossExport(t *testing.T) {
	t.Parallel()
	w := &world{models: []*asked{answers(poor)}}
	a := lossyIn(t, w, 80, 24)
	press(a, "X", "y")
	if want := "- invented path, line 1 of the summary, −33.3 of the precision: `internal/ghost/phantom.go`\n"; w.copied != want {
		t.Errorf("copied %q, want %q", w.copied, want)
	}
	press(a, "right", "Y")
	if n := strings.Count(w.copied, "\n"); n != len(a.loss.pane.Shown()) || !strings.Contains(w.copied, "- lost constraint, message ") {
		t.Errorf("%d lines are copied: %s", n, w.copied)
	}
	press(a, "W")
	if a.line == nil || a.line.Value() != "demo.losses.md" {
		t.Fatalf("W opens no line with a path:\n%s", a.View())
	}
	press(a, "enter")
	body := w.saved["demo.losses.md"]
	for _, want := range []string{"RS 6 [", "0 % constraint, 23 facts, weight 25", "limited: class constraint", "lost constraint", "message 89"} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is not in\n%s", want, body)
		}
	}
	if strings.Contains(body, "phantom") {
		t.Error("what does not show is written")
	}
	press(a, "right", "W", "enter", "n")
	if w.saved["demo.losses.md"] != body {
		t.Error("replaced without a yes")
	}
	press(a, "W", "enter", "y")
	if w.saved["demo.losses.md"] == body || !strings.Contains(a.notice.text, "written: demo.losses.md") {
		t.Errorf("not replaced after a yes: %q", a.notice.text)
	}
	press(a, "w")
	if a.into != nil || !a.writing {
		t.Error("w would write the report, not the session")
	}
}

// An edited summary is scored anew, and what does not belong to it any more is not shown as its score.
func TestLossFollowsEdit(t *testing.T) {
	t.Parallel()
	a := lossy(t, 80, 24)
	press(a, "X")
	first := a.View()
	res := a.result
	_, cmd := a.Update(editedMsg{path: "", old: "", err: context.Canceled})
	settle(a, cmd)
	if a.result != res || a.View() == "" {
		t.Fatal("an edit that failed changes the result")
	}
	a.notice.text = ""
	press(a, "S", " ", "X") // a block of state is switched off: the result is put together again
	if a.result == res || !a.ready() || a.loss.of != a.result {
		t.Errorf("the result that was put together again is not scored:\n%s\nbefore:\n%s", a.View(), first)
	}
}

// TestLossScreens draws what a poor summary loses.
func TestLossScreens(t *testing.T) {
	for _, s := range []struct {
		name string
		keys []string
	}{{"list", nil}, {"summary", []string{"enter"}}, {"message", []string{"right", "down", "enter"}}} {
		drawn(t, s.name, func(w, h int) *App {
			a := lossy(t, w, h)
			press(a, append([]string{"X"}, s.keys...)...)
			return a
		})
	}
}

// Once there is a result, the key that goes round the texts of a message also comes to what became of it.
func TestWhatBecameOfAMessage(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, ":", "7", "6", "enter")
	round := func() (titles []string) {
		for range 5 {
			press(a, "x")
			titles = append(titles, a.msg.Content().Title)
		}
		return titles
	}
	for _, title := range round() {
		if strings.Contains(title, "became") {
			t.Errorf("before there is a result: %s", title)
		}
	}
	press(a, "x", "x", "x", "c", "esc", ":", "7", "6", "enter")
	if titles := round(); !slices.ContainsFunc(titles, func(s string) bool { return s == "76 assistant · what became of it" }) {
		t.Errorf("the texts of message 76: %q", titles)
	}
}
