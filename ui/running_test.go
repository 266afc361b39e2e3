package ui

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

var overloaded = trace.Attempt{Rung: summarize.External, Model: "a-model", Budget: 800_000, Error: "Overloaded", Millis: 2100, Detail: "the server is overloaded (529)", InputTokens: 12_000}

// The answer appears as it comes, with who writes it, how far it is and how long it has taken; the
// list goes on working.
func TestStreams(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 80, 24)
	now := noon
	clock(a, &now)
	a.running.since = now
	now = now.Add(7 * time.Second)
	shows(t, a, "attempt 1 of 3", "0 chars", "7 s", "esc stops it", "nothing of an answer has come yet")
	goes(a, summarize.Progress{Try: 1, Done: 1234, Text: "The person wants \x1b[2Jevery screen"})
	shows(t, a, "external a-model · attempt 1 of 3 · 1,234 chars · 7 s · esc stops it", "The person wants every screen", "answer · external a-model")
	press(a, "g", "j", "j")
	if a.list.Selected() != 2 {
		t.Errorf("the cursor stands on %d", a.list.Selected())
	}
	settle(a, a.resized(tea.WindowSizeMsg{Width: 120, Height: 40}))
	shows(t, a, "The person wants every screen", "1,234 chars")
	press(a, "t")
	shows(t, a, "1,234 chars · 7 s")
	press(a, "esc")
	if a.running == nil || a.at(keymap.Time) {
		t.Error("esc on a page stops the run")
	}
	press(a, "c")
	if !strings.Contains(a.notice.text, "under way") {
		t.Errorf("c says %q", a.notice.text)
	}
	a.notice.text = ""
	settle(a, a.keys(keyMsg("q")))
	if !a.quit {
		t.Error("q does not leave")
	}
}

// What came of a failed attempt is gone when the next one begins, also when nobody saw it begin.
func TestNeverContinued(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 80, 24)
	goes(a, summarize.Progress{Try: 1, Done: 5, Text: "what came first"})
	press(a, "tab", "k") // and it is held
	goes(a, summarize.Progress{Try: 2, Done: 40, Text: "second attempt, longer than the one before", Tried: []trace.Attempt{overloaded}})
	if frame := a.View(); strings.Contains(frame, "what came first") || !strings.Contains(frame, "second attempt") {
		t.Errorf("shows\n%s", frame)
	}
}

// While it waits the screen says why and how long, counts down once a second, and esc ends it within
// the same Update.
func TestWaits(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 80, 24)
	now := noon
	clock(a, &now)
	a.engine.Later = func(d time.Duration, msg tea.Msg) tea.Cmd {
		if _, tick := msg.(tickMsg); tick != (d == time.Second) {
			t.Errorf("%T after %s", msg, d)
		}
		return func() tea.Msg { return msg }
	}
	goes(a, summarize.Progress{Try: 2, Until: now.Add(4 * time.Second), Why: "the server is overloaded (529)", Tried: []trace.Attempt{overloaded}})
	for left := 4; left > 0; left-- {
		shows(t, a, fmt.Sprintf("attempt 2 of 3 in %d s", left), "the server is overloaded (529)", fmt.Sprintf("begins in %d s", left))
		now = now.Add(time.Second)
		_, cmd := a.Update(tickMsg{a.run.gen})
		if cmd == nil {
			t.Fatal("it does not look again")
		}
		if msg, ok := cmd().(tickMsg); !ok || msg.gen != a.run.gen {
			t.Fatal("it looks again for another run")
		}
	}
	gen := a.run.gen
	a.Update(keyMsg("esc"))
	if a.running != nil || a.run.gen == gen || a.run.cancel != nil {
		t.Error("esc does not stop it")
	}
	if _, cmd := a.Update(tickMsg{gen}); cmd != nil {
		t.Error("the clock of a run goes on after it")
	}
}

