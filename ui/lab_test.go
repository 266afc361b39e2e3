package ui

import (
	"context"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// The table of strategies opens over the plan; enter shows a result as that of a compaction, w writes
// it, and L has the table again.
func TestLab(t *testing.T) {
	t.Parallel()
	w := &world{}
	a := opened(t, w, plain, 120, 40)
	before := a.View()
	press(a, "L")
	if a.scope() != keymap.Bench || a.labs.busy() || len(a.labs.todo) > 0 {
		t.Fatalf("L shows:\n%s", a.View())
	}
	for _, s := range pipeline.Strategies {
		if !strings.Contains(a.View(), " "+s.Name+" ") {
			t.Errorf("%s has no row:\n%s", s.Name, a.View())
		}
	}
	press(a, "esc")
	if a.View() != before {
		t.Errorf("esc does not go back to the plan:\n%s", a.View())
	}
	pane := a.labs.pane
	press(a, "L", "down", "down", "down")
	if a.labs.pane != pane || a.labs.pane.Row().Strategy != "codex-like" {
		t.Errorf("what was compared is not there again")
	}
	press(a, "enter")
	if a.view != sidesView || a.at(keymap.Bench) || a.result == nil || a.result.Report.Params.Strategy != "codex-like" || a.stale {
		t.Fatalf("enter shows:\n%s", a.View())
	}
	press(a, "w", "enter")
	if len(w.saved) != 1 {
		t.Errorf("%d files were written", len(w.saved))
	}
	press(a, "L")
	if !a.at(keymap.Bench) || a.labs.pane != pane {
		t.Error("the table is gone")
	}
	press(a, "?", "esc", "t")
	if a.at(keymap.Bench) || !a.at(keymap.Time) {
		t.Error("t does not open the timeline")
	}
	press(a, "L", "c")
	if a.at(keymap.Bench) || a.result.Report.Params.Strategy != "fair" {
		t.Error("c does not run the compaction")
	}
	press(a, "-", "L")
	if a.labs.pane == pane {
		t.Error("other parameters, the same table")
	}
}

// Two that are marked are compared; a strategy that has no result says why.
func TestLabVersus(t *testing.T) {
	t.Parallel()
	a := opened(t, short(t), plain, 120, 40)
	press(a, "L", "v")
	if !strings.Contains(a.notice.text, "mark two") {
		t.Errorf("v says %q", a.notice.text)
	}
	press(a, " ", "down", " ", "down", "down", " ", "v") // of three the first loses its mark
	if v := a.View(); !strings.Contains(v, "prime − and codex-like +") || !strings.Contains(v, "in neither") {
		t.Fatalf("v shows:\n%s", v)
	}
	folded := a.View()
	press(a, "enter", "]", "esc")
	if a.View() == folded || !a.at(keymap.Bench) {
		t.Error("esc does not go back to the table")
	}
}

// What the columns mean is there at 80 x 24 too, whatever is said of the strategy under the cursor.
func TestLabLegend(t *testing.T) {
	t.Parallel()
	a := opened(t, short(t), plain, 80, 24)
	press(a, "L")
	for range pipeline.Strategies {
		if v := a.View(); !strings.Contains(v, "RS: retention score") || !strings.Contains(v, "> over the budget") {
			t.Errorf("the legend is cut:\n%s", v)
		}
		press(a, "down")
	}
}

// What runs is stopped by esc; what is there stays.
func TestLabStops(t *testing.T) {
	t.Parallel()
	a := opened(t, short(t), plain, 80, 24)
	cmd := a.Do(keymap.Lab)
	if v := a.View(); !strings.Contains(v, "reading") || !strings.Contains(v, "running") {
		t.Fatalf("L shows:\n%s", v)
	}
	press(a, "esc")
	if a.labs.busy() || !a.at(keymap.Bench) || strings.Contains(a.View(), "running") {
		t.Errorf("esc does not stop it:\n%s", a.View())
	}
	settle(a, cmd) // what comes late is not taken
	if a.labs.pane.Row() != nil {
		t.Error("a row came after the end")
	}
	press(a, "esc")
	if a.at(keymap.Bench) {
		t.Error("esc does not close it")
	}
	if press(a, "L"); a.labs.pane.Row() == nil {
		t.Error("L does not begin anew what was stopped")
	}
}

// posting is a summarizer that sends something.
type posting struct {
	summarize.Summarizer
	sent *int
}

func (p posting) Info() summarize.Info {
	return summarize.Info{Rung: summarize.External, Model: "m-1", Host: "api.test"}
}

func (p posting) Notice(_ context.Context, _ summarize.Request) (summarize.Notice, error) {
	return summarize.Notice{Host: "api.test", Model: "m-1"}, nil
}

func (p posting) Summarize(ctx context.Context, req summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	*p.sent++
	return p.Summarizer.Summarize(ctx, req, on)
}

// A model that was chosen is asked after a yes only, once a request of a strategy; l lets local write.
func TestLabAsks(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]int{"l": 0, "y": 7} {
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
		press(a, "L")
		if !a.asksToSend() || sent > 0 || a.at(keymap.Bench) {
			t.Fatalf("nobody asks:\n%s", a.View())
		}
		press(a, answer)
		if sent != want || !a.at(keymap.Bench) {
			t.Errorf("after %s: %d prompts were sent, want %d:\n%s", answer, sent, want, a.View())
		}
		press(a, "esc", "L")
		if asks := a.asksToSend(); asks || sent != want {
			t.Errorf("after %s: asked again %t, %d sent", answer, asks, sent)
		}
	}
}
