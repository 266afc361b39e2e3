package ui

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
)

// Nothing is made before it is switched on, before the first threshold, or for another session; what
// is ready is shown and is applied by c without another call.
func TestEarly(t *testing.T) {
	t.Parallel()
	l := alive(t, nil)
	l.grow(182_000)
	if l.calls != 0 || l.ahead.of != nil || !strings.HasPrefix(l.strip(), "not run yet") {
		t.Fatalf("%d calls, %q", l.calls, l.strip())
	}
	l = alive(t, nil)
	press(l.App, "A")
	if !l.ahead.on || l.calls != 0 || l.strip() != "early: on, from 180,000 tokens" || !strings.Contains(l.header(), "following, early on") {
		t.Fatalf("on %t, %d calls, %q: %q", l.ahead.on, l.calls, l.strip(), l.notice.text)
	}
	l.grow(179_000)
	if l.calls != 0 {
		t.Errorf("%d calls before the threshold", l.calls)
	}
	l.grow(181_000)
	if l.calls != 1 || l.strip() != "early: ready, covers 0 to 42" || !strings.Contains(l.header(), "following, early ready") {
		t.Errorf("%d calls, %q", l.calls, l.strip())
	}
	golden.RequireEqual(t, []byte(l.View()))
	l.grow(184_000)
	if l.calls != 1 || l.ahead.ready == nil {
		t.Errorf("%d calls, the unchanged beginning is summarized again", l.calls)
	}
	press(l.App, "c")
	if l.result == nil || l.calls != 1 || !strings.HasPrefix(l.notice.text, "the early summary was applied: ") {
		t.Fatalf("%d calls: %q", l.calls, l.notice.text)
	}
	if part := l.result.Report.Partition; part.Split != 42 || part.Tail[len(part.Tail)-1] != len(l.s.Rows)-1 {
		t.Errorf("split at %d, kept %v", part.Split, part.Tail)
	}
	if l.written != "" || len(l.w.saved) != 0 {
		t.Error("it was written by itself")
	}
}

// At the second threshold the result is there by itself, once, and nothing is written.
func TestEarlyPersist(t *testing.T) {
	t.Parallel()
	l := alive(t, nil)
	press(l.App, "A")
	l.grow(181_000)
	press(l.App, "?") // somebody reads something
	l.grow(191_000)
	if l.result != nil {
		t.Fatal("it is put over what somebody reads")
	}
	press(l.App, "esc")
	told(l.App)
	if l.result == nil || l.calls != 1 || !strings.HasPrefix(l.notice.text, "the context is nearly full, so the early summary was applied; nothing is written: ") || len(l.w.saved) != 0 {
		t.Fatalf("%d calls: %q", l.calls, l.notice.text)
	}
	was := l.result
	press(l.App, "esc")
	l.grow(197_000)
	if l.result != was || l.calls != 1 || l.strip() != "early: applied, the next one once the context is smaller" {
		t.Errorf("%d calls, %q", l.calls, l.strip())
	}
}

// A result that was not written stays; that the early one waits is said once.
func TestEarlyLeavesAResult(t *testing.T) {
	t.Parallel()
	l := alive(t, nil)
	press(l.App, "c", "esc", "A")
	was := l.result
	l.grow(181_000)
	if said := l.grow(191_000); !strings.Contains(said, "a result is here that was not written") || l.result != was {
		t.Errorf("%q", said)
	}
	l.notice.text = ""
	told(l.App)
	if l.notice.text != "" {
		t.Errorf("said again: %q", l.notice.text)
	}
}

// What is not the beginning of the session any more is thrown away, once, and another one is made
// only when enough has come since.
func TestEarlyThrownAway(t *testing.T) {
	t.Parallel()
	l := alive(t, nil)
	press(l.App, "A")
	l.grow(181_000)
	rewritten := func(tokens int) string { // message 5 is another one
		t.Helper()
		b, err := os.ReadFile(l.f.Name())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(b), `Größe 5"`, `Größe 55"`, 1)
		write(t, l.f.Name(), text)
		if _, err := l.f.Seek(0, io.SeekEnd); err != nil {
			t.Fatal(err)
		}
		return l.grow(tokens)
	}
	if said := rewritten(182_000); !strings.Contains(said, "the early summary is thrown away: message 5 has another size") || l.ahead.ready != nil {
		t.Errorf("%q", said)
	}
	l.notice.text = ""
	told(l.App)
	if l.calls != 1 || strings.Contains(l.notice.text, "thrown away") || l.strip() != "early: waits, again from 186,000 tokens" {
		t.Errorf("%d calls, %q, %q", l.calls, l.notice.text, l.strip())
	}
	l.grow(185_900)
	if l.calls != 1 {
		t.Errorf("%d calls, too little has come since", l.calls)
	}
	l.grow(186_100)
	if l.calls != 2 || l.ahead.ready == nil {
		t.Errorf("%d calls: %q", l.calls, l.strip())
	}
	l.params.Instructions = "mind the tests"
	press(l.App, "c")
	if l.calls != 3 || l.result == nil || l.result.Report.Summary.Early {
		t.Errorf("%d calls, with other instructions", l.calls)
	}
}
