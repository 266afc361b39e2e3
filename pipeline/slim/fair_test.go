package slim

import (
	"cmp"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// literal is the rule as it is told: the smallest first, equal ones in message order, each
// gets min(size, floor(what is left ÷ how many are left)).
func literal(sizes []int, budget int) []int {
	order := make([]int, len(sizes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(sizes[i], sizes[j]) })
	out := make([]int, len(sizes))
	left := max(budget, 0)
	for k, i := range order {
		out[i] = min(sizes[i], left/(len(order)-k))
		left -= out[i]
	}
	return out
}

func TestShares(t *testing.T) {
	t.Parallel()
	eight := []int{1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000}
	tests := []struct {
		name   string
		sizes  []int
		budget int
		want   []int
	}{
		{"none", []int{}, 100, []int{}},
		{"two giants among small ones", []int{120, 80, 45, 300, 90000, 60, 210, 40000, 95, 150}, 20001, []int{120, 80, 45, 300, 9471, 60, 210, 9470, 95, 150}},
		{"equal ones and a remainder", eight, 1500, []int{187, 187, 187, 187, 188, 188, 188, 188}},
		{"equal ones, even", eight, 1600, []int{200, 200, 200, 200, 200, 200, 200, 200}},
		{"all fit", eight, 8000, eight},
		{"one short of all", eight, 7999, []int{999, 1000, 1000, 1000, 1000, 1000, 1000, 1000}},
		{"around the minimum", []int{150, 5000, 199, 200, 5000}, 1100, []int{150, 275, 199, 200, 276}},
		{"half and half", []int{6033, 6000}, 2000, []int{1000, 1000}},
		{"a word and a giant", []int{5, 6000}, 1005, []int{5, 1000}},
		{"nothing to give", []int{3, 0, 5}, 0, []int{0, 0, 0}},
		{"less than nothing", []int{3, 5}, -7, []int{0, 0}},
		{"a char for the largest", []int{3, 5, 4}, 1, []int{0, 1, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := gocmp.Diff(tt.want, Shares(tt.sizes, tt.budget)); diff != "" {
				t.Errorf("Shares (-want +got):\n%s", diff)
			}
			if diff := gocmp.Diff(tt.want, literal(tt.sizes, tt.budget)); diff != "" {
				t.Errorf("the literal rule (-want +got):\n%s", diff)
			}
		})
	}
}

// drawSizes draws sizes with many equal ones, and a budget around their sum.
func drawSizes(t *rapid.T) ([]int, int) {
	top := rapid.SampledFrom([]int{1, 3, 50, 1000, 1 << 30}).Draw(t, "top")
	sizes := rapid.SliceOfN(rapid.IntRange(0, top), 0, 40).Draw(t, "sizes")
	sum := 0
	for _, s := range sizes {
		sum += s
	}
	return sizes, rapid.IntRange(-1, sum+sum/4+1).Draw(t, "budget")
}

// TestSharesEqualTheLiteralRule: to the last char, remainders included, within budget and sizes.
func TestSharesEqualTheLiteralRule(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes, budget := drawSizes(t)
		before := slices.Clone(sizes)
		got, want := Shares(sizes, budget), literal(sizes, budget)
		if !slices.Equal(got, want) {
			t.Fatalf("Shares(%v, %d)\n = %v\nwant %v", sizes, budget, got, want)
		}
		if !slices.Equal(before, sizes) {
			t.Fatalf("the sizes were written to: %v, were %v", sizes, before)
		}
		sum, total := 0, 0
		for i, s := range got {
			if s < 0 || s > sizes[i] {
				t.Fatalf("share %d of size %d", s, sizes[i])
			}
			sum += s
			total += sizes[i]
		}
		if sum != min(total, max(budget, 0)) {
			t.Fatalf("%d chars are given of %d wanted and %d there", sum, total, budget)
		}
	})
}

// TestLevel: what is larger than the level gets the level, and the remainder is what is left.
func TestLevel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes, budget := drawSizes(t)
		budget = max(budget, 0)
		q, r, cut := level(sizes, budget)
		sum, whole, larger := 0, 0, 0
		for _, s := range sizes {
			sum += s
			if s > q {
				larger++
			} else {
				whole += s
			}
		}
		switch {
		case sum <= budget:
			if cut != 0 {
				t.Fatalf("level(%v, %d) cuts %d though all fit", sizes, budget, cut)
			}
		case cut != larger || whole+q*cut+r != budget || r < 0 || r >= cut:
			t.Fatalf("level(%v, %d) = %d rest %d, cuts %d: %d are larger, the others need %d", sizes, budget, q, r, cut, larger, whole)
		}
	})
}

// TestLeaveOut: as few of the largest are left out as make every share of the rest useful.
func TestLeaveOut(t *testing.T) {
	t.Parallel()
	useful := func(sizes []int, budget, floor int) bool {
		for i, s := range literal(sizes, budget) {
			if s < min(sizes[i], floor) {
				return false
			}
		}
		return true
	}
	rapid.Check(t, func(t *rapid.T) {
		sizes, budget := drawSizes(t)
		budget = max(budget, 0) // a content budget is never less
		floor := rapid.SampledFrom([]int{0, 1, 2, 30, 200}).Draw(t, "floor")
		left := leaveOut(sizes, budget, floor)
		var want []int // the rule as it is told: the largest goes until the others' shares are useful
		rest := slices.Clone(sizes)
		for !useful(rest, budget, floor) {
			i := slices.Index(rest, slices.Max(rest))
			want = append(want, i)
			rest[i] = 0
		}
		got := slices.Clone(left)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("leaveOut(%v, %d, %d) = %v, want %v", sizes, budget, floor, got, want)
		}
	})
}
