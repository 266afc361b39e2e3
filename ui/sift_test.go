package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/model"
)

func typeIn(a *App, words string) {
	for _, r := range words {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
		if r == ' ' {
			msg.Type = tea.KeySpace
		}
		settle(a, a.keys(msg))
	}
}

// shownBy are the messages of the open session for which a test holds.
func shownBy(a *App, is func(*model.Row) bool) int {
	n := 0
	for i := range a.s.Rows {
		if is(&a.s.Rows[i]) {
			n++
		}
	}
	return n
}

// A filter is typed with completion, filters stand on each other, and esc lifts the last one.
func TestFilterTyped(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	before := a.View()
	press(a, "&")
	for _, want := range []string{"filter the messages", "typed", "fate:cut", "tool:Bash"} {
		if !strings.Contains(a.View(), want) {
			t.Errorf("%q is not offered:\n%s", want, a.View())
		}
	}
	typeIn(a, "role:us")
	press(a, "tab")
	if got := a.line.Value(); got != "role:user " {
		t.Fatalf("tab makes %q of it", got)
	}
	users := shownBy(a, func(r *model.Row) bool { return r.Role == model.User })
	if want := fmt.Sprintf("%d of %d", users, len(a.s.Rows)); !strings.Contains(a.View(), want) {
		t.Errorf("%s is not said:\n%s", want, a.View())
	}
	press(a, "enter")
	if a.list.Shown() != users || !strings.Contains(a.View(), "messages › role:user") {
		t.Errorf("%d shown:\n%s", a.list.Shown(), a.View())
	}
	press(a, "&")
	typeIn(a, "typed size>400")
	press(a, "enter")
	long := shownBy(a, func(r *model.Row) bool { return r.Typed() && r.Rendered > 400 })
	if a.list.Shown() != long || !strings.Contains(a.View(), "role:user › typed size>400") {
		t.Errorf("%d shown, not %d:\n%s", a.list.Shown(), long, a.View())
	}
	press(a, "esc")
	if a.list.Shown() != users {
		t.Errorf("esc leaves %d", a.list.Shown())
	}
	press(a, "esc", "=")
	b := opened(t, &world{}, plain, 120, 40)
	press(b, "=")
	if a.notice.text = ""; a.View() != b.View() || before == "" {
		t.Errorf("esc leaves something:\n%s", a.View())
	}
}

// Words are looked for in the messages, beside the screen; a wrong term is said and nothing is lost.
func TestFilterWords(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "&")
	typeIn(a, "role:boss")
	if !strings.Contains(a.View(), "is none of user") {
		t.Errorf("a role that there is not:\n%s", a.View())
	}
	press(a, "enter")
	if a.line == nil || a.list.Filtered() {
		t.Fatal("a wrong filter closes the line")
	}
	for range len("boss") {
		press(a, "backspace")
	}
	typeIn(a, "user report")
	press(a, "enter")
	if a.sift.busy || a.list.Shown() == 0 {
		t.Fatalf("%d shown: %v %q", a.list.Shown(), a.sift.sieves, a.notice.text)
	}
	for i := range a.s.Rows {
		m, err := a.s.Message(i)
		if err != nil {
			t.Fatal(err)
		}
		want := a.s.Rows[i].Role == model.User && strings.Contains(strings.ToLower(m.Full()), "report")
		if got := a.list.Shows(i); got != want {
			t.Errorf("message %d shows: %v", i, got)
		}
	}
	press(a, "esc", "&")
	typeIn(a, "nothing-holds-this")
	press(a, "enter")
	if !strings.Contains(a.View(), "No message passes the filter") || a.list.Selected() != -1 {
		t.Errorf("nothing passes:\n%s", a.View())
	}
	press(a, "j", "n", "x", "[", "]", "=", "s", "y", "tab", "j", "esc", "esc")
	if a.list.Filtered() || a.list.Selected() < 0 {
		t.Errorf("esc: %d is selected", a.list.Selected())
	}
}

// A value that there is not is said on the page, with those that there are, where the line has no room for it.
func TestFilterOfNoFate(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "&")
	typeIn(a, "fate:zzz")
	for range 2 {
		for _, want := range []string{`fate:zzz: "zzz" is none of whole, cut, omitted, unread`, "fate:whole "} {
			if !strings.Contains(a.View(), want) {
				t.Errorf("%q is not said:\n%s", want, a.View())
			}
		}
		press(a, "enter")
	}
	for range len("zzz") {
		press(a, "backspace")
	}
	if typeIn(a, "unr"); strings.Contains(a.View(), "is none of") {
		t.Errorf("the beginning of a fate is wrong:\n%s", a.View())
	}
}

// A choice is taken with the arrows, and a filter that speaks of fates follows the plan.
func TestFilterFollowsPlan(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "&", "enter")
	if typed := shownBy(a, func(r *model.Row) bool { return r.Typed() }); a.list.Shown() != typed {
		t.Errorf("the first choice shows %d, %d were typed", a.list.Shown(), typed)
	}
	press(a, "esc", "&")
	typeIn(a, "fate:")
	press(a, "down", "enter")
	if !strings.Contains(a.View(), "messages › fate:cut") {
		t.Fatalf("not the second one:\n%s", a.View())
	}
	cut := a.list.Shown()
	press(a, "-", "-", "-")
	if got := a.list.Shown(); got == cut || got != a.report.Slim.Counts.Truncated {
		t.Errorf("with less budget %d are shown, %d were, %d are cut", got, cut, a.report.Slim.Counts.Truncated)
	}
	press(a, "esc", "4", "enter")
	if !a.list.Filtered() || len(a.sift.sieves) != 1 {
		t.Error("a reason filters no more")
	}
	press(a, "u", "&")
	typeIn(a, "error")
	press(a, "enter")
	if a.in != nil || len(a.sift.sieves) != 2 {
		t.Errorf("from a room %d filters are on", len(a.sift.sieves))
	}
}

// The filter holds for what is appended to a file that is followed.
func TestFilterFollowsFile(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	press(a, "&")
	typeIn(a, "-role:system e")
	press(a, "enter")
	was := a.list.Shown()
	record(t, f, 6)
	record(t, f, 8)
	settle(a, a.look())
	var want []int
	for i := range a.s.Rows {
		m, err := a.s.Message(i)
		if err == nil && a.s.Rows[i].Role != model.System && strings.Contains(strings.ToLower(m.Full()), "e") {
			want = append(want, i)
		}
	}
	var got []int
	for i := range a.s.Rows {
		if a.list.Shows(i) {
			got = append(got, i)
		}
	}
	if !slices.Equal(got, want) || len(got) <= was {
		t.Errorf("%v are shown of a file that grew, not %v", got, want)
	}
}
