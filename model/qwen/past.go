package qwen

import (
	"cmp"
	"slices"

	"cutline/model"
	"cutline/model/measure"
)

// taken is what a line took back, by its numbers in the track.
type taken struct {
	line    int
	numbers []int
}

// history fills the history of the session: the track, decoded.
func (b *build) history() error {
	slices.SortStableFunc(b.taken, func(x, y taken) int { return cmp.Compare(x.line, y.line) })
	for i := 0; i < len(b.taken); {
		x := b.taken[i]
		for i++; i < len(b.taken) && b.taken[i].line == x.line; i++ {
			x.numbers = append(x.numbers, b.taken[i].numbers...)
		}
		b.track.TakeBack(x.numbers...)
	}
	return b.track.History(b.s, b.live, func(n int, srcs []model.Source) ([]model.Message, error) {
		raws, err := b.all(srcs)
		if err != nil {
			return nil, err
		}
		return decode(raws, b.digests[n]), nil
	})
}

// aside notes a message that is not on the path.
func (b *build) aside(n *node) {
	var it item
	for _, i := range n.recs {
		it.add(&b.t.recs[i])
	}
	b.say(&it)
	b.taken = append(b.taken, taken{n.left, []int{it.n}})
}

// say gives a message its number.
func (b *build) say(it *item) {
	it.n = b.track.Say(it.srcs...)
	b.track.Report(it.n, it.usage.input)
}

// replace puts contents into the place of what was there. One that says what was said before is
// that, kept.
func (b *build) replace(now []item, cut measure.Cut) {
	was := make(map[string][]int, len(b.items)) // numbers, by what they say
	for i := range b.items {
		it := &b.items[i]
		cut.Was = append(cut.Was, measure.Held{N: it.n})
		was[it.words] = append(was[it.words], it.n)
	}
	known := make([]bool, len(now))
	for i := len(now) - 1; i >= 0; i-- { // what is kept is mostly the end
		it := &now[i]
		if same := was[it.words]; !it.digest && it.words != "" && len(same) > 0 {
			it.n, known[i] = same[len(same)-1], true
			was[it.words] = same[:len(same)-1]
			cut.Left = append(cut.Left, measure.Held{N: it.n, Sources: it.srcs})
		}
	}
	n := b.track.Compact(cut)
	for i := range now {
		switch it := &now[i]; {
		case it.digest:
			it.n, b.digests[n] = n, true
		case !known[i]:
			b.say(it)
		}
	}
	b.items = now
}
