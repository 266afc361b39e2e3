package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
	"cutline/pipeline/slim"
)

// squeezed is an inspector of the demo session with a budget that cuts.
func squeezed(t *testing.T, width, height int) *App {
	t.Helper()
	p := pipeline.Defaults()
	for _, set := range [][2]string{{"budget", "30000"}, {"tool-valve", "off"}} {
		if err := p.SetParam(set[0], set[1]); err != nil {
			t.Fatal(err)
		}
	}
	return openedWith(t, &world{}, plain, width, height, p)
}

// handOf is how message i is forced in the plan of the moment.
func handOf(a *App, i int) slim.Hand {
	if f := a.list.Fate(i); f.Slim != nil {
		return f.Slim.Hand
	}
	return slim.ByRule
}

// A message that is cut is forced in: it is whole then, the row says so, and again lifts it. Forced out
// it takes its call along.
func TestForce(t *testing.T) {
	t.Parallel()
	a := squeezed(t, 120, 40)
	press(a, "g", "]")
	i := a.list.Selected()
	if fate := a.list.Fate(i); fate.Slim == nil || fate.Slim.Tier == slim.Full {
		t.Fatalf("message %d loses nothing", i)
	}
	press(a, "i")
	if handOf(a, i) != slim.ForcedIn || !strings.Contains(a.View(), "forced in") || !strings.Contains(a.notice.text, "is forced in") {
		t.Errorf("i does not force %d in: %q\n%s", i, a.notice.text, a.View())
	}
	press(a, "i")
	if handOf(a, i) != slim.ByRule || a.params.Slim.In != "" {
		t.Errorf("i again does not lift it: %q", a.params.Slim.In)
	}
	a.list.Select(19) // the largest result of a tool
	press(a, "e")
	peer := a.s.LinksOf(19)[0].Peer
	if handOf(a, 19) != slim.ForcedOut || handOf(a, peer) != slim.ForcedOut || !strings.Contains(a.notice.text, "with 2 of its") {
		t.Errorf("e does not force %d and %d out: %q", 19, peer, a.notice.text)
	}
	a.list.Select(peer) // which lifts both
	press(a, "e")
	if handOf(a, 19) != slim.ByRule || a.params.Slim.Out != "" {
		t.Errorf("e on the other half does not lift it: %q", a.params.Slim.Out)
	}
	press(a, "e", "0")
	if a.params.Slim.Out != "" || !strings.Contains(a.notice.text, "no message is forced") {
		t.Errorf("0 does not lift it: %q", a.notice.text)
	}
	press(a, "G", "e")
	if a.params.Slim.Out != "" || !strings.Contains(a.notice.text, "kept word for word") {
		t.Errorf("the last message is forced out: %q", a.notice.text)
	}
}

// What is forced is forgotten with the session, and follows its message when the file grows.
func TestForceFollows(t *testing.T) {
	t.Parallel()
	a, f := growing(t)
	a.list.Select(1)
	press(a, "e")
	if a.params.Slim.Out != "1" {
		t.Fatalf("out: %q, %q", a.params.Slim.Out, a.notice.text)
	}
	record(t, f, 6)
	settle(a, a.look())
	if len(a.s.Rows) != 7 || a.params.Slim.Out != "1" || handOf(a, 1) != slim.ForcedOut {
		t.Errorf("%d messages, out: %q", len(a.s.Rows), a.params.Slim.Out)
	}
	a.unmark()
	if a.params.Slim.Out != "" {
		t.Error("it is not forgotten")
	}
}

// mouse sends one event of the left button.
func mouse(a *App, x, y int, what tea.MouseAction) {
	settle(a, a.moused(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: what}))
}

