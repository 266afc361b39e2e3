package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/render"
)

// The picture names the message under the cursor, and enter goes to it; esc comes back.
func TestShares(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		a := opened(t, &world{}, plain, size[0], size[1])
		before := a.View()
		press(a, "%")
		if !a.at(keymap.Spread) || !strings.Contains(a.View(), "fair shares") || !strings.Contains(a.View(), "▲") {
			t.Fatalf("%% shows:\n%s", a.View())
		}
		exact(t, a.View(), size[0], size[1])
		press(a, "esc")
		if a.in != nil || a.View() != before {
			t.Errorf("%v: esc does not go back", size)
		}
		press(a, "%", "G")
		if !strings.Contains(a.View(), "number 1 of ") {
			t.Errorf("%v: the largest message is not named:\n%s", size, a.View())
		}
		largest := 0
		for i := range a.report.Slim.Rows {
			if a.report.Slim.Rows[i].Size > a.report.Slim.Rows[largest].Size {
				largest = i
			}
		}
		press(a, "enter")
		if a.in != nil || a.list.Selected() != a.report.Slim.Rows[largest].Index {
			t.Errorf("%v: enter goes to message %d", size, a.list.Selected())
		}
		press(a, "esc")
		if !a.at(keymap.Spread) {
			t.Errorf("%v: esc does not come back", size)
		}
	}
}

// A column stands for several messages where there are more of them than columns; all can be reached.
func TestSharesColumns(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 60, 24)
	n := len(a.report.Slim.Rows)
	if n <= 60 {
		t.Fatalf("%d messages are too few", n)
	}
	press(a, "%", "G")
	if !strings.Contains(a.View(), "one of 2 in") {
		t.Errorf("the column does not say how many it stands for:\n%s", a.View())
	}
	press(a, "g")
	seen := 1
	for range n {
		was := a.in.Position()
		if press(a, "right"); a.in.Position() == was {
			break
		}
		seen++
	}
	if seen != 60 {
		t.Errorf("→ goes over %d columns", seen)
	}
	press(a, "g")
	for seen = 1; seen <= n; seen++ {
		was := a.in.Position()
		if press(a, "up"); a.in.Position() == was {
			break
		}
	}
	if seen != n {
		t.Errorf("↑ goes over %d of %d messages", seen, n)
	}
}

// The columns take each message once, in order, and agree with the cell that stands for a message.
func TestSpreadColumns(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 7, 59, 60, 61, 114, 1000, 99_999} {
		for _, w := range []int{1, 2, 59, 60, 196} {
			next := 0
			for x := range w {
				from, to := render.SpreadOf(n, w, x)
				if n > w && from != next || to <= from || to > n {
					t.Fatalf("%d in %d: column %d has %d to %d", n, w, x, from, to)
				}
				next = to
			}
			for k := 0; k < n; k += 1 + n/97 {
				x := render.SpreadColumn(n, w, k)
				if from, to := render.SpreadOf(n, w, x); k < from || k >= to || x >= w {
					t.Fatalf("%d in %d: message %d is in column %d, which has %d to %d", n, w, k, x, from, to)
				}
			}
		}
	}
}

// The mouse names a message as it moves, without a button too, and only here the terminal is asked for
// that.
func TestSharesMouse(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	press(a, "%", "g")
	was := a.in.Position()
	in := a.frame.Inner(a.roomRect())
	settle(a, a.moused(tea.MouseMsg{X: in.Max.X - 1, Y: in.Min.Y + 5, Button: tea.MouseButtonNone, Action: tea.MouseActionMotion}))
	if a.in.Position() == was || !strings.Contains(a.View(), "number 1 of ") {
		t.Errorf("the mouse over the last column names %s", a.in.Position())
	}
	mouse(a, in.Min.X, in.Min.Y+5, tea.MouseActionPress)
	if a.in.Position() != was {
		t.Errorf("a click on the first column names %s", a.in.Position())
	}
	a.Update(keyMsg("j"))
	if !a.hovering {
		t.Error("the terminal is not asked for the movements of the mouse")
	}
	a.Update(keyMsg("esc"))
	if a.hovering {
		t.Error("the terminal still tells them when nobody wants them")
	}
}

// Nothing is summarized: the picture says so, and leads nowhere.
func TestSharesOfNothing(t *testing.T) {
	t.Parallel()
	p := pipeline.Defaults()
	if err := p.SetParam("split-at", "1"); err != nil {
		t.Fatal(err)
	}
	a := openedWith(t, &world{}, plain, 80, 24, p)
	a.report.Slim.Rows, a.shares = nil, nil
	press(a, "%", "right", "up", "[", "]", "G", "enter")
	if !a.at(keymap.Spread) || !strings.Contains(a.notice.text, "nothing is summarized") {
		t.Errorf("%q\n%s", a.notice.text, a.View())
	}
	exact(t, a.View(), 80, 24)
}
