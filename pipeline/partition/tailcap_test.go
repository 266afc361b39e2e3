package partition

import (
	"strings"
	"testing"
)

// TestTailCap has every message weigh 10 tokens.
func TestTailCap(t *testing.T) {
	t.Parallel()
	type want struct {
		summarize, prefix, tail, both string
		split                         int
		scattered                     bool
		says, warns                   string
	}
	tests := []struct {
		name, script string
		set          func(*Params)
		want         want
	}{
		{"no cap", "p a p c1 r1 c2 r2 a", func(p *Params) { p.TailCap = 0 }, want{"0 1 2", "", "2 3 4 5 6 7", "2", 2, false, "", ""}},
		{"under the cap", "p a p c1 r1 c2 r2 a", func(p *Params) { p.TailCap = 60 }, want{"0 1 2", "", "2 3 4 5 6 7", "2", 2, false, "not applied: the tail is ≈ 60 tokens, and up to 60 may stay", ""}},
		{"the person's words stay in front", "p a p c1 r1 c2 r2 a", func(p *Params) { p.TailCap = 45 }, want{
			"0 1", "2 3 4", "2 5 6 7", "2", 5, true,
			"the tail begins at message 5, inside the turn that begins with message 2: the tail was ≈ 60 tokens, over the cap of 45; ≈ 40 stay, message 2 among them, word for word in front, and 2 messages of ≈ 20 tokens move into the summary", "",
		}},
		{"the words may go too", "p a p c1 r1 c2 r2 a", func(p *Params) { p.TailCap, p.PreserveLastUser = 30, false }, want{
			"0 1", "2 3 4", "5 6 7", "", 5, false,
			"the tail begins at message 5, inside the turn that begins with message 2: the tail was ≈ 60 tokens, over the cap of 30; ≈ 30 stay, and 3 messages of ≈ 30 tokens move into the summary", "",
		}},
		{"a pair is not parted", "p a p c1,2 r1 r2 a", func(p *Params) { p.TailCap = 30 }, want{
			"0 1", "2 3 4 5", "2 6", "2", 6, true,
			"the tail begins at message 6, inside the turn that begins with message 2: the tail was ≈ 50 tokens, over the cap of 30; ≈ 20 stay, message 2 among them, word for word in front, and 3 messages of ≈ 30 tokens move into the summary", "",
		}},
		{"still over it", "p a p a c1 r1 c2 r2", func(p *Params) { p.TailCap = 15 }, want{
			"0 1", "2 3 4 5", "2 6 7", "2", 6, true,
			"the tail begins at message 6, inside the turn that begins with message 2: the tail was ≈ 60 tokens, over the cap of 15; ≈ 30 stay, message 2 among them, word for word in front, and 3 messages of ≈ 30 tokens move into the summary",
			"the tail is still ≈ 30 tokens, over the cap of 15: no later place in it is safe",
		}},
		{"no safe place", "p a p c1,2 r1 r2", func(p *Params) { p.TailCap = 15 }, want{
			"0 1 2", "", "2 3 4 5", "2", 2, false,
			"the tail stays as it is: the tail is ≈ 40 tokens, over the cap of 15, and no place inside it is safe: each would part a call from its result",
			"the tail is ≈ 40 tokens, over the cap of 15, and no place inside it is safe: each would part a call from its result",
		}},
		{"by hand", "p a p c1 r1 a", func(p *Params) { p.TailCap, p.SplitAt = 15, 2 }, want{"0 1 2", "", "2 3 4 5", "2", 2, false, "not applied: the tail is ≈ 40 tokens, over the cap of 15, but the split was made by hand", ""}},
		{"all is summarized", "p a p a", func(p *Params) { p.TailCap, p.Full = 15, true }, want{"0 1 2 3", "", "", "", -1, false, "not applied: there is no tail", ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rows, links := session(t, tt.script)
			for i := range rows {
				rows[i].Tokens = 10
			}
			p := Defaults()
			tt.set(&p)
			o := Run(Input{Rows: rows, Links: links, Params: p})
			got := want{summarize: list(o.Summarize), prefix: list(o.Prefix), tail: list(o.Tail), both: list(o.Both), split: o.Split, scattered: o.Scattered}
			for _, d := range o.Decisions {
				if d.Rule == "tail-cap" {
					got.says = d.Chose + ": " + d.Because
				}
			}
			var warned []string
			for _, w := range o.Warnings {
				warned = append(warned, w.Message)
			}
			got.warns = strings.Join(warned, "; ")
			if got != tt.want {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
			if o.Capped != nil && o.Unbroken() != o.Split {
				t.Errorf("unbroken from %d, split at %d", o.Unbroken(), o.Split)
			}
		})
	}
}
