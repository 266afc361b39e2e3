package ui

import (
	"context"
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline/summarize"
	"cutline/ui/page"
)

func shows(t *testing.T, a *App, words ...string) {
	t.Helper()
	frame := a.View()
	for _, w := range words {
		if !strings.Contains(frame, w) {
			t.Errorf("%q does not show in\n%s", w, frame)
		}
	}
}

// Nothing is sent before a yes, and one yes holds for the session and the model.
func TestAsksOnce(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	a := chosen(t, plain, 80, 24, m)
	press(a, "c")
	if !a.asksToSend() || m.calls.Load() != 0 || a.running != nil {
		t.Fatalf("not asked:\n%s", a.View())
	}
	shows(t, a, "external asks a-model at api.example.com (anthropic, key from", "48,120 chars", "1 secret taken out: api-key #1 TOKEN in message 3", "send it", "esc")
	press(a, "y")
	if m.calls.Load() != 1 || a.result == nil || a.result.Report.Summary.Rung != summarize.External {
		t.Fatalf("%d calls after y:\n%s", m.calls.Load(), a.View())
	}
	press(a, "c")
	if m.calls.Load() != 2 || m.noticed.Load() != 1 || a.asksToSend() {
		t.Errorf("asked again: %d calls, %d notices", m.calls.Load(), m.noticed.Load())
	}
	m.info.Model = "b-model"
	press(a, "c")
	if m.calls.Load() != 2 || !a.asksToSend() {
		t.Error("another model is not asked about")
	}
	press(a, "enter") // is no yes
	press(a, "c", "y")
	m.info.Host = "elsewhere.example.com"
	press(a, "c")
	if m.calls.Load() != 3 || !a.asksToSend() {
		t.Error("another host is not asked about")
	}
}

// A yes to one prompt is none to those of all strategies, and a yes to those holds for the next time.
func TestOneIsNotMany(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	a := chosen(t, plain, 80, 24, m)
	press(a, "c", "y", "L")
	if n := m.calls.Load(); !a.asksToSend() || n != 1 {
		t.Fatalf("the comparison is not asked about, %d calls", n)
	}
	press(a, "y")
	n := m.calls.Load()
	press(a, "esc")
	a.labs.pane = nil // as if nothing was compared yet
	if press(a, "L"); a.asksToSend() || m.calls.Load() == n {
		t.Error("the same is asked again")
	}
}

// A run that gives no summary takes the result from before away from nobody.
func TestFailedRunKeepsAResult(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 100, 30)
	press(a, "c")
	was := a.result
	bad := *was
	bad.Status.Outcome = pipeline.Failed
	settle(a, a.compacted(compactedMsg{gen: a.run.gen, result: &bad}))
	if a.result != was || !strings.Contains(a.notice.text, "still here: w writes it") {
		t.Errorf("not kept: %q", a.notice.text)
	}
	was.Status.Outcome = pipeline.Degraded
	if settle(a, a.compacted(compactedMsg{gen: a.run.gen, result: &bad})); a.result != &bad {
		t.Error("a result that was none better is kept")
	}
}

// Whatever is not a yes is a no, and leaves everything as it was.
func TestNoIsNo(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"esc", "n", "q", "x", " ", "5", "c", "tab", "?", "o", "R", "M", "w"} {
		m := answers(wrote)
		a := chosen(t, plain, 80, 24, m)
		press(a, "5")
		press(a, "5")
		before := a.View()
		press(a, "c", key)
		if m.calls.Load() != 0 || a.asksToSend() || a.quit || a.running != nil || a.page != nil || a.picking {
			t.Errorf("%q is no no:\n%s", key, a.View())
		}
		a.notice.text = ""
		if a.View() != before {
			t.Errorf("after %q:\n%s\nbefore:\n%s", key, a.View(), before)
		}
	}
}

func TestLocalThisOnce(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	a := chosen(t, plain, 80, 24, m)
	press(a, "c", "l")
	if m.calls.Load() != 0 || a.result == nil || a.result.Report.Summary.Rung != summarize.Local {
		t.Fatalf("local did not write:\n%s", a.View())
	}
	if a.params.Pick.Summarizer != summarize.External {
		t.Errorf("%s is chosen from now on", a.params.Pick.Summarizer)
	}
	press(a, "c")
	if !a.asksToSend() {
		t.Error("not asked the next time")
	}
}

// The prompt of the question is the one that would be sent; esc goes back to the question.
func TestPromptFromTheQuestion(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	a := chosen(t, plain, 80, 24, m)
	press(a, "c", "P")
	if a.page == nil || a.page.Kind != page.Prompt {
		t.Fatalf("no prompt:\n%s", a.View())
	}
	shows(t, a, "This is what external would send to api.example.com", "--- system ---", "the rules", "--- user ---", "what was said needle", "1 secret taken out")
	if strings.Contains(a.View(), "\x1b") {
		t.Error("a control sequence of the prompt reaches the screen")
	}
	press(a, "G")
	shows(t, a, "and more")
	press(a, "c") // it is asked already
	press(a, "esc")
	if !a.asksToSend() || m.calls.Load() != 0 || m.noticed.Load() != 1 {
		t.Fatalf("not back at the question:\n%s", a.View())
	}
	press(a, "y")
	if m.calls.Load() != 1 {
		t.Error("y does not send it")
	}
}

func TestPromptPage(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	a := chosen(t, plain, 80, 24, m)
	press(a, "P", "/", "n", "e", "e", "d", "l", "e", "enter")
	shows(t, a, "what was said needle")
	press(a, "/", "x", "y", "z", "enter")
	shows(t, a, `"xyz" is not in the text`)
	if m.calls.Load() != 0 || m.noticed.Load() != 1 {
		t.Error("looking at a prompt calls somebody")
	}
	press(a, "P")
	if a.page != nil {
		t.Error("P does not close it")
	}
	a = opened(t, &world{}, plain, 80, 24)
	press(a, "P")
	shows(t, a, "Nothing is sent: this is what the local summarizer reads")
	press(a, "pgdown")
	if a.page == nil || strings.Contains(a.View(), "Nothing is sent") {
		t.Error("it does not scroll")
	}
}

