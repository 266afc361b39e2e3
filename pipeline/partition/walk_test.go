package partition

import (
	"strings"
	"testing"

	"cutline/model"
)

// TestWalk: the way back is told with its running sum, where it began and where it ended.
func TestWalk(t *testing.T) {
	t.Parallel()
	rows := make([]model.Row, 20)
	for i := range rows {
		rows[i] = model.Row{Role: model.Assistant, Chars: 400, Tokens: 100}
		if i%10 == 0 {
			rows[i] = model.Row{Role: model.User, Origin: model.Person, Chars: 400, Tokens: 100}
		}
	}
	for _, c := range []struct {
		keep           int
		chose, because string
		touches        int
	}{
		{1150, "12 messages counted; message 8 takes the sum from ≈ 1,100 to ≈ 1,200, over the 1,150 that are kept", "message 19 +100 = 100, message 18 +100 = 200, … 4 more …, message 13 +100 = 700", 8},
		{200, "message 18 takes the sum from ≈ 100 to ≈ 200, which is the 200 that are kept", "back from the end: message 19 +100 = 100, message 18 +100 = 200", 2},
		{9000, "20 messages counted, ≈ 2,000 tokens, fewer than 9,000", "message 0 +100 = 2,000", 8},
	} {
		p := Defaults()
		p.Rule, p.KeepRecent = CutPoint, c.keep
		found := false
		for _, d := range Run(Input{Rows: rows, Params: p}).Decisions {
			if d.Rule != "walk" {
				continue
			}
			found = true
			if !strings.Contains(d.Chose, c.chose) || !strings.Contains(d.Because, c.because) || len(d.Touches) != c.touches {
				t.Errorf("keep %d: %+v", c.keep, d)
			}
		}
		if !found {
			t.Errorf("keep %d: the way is not told", c.keep)
		}
	}
}

// TestEstimate: where the estimate is far too low, it is said.
func TestEstimate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tokens int
		warns  bool
	}{{1100, false}, {4000, true}} { // of 4,000 chars: English, and Chinese
		rows := make([]model.Row, 6)
		for i := range rows {
			rows[i] = model.Row{Role: model.User, Origin: model.Person, Chars: 4000, Tokens: c.tokens}
		}
		p := Defaults()
		p.Rule, p.KeepRecent = CutPoint, 2000
		out := Run(Input{Rows: rows, Params: p})
		warned := false
		for _, w := range out.Warnings {
			warned = warned || w.Kind == "low-estimate"
		}
		if warned != c.warns {
			t.Errorf("%d tokens a message: warned %t: %+v", c.tokens, warned, out.Decisions)
		}
	}
}