// The line of the split is dragged: the release snaps to a safe place, as the keys do.
func TestDragSplit(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	was := a.report.Partition.Split
	in := a.frame.Inner(a.frame.List)
	y := in.Min.Y
	for ; y < in.Max.Y && !a.list.SplitAt(y-in.Min.Y); y++ {
	}
	mouse(a, in.Min.X+20, y, tea.MouseActionPress)
	mouse(a, in.Min.X+20, y-6, tea.MouseActionMotion)
	if a.report.Partition.Split != was || !strings.Contains(a.notice.text, "release splits at") {
		t.Errorf("while it is dragged: split at %d, %q", a.report.Partition.Split, a.notice.text)
	}
	mouse(a, in.Min.X+20, y-6, tea.MouseActionRelease)
	at := a.report.Partition.Split
	if at >= was || a.params.Partition.SplitAt != at || a.drag != dragNothing {
		t.Errorf("the release splits at %d, was %d, by hand %d", at, was, a.params.Partition.SplitAt)
	}
	press(a, "0", "{")
	for a.report.Partition.Split > at {
		press(a, "{")
	}
	if a.report.Partition.Split != at {
		t.Errorf("the keys do not know the place %d; they split at %d", at, a.report.Partition.Split)
	}
	press(a, "0", "=")
	mouse(a, in.Min.X+20, y, tea.MouseActionRelease) // without a press
	if a.report.Partition.Split != was {
		t.Errorf("a release alone splits at %d", a.report.Partition.Split)
	}
}

// The line of a split behind the last message, where everything is summarized, can be held and let go as any other.
func TestDragSplitAtTheEnd(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	p.Partition.Full = true
	a := openedWith(t, &world{path: small}, plain, 120, 40, p)
	in := a.frame.Inner(a.frame.List)
	y := in.Min.Y
	for ; y < in.Max.Y && !a.list.SplitAt(y-in.Min.Y); y++ {
	}
	mouse(a, in.Min.X+20, y, tea.MouseActionPress)
	mouse(a, in.Min.X+20, y, tea.MouseActionMotion)
	if a.drag != dragSplit || a.notice.text != "release leaves everything summarized" {
		t.Errorf("held %d: %q", a.drag, a.notice.text)
	}
	mouse(a, in.Min.X+20, y, tea.MouseActionRelease)
	if a.report.Partition.Split >= 0 || a.params.Partition.SplitAt != p.Partition.SplitAt {
		t.Errorf("the release splits at %d", a.report.Partition.Split)
	}
}

// What is opened over the list while the mouse holds the split takes it out of its hand.
func TestDragSplitCovered(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"o", "?", "t", "P"} {
		a := opened(t, &world{}, plain, 120, 40)
		was := a.report.Partition.Split
		in := a.frame.Inner(a.frame.List)
		y := in.Min.Y
		for ; y < in.Max.Y && !a.list.SplitAt(y-in.Min.Y); y++ {
		}
		mouse(a, in.Min.X+20, y, tea.MouseActionPress)
		if a.drag != dragSplit {
			t.Fatal("the split is not held")
		}
		press(a, key)
		before := a.View()
		mouse(a, in.Min.X+20, y-6, tea.MouseActionMotion)
		mouse(a, in.Min.X+20, y-6, tea.MouseActionRelease)
		if a.report.Partition.Split != was || a.View() != before {
			t.Errorf("after %s the split is still held:\n%s", key, a.View())
		}
	}
}

// Keys and the mouse move the border between list and message, at every size as far as it goes.
func TestBorder(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		a := opened(t, &world{}, plain, size[0], size[1])
		area := func() int { return a.frame.List.Dx() * a.frame.List.Dy() }
		was := area()
		press(a, ">")
		if area() <= was {
			t.Errorf("%v: > does not make the list larger", size)
		}
		press(a, "<")
		if area() != was {
			t.Errorf("%v: < does not bring it back", size)
		}
		for range 200 {
			press(a, "<")
		}
		exact(t, a.View(), size[0], size[1])
		least := area()
		if !strings.Contains(a.notice.text, "no further") {
			t.Errorf("%v: the border goes on: %q", size, a.notice.text)
		}
		press(a, ">")
		if area() <= least {
			t.Errorf("%v: a key at the end does not count", size)
		}
		f := a.frame
		from, to := [2]int{f.List.Max.X - 1, f.List.Min.Y + 3}, [2]int{f.List.Max.X + 9, f.List.Min.Y + 3}
		if !f.Boxed {
			from, to = [2]int{30, f.Detail.Min.Y}, [2]int{30, f.Detail.Min.Y + 2}
		}
		now := area()
		mouse(a, from[0], from[1], tea.MouseActionPress)
		mouse(a, to[0], to[1], tea.MouseActionMotion)
		mouse(a, to[0], to[1], tea.MouseActionRelease)
		if area() <= now {
			t.Errorf("%v: the mouse does not move the border", size)
		}
		exact(t, a.View(), size[0], size[1])
	}
}
