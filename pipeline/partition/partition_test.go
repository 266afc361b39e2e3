package partition

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// split is what a test asks of an output.
type split struct {
	System, UserInfo  int
	SplitIndex, Split int
	Summarize, Tail   string
	Both              string
	Rescued           bool
}

func of(o Output) split {
	return split{o.System, o.UserInfo, o.SplitIndex, o.Split, list(o.Summarize), list(o.Tail), list(o.Both), o.Rescued}
}

func TestRun(t *testing.T) {
	t.Parallel()
	with := func(f func(*Params)) Params {
		p := Defaults()
		f(&p)
		return p
	}
	relaxed := with(func(p *Params) { p.RelaxedGuard = true })
	full := with(func(p *Params) { p.Full = true })
	plain := with(func(p *Params) { p.PreserveLastUser = false })
	tests := []struct {
		name, script string
		p            Params
		want         split
	}{
		// Prepare.
		{"nothing", "", plain, split{-1, -1, 0, -1, "", "", "", false}},
		{"only a system message", "s", plain, split{0, -1, 0, -1, "", "", "", false}},
		{"the system message is set aside", "s p a p a", plain, split{0, -1, 2, 3, "1 2", "3 4", "", false}},
		{"a later system message is left out", "p a s p a s", plain, split{2, -1, 2, 3, "0 1", "3 4", "", false}},
		{"further ones are left out", "s p a s p s a", plain, split{0, -1, 2, 4, "1 2", "4 6", "", false}},
		{"an assistant message without a part is left out", "p e a p e a", plain, split{-1, -1, 2, 3, "0 2", "3 5", "", false}},
		{"one with an empty text stays", "p z p z", plain, split{-1, -1, 2, 2, "0 1", "2 3", "", false}},
		{"user info is set aside", "s u p a p a", plain, split{0, 1, 2, 4, "2 3", "4 5", "", false}},
		{"user info without a user message behind it is not", "s u a p a", plain, split{0, -1, 2, 3, "1 2", "3 4", "", false}},
		{"user info that is not first is not", "s p u p a", plain, split{0, -1, 2, 3, "1 2", "3 4", "", false}},

		// Split.
		{"the last message of a person", "p a p a p a a", plain, split{-1, -1, 4, 4, "0 1 2 3", "4 5 6", "", false}},
		{"no user message", "a c1 r1 a", plain, split{-1, -1, 4, -1, "0 1 2 3", "", "", false}},
		{"one long turn: the guard", "p c1 r1 c2 r2 a", plain, split{-1, -1, 6, -1, "0 1 2 3 4 5", "", "", false}},
		{"position 1 is not above the guard", "a p a a", plain, split{-1, -1, 4, -1, "0 1 2 3", "", "", false}},
		{"position 1 is above the relaxed guard", "a p a a", with(func(p *Params) { p.RelaxedGuard, p.PreserveLastUser = true, false }), split{-1, -1, 1, 1, "0", "1 2 3", "", false}},
		{"position 0 never is", "p a a", with(func(p *Params) { p.RelaxedGuard, p.PreserveLastUser = true, false }), split{-1, -1, 3, -1, "0 1 2", "", "", false}},
		{"the guard counts what is considered", "s u p a p a", literal(), split{0, 1, 2, 4, "2 3", "4 5", "", false}},
		{"injected messages are passed over", "p a p a i a", plain, split{-1, -1, 2, 2, "0 1", "2 3 4 5", "", false}},
		{"any takes an injected one", "p a p a i a", literal(), split{-1, -1, 4, 4, "0 1 2 3", "4 5", "", false}},
		{"any takes an earlier summary", "p a m a", literal(), split{-1, -1, 2, 2, "0 1", "2 3", "", false}},
		{"results in user records are no user messages", "p a p c1 r1 c2 r2", plain, split{-1, -1, 2, 2, "0 1", "2 3 4 5 6", "", false}},
		{"the tail may be its user message alone", "p a p", plain, split{-1, -1, 2, 2, "0 1", "2", "", false}},

		// Preserve, rescue, full.
		{"preserved: summarized and kept", "p a p a p a a", Defaults(), split{-1, -1, 4, 4, "0 1 2 3 4", "4 5 6", "4", false}},
		{"full", "p a p a p a a", with(func(p *Params) { p.Full, p.PreserveLastUser = true, false }), split{-1, -1, 7, -1, "0 1 2 3 4 5 6", "", "", false}},
		{"full wins over preserve", "p a p a p a a", full, split{-1, -1, 7, -1, "0 1 2 3 4 5 6", "", "", false}},
		{"an empty tail is rescued", "p c1 r1 c2 r2 a", Defaults(), split{-1, -1, 6, -1, "0 1 2 3 4 5", "0", "0", true}},
		{"rescue passes over a summary", "p m a a", with(func(p *Params) { p.SplitOn = "any" }), split{-1, -1, 4, -1, "0 1 2 3", "0", "0", true}},
		{"rescue passes over injected messages", "p i a", Defaults(), split{-1, -1, 3, -1, "0 1 2", "0", "0", true}},
		{"rescue finds nothing", "m a a", Defaults(), split{-1, -1, 3, -1, "0 1 2", "", "", false}},
		{"relaxed and preserved", "a p a a", relaxed, split{-1, -1, 1, 1, "0 1", "1 2 3", "1", false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := run(t, tt.script, tt.p)
			if diff := cmp.Diff(tt.want, of(out)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.script, diff)
			}
			for _, d := range out.Decisions {
				if d.Rule == "" || d.Chose == "" || d.Because == "" {
					t.Errorf("a decision without its words: %+v", d)
				}
			}
		})
	}
}

