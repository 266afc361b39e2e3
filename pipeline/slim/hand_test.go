package slim

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cutline/model"
)

// What is forced in is granted first and whole, what is forced out is not read; the others share what
// is left.
func TestHands(t *testing.T) {
	t.Parallel()
	rows := sized(1000, 1000, 1000, 1000)
	p := Defaults()
	p.FairValve = Always
	out := Run(Input{Rows: rows, List: make0(4), Budget: content(2000, 3), Params: p, Hands: map[int]Hand{1: ForcedIn, 3: ForcedOut}})
	want := []Allocation{
		{Index: 0, Role: rows[0].Role, Size: 1000, Allocation: 500, Tier: Truncated},
		{Index: 1, Role: rows[1].Role, Size: 1000, Allocation: 1000, Tier: Full, Hand: ForcedIn},
		{Index: 2, Role: rows[2].Role, Size: 1000, Allocation: 500, Tier: Truncated},
		{Index: 3, Role: rows[3].Role, Size: 1000, Tier: Dropped, Hand: ForcedOut},
	}
	if diff := cmp.Diff(want, out.Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if want := 3*1000 + 2*len(Separator); out.Chars != want || out.Held() != 1000 {
		t.Errorf("%d chars wanted and %d held, want %d and 1000", out.Chars, out.Held(), want)
	}
	var touched [][]int
	for _, d := range out.Decisions {
		if d.Rule == "by-hand" {
			touched = append(touched, d.Touches)
		}
	}
	if diff := cmp.Diff([][]int{{1}, {3}}, touched); diff != "" {
		t.Errorf("decisions by hand (-want +got):\n%s", diff)
	}
}

// Valve 1 leaves a message that is forced in where it is, and the line for the reader does not count it.
func TestHandsAndToolNoise(t *testing.T) {
	t.Parallel()
	rows := sized(100, 100, 100, 100)
	rows[1].Role, rows[2].Role = model.Tool, model.Tool
	p := Defaults()
	p.ToolValve = Always
	out := Run(Input{Rows: rows, List: make0(4), Budget: 10_000, Params: p, Hands: map[int]Hand{2: ForcedIn}})
	if out.Rows[1].Tier != Dropped || out.Rows[2].Tier != Full || out.Tool.Count != 2 {
		t.Errorf("rows %+v", out.Rows)
	}
	if want := "[1 tool message(s) and 0 message(s) with tool calls are left out.]" + Separator; out.Preamble != want {
		t.Errorf("preamble %q, want %q", out.Preamble, want)
	}
}

// When all are forced out nothing is left to read, and that is said.
func TestAllForcedOut(t *testing.T) {
	t.Parallel()
	out := Run(Input{Rows: sized(9, 9), List: make0(2), Budget: 10_000, Params: Defaults(), Hands: map[int]Hand{0: ForcedOut, 1: ForcedOut}})
	if out.Error != CannotTruncate || out.Decisions[len(out.Decisions)-1].Because != "every message is forced out by hand" {
		t.Errorf("%s, %+v", out.Error, out.Decisions)
	}
}

// Whatever the sizes, valves and hands: what is forced in is whole, what is forced out gets nothing,
// and the others never get more together than is left.
func TestHandsLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(0, 5000), 1, 20).Draw(t, "sizes")
		rows := sized(sizes...)
		p := Defaults()
		p.FairValve = rapid.SampledFrom([]Valve{Auto, Always}).Draw(t, "fair")
		p.ToolValve = rapid.SampledFrom([]Valve{Auto, Off, Always}).Draw(t, "tool")
		p.Refill = rapid.Bool().Draw(t, "refill")
		hands := map[int]Hand{}
		for i := range rows {
			rows[i].Role = rapid.SampledFrom([]model.Role{model.User, model.Assistant, model.Tool}).Draw(t, "role")
			hands[i] = Hand(rapid.IntRange(0, 2).Draw(t, "hand"))
		}
		out := Run(Input{Rows: rows, List: make0(len(rows)), Budget: rapid.IntRange(0, 30_000).Draw(t, "budget"), Params: p, Hands: hands})
		sum, cut := 0, false
		for k, a := range out.Rows {
			switch hands[k] {
			case ForcedIn:
				if a.Tier != Full || a.Allocation != sizes[k] {
					t.Fatalf("forced in: %+v", a)
				}
			case ForcedOut:
				if a.Tier != Dropped || a.Allocation != 0 {
					t.Fatalf("forced out: %+v", a)
				}
			case ByRule:
				sum += a.Allocation
				cut = cut || a.Tier == Truncated || a.Tier == Omitted
			}
		}
		if cut && sum > max(0, out.ContentBudget-out.Held()) {
			t.Fatalf("the others get %d of %d, %d of them held", sum, out.ContentBudget, out.Held())
		}
	})
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]Numbers{"": "", "7": "7", "3,1,2": "1-3", "5-6 9": "5,6,9", "4-8,2,6-10": "2,4-10", " 1 , 1 ": "1"} {
		if got, err := ReadNumbers(in); err != nil || got != want {
			t.Errorf("%q is %q (%v), want %q", in, got, err, want)
		}
	}
	for _, bad := range []string{"a", "-1", "5-3", "1-", "1.5", "99999999999999999999", "1-4294967296"} {
		if got, err := ReadNumbers(bad); err == nil {
			t.Errorf("%q is taken as %q", bad, got)
		}
	}
	if got := Numbers("1-3,9").Moved([]int{0, 5, -1, 2}); got != "2,5" {
		t.Errorf("in the later reading %q", got)
	}
	if got := Numbers("2,4-2147483647").Below(6); !slices.Equal(got, []int{2, 4, 5}) {
		t.Errorf("of six messages %v", got)
	}
}

// A list with a message more and less is a set.
func TestNumbersLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var list Numbers
		have := map[int]bool{}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			i := rapid.IntRange(0, 12).Draw(t, "i")
			if rapid.Bool().Draw(t, "add") {
				list, have[i] = list.With(i), true
			} else {
				list, have[i] = list.Without(i), false
			}
			if again, err := ReadNumbers(string(list)); err != nil || again != list {
				t.Fatalf("%q is read as %q: %v", list, again, err)
			}
		}
		for i, in := range have {
			if slices.Contains(list.Below(13), i) != in {
				t.Fatalf("%q and message %d", list, i)
			}
		}
	})
}
