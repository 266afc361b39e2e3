package opencode

import "slices"

// pair is a finished compaction: the message that asked for it, -1 when none did, and the answer.
type pair struct{ ask, answer int }

// items are the records of a session, in order.
type items []item

// pairs are the finished compactions, in order.
func (all items) pairs() []pair {
	asks := make(map[string]int)
	var out []pair
	for i := range all {
		it := &all[i]
		switch {
		case it.gone:
		case it.asks:
			asks[it.id] = i
		case it.summary:
			p := pair{-1, i}
			if ask, ok := asks[it.parent]; ok {
				p.ask = ask
				if n := len(out); n > 0 && out[n-1].ask == ask { // it was tried again
					out = out[:n-1]
				}
			}
			out = append(out, p)
		}
	}
	return out
}

// tail gives where the messages begin that a compaction keeps word for word; false when it names
// one that is not there. Without any it is the compaction itself.
func (all items) tail(p pair) (from int, found bool) {
	if p.ask < 0 {
		return p.answer, true
	}
	want := all[p.ask].tail
	if want == "" {
		return p.ask, true
	}
	for i := range p.ask {
		if all[i].id == want {
			return i, true
		}
	}
	return p.ask, false
}

// context gives what the agent would send with the first n records, as groups of records that
// make one message, or a few: the newest compaction, what it keeps, and what follows it. Done are
// the compactions that are finished by then.
func (all items) context(done []pair, n int) [][]int {
	var out [][]int
	asks, answers := make(map[int]pair), make(map[int]bool)
	for _, p := range done {
		asks[p.ask], answers[p.answer] = p, true
	}
	add := func(from, to int, but pair) {
		for i := from; i < to; i++ {
			p, asked := asks[i]
			switch {
			case all[i].gone || i == but.ask || i == but.answer:
			case asked:
				out = append(out, []int{p.ask, p.answer})
			case answers[i]: // with what asked for it, unless nothing did
				if slices.Contains(done, pair{-1, i}) {
					out = append(out, []int{i})
				}
			default:
				out = append(out, []int{i})
			}
		}
	}
	if len(done) == 0 {
		add(0, n, pair{-1, -1})
		return out
	}
	last := done[len(done)-1]
	from, _ := all.tail(last)
	begin := last.ask
	if begin < 0 {
		begin = last.answer
		out = append(out, []int{last.answer})
	} else {
		out = append(out, []int{last.ask, last.answer})
	}
	add(from, begin, last)
	add(begin, n, last)
	return out
}
