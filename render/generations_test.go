package render

import (
	"slices"
	"strings"
	"testing"

	"cutline/pipeline/facts"
	"cutline/pipeline/generations"
	"cutline/pipeline/retention"
	"cutline/render/text"
	"cutline/render/theme"
)

// survivals are generations of every kind: one in which all survived, one in which some died, one
// in which nothing was compacted, one without anything left; the last is not made yet.
func survivals(of int) *generations.Generations {
	share := func(kept ...float64) (out [generations.Classes]generations.Share) {
		for i, c := range []facts.Class{facts.Constraint, facts.Ask, facts.File, facts.Identifier, facts.Command} {
			out[c] = generations.Share{N: []int{3, 20, 1204, 168, 23}[i], Kept: kept[i]}
		}
		return out
	}
	g := &generations.Generations{Of: of, Facts: 1418}
	g.Steps = []generations.Step{
		{N: 1, Before: 161_263, Tokens: 31_728, Score: 93.4, Low: 90.1, High: 96, Classes: share(1, 1, .999, .87, .002), Deaths: 147, Writer: "external"},
		{N: 2, Before: 31_728, Tokens: 7150, Score: 70, Low: 63, High: 75, Classes: share(1, .9, .68, .54, .43), Deaths: 206, Inventions: make([]retention.Claim, 2), Writer: "local"},
		{N: 3, Before: 7150, Tokens: 7150, Score: 70, Low: 63, High: 75, Classes: share(1, .9, .68, .54, .43), Why: "nothing to compact: no message stands before the split"},
		{N: 4, Before: 7150, Tokens: 450, Classes: share(0, 0, 0, 0, 0), Deaths: 1065},
	}
	g.Deaths = []generations.Death{
		{Fact: retention.Fact{Class: facts.Command, Text: "git status --porcelain", Index: 2, Points: 0.4}, At: 1, Back: 3},
		{Fact: retention.Fact{Class: facts.Constraint, Text: "Never push to the main branch,\nand not even when \x1b[31mall tests pass\x1b[0m; ask first, each and every time. " + strings.Repeat("日本語", 20), Index: 10_280, Points: 10.41}, At: 4},
		{Fact: retention.Fact{Class: facts.Ask, Text: strings.Repeat("long ", 60), Index: 28, Points: 1}, At: 14, Back: 15},
	}
	return g
}

func generationsPiece(of int) piece {
	return func(th *theme.Theme, w int) []string {
		g := survivals(of)
		out := append(Generations(th, g, false, w), DeathHead(th, w))
		for i := range g.Deaths {
			out = append(out, DeathLine(th, &g.Deaths[i], i == 1, w))
		}
		return out
	}
}

// TestGenerationColumns: the first and the last generation always show, in order, and none twice.
func TestGenerationColumns(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 20; n++ {
		for w := 1; w <= 200; w++ {
			shown, cells := generationColumns(n, w)
			if shown[0] != 1 || len(shown) > 1 && shown[len(shown)-1] != n || !slices.IsSorted(shown) || len(slices.Compact(slices.Clone(shown))) != len(shown) || cells < generationLeast {
				t.Fatalf("%d generations in %d cells: %v of %d", n, w, shown, cells)
			}
			for _, l := range append(generationsPiece(n)(theme.Plain(), w), Generations(theme.Plain(), survivals(n), true, w)...) {
				if text.Width(l) != w {
					t.Fatalf("%d generations in %d cells: %q", n, w, l)
				}
			}
		}
	}
}

// TestSurvivalWithoutColour: numbers say what the bars show, and all is not said of less.
func TestSurvivalWithoutColour(t *testing.T) {
	t.Parallel()
	for _, l := range Generations(theme.PlainASCII(), survivals(5), false, 120) {
		if strings.IndexFunc(l, func(r rune) bool { return r > 0x7e }) >= 0 {
			t.Errorf("a sign that is not ASCII: %q", l)
		}
		if f := strings.Fields(l); f[0] == "file" && !slices.Equal(slices.DeleteFunc(f, func(s string) bool { return strings.Trim(s, "#.") == "" }), []string{"file", "1,204", "99%", "68%", "68%", "0%"}) {
			t.Errorf("%q", f)
		}
	}
	if got := []string{generationShare(0), generationShare(.001), generationShare(.999), generationShare(1)}; !slices.Equal(got, []string{"0%", "1%", "99%", "100%"}) {
		t.Errorf("%q", got)
	}
	if got := GenerationsTold(survivals(5)); len(got) != 1 || !strings.HasPrefix(got[0], "generation 3: nothing to compact") {
		t.Errorf("%q", got)
	}
}
