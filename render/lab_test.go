package render

import (
	"slices"
	"strings"
	"testing"
	"time"

	"cutline/pipeline"
	"cutline/pipeline/lab"
	"cutline/pipeline/retention"
	"cutline/render/theme"
)

// labRows are rows of every kind: one that fits, one that is too large, one whose gate fails, one
// that a model of unknown price wrote, and one without a result.
func labRows() []lab.Row {
	rows := []lab.Row{
		{Strategy: "fair", After: 15_470, Fits: true, Kept: 15, KeptTokens: 2951, Summarized: 51, Truncated: 12, Dropped: 50, Words: 1000, WordsKept: 780, Files: 9, FilesKept: 9, Pairs: 9, Gates: fixtureGates()[:1], Price: lab.Price{Dollars: 0.2666, Model: "m", Known: true}, Took: 35 * time.Millisecond},
		{Strategy: "mask", After: 124_264, Kept: 105, KeptTokens: 124_316, Truncated: 22, Words: 10, WordsKept: 10, Pairs: 1045, Gates: fixtureGates()[:1], Price: lab.Price{Known: true}, Took: 1240 * time.Millisecond, Set: []lab.Setting{{Name: "mask-turns", Value: "0"}}},
		{Strategy: "claude-code-like", After: 14_972, Fits: true, Truncated: 16, Omitted: 146, Words: 1000, WordsKept: 999, Files: 300, FilesKept: 1, Broken: 2, Gates: fixtureGates(), Price: lab.Price{Model: "x"}, Set: []lab.Setting{{Name: "keep-recent", Value: "5911"}, {Name: "budget", Value: "30940"}}},
		{Strategy: "prime", Why: "nothing to compact: no message stands before the split"},
	}
	for i := range rows[:3] {
		rows[i].Result = &pipeline.Result{}
		rows[i].Scored = i < 2
	}
	rows[0].Retention = retention.Output{Score: 78.4, Low: 71, High: 84, N: 143, Checked: 80, Precision: 98.75, Per1k: 12.36, Fabricated: make([]retention.Claim, 1)}
	rows[1].Retention = retention.Output{Score: 99.96, Low: 99, High: 100, N: 12, Precision: 100, Per1k: 1}
	return rows
}

func labPiece(th *theme.Theme, w int) []string {
	rows := labRows()
	out := []string{LabHead(th, 1, w)}
	for i := range rows {
		out = append(out, LabLine(th, LabData{Row: &rows[i], Cursor: i == 1, Marked: i != 0}, w))
	}
	waits := lab.Row{Strategy: "slim"}
	return append(out, LabLine(th, LabData{Row: &waits, Running: true}, w), LabLine(th, LabData{Row: &waits, Waiting: true, Cursor: true}, w))
}

// TestLabOrder: every column has its own order, and what has no result comes last.
func TestLabOrder(t *testing.T) {
	t.Parallel()
	rows := labRows()
	for column, want := range map[int][]int{
		-1: {0, 1, 2, 3}, 0: {2, 0, 1, 3}, 1: {2, 0, 1, 3}, 2: {1, 0, 2, 3}, 3: {0, 1, 2, 3}, 4: {0, 1, 2, 3}, 5: {1, 0, 2, 3}, 7: {0, 1, 2, 3}, 11: {1, 2, 0, 3}, 12: {0, 1, 2, 3}, 13: {1, 0, 2, 3}, 15: {1, 0, 2, 3},
	} {
		if got := LabOrder(rows, column); !slices.Equal(got, want) {
			t.Errorf("by %d: %v, want %v", column, got, want)
		}
	}
	for i := range LabColumns {
		if got := LabOrder(rows, i); got[3] != 3 {
			t.Errorf("by %s: %v", LabTitle(i), got)
		}
	}
}

// TestLabWidths: what says most shows at 80 columns, and the legend explains what shows.
func TestLabWidths(t *testing.T) {
	t.Parallel()
	for w, want := range map[int]string{
		78:  "strategy after RS prec facts/1k words files gates price",
		118: "strategy after RS prec facts/1k kept tokens unread words files pairs gates price time",
	} {
		var got []string
		for i := range LabColumns {
			if LabShown(i, w) {
				got = append(got, LabTitle(i))
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%d cells: %s, want %s", w, s, want)
		}
	}
	if l := LabLegend(78); strings.Contains(l, "messages") || !strings.Contains(l, "retention score") {
		t.Error(l)
	}
	if l := LabLegend(150); !strings.Contains(l, "kept, read, cut, omitted, unread: messages") {
		t.Error(l)
	}
	if l := LabLegend(20); strings.Contains(l, "RS") {
		t.Error(l)
	}
}

// TestLabWords: the row under the cursor has its score with the interval and what is invented.
func TestLabWords(t *testing.T) {
	t.Parallel()
	rows := labRows()
	for i, want := range []string{"RS 78 [71–84] of 143 facts; 1 of 80 named items not in the session", "RS 100 [99–100] of 12 facts, low evidence"} {
		if words := LabWords(&rows[i]); !slices.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
}
