package retention

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"

	"cutline/pipeline/facts"
)

// most is how many facts of a class count, the heaviest.
const most = 200

// item is one fact with its weight within its class.
type item struct {
	facts.Fact
	code   string // of an error, may be empty
	weight float64
	kept   float64
}

// gather gives the facts of the dropped messages by class, the heaviest of each first.
func gather(ctx context.Context, in Input) ([len(weights)][]item, error) {
	var out [len(weights)][]item
	f, err := facts.Collect(ctx, in.Source, in.Rows, in.Dropped, nil)
	if err != nil {
		return out, err
	}
	add := func(x facts.Fact, code string) { out[x.Class] = append(out[x.Class], item{Fact: x, code: code}) }
	for _, r := range f.Constraints {
		add(r.Fact, "")
	}
	asks := map[string]int{}
	for _, a := range f.Asks {
		if i, ok := asks[a.Key]; ok { // said again
			first := &out[facts.Ask][i]
			first.Mentions, first.Last = first.Mentions+1, a.Row
			continue
		}
		asks[a.Key] = len(out[facts.Ask])
		add(a, "")
	}
	names := map[string]bool{} // of files: they are no identifiers
	for _, u := range f.Files {
		names[u.Text], names[path.Base(slashed(u.Text))] = true, true
		if u.Changed >= 0 {
			add(u.Fact, "")
		}
	}
	if _, dropped := slices.BinarySearch(in.Dropped, in.From); dropped {
		for _, t := range facts.Unfinished(in.Todos, in.From) {
			add(t, "")
		}
	}
	for _, e := range f.Errors {
		if e.Span.End > 0 { // its line is its own
			add(e.Fact, e.Code)
		}
	}
	for _, x := range f.Identifiers {
		if !names[x.Key] {
			add(x, "")
		}
	}
	for _, x := range f.Commands {
		if !strings.Contains(x.Text, "\n") { // a script of several lines is not repeated by anybody
			add(x, "")
		}
	}
	for _, list := range [][]facts.Fact{f.Numbers, f.Links} {
		for _, x := range list {
			add(x, "")
		}
	}
	for c := range out {
		out[c] = heaviest(out[c], in.Dropped)
	}
	return out, nil
}

// heaviest weighs the facts of a class by who said them, how often and how long ago.
func heaviest(list []item, dropped []int) []item {
	for i := range list {
		x := &list[i]
		at, _ := slices.BinarySearch(dropped, x.Last)
		x.weight = x.Authority() * math.Log2(1+float64(max(1, x.Mentions))) * recency(at, len(dropped))
	}
	slices.SortStableFunc(list, func(a, b item) int { return cmp.Compare(b.weight, a.weight) })
	return list[:min(len(list), most)]
}

// recency is 1 in the newest quarter of n messages and falls to 0.5 in the oldest.
func recency(at, n int) float64 {
	quarter := min(3, 4*at/max(1, n))
	return 0.5 + 0.5*float64(quarter)/3
}
