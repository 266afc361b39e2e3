package partition

import "cutline/model"

// byHand is the safe place nearest to the wanted message at or before it, or behind it when
// there is none before.
func (out *Output) byHand(in Input, want int) int {
	safe := Safe(in.Links, out.Considered)
	at := len(out.Considered)
	for k := range out.Considered {
		if safe[k] && out.Behind(k) && (out.Considered[k] <= want || at == len(out.Considered)) {
			at = k
		}
	}
	return at
}

// Behind reports whether a tail from a position in the considered list on leaves the earlier
// summary out.
func (out *Output) Behind(k int) bool { return out.Earlier == 0 || out.Considered[k] > out.Earlier }

// fresh reports whether what stands at a position in the considered list may be kept: it is behind the
// earlier summary, and is not that summary itself, of which nothing is asked where it stands first.
func (out *Output) fresh(in Input, k int) bool {
	return out.Behind(k) && (k > 0 || in.Rows[out.Considered[k]].Origin != model.FromSummary)
}

// Safe says for every position in the considered list whether a split there parts no call
// from its result. A split at position 0 summarizes nothing and is not safe.
func Safe(links []model.Link, considered []int) []bool {
	safe := make([]bool, len(considered))
	if len(considered) == 0 {
		return safe
	}
	// far[i] is the furthest peer of the messages up to i.
	pos := make(map[int]int, len(considered))
	for k, i := range considered {
		pos[i] = k
	}
	far := make([]int, len(considered))
	for _, l := range links {
		if l.Result || l.Peer < 0 {
			continue
		}
		a, ok := pos[l.Row]
		b, ok2 := pos[l.Peer]
		if ok && ok2 && b > far[a] {
			far[a] = b
		}
	}
	reach := 0
	for k := 1; k < len(considered); k++ {
		reach = max(reach, far[k-1])
		safe[k] = reach < k
	}
	return safe
}
