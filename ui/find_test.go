package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cutline/model"
	"cutline/pipeline/query"
)

// What is typed is found at once, from the cursor on; the place in the list, in the message and at the
// edge is marked; enter keeps it, esc takes it all back.
func TestFindAsYouType(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "g")
	before := a.View()
	press(a, "/", "c", "e", "n", "t", "s")
	hits := slices.Clone(a.list.Hits())
	if len(hits) < 3 || a.list.Selected() != hits[0] {
		t.Fatalf("found %v, the cursor is on %d", hits, a.list.Selected())
	}
	for _, want := range []string{fmt.Sprintf("1 of %d found", len(hits)), "enter stays there", "◆"} {
		if !strings.Contains(a.View(), want) {
			t.Errorf("%q does not show:\n%s", want, a.View())
		}
	}
	press(a, "esc")
	if a.View() != before {
		t.Errorf("esc leaves something:\n%s", a.View())
	}
	press(a, "/", "c", "e", "n", "t", "s", "enter")
	if !strings.Contains(a.notice.text, "n and N") || !slices.Equal(a.list.Hits(), hits) {
		t.Errorf("enter: %q, %v", a.notice.text, a.list.Hits())
	}
	press(a, "n", "n", "N")
	if a.list.Selected() != hits[1] {
		t.Errorf("n, n and N lead to %d, not %d", a.list.Selected(), hits[1])
	}
	press(a, "G", "n")
	if !strings.Contains(a.notice.text, "nowhere further down") {
		t.Errorf("behind the last one: %q", a.notice.text)
	}
	press(a, "esc", "g")
	if a.notice.text = ""; a.View() != before {
		t.Errorf("esc does not take the marks away:\n%s", a.View())
	}
	press(a, "n")
	if a.notice.text != findFirst {
		t.Errorf("n finds nothing: %q", a.notice.text)
	}
}

// A capital letter makes it exact, a ~ an expression; one that is not finished is said and no error.
func TestFindForms(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	found := func(typed string) int {
		press(a, "/")
		for _, r := range typed {
			press(a, string(r))
		}
		return len(a.list.Hits())
	}
	exact := found("Convert")
	press(a, "esc")
	if folded := found("convert"); exact == 0 || folded <= exact {
		t.Errorf("%d hold Convert, %d convert", exact, folded)
	}
	press(a, "esc")
	if n := found("~cents?\\b"); n == 0 || !strings.Contains(a.View(), "expression, ") {
		t.Errorf("%d hold the expression:\n%s", n, a.View())
	}
	press(a, "esc")
	if n := found("~(cents"); n != 0 || !strings.Contains(a.View(), "missing closing )") {
		t.Errorf("an unfinished expression finds %d:\n%s", n, a.View())
	}
	press(a, ")")
	if len(a.list.Hits()) == 0 {
		t.Error("finished it finds nothing")
	}
	press(a, "esc", "/", "/", "u", "s", "r")
	if got := a.line.Value(); got != "/usr" {
		t.Errorf("a path that is looked for becomes %q", got)
	}
	press(a, "esc", "/", "z", "q", "x", "enter")
	if !strings.Contains(a.notice.text, "in no message") {
		t.Error(a.notice.text)
	}
}

// In the message n goes from place to place, then to the next message.
func TestFindInMessage(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "g", "/", "c", "e", "n", "t", "s", "enter")
	hits := a.list.Hits()
	long := hits[slices.IndexFunc(hits, func(i int) bool { return a.s.Rows[i].Rendered > 1500 })]
	a.list.Select(long)
	settle(a, a.follow())
	_, n, _ := a.msg.At()
	press(a, "tab", "n")
	if k, _, _ := a.msg.At(); n < 2 || k != 2 || a.list.Selected() != long {
		t.Fatalf("n leads to %d of %d, message %d", k, n, a.list.Selected())
	}
	if !strings.Contains(a.View(), fmt.Sprintf("hit 2 of %d", n)) || !strings.Contains(strings.Join(a.msg.View(), "\n"), "▌") {
		t.Errorf("the place does not show:\n%s", a.View())
	}
	for range n - 1 {
		press(a, "n")
	}
	if a.list.Selected() == long {
		t.Error("n does not leave the message behind its last place")
	}
	press(a, "N")
	if k, _, _ := a.msg.At(); a.list.Selected() != long || k != n {
		t.Errorf("N comes back to %d of %d in %d", k, n, a.list.Selected())
	}
	press(a, "esc")
	if a.focus != 0 || len(a.list.Hits()) == 0 {
		t.Error("esc out of the message ends more than that")
	}
}

