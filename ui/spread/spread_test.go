package spread

import (
	"testing"

	"pgregory.net/rapid"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
)

// At any size, of any session and wherever it is gone to, the pane draws exactly its size and stays on a
// message of the plan.
func TestSize(t *testing.T) {
	t.Parallel()
	actions := []keymap.Action{keymap.Up, keymap.Down, keymap.Less, keymap.More, keymap.PageUp, keymap.PageDown, keymap.Bottom, keymap.Top, keymap.Prev, keymap.Next}
	rapid.Check(t, func(t *rapid.T) {
		s := &model.Session{Rows: make([]model.Row, rapid.IntRange(0, 60).Draw(t, "n"))}
		list := make([]int, len(s.Rows))
		for i := range s.Rows {
			list[i], s.Rows[i].Rendered = i, rapid.IntRange(0, 90_000).Draw(t, "size")
		}
		p := slim.Defaults()
		r := pipeline.Report{Slim: slim.Run(slim.Input{Rows: s.Rows, List: list, Budget: rapid.IntRange(0, 500_000).Draw(t, "budget"), Params: p})}
		r.Partition.System, r.Partition.UserInfo = -1, -1
		pane := New([]*theme.Theme{theme.Plain(), theme.PlainASCII(), theme.Colour(false)}[rapid.IntRange(0, 2).Draw(t, "theme")])
		pane.Show(s, &r, render.SortShares(r.Slim.Rows), rapid.IntRange(-1, 60).Draw(t, "first"))
		w, h := rapid.IntRange(0, 400).Draw(t, "w"), rapid.IntRange(0, 120).Draw(t, "h")
		pane.SetSize(w, h)
		for range rapid.IntRange(0, 8).Draw(t, "moves") {
			pane.Do(rapid.SampledFrom(actions).Draw(t, "action"))
			pane.Point(rapid.IntRange(-2, 410).Draw(t, "x"), rapid.IntRange(-2, 130).Draw(t, "y"))
			pane.Scroll(rapid.IntRange(-9, 9).Draw(t, "d"))
		}
		if m := pane.Message(); len(s.Rows) > 0 && (m < 0 || m >= len(s.Rows)) {
			t.Fatalf("the cursor is on message %d of %d", m, len(s.Rows))
		}
		lines := pane.View()
		if w < 1 || h < 1 {
			h = 0
		}
		if len(lines) != h {
			t.Fatalf("%d lines at %d by %d", len(lines), w, h)
		}
		for _, l := range lines {
			if text.Width(l) != w {
				t.Fatalf("%d cells at %d by %d: %q", text.Width(l), w, h, l)
			}
		}
	})
}
