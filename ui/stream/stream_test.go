package stream

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/render/text"
	"cutline/render/theme"
)

func pane(w, h int) *Pane {
	p := New(theme.Plain())
	p.SetSize(w, h)
	return p
}

func shown(p *Pane) string { return strings.Join(p.View(), "\n") }

// The end that is drawn is the end of the whole answer, however long that is.
func TestEndIsTheEnd(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(3, 40).Draw(t, "w"), rapid.IntRange(1, 10).Draw(t, "h")
		line := rapid.StringOfN(rapid.SampledFrom([]rune("ab é語 ")), 0, 60, -1)
		answer := strings.Join(rapid.SliceOfN(line, 1, 400).Draw(t, "lines"), "\n")
		if answer == "" {
			return
		}
		p := pane(w, h)
		p.Show(answer)
		all := text.Wrap(text.Clean(answer), w-2)
		all = all[max(0, len(all)-h):]
		for i := range all {
			all[i] = " " + all[i]
		}
		if got, want := shown(p), strings.Join(text.Box(all, w, h), "\n"); got != want {
			t.Fatalf("shows\n%s\nand the answer ends\n%s", got, want)
		}
	})
}

// What is wrapped for a frame does not grow with the answer, and begins at the same place for a while.
func TestEndIsShort(t *testing.T) {
	t.Parallel()
	const n = 1000
	for _, s := range []string{strings.Repeat("word ", 1<<20), strings.Repeat("é", 1<<20), strings.Repeat("a line\n", 1<<18)} {
		got := end(s, n)
		if len(got) < n || len(got) > 3*n || !strings.HasSuffix(s, got) {
			t.Errorf("%d bytes of %d", len(got), len(s))
		}
		if more := end(s[:len(s)-10*2]+"x", n); !strings.HasPrefix(got, more[:n/2]) {
			t.Errorf("a word less, and it begins elsewhere")
		}
	}
}

// Whoever has scrolled up keeps the place while more comes; at the end it follows again.
func TestHold(t *testing.T) {
	t.Parallel()
	p := pane(20, 3)
	p.Show("1\n2\n3\n4\n5\n6")
	p.Do(keymap.Up)
	before := shown(p)
	if !strings.Contains(before, "3") || strings.Contains(before, "6") || p.Foot() == "" {
		t.Fatalf("one line up:\n%s", before)
	}
	p.Show("1\n2\n3\n4\n5\n6\n7\n8")
	if shown(p) != before {
		t.Errorf("it moved:\n%s", shown(p))
	}
	p.SetSize(10, 3)
	p.Do(keymap.Top)
	if !strings.Contains(shown(p), "1") {
		t.Errorf("at the top:\n%s", shown(p))
	}
	p.Do(keymap.PageDown)
	p.Do(keymap.PageDown)
	p.Do(keymap.PageDown)
	if !strings.Contains(shown(p), "8") || p.Foot() != "" {
		t.Errorf("at the end:\n%s", shown(p))
	}
}

// Another attempt's answer takes the place of what there was, also of what is held.
func TestAnotherAnswer(t *testing.T) {
	t.Parallel()
	p := pane(20, 3)
	p.Idle("waiting \x1b[31mfor it")
	p.Show("the first\nanswer\nhas\nmany\nlines")
	p.Do(keymap.Top)
	p.Show("two")
	if got := shown(p); strings.Contains(got, "first") || !strings.Contains(got, "two") {
		t.Errorf("shows\n%s", got)
	}
	p.Do(keymap.Up)
	p.Clear()
	if got := shown(p); strings.TrimSpace(got) != "waiting for it" {
		t.Errorf("shows\n%q", got)
	}
}

// An answer is text of a stranger: no control sequence of it reaches the screen.
func TestNoSequences(t *testing.T) {
	t.Parallel()
	p := pane(30, 4)
	for _, bad := range []string{"\x1b[2J\x1b]0;title\x07text", "a\x1b]52;c;aGk=\x1b\\b", "\u009b31mred", "bell\a\x00"} {
		p.Show(bad)
		for _, scroll := range []keymap.Action{keymap.Bottom, keymap.Top} {
			p.Do(scroll)
			if got := shown(p); strings.ContainsAny(got, "\x1b\a\x00\u009b") {
				t.Errorf("%q shows %q", bad, got)
			}
		}
	}
}