// Of a large session what was found shows while the rest is read, and esc stops that.
func TestFindInPortions(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	for i := range a.s.Rows {
		a.s.Rows[i].Bytes = scanBytes / 10 // as if they were long
	}
	press(a, "g", "/")
	a.line.SetValue("cents")
	cmd := a.search("cents")
	at := 0
	for ; at < 2; at++ {
		_, cmd = a.Update(cmd())
		if cmd == nil {
			t.Fatal("all was read at once")
		}
	}
	some := len(a.list.Hits())
	if !strings.Contains(a.View(), "so far, ") || some == 0 {
		t.Fatalf("%d found:\n%s", some, a.View())
	}
	press(a, "enter")
	if !strings.Contains(a.notice.text, "esc stops it") {
		t.Errorf("while it goes on: %q", a.notice.text)
	}
	press(a, "esc")
	if a.find.busy || len(a.list.Hits()) != some || !strings.Contains(a.notice.text, "stopped") {
		t.Errorf("esc: %q, %d found", a.notice.text, len(a.list.Hits()))
	}
	settle(a, cmd) // what was under way comes too late
	if len(a.list.Hits()) != some {
		t.Error("a search that was stopped goes on")
	}
}

// Pages and the two views of a result are searched as they stand.
func TestFindInPages(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "4", "/", "s", "h", "a", "r", "e", "enter")
	marks := a.page.Marks()
	if len(marks) < 2 || a.page.Line() != marks[0] || a.scope().String() != "page" {
		t.Fatalf("marked %v, the cursor is on %d", marks, a.page.Line())
	}
	press(a, "n")
	if a.page.Line() != marks[1] || !strings.Contains(a.page.LineText(marks[1]), "share") {
		t.Errorf("n leads to %d", a.page.Line())
	}
	press(a, "esc", "c", "d", "/", "c", "e", "n", "t", "enter")
	marks = a.both.Marks()
	if len(marks) < 2 || !strings.Contains(a.View(), "◆") {
		t.Fatalf("in the text diff: %v\n%s", marks, a.View())
	}
	press(a, "n")
	if !marks.Has(a.both.Line()) {
		t.Errorf("n leads to line %d of %v", a.both.Line(), marks)
	}
	press(a, "/", "z", "q", "x", "enter")
	if !strings.Contains(a.notice.text, "none of the lines") {
		t.Error(a.notice.text)
	}
	press(a, "esc", "P", "/", "c", "e", "n", "t", "s", "enter", "n", "N")
	if !a.page.IsText() || !strings.Contains(a.View(), "▌") {
		t.Errorf("in the prompt:\n%s", a.View())
	}
}

// From a room enter leads to the message, and esc back to the room.
func TestFindFromRoom(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "u", "/", "c", "e", "n", "t", "s")
	if a.in == nil || !strings.Contains(a.View(), "enter goes there") {
		t.Fatalf("in a room:\n%s", a.View())
	}
	press(a, "enter")
	if a.in != nil || !slices.Contains(a.list.Hits(), a.list.Selected()) {
		t.Errorf("enter leads to %d", a.list.Selected())
	}
	press(a, "esc")
	if a.in == nil {
		t.Error("esc does not come back")
	}
}

// What is appended to a file that is followed is looked into as well.
func TestFindFollows(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	p, _ := query.Compile("e")
	a.find.from = 0
	settle(a, a.search(p.String()))
	was := len(a.list.Hits())
	record(t, f, 6)
	record(t, f, 8)
	settle(a, a.look())
	want := holding(a.s, p)
	if got := a.list.Hits(); len(got) <= was || !slices.Equal(got, want) {
		t.Errorf("found %v, not %v", got, want)
	}
}

func holding(s *model.Session, p query.Pattern) []int {
	var out []int
	for i := range s.Rows {
		if m, err := s.Message(i); err == nil && p.In(m.Full()) {
			out = append(out, i)
		}
	}
	return out
}
