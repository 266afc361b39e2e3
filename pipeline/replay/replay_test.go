package replay

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
	"cutline/pipeline/trigger"
)

// story builds a history from words: "u" a person, "i" an injected message, "t" a result,
// "a 500" an answer with a report, "a" one without, "c" a compaction of all before it, "m" one
// that only blanked results. A "-" in front marks a branch that was left. Every message is
// estimated at 10 tokens.
func story(words ...string) Input {
	in := Input{Window: 1000, Params: trigger.Params{Fraction: 0.9}}
	from := 0
	for n, w := range words {
		w, gone := strings.CutPrefix(w, "-")
		p := model.Point{Line: int32(n + 1), Est: 10, Row: -1, Compaction: -1, Gone: gone}
		kind, number, _ := strings.Cut(w, " ")
		switch kind {
		case "u":
			p.Role, p.Origin = model.User, model.Person
		case "i":
			p.Role, p.Origin = model.User, model.Injected
		case "t":
			p.Role = model.Tool
		case "a":
			p.Role = model.Assistant
			_, _ = fmt.Sscan(number, &p.Tokens) // none is 0
		case "c", "m":
			k := len(in.Compactions)
			p.Compaction = int32(k)
			c, r := model.Compaction{Line: n + 1, Micro: kind == "m", Trigger: "auto", Summary: -1}, model.Replacement{Point: n, Left: 10}
			if kind == "c" {
				r.Out = []int32{}
				for i := from; i < n; i++ {
					r.Out = append(r.Out, int32(i))
				}
				from = n
			}
			_, _ = fmt.Sscan(number, &c.Before, &c.After)
			in.Compactions, in.Replacements = append(in.Compactions, c), append(in.Replacements, r)
		}
		in.History = append(in.History, p)
	}
	return in
}

func used(out Output) string {
	words := make([]string, 0, len(out.Points))
	for _, p := range out.Points {
		w := fmt.Sprint(p.Used)
		if p.Estimated {
			w = "~" + w
		}
		if p.Fires != 0 {
			w += "!"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}

func TestUsed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		in    Input
		want  string
		turns int32
	}{
		{"the last report holds", story("u", "a 500", "t", "a 890", "t", "a 900"), "~10 500 500 890 890 900!", 1},
		{"no report", story("u", "a", "t"), "~10 ~20 ~30", 1},
		{"a compaction begins anew", story("u", "a 950", "c", "u", "a 200", "u"), "~10 950! ~10 ~20 200 200", 2},
		{"blanking changes no number", story("u", "a 950", "m", "u"), "~10 950! 950! 950!", 2},
		{"a branch that was left", story("u", "a 500", "-u", "-a 950", "u", "a 510"), "~10 500 500 950! 500 510", 2},
		{"a branch begins where it was left", story("-u", "-a 950", "u"), "~10 950! ~10", 1},
		{"nothing", story(), "", 0},
	} {
		out := Run(tt.in)
		if got := used(out); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if n := len(out.Points); n > 0 && out.Points[n-1].Turns != tt.turns {
			t.Errorf("%s: %d turns, want %d", tt.name, out.Points[n-1].Turns, tt.turns)
		}
	}
}

// Branches that were left are told apart: one after another, and one within another.
func TestBranches(t *testing.T) {
	t.Parallel()
	in := story("u", "-u", "-u", "-u", "-u", "-u", "u")
	for i, n := range []uint16{1, 2, 4, 3, 4} {
		in.History[i+1].Branch = n
	}
	if got, want := used(Run(in)), "~10 ~20 ~20 ~20 ~30 ~30 ~20"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestSignals(t *testing.T) {
	t.Parallel()
	in := story("u", "a 900", "u", "c", "u", "a 300", "i", "u", "a 950")
	in.Params.TurnCeiling = 2
	in.History[4].Images = 3
	in.Params.ImageCeiling = 3
	out := Run(in)
	want := []Signal{
		{Name: "tokens", Op: ">=", Limit: 900, First: 1, Times: 2, Peak: 950, At: 8},
		{Name: "turns", Op: ">=", Limit: 2, First: 2, Times: 2, Peak: 2, At: 2},
		{Name: "images", Op: ">=", Limit: 3, First: 4, Times: 1, Peak: 3, At: 4},
		{Name: "background-start", Op: ">=", Limit: 900, First: 1, Times: 2, Peak: 950, At: 8, Early: true},
		{Name: "background-persist", Op: ">=", Limit: 950, First: 8, Times: 1, Peak: 950, At: 8, Early: true},
	}
	if d := cmp.Diff(want, out.Signals); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Crossing{{0, 1, 900}, {3, 1, 900}, {1, 2, 2}, {2, 4, 3}, {1, 7, 2}, {0, 8, 950}, {3, 8, 950}, {4, 8, 950}}, out.Crossings); d != "" {
		t.Error(d)
	}
	in.AnyTurn = true
	if got := Run(in).Points[6].Turns; got != 2 {
		t.Errorf("%d turns when injected messages count, want 2", got)
	}
	in.Window = 0
	if names := Run(in).Signals; len(names) != 2 {
		t.Errorf("without a window there are %+v", names)
	}
}

