package ui

import (
	"strings"
	"testing"

	"cutline/model"
)

// From a call to its result and back; a message without either says so, and a kept message shows its
// arguments one below the other, folded or not.
func TestHalves(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	at := -1
	for _, l := range a.s.Links {
		if !l.Result && l.Peer >= 0 && a.list.Fate(l.Row).Slim == nil {
			at = l.Row
		}
	}
	if at < 0 {
		t.Fatal("the demo keeps no call with a result")
	}
	a.list.Select(at)
	press(a, ";")
	to := a.list.Selected()
	if to == at {
		t.Fatalf("no way from the call of message %d", at)
	}
	if press(a, ";"); a.list.Selected() != at {
		t.Errorf("from the result %d back to %d, not %d", to, a.list.Selected(), at)
	}
	folded := a.msg.Content().Body
	if !strings.Contains(folded, "[call] ") || !strings.Contains(folded, "result in message") {
		t.Errorf("the call is not linked:\n%s", folded)
	}
	press(a, "a")
	if open := a.msg.Content().Body; strings.Contains(folded, "a unfolds") && len(open) <= len(folded) {
		t.Errorf("a does not unfold:\n%s", open)
	}
	for i, r := range a.s.Rows {
		if r.Role == model.User && r.Origin == model.Person {
			a.list.Select(i)
			break
		}
	}
	if press(a, ";"); !strings.Contains(a.notice.text, "no call and no result") {
		t.Errorf("notice %q", a.notice.text)
	}
}
