package ui

import (
	"strings"
	"testing"
)

// An answer to a key goes with the next one, since it spoke of what was there; good news and errors have
// their own time.
func TestAnswersGoWithTheNextKey(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "G", "]")
	if !strings.Contains(a.View(), "every message further down is read whole or kept") {
		t.Fatalf("nothing is said:\n%s", a.View())
	}
	press(a, "]")
	if !strings.Contains(a.View(), "every message further down is read whole or kept") {
		t.Errorf("the same key says it no more:\n%s", a.View())
	}
	if press(a, "k"); a.notice.text != "" {
		t.Errorf("%q stays over the footer", a.notice.text)
	}
	a.done("written: x")
	if press(a, "k"); a.notice.text == "" {
		t.Error("good news goes with a key")
	}
}
