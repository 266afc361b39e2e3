package report

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"cutline/pipeline/trace"
)

// planWith is a plan in which a text stands wherever one of a session can stand.
func planWith(s string) *Plan {
	p := Plan{Title: s, Stage: "4 slim", Headline: s, Messages: []Message{{Index: 1, Role: "U", Chars: 1200, Tokens: 300, Fate: "cut to 693", Label: s}}}
	p.Reasons.Decide("slim", []trace.Decision{{Rule: "share", Chose: s, Because: s}})
	return &p
}

func TestPlan(t *testing.T) {
	t.Parallel()
	golden.RequireEqual(t, planWith("cat `x` | sort").Markdown())
}

// Whatever a session says, a plan has one row a message and a screen one block.
func TestPlanHostile(t *testing.T) {
	t.Parallel()
	for _, s := range hostile {
		doc := planWith(s).Markdown()
		row := doc[strings.LastIndex(strings.TrimSuffix(doc, "\n"), "\n")+1:]
		if got := strings.Count(strings.ReplaceAll(row, `\|`, ""), "|"); got != 7 {
			t.Errorf("%q gives %d bars in %s", s, got, row)
		}
		if got, want := form(strings.ReplaceAll(doc, `\|`, "")), form(planWith("x").Markdown()); got != want {
			t.Errorf("%q changes the plan:\n%s", s, got)
		}
		_, block, _ := strings.Cut(Screen("x", []string{s, "```", s}), "text\n")
		fence := block[strings.LastIndex(strings.TrimSuffix(block, "\n"), "\n")+1:]
		if strings.Count(block, fence) != 1 || !strings.HasPrefix(fence, "````") {
			t.Errorf("%q ends the block:\n%s", s, block)
		}
	}
}
