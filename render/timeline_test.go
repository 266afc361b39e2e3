package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/pipeline/replay"
	"cutline/pipeline/trigger"
	"cutline/render/text"
	"cutline/render/theme"
)

// climb is a session of n answers, each with step tokens more than the one before; it is
// compacted to an eighth at every point that is named.
func climb(n, step, window int, at ...int) TimelineData {
	in := replay.Input{Window: window, Params: trigger.Params{Fraction: 0.9, TurnCeiling: 1000}}
	used, from := 0, 0
	for i := range n {
		p := model.Point{Line: int32(2*i + 1), Est: int32(step), Row: -1, Compaction: -1, Role: model.Assistant}
		used += step
		if len(at) > 0 && at[0] == i {
			p.Compaction, p.Role, p.Origin = int32(len(in.Compactions)), model.User, model.FromSummary
			r := model.Replacement{Point: i, Left: used / 40, Out: []int32{}}
			for k := from; k < i; k++ {
				r.Out = append(r.Out, int32(k))
			}
			in.Compactions = append(in.Compactions, model.Compaction{Line: 2*i + 1, Trigger: "auto", Before: used})
			in.Replacements = append(in.Replacements, r)
			used, from, at = used/8, i, at[1:]
		} else {
			p.Tokens = int32(used)
		}
		in.History = append(in.History, p)
	}
	out := replay.Run(in)
	return NewTimeline(in.History, &out)
}

func TestTimelineShows(t *testing.T) {
	t.Parallel()
	got := Timeline(theme.Plain(), climb(16, 100, 1000, 10), 1, 48, 12)
	for i := range got {
		got[i] = strings.TrimRight(got[i], " ")
	}
	want := `
           due                  ▼ ▼
          done                      ◆
   limit… 900 ┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄██┄┄┄┄┄┄┄┄┄┄┄┄
              │               ▄▄████
              │             ▄▄██████
              │           ██████████        ▄▄██
              │         ████████████      ▄▄████
              │     ▄▄██████████████    ▄▄██████
              │   ▄▄████████████████  ██████████
              │█████████████████████░░██████████
            0 └───────────────────▲─────────────
               line 1                    line 31`
	if diff := cmp.Diff(want, "\n"+strings.Join(got, "\n")); diff != "" {
		t.Error(diff)
	}
}

// Any size is drawn exactly, with any number of messages.
func TestTimelineIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 400).Draw(t, "messages")
		var at []int
		for i := rapid.IntRange(1, 60).Draw(t, "first"); i < n; i += rapid.IntRange(1, 90).Draw(t, "next") {
			at = append(at, i)
		}
		d := climb(n, rapid.IntRange(0, 5000).Draw(t, "step"), rapid.SampledFrom([]int{0, 1000, 200_000}).Draw(t, "window"), at...)
		th := testThemes[rapid.IntRange(0, len(testThemes)-1).Draw(t, "theme")]
		w, h := rapid.IntRange(1, 220).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
		cursor := rapid.IntRange(-1, max(-1, len(d.Marks)-1)).Draw(t, "cursor")
		lines := Timeline(th, d, cursor, w, h)
		if len(lines) != h {
			t.Fatalf("%d lines instead of %d", len(lines), h)
		}
		exactly(t, "timeline", w, lines...)
		for i := range d.Marks {
			exactly(t, "mark", w, d.MarkLine(th, i, i == cursor, true, w))
			if len(d.MarkWords(i)) == 0 {
				t.Fatal("a mark that says nothing")
			}
		}
		p := model.Point{Line: 4, Row: int32(rapid.IntRange(-1, 5).Draw(t, "row")), Est: 1_000_000, Role: model.Role(rapid.IntRange(0, 3).Draw(t, "role"))}
		exactly(t, "point", w, PointLine(th, p, wild().Draw(t, "label"), rapid.Bool().Draw(t, "at"), true, w))
	})
}

// Marks come in the order of the session, what fires at one point is one, and the arrow
// stands below the mark of the cursor.
func TestMarks(t *testing.T) {
	t.Parallel()
	d := climb(40, 100, 1000, 12, 30)
	var got []string
	for _, m := range d.Marks {
		got = append(got, fmt.Sprintf("%d %d %b", m.Point, m.Compaction, m.Signals))
	}
	if diff := cmp.Diff([]string{"8 -1 101", "9 -1 1000", "12 0 0", "20 -1 1101", "30 1 0", "37 -1 101", "38 -1 1000"}, got); diff != "" {
		t.Error(diff)
	}
	th := theme.Plain()
	for n := range d.Marks {
		lines := Timeline(th, d, n, 60, 14)
		signs, axis := lines[0], lines[len(lines)-2]
		if d.Marks[n].Compaction >= 0 {
			signs = lines[1]
		}
		at := strings.IndexRune(axis, []rune(th.Shapes.Up)[0])
		if at < 0 {
			t.Fatalf("mark %d: no arrow in %q", n, axis)
		}
		cell := text.Width(axis[:at])
		if r := []rune(signs); cell >= len(r) || r[cell] == ' ' {
			t.Errorf("mark %d: no sign above the arrow, at cell %d of %q", n, cell, signs)
		}
	}
}
