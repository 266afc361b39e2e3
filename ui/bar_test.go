package ui

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
)

// A press on the scroll bar goes where its row leads, to a mark where one stands there, and a drag follows the
// mouse, also where it leaves the bar. The keys stay where they are, and nothing else is pressed by it.
func TestScrollBar(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		a := opened(t, &world{}, plain, size[0], size[1])
		in := a.frame.Inner(a.frame.List)
		x := in.Max.X - 1
		mouse(a, x, in.Min.Y, tea.MouseActionPress)
		if got := a.list.Selected(); a.drag != dragBar || got > 2 {
			t.Fatalf("at %v the first row of the bar leads to %d, and %d is held", size, got, a.drag)
		}
		mouse(a, x-9, in.Max.Y+50, tea.MouseActionMotion)
		if got := a.list.Selected(); got != len(a.s.Rows)-1 || a.msg.Content().Index != got {
			t.Errorf("at %v a drag to the end leads to %d, and %d is shown", size, got, a.msg.Content().Index)
		}
		was := a.list.Selected()
		mouse(a, x, in.Min.Y, tea.MouseActionRelease)
		mouse(a, x, in.Min.Y+2, tea.MouseActionMotion)
		if a.list.Selected() != was || a.drag != dragNothing {
			t.Errorf("at %v it is held after it was let go", size)
		}
	}
	a := opened(t, &world{}, plain, 120, 40)
	in := a.frame.Inner(a.frame.List)
	press(a, "G", "/", "k", "e", "s", "t", "r", "e", "l", "enter")
	hits := a.list.Hits()
	if len(hits) == 0 {
		t.Fatal("nothing is found")
	}
	var gone []int
	for y := in.Min.Y; y < in.Max.Y; y++ {
		mouse(a, in.Max.X-1, y, tea.MouseActionPress)
		mouse(a, in.Max.X-1, y, tea.MouseActionRelease)
		if at := a.list.Selected(); slices.Contains(hits, at) {
			gone = append(gone, at)
		}
	}
	if len(slices.Compact(gone)) < min(len(hits), in.Dy()/4) {
		t.Errorf("of the hits %v the bar leads to %v", hits, gone)
	}
}

// The bars of the message and of before and after lead to what was found, and are not there without it.
func TestScrollBarOfAText(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "g", "x", "x")
	in := a.frame.Inner(a.frame.Detail)
	mouse(a, in.Max.X-1, in.Max.Y-1, tea.MouseActionPress)
	if a.drag == dragBar || a.focus != 1 {
		t.Fatal("a text in which nothing is found has a bar")
	}
	mouse(a, in.Max.X-1, in.Max.Y-1, tea.MouseActionRelease)
	press(a, "esc", "g", "/", "c", "e", "n", "t", "enter")
	_, n, _ := a.msg.At()
	for _, y := range []int{in.Max.Y - 1, in.Min.Y + 2} {
		was := a.msg.Top()
		mouse(a, in.Max.X-1, y, tea.MouseActionPress)
		if a.drag != dragBar || a.msg.Top() == was || a.focus != 0 {
			t.Fatalf("row %d of the bar leads from line %d to %d of a message with %d places", y, was, a.msg.Top(), n)
		}
		mouse(a, in.Max.X-1, y, tea.MouseActionRelease)
	}
	press(a, "esc", "esc", "c", "d", "/", "c", "e", "n", "t", "enter")
	in, marks, gone := a.frame.Inner(a.frame.Body), a.both.Marks(), 0
	for y := in.Min.Y; y < in.Max.Y; y++ {
		mouse(a, in.Max.X-1, y, tea.MouseActionPress)
		if marks.Has(a.both.Line()) {
			gone++
		}
		mouse(a, in.Max.X-1, y, tea.MouseActionRelease)
	}
	if a.view != diffView || gone < min(len(marks), in.Dy())/4 || gone == 0 {
		t.Errorf("the bar leads to %d of %d marks:\n%s", gone, len(marks), a.View())
	}
	mouse(a, in.Max.X-1, in.Max.Y-1, tea.MouseActionPress)
	if a.both.Line() != a.both.Len()-1 && !marks.Has(a.both.Line()) {
		t.Errorf("the end of the bar leads to line %d of %d", a.both.Line(), a.both.Len())
	}
}

// Beside a room the bar of the list goes with the mouse, and behind a page none is held.
func TestScrollBarBesideARoom(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "p")
	in := a.frame.Inner(a.frame.List)
	mouse(a, in.Max.X-1, in.Max.Y-1, tea.MouseActionPress)
	mouse(a, in.Max.X-1, in.Max.Y-1, tea.MouseActionRelease)
	if got := a.list.Selected(); got != len(a.s.Rows)-1 || !a.at(keymap.Turn) {
		t.Errorf("the end of the bar leads to %d", got)
	}
	press(a, "esc", "4")
	mouse(a, in.Max.X-1, in.Min.Y, tea.MouseActionPress)
	if a.drag != dragNothing {
		t.Error("a bar behind a page is held")
	}
}
