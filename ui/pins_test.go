package ui

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline/pin"
)

// A loss is pinned: the result has it word for word at once, and the score follows; again, and it is
// as before.
func TestPinLoss(t *testing.T) {
	t.Parallel()
	w := &world{models: []*asked{answers(poor)}}
	a := lossyIn(t, w, 120, 40)
	press(a, "X", "right", "down")
	it := *a.loss.pane.At()
	score, tokens := a.loss.out.Score, a.result.Status.TokensAfter
	if !strings.Contains(a.View(), "* pins it, & all lost constraints") {
		t.Errorf("pins are not offered:\n%s", a.View())
	}
	press(a, "*")
	if len(w.pins) != 1 || w.pins[0].Text != it.Text || w.pins[0].Index != it.Index {
		t.Fatalf("pinned: %+v", w.pins)
	}
	if !a.ready() || a.loss.out.Score <= score || a.result.Status.TokensAfter <= tokens || a.stale {
		t.Errorf("score %.1f after %.1f, %d tokens after %d, stale %t", a.loss.out.Score, score, a.result.Status.TokensAfter, tokens, a.stale)
	}
	at := a.loss.pane.At()
	if at == nil || at.Text != it.Text || !at.Pinned || at.State.String() != "kept" || !strings.Contains(a.View(), "▌*kept     constraint") {
		t.Errorf("the pinned loss is not marked: %+v\n%s", at, a.View())
	}
	if !strings.Contains(a.notice.text, "the constraint is pinned") {
		t.Errorf("said: %q", a.notice.text)
	}
	press(a, "I")
	if !strings.HasPrefix(w.copied, "/compact Keep these word for word") || !strings.Contains(w.copied, it.Text) {
		t.Errorf("copied: %q", w.copied)
	}
	press(a, "*")
	if len(w.pins) != 0 || a.loss.out.Score != score || a.result.Status.TokensAfter != tokens {
		t.Errorf("let go: %+v, score %.1f, %d tokens", w.pins, a.loss.out.Score, a.result.Status.TokensAfter)
	}
	press(a, "I")
	if !strings.Contains(a.notice.text, "nothing is pinned") {
		t.Errorf("said: %q", a.notice.text)
	}
}

// All lost constraints are pinned with one key, and an invention with none.
func TestPinConstraints(t *testing.T) {
	t.Parallel()
	w := &world{models: []*asked{answers(poor)}}
	a := lossyIn(t, w, 80, 24)
	press(a, "X")
	if !strings.Contains(a.View(), "& all lost constraints") {
		t.Errorf("pins are not offered:\n%s", a.View())
	}
	press(a, "*")
	if len(w.pins) != 0 || !strings.Contains(a.notice.text, "invented") {
		t.Errorf("the invention is pinned: %+v, %q", w.pins, a.notice.text)
	}
	press(a, "&")
	kept := a.loss.out.Classes[0].Kept
	if len(w.pins) == 0 || kept < 1 || strings.Contains(a.View(), "& all lost constraints") {
		t.Errorf("%d pins keep %.2f of the constraints:\n%s", len(w.pins), kept, a.View())
	}
	n := len(w.pins)
	press(a, "&")
	if len(w.pins) != n || !strings.Contains(a.notice.text, "no constraint is lost") {
		t.Errorf("again: %d pins, %q", len(w.pins), a.notice.text)
	}
}

// A message is pinned in the list, and marked there.
func TestPinMessage(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := opened(t, w, plain, 80, 24)
	a.list.Select(2)
	press(a, "*")
	if len(w.pins) != 1 || !w.pins[0].Whole || w.pins[0].Index != 2 || !strings.Contains(a.View(), "▌*  2  U") {
		t.Fatalf("%+v:\n%s", w.pins, a.View())
	}
	press(a, "c")
	if len(a.result.Report.Pins) != 1 || a.stale {
		t.Errorf("the result has %d pins, stale %t", len(a.result.Report.Pins), a.stale)
	}
	press(a, "v", "enter", "*")
	if len(w.pins) != 0 || strings.Contains(a.View(), "▌*") {
		t.Errorf("%+v:\n%s", w.pins, a.View())
	}
	a.engine.SetPins = func(_ *model.Session, pins []pin.Pin) error {
		w.pins = pins
		return errors.New("the folder is read-only")
	}
	press(a, "*")
	if len(w.pins) != 1 || !strings.Contains(a.notice.text, "not kept for the next time: the folder is read-only") {
		t.Errorf("said: %q", a.notice.text)
	}
	a.engine.SetPins = nil
	press(a, "*")
	if len(w.pins) != 1 || !strings.Contains(a.notice.text, "nothing can be pinned") {
		t.Errorf("said: %q", a.notice.text)
	}
}

// A story: compacted, one look at what was lost, to its source and back, pinned, the score follows, and
// what is written has the words.
func TestStoryPin(t *testing.T) {
	t.Parallel()
	w := &world{models: []*asked{answers(poor)}, path: demoPath(t)}
	s := beginWith(t, w, chosenParams(w), 120, 40)
	s.keys("c")
	s.see("before it is sent")
	s.keys("y")
	s.see("X: what was lost")
	s.keys("X", "right", "enter")
	s.see("esc: back to what was lost")
	s.keys("esc")
	s.see("& all lost constraints")
	s.keys("*")
	s.see("*kept")
	s.keys("w", "enter")
	s.see("written; how to resume it")
	a := s.end()
	if len(a.report.Pins) != 1 {
		t.Fatalf("%d pins", len(a.report.Pins))
	}
	words := a.report.Pins[0].Text
	i := slices.IndexFunc(a.result.After.Rows, func(r model.Row) bool { return r.Origin == model.FromSummary })
	m, err := a.result.After.Message(i)
	if err != nil || !strings.Contains(m.Text(), words) || len(w.saved) != 1 {
		t.Errorf("%q is not in the summary message, %v, %d files", words, err, len(w.saved))
	}
}