// Stage 5 lists the attempts while it runs and afterwards, and a degraded run is told in words.
func TestAttemptsShow(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 100, 40)
	press(a, "5")
	shows(t, a, "ladder", "1 external a-model  under way")
	goes(a, summarize.Progress{Try: 2, Until: noon, Why: "overloaded", Tried: []trace.Attempt{overloaded}})
	shows(t, a, "1 external a-model  ✗ Overloaded  2.1 s  12,000 tokens in, 0 out  budget 800,000", "the server is overloaded (529)", "2 external a-model  is waited for", "if it fails")

	m := answers(summarize.Fail(summarize.Overloaded, "the server is overloaded (529)"))
	a = chosen(t, plain, 120, 40, m)
	press(a, "c", "y")
	if m.calls.Load() != 3 || a.result == nil {
		t.Fatalf("%d calls:\n%s", m.calls.Load(), a.View())
	}
	shows(t, a, "degraded: external gave Overloaded three times; local wrote it; ")
	press(a, "5")
	shows(t, a, "3 external a-model  ✗ Overloaded", "4 local  ✓", "who writes")
	press(a, "5", "v", "5")
	shows(t, a, "3 external a-model  ✗ Overloaded")

	a = chosen(t, plain, 120, 40, answers(summarize.Fail(summarize.Empty, "nothing came"), wrote))
	press(a, "c", "y")
	shows(t, a, "external gave EmptyContent; external wrote it")
}

// A run that is stopped in the middle of an answer leaves everything as it was, and the next one begins
// anew.
func TestStopMidStream(t *testing.T) {
	t.Parallel()
	began := make(chan struct{})
	m := answers(wrote)
	a := chosen(t, plain, 80, 24, m)
	press(a, "c", "y")
	first, from := a.result, a.from
	m.each = func(ctx context.Context, _ int, on func(summarize.Progress)) {
		on(summarize.Progress{Rung: summarize.External, Text: "half", Done: 4})
		close(began)
		<-ctx.Done()
	}
	for _, keys := range [][]string{{"5", "5"}, {"v"}} { // after view, and plan
		press(a, keys...)
		a.notice.text = ""
		before, report := a.View(), a.report
		began = make(chan struct{})
		cmd := a.keys(keyMsg("c"))
		msgs := make(chan tea.Msg, 8)
		var all sync.WaitGroup
		play(cmd, msgs, &all)
		<-began
		a.Update(keyMsg("esc"))
		all.Wait()
		close(msgs)
		for msg := range msgs {
			a.Update(msg)
		}
		a.notice.text = ""
		if a.View() != before || a.result != first || a.from != from || a.running != nil || a.stale {
			t.Errorf("something is left:\n%s\nbefore:\n%s", a.View(), before)
		}
		if a.report.Pick.Summarizer != report.Pick.Summarizer {
			t.Error("another report")
		}
	}
	m.each = nil
	press(a, "c")
	if a.result == first || a.result == nil {
		t.Error("the next run gave nothing")
	}
}

// What would put an end to an answer is asked about, or waits for esc.
func TestAnswerIsNotLost(t *testing.T) {
	t.Parallel()
	a := begun(t, plain, 80, 24)
	press(a, "R")
	if a.running == nil || !strings.Contains(a.notice.text, "a model is writing") {
		t.Errorf("R says %q", a.notice.text)
	}
	press(a, "o", "esc")
	if a.running == nil || a.picking {
		t.Error("esc in the list of sessions stops the answer")
	}
	press(a, "o", "enter")
	if a.asking == nil {
		t.Fatalf("another session is opened unasked:\n%s", a.View())
	}
	press(a, "n")
	if a.running == nil || a.s == nil {
		t.Error("no stops it")
	}
}

// Every run leaves a record, one that was cancelled too.
func TestRunsAreNoted(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	var outcomes []string
	a.engine.Note = func(s *model.Session, _ pipeline.Params, _ pipeline.World, res *pipeline.Result, err error, began time.Time) error {
		switch {
		case s != a.s || began != noon:
			t.Errorf("the record is of %v, at %s", s, began)
		case err != nil:
			outcomes = append(outcomes, err.Error())
		default:
			outcomes = append(outcomes, res.Status.Outcome)
		}
		return os.ErrPermission
	}
	press(a, "c")
	if len(outcomes) != 1 || outcomes[0] != pipeline.OK || a.result == nil {
		t.Errorf("noted %q; a record that cannot be written is no reason to fail", outcomes)
	}
}