func TestOther(t *testing.T) {
	t.Parallel()
	every := Defaults()
	every.SplitOn = "any"
	byHand := Defaults()
	byHand.SplitAt = 2
	tests := []struct {
		name, script string
		p            Params
		other        int
		same         bool
	}{
		{"the same place", "p a p a", Defaults(), -1, true},
		{"any would split later", "p a p a i a", Defaults(), 4, false},
		{"person would split earlier", "p a p a i a", every, 2, false},
		{"person would summarize everything", "p a a i a", every, -1, false},
		{"any would split where person summarizes all", "p a a i a", Defaults(), 3, false},
		{"both summarize everything", "p a a", Defaults(), -1, true},
		{"by hand there is no other", "p a p a i a", byHand, -1, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out := run(t, tt.script, tt.p)
			if out.Other != tt.other || out.OtherSame != tt.same {
				t.Errorf("other %d, same %v; want %d, %v", out.Other, out.OtherSame, tt.other, tt.same)
			}
			said := false
			for _, d := range out.Decisions {
				said = said || d.Rule == "split-other"
			}
			if said == tt.same {
				t.Errorf("same %v, but a decision about the other rule: %v", tt.same, said)
			}
		})
	}
}

func TestSkills(t *testing.T) {
	t.Parallel()
	if out := run(t, "s k a k a p a", Defaults()); out.Skills != 2 {
		t.Errorf("%d messages with skills, want 2", out.Skills)
	}
}

// TestEarlier: the summary of the last compaction is not kept beside the new one, wherever its
// format puts it.
func TestEarlier(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		script           string
		earlier, splitAt int
		want             split
	}{
		{"p a p a m a a", 4, -1, split{-1, -1, 7, -1, "0 1 2 3 4 5 6", "2", "2", true}},
		{"p a p a m a p a", 4, -1, split{-1, -1, 6, 6, "0 1 2 3 4 5 6", "6 7", "6", false}},
		{"p a p a m a a", 4, 2, split{-1, -1, 5, 5, "0 1 2 3 4", "5 6", "", false}},
		{"p a p a m a a", 4, 6, split{-1, -1, 6, 6, "0 1 2 3 4 5", "6", "", false}},
		{"p a p a m", 4, 1, split{-1, -1, 5, -1, "0 1 2 3 4", "2", "2", true}},
		{"p a p a m a a", 0, 2, split{-1, -1, 2, 2, "0 1 2", "2 3 4 5 6", "2", false}},
	} {
		rows, links := session(t, tt.script)
		p := Defaults()
		p.SplitAt = tt.splitAt
		out := Run(Input{Rows: rows, Links: links, Params: p, Earlier: tt.earlier})
		if d := cmp.Diff(tt.want, of(out)); d != "" {
			t.Errorf("%q at %d: %s", tt.script, tt.splitAt, d)
		}
	}
}
