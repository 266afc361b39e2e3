package partition

import (
	"fmt"
	"testing"
)

// TestRules has every message weigh 10 tokens and have 1,000 chars.
func TestRules(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, script, rule          string
		keep                        int
		summarize, tail, masked     string
		unbroken, split, considered int
	}{
		{"users: the newest that fit, gaps between them", "s p a p c1 r1 p a", Users, 20, "1 2 3 4 5 6 7", "3 6", "", -1, -1, 7},
		{"users: nobody typed", "s i a i a", Users, 20, "1 2 3 4", "", "", -1, -1, 4},
		{"users: none fits, so the last is pulled in", "p a p a", Users, 5, "0 1 2 3", "2", "", -1, -1, 4},
		{"users: the last message is one", "p a p", Users, 10, "0 1 2", "2", "", 2, -1, 3},
		{"users: not from before an earlier summary", "p m p a p", Users, 90, "0 1 2 3 4", "2 4", "", 4, -1, 5},
		{"recent: what fits", "s p a p a a", Recent, 30, "1 2", "3 4 5", "", 3, 3, 5},
		{"recent: no call is parted from its result", "p a c1 r1 a", Recent, 20, "0 1 2 3", "4", "", 4, 4, 5},
		{"recent: all fits", "p a p", Recent, 90, "", "0 1 2", "", 0, 0, 3},
		{"recent: nothing fits", "p a p", Recent, 5, "0 1 2", "2", "", -1, -1, 3},
		{"ends: the first request and the newest", "s p a a p a", Ends, 30, "2 3", "1 4 5", "", 4, 4, 5},
		{"ends: nothing between", "p a p", Ends, 30, "", "0 1 2", "", 0, 0, 3},
		{"ends: the middle is one message", "p a p a", Ends, 30, "1", "0 2 3", "", 2, 2, 4},
		{"ends: behind an earlier summary", "m p a a p a", Ends, 30, "0 2 3", "1 4 5", "", 4, 4, 6},
		{"mask: older than a turn", "p c1 r1 c2 r2 a c3 r3", Mask, 1, "", "0 1 2 3 4 5 6 7", "2 4", 0, -1, 8},
		{"mask: an earlier summary goes", "m c1 r1 c2 r2", Mask, 1, "0", "1 2 3 4", "2", 1, -1, 5},
		{"mask: nothing is old enough", "p c1 r1", Mask, 9, "", "0 1 2", "", 0, -1, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows, links := session(t, tt.script)
			for i := range rows {
				rows[i].Tokens, rows[i].Chars = 10, 1000
			}
			p := Defaults()
			p.Rule, p.KeepUsers, p.KeepRecent, p.MaskTurns = tt.rule, tt.keep, tt.keep, tt.keep
			earlier := 0
			for i := range rows {
				if rows[i].Origin.String() == "summary" {
					earlier = i
				}
			}
			out := Run(Input{Rows: rows, Links: links, Params: p, Earlier: earlier})
			got := fmt.Sprint(list(out.Summarize), "|", list(out.Tail), "|", list(out.Masked), "|", out.Unbroken(), out.Split, len(out.Considered))
			want := fmt.Sprint(tt.summarize, "|", tt.tail, "|", tt.masked, "|", tt.unbroken, tt.split, tt.considered)
			if got != want {
				t.Errorf("%s\n got %s\nwant %s", tt.script, got, want)
			}
			if len(out.Across.Orphans) > 0 || len(out.Decisions) < 2 {
				t.Errorf("%+v", out)
			}
		})
	}
}

// TestRulesGiveWay: a split by hand, and none at all, win over every rule.
func TestRulesGiveWay(t *testing.T) {
	t.Parallel()
	for _, rule := range []string{Users, Recent, Ends, Mask} {
		p := Defaults()
		p.Rule, p.SplitAt = rule, 2
		if out := run(t, "p a p a p", p); out.Split != 2 || !out.ByHand || len(out.Masked) > 0 {
			t.Errorf("%s: by hand %+v", rule, out)
		}
		p.SplitAt, p.Full = -1, true
		if out := run(t, "p a p a p", p); len(out.Summarize) != 5 || len(out.Tail) > 0 {
			t.Errorf("%s: full %+v", rule, out)
		}
	}
}