// A replay fires where the trigger does.
func TestFiresAsTheTrigger(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"u", "i", "t", "a", "a 400", "a 899", "a 900", "a 990", "c", "m", "-u", "-a 950"}), 0, 30).Draw(t, "story")
		in := story(words...)
		in.Window = rapid.SampledFrom([]int{0, 1000, 500}).Draw(t, "window")
		in.Params.TurnCeiling = rapid.IntRange(0, 4).Draw(t, "turns")
		in.Params.TokenLimit = rapid.SampledFrom([]int{0, 0, 30}).Draw(t, "limit")
		out := Run(in)
		for i, p := range out.Points {
			want := trigger.Run(trigger.Input{Used: int(p.Used), Window: in.Window, Turns: int(p.Turns), Images: int(p.Images), Params: in.Params})
			fires := false
			for k, s := range out.Signals {
				fires = fires || p.Fires.Has(k) && !s.Early
			}
			if fires != want.Fires {
				t.Fatalf("point %d: %t, the trigger says %t: %+v", i, fires, want.Fires, p)
			}
		}
	})
}

// freed is computed, and not a constant, which would be more exact than any computation.
func freed(before, after int) float64 { return 1 - float64(after)/float64(before) }

func TestCompactions(t *testing.T) {
	t.Parallel()
	in := story("u", "a 880", "t", "a 920", "c 930 90", "u", "a 300", "t", "a 700", "c", "a 690")
	in.Compactions[1].Before, in.Replacements[1].Measured = 700, true // what the server reported, not the file
	got := Run(in).Compactions
	want := []Compaction{
		{
			Index: 0, Point: 4, Line: 5, Trigger: "auto", Before: 930, After: 90, SeenBefore: 920, SeenAfter: 300, SeenAt: 6, Left: 10,
			WouldFire: 3, Signal: 0, Limit: 900, Margin: -30, Measured: true, First: true, Messages: 4, Answers: 2, Turns: 1,
			Saved: freed(920, 300), SavedFrom: "reported", Out: 4,
		},
		{
			Index: 1, Point: 9, Line: 10, Trigger: "auto", SeenBefore: 700, SeenAfter: 690, SeenAt: 10, Left: 10,
			WouldFire: -1, Signal: -1, Limit: 900, Margin: 200, Measured: true, Messages: 4, Answers: 2, Turns: 1, Grown: 400,
			Saved: freed(700, 690), SavedFrom: "reported", Out: 5,
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestSaved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		in    Input
		saved float64
		from  string
	}{
		{"recorded alone", story("u", "c 100 40"), 0.6, "recorded"},
		{"the server wins", story("u", "a 200", "c 100 10", "a 100"), 0.5, "reported"},
		{"half of it", story("u", "a 200", "c 100"), 0, ""},
		{"the next compaction is not looked behind", story("u", "a 200", "c", "c", "a 100"), 0, ""},
		{"larger", story("u", "a 200", "c", "a 300"), -0.5, "reported"},
	} {
		c := Run(tt.in).Compactions[0]
		if c.Saved != tt.saved || c.SavedFrom != tt.from {
			t.Errorf("%s: %v from %q, want %v from %q", tt.name, c.Saved, c.SavedFrom, tt.saved, tt.from)
		}
	}
	in := story("u", "a 200", "m 80")
	in.Compactions[0].SavedToks = 20
	if c := Run(in).Compactions[0]; c.Saved != 0.25 || c.SavedFrom != "recorded" || c.Measured {
		t.Errorf("blanked: %+v", c)
	}
}

func TestThrash(t *testing.T) {
	t.Parallel()
	answers := func(n int, last string) []string {
		out := make([]string, 0, n)
		for range n - 1 {
			out = append(out, "a 500")
		}
		return append(out, last)
	}
	join := func(parts ...[]string) Input {
		var all []string
		for _, p := range parts {
			all = append(all, p...)
		}
		return story(all...)
	}
	c := []string{"c"}
	for _, tt := range []struct {
		name, want string
		in         Input
	}{
		{"none recorded", "", story("u", "a 500")},
		{"one is never close", "no thrashing: 1 compaction, which saved 66.7%", join(answers(1, "a 900"), c, answers(1, "a 300"))},
		{"five answers are enough", "no thrashing: 2 compactions, at least 5 answers apart, each saved at least 66.7%", join(answers(9, "a 900"), c, append([]string{"a 300"}, answers(4, "a 900")...), c, answers(1, "a 300"))},
		{"four are not", "thrashing: 1 of 2 compactions came less than 5 answers after the one before (line 15)", join(answers(9, "a 900"), c, append([]string{"a 300"}, answers(3, "a 900")...), c, answers(1, "a 300"))},
		{"nothing saved", "thrashing: 1 of 1 compaction saved less than 5.0% (line 10: 1.0%)", join(answers(9, "a 900"), c, answers(1, "a 891"))},
		{"larger", "thrashing: 1 of 1 compaction made the context larger (line 10)", join(answers(9, "a 900"), c, answers(1, "a 901"))},
		{
			"many", "thrashing: 6 of 7 compactions came less than 5 answers after the one before (lines 3, 4, 5, 6, 7 and 1 more)",
			story("u", "c", "c", "c", "c", "c", "c", "c"),
		},
	} {
		out := Run(tt.in)
		if out.Verdict != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, out.Verdict, tt.want)
		}
		if (len(out.Thrash) > 0) != strings.HasPrefix(tt.want, "thrashing") {
			t.Errorf("%s: %q", tt.name, out.Thrash)
		}
	}
	in := story("u", "c", "a 500", "c")
	in.Compactions[1].Trigger = "manual"
	if out := Run(in); len(out.Thrash) > 0 {
		t.Errorf("a person may compact when it pleases: %q", out.Thrash)
	}
	if out := Run(story("u", "a 500", "m", "c", "a 100")); len(out.Thrash) > 0 {
		t.Errorf("blanking right before a compaction belongs to it: %q", out.Thrash)
	}
}

