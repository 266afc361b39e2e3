package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// X compacts five times over; enter goes to where what died stands, and esc comes back, all the way.
func TestGenerations(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 120, 40)
	before := a.View()
	press(a, "C")
	if !a.at(keymap.Lives) || a.lines.busy() || !strings.Contains(a.View(), "fair") || !strings.Contains(a.View(), "nothing new in between") {
		t.Fatalf("X shows:\n%s", a.View())
	}
	if v := a.View(); !strings.Contains(v, "constraint") || !strings.Contains(v, "1 of ") || !strings.Contains(v, "▌    1  ") {
		t.Errorf("X shows:\n%s", v)
	}
	press(a, "]", "]")
	if v := a.View(); !strings.Contains(v, "▌    3  ") {
		t.Errorf("] does not go to another generation:\n%s", v)
	}
	there, row := a.View(), a.lines.pane.Enter()
	press(a, "enter")
	if a.at(keymap.Lives) || row < 0 || a.list.Selected() != row {
		t.Errorf("enter goes to message %d, not %d:\n%s", a.list.Selected(), row, a.View())
	}
	press(a, "esc")
	if a.View() != there {
		t.Errorf("esc does not come back:\n%s", a.View())
	}
	press(a, "[", "[", "[", "esc")
	a.list.Select(0)
	if a.at(keymap.Lives) || strings.Count(a.View(), "\n") != strings.Count(before, "\n") {
		t.Errorf("esc does not go back to the plan:\n%s", a.View())
	}
	pane := a.lines.pane
	press(a, "C")
	if a.lines.pane != pane {
		t.Error("what was made is not there again")
	}
	press(a, " ")
	if a.lines.pane == pane || !strings.Contains(a.View(), "a further stretch each") {
		t.Errorf("space does not let it grow:\n%s", a.View())
	}
	press(a, "C")
	if a.at(keymap.Lives) {
		t.Error("X does not close it")
	}
}

// In the lab X is of the strategy under the cursor, and esc goes back to the lab.
func TestGenerationsOfAStrategy(t *testing.T) {
	t.Parallel()
	a := opened(t, short(t), plain, 120, 40)
	press(a, "L", "down", "down", "C")
	if !a.at(keymap.Lives) || !strings.Contains(a.View(), "generations · memory ·") {
		t.Fatalf("X shows:\n%s", a.View())
	}
	press(a, "esc")
	if !a.at(keymap.Bench) || a.labs.pane.Row().Strategy != "memory" {
		t.Errorf("esc does not go back to the lab:\n%s", a.View())
	}
}

// What is made is stopped by esc; what is there stays, and what comes late is not taken.
func TestGenerationsStop(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	cmd := a.Do(keymap.Lineage)
	if v := a.View(); !strings.Contains(v, "1 of 5") || !a.lines.busy() {
		t.Fatalf("X shows:\n%s", v)
	}
	pane := a.lines.pane
	press(a, "esc")
	if a.lines.busy() || !a.at(keymap.Lives) || strings.Contains(a.View(), "1 of 5") {
		t.Errorf("esc does not stop it:\n%s", a.View())
	}
	settle(a, cmd)
	if pane.Enter() >= 0 {
		t.Error("a generation came after the end")
	}
	press(a, "esc", "C")
	if a.lines.pane == pane || a.lines.pane.Enter() < 0 {
		t.Error("X does not begin anew what was stopped")
	}
}

// A model that was chosen is asked after a yes only, once a generation; l lets local write.
func TestGenerationsAsk(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]int{"l": 0, "y": 5} {
		sent := 0
		w := short(t)
		p := pipeline.Defaults()
		p.Pick.Summarizer = summarize.External
		e := w.engine(t, plain)
		world := e.World
		e.World = func(s *model.Session, p pipeline.Params) pipeline.World {
			out := world(s, p)
			if p.Pick.Summarizer == summarize.External {
				post := posting{out.Summarizers[0], &sent}
				out.Summarizers = append([]summarize.Summarizer{post}, out.Summarizers...)
				out.Rungs = []summarize.Info{post.Info()}
			}
			return out
		}
		a := New(e, true, "demo.jsonl", p)
		a.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
		settle(a, a.Init())
		press(a, "C")
		if !a.asksToSend() || sent > 0 || a.at(keymap.Lives) {
			t.Fatalf("nobody asks:\n%s", a.View())
		}
		press(a, answer)
		if sent != want || !a.at(keymap.Lives) {
			t.Errorf("after %s: %d prompts were sent, want %d:\n%s", answer, sent, want, a.View())
		}
		press(a, "esc", "C")
		if asks := a.asksToSend(); asks || sent != want {
			t.Errorf("after %s: asked again %t, %d sent", answer, asks, sent)
		}
	}
}
