package ui

import (
	"errors"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// A key that means nothing where it is pressed is answered once, however long it is held, and never over what
// weighs more.
func TestKeyMeansNothing(t *testing.T) {
	t.Parallel()
	const words = " means nothing here; ? shows the keys"
	a := opened(t, &world{}, plain, 80, 24)
	for _, c := range []struct {
		at   []string
		key  string
		want string
	}{
		{nil, "~", "~" + words},
		{nil, "語", "語" + words},
		{[]string{"S"}, "~", "~" + words},
		{[]string{"p"}, "*", "*" + words},
		{[]string{"4"}, "~", "~" + words},
		{[]string{"o"}, "~", "~" + words},
		{[]string{"/"}, "~", ""}, // it is typed
		{[]string{"y"}, "~", ""},
		{nil, "j", ""},
	} {
		a := opened(t, &world{}, plain, 80, 24)
		press(a, c.at...)
		a.notice.text = ""
		press(a, c.key)
		if got := a.notice.text; got != c.want && (c.want != "" || len(got) > len(words) && got[len(got)-len(words):] == words) {
			t.Errorf("%q after %v: %q", c.key, c.at, got)
		}
		exact(t, a.View(), 80, 24)
		if press(a, "?"); c.want != "" && !a.inKeys() {
			t.Errorf("? after %v does not show the keys", c.at)
		}
	}
	press(a, "~")
	gen := a.notice.gen
	for range 50 {
		if cmd := a.keys(keyMsg("~")); cmd != nil {
			t.Fatal("a key that is held sets a clock each time")
		}
	}
	if a.notice.gen != gen {
		t.Error("a key that is held is answered again and again")
	}
	if press(a, "+"); a.notice.text == "~"+words {
		t.Error("the answer outlives a key that means something")
	}
	settle(a, a.done("written"))
	if press(a, "~"); a.notice.text != "written" {
		t.Errorf("good news is written over: %q", a.notice.text)
	}
	settle(a, a.failed("", errors.New("no room on the disk"), ""))
	if press(a, "~"); a.notice.text != "" {
		t.Errorf("a key that closes an error is answered: %q", a.notice.text)
	}
	settle(a, a.keys(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("~~"), Paste: true}))
	if a.notice.text != "" {
		t.Errorf("what is pasted is answered: %q", a.notice.text)
	}
}