func TestWhy(t *testing.T) {
	t.Parallel()
	manual := story("u", "a 500", "c")
	manual.Compactions[0].Trigger = "manual"
	unsaid := story("u", "a 500", "c")
	unsaid.Compactions[0].Trigger = ""
	blind := story("u", "a 500", "c")
	blind.Window = 0
	for _, tt := range []struct {
		name, want string
		in         Input
	}{
		{"late", "the context was over the line: it came at 950 tokens, 95.0% of the window, the limit is 900, which tokens met first at line 2", story("u", "a 950", "c")},
		{"early", "the agent's own line is lower: it came at 500 tokens, 50.0% of the window, 400 below the limit of 900", story("u", "a 500", "c")},
		{"unsaid", "by hand, or because the agent's own line is lower: it came at 500 tokens, 50.0% of the window, 400 below the limit of 900", unsaid},
		{"by hand", "a person asked for it at 500 tokens, 50.0% of the window", manual},
		{"no window", "it came at 500 tokens; without a window or a limit there is nothing to compare with", blind},
		{"no numbers", "neither the file nor a server says how full the context was", story("u", "a", "c")},
		{"blanked", "old tool results were blanked, which needs no summary", story("u", "a 500", "m")},
	} {
		out := Run(tt.in)
		d := out.Decisions[len(out.Decisions)-1]
		if d.Rule != RuleRecorded || d.Because != tt.want {
			t.Errorf("%s:\n got %s: %s\nwant %s", tt.name, d.Rule, d.Because, tt.want)
		}
	}
}