// The prompt is prepared beside the screen, and esc stops that within the same Update.
func TestPreparing(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"c", "P"} {
		m := answers(wrote)
		a := chosen(t, plain, 80, 24, m)
		cmd := a.keys(keyMsg(key))
		shows(t, a, "preparing the prompt · esc stops it")
		press(a, "j", "g") // the list can be used
		if a.list.Selected() != 0 {
			t.Error("the list stands still")
		}
		press(a, "c", "P") // which say that something is under way
		_, _ = a.Update(keyMsg("esc"))
		if a.send.what != "" {
			t.Error("esc does not stop it")
		}
		settle(a, cmd)
		if a.asksToSend() || a.page != nil || m.calls.Load() != 0 {
			t.Errorf("it goes on after esc:\n%s", a.View())
		}
	}
}

// A session that is read again is another one than the question was about.
func TestReloadDropsTheQuestion(t *testing.T) {
	t.Parallel()
	a := chosen(t, plain, 80, 24, answers(wrote))
	read := a.open()
	press(a, "c")
	settle(a, read)
	if a.asksToSend() || a.send.busy() {
		t.Error("the question stays")
	}
}

// Who is asked next is named with who is asked first, and nobody else is sent anything.
func TestNobodyElse(t *testing.T) {
	t.Parallel()
	broken := summarize.Fail(summarize.Refused, "it would not")
	self, other := answers(broken), answers(wrote)
	self.info.Rung, other.info.Host = summarize.Self, "elsewhere.example.com"
	a := chosen(t, plain, 120, 40, self, other)
	press(a, "c")
	shows(t, a, "self asks a-model at api.example.com", "when that fails, external asks a-model at elsewhere.example.com the same")
	press(a, "y")
	if self.calls.Load() != 1 || other.calls.Load() != 1 || a.result == nil {
		t.Errorf("%d and %d calls:\n%s", self.calls.Load(), other.calls.Load(), a.View())
	}
	other.info.Host = "third.example.com"
	press(a, "c")
	if self.calls.Load() != 1 || !a.asksToSend() {
		t.Errorf("another host is not asked about:\n%s", a.View())
	}
	press(a, "esc")
	a.params.Slim.Budget = 300 // nothing fits, so nothing can be said of what would be sent
	a.replan()
	press(a, "c")
	if self.calls.Load() != 1 || other.calls.Load() != 1 || a.result.Report.Summary.Rung != summarize.Local {
		t.Errorf("%d and %d calls by %s", self.calls.Load(), other.calls.Load(), a.result.Report.Summary.Rung)
	}
}

// counts is a model whose server counts tokens.
type counts struct {
	*asked
	n   int
	err error
}

func (c counts) Count(context.Context, summarize.Request) (int, error) { return c.n, c.err }

// The server counts when a person lets it, and that is no yes to anything else.
func TestCountsOnServer(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{nil: "31,415 tokens (counted with the server itself)", summarize.Fail(summarize.NotFound, "no such address (404)"): "the server did not count: no such address (404)"} {
		m := answers(wrote)
		a := chosen(t, plain, 120, 40, m)
		of := a.engine.World
		a.engine.World = func(s *model.Session, p pipeline.Params) pipeline.World {
			w := of(s, p)
			for i, sum := range w.Summarizers {
				if sum == summarize.Summarizer(m) {
					w.Summarizers[i] = counts{m, 31_415, err}
				}
			}
			return w
		}
		press(a, "c", "#")
		shows(t, a, want)
		if m.calls.Load() != 0 || !a.asksToSend() {
			t.Errorf("counting is taken for a yes: %d calls", m.calls.Load())
		}
		press(a, "y")
		if m.calls.Load() != 1 || a.result == nil {
			t.Errorf("%d calls after y", m.calls.Load())
		}
	}
}

// A click answers as a key does; one beside the footer answers nothing.
func TestClickOnTheQuestion(t *testing.T) {
	t.Parallel()
	m := answers(wrote)
	a := chosen(t, plain, 80, 24, m)
	press(a, "c")
	at := func(x, y int) {
		settle(a, a.moused(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}))
		settle(a, a.moused(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress}))
	}
	at(10, 2) // the strip
	at(10, 10)
	if !a.asksToSend() || a.page != nil {
		t.Fatalf("a click beside it:\n%s", a.View())
	}
	a.notice.text = ""
	lines := a.Lines()
	x := strings.Index(lines[len(lines)-1], "y send")
	at(x, 23)
	if m.calls.Load() != 1 {
		t.Errorf("a click on y: %q", lines[len(lines)-1])
	}
}

// The footer of the question names its own keys and no others.
func TestFooterOfTheQuestion(t *testing.T) {
	t.Parallel()
	a := chosen(t, plain, 200, 60, answers(wrote))
	press(a, "c")
	for _, h := range a.hints() {
		if act, ok := keymap.Find(keymap.Ask, h.Keys); !ok || act == keymap.Compact || act == keymap.Quit {
			t.Errorf("%s %s", h.Keys, h.Word)
		}
	}
}

func TestAskingScreens(t *testing.T) {
	for name, keys := range map[string][]string{"asking": {"c"}, "prompt": {"P"}} {
		drawn(t, name, func(w, h int) *App {
			a := chosen(t, plain, w, h, answers(wrote))
			press(a, keys...)
			return a
		})
	}
}
