package tokens

// shortPiece is up to where looking through all pairs for the best one is faster than
// keeping them in a heap.
const shortPiece = 40 // bytes; measured

// count is the number of tokens of one piece.
func (v *vocabulary) count(piece string, w *work) (int, error) {
	if len(piece) == 1 || v.rank(piece) != none {
		return 1, nil
	}
	if len(piece) <= shortPiece {
		return v.countShort(piece, w), nil
	}
	return v.countLong(piece, w)
}

// countShort merges the best pair again and again, the leftmost of equals, and finds it by
// looking at all. At the end the parts that are left are the tokens.
func (v *vocabulary) countShort(piece string, w *work) int {
	n := len(piece) // parts; part k is piece[start[k]:start[k+1]]
	start, rank := w.start[:n+1], w.rank[:n]
	for k := range n - 1 {
		start[k] = uint8(k)
		rank[k] = v.pairs[int(piece[k])<<8|int(piece[k+1])]
	}
	start[n-1], start[n], rank[n-1] = uint8(n-1), uint8(n), none
	for {
		best, at := int32(none), 0
		for k, r := range rank[:n] {
			if r < best {
				best, at = r, k
			}
		}
		if best == none {
			return n
		}
		copy(start[at+1:n], start[at+2:n+1])
		copy(rank[at+1:n-1], rank[at+2:n])
		n--
		rank[at] = none
		if at+1 < n {
			rank[at] = v.rank(piece[start[at]:start[at+2]])
		}
		if at > 0 {
			rank[at-1] = v.rank(piece[start[at-1]:start[at+1]])
		}
	}
}

// countLong does the same with a heap of pairs and a linked list of parts, so that a
// megabyte without a gap costs n log n. An entry of the heap is rank << 32 | position: the
// order is that of the merges. An entry whose rank is no longer that of its position has
// been overtaken and is passed over.
func (v *vocabulary) countLong(piece string, w *work) (int, error) {
	n := len(piece)
	w.list = grown(w.list, n)
	list, h := w.list, w.heap[:0]
	for i := range list {
		list[i] = part{prev: int32(i - 1), next: int32(i + 1), rank: none}
		if i+1 < n {
			list[i].rank = v.pairs[int(piece[i])<<8|int(piece[i+1])]
		}
		if list[i].rank != none {
			h = append(h, uint64(list[i].rank)<<32|uint64(i))
		}
	}
	h.init()
	// rerank sets the rank of the pair that begins at i after one of its parts has grown.
	rerank := func(i int32) {
		mid := int(list[i].next)
		list[i].rank = none
		if mid < n {
			if list[i].rank = v.rank(piece[i:list[mid].next]); list[i].rank != none {
				h.push(uint64(list[i].rank)<<32 | uint64(i))
			}
		}
	}
	parts := n
	for len(h) > 0 {
		if err := w.spend(1); err != nil {
			return 0, err
		}
		top := h.pop()
		i := int32(uint32(top))
		if list[i].rank != int32(top>>32) {
			continue
		}
		gone := list[i].next
		list[gone].rank = none
		list[i].next = list[gone].next
		if int(list[i].next) < n {
			list[list[i].next].prev = i
		}
		parts--
		rerank(i)
		if p := list[i].prev; p >= 0 {
			rerank(p)
		}
	}
	w.heap = h
	return parts, nil
}

// part is one link of the list: where the part before and the part after begin, and the
// rank of the pair that it forms with the latter.
type part struct{ prev, next, rank int32 }

// heap is a binary heap with the smallest entry first.
type heap []uint64

func (h heap) init() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.down(i)
	}
}

func (h *heap) push(x uint64) {
	a := append(*h, x)
	*h = a
	i := len(a) - 1
	for i > 0 {
		up := (i - 1) / 2
		if a[up] <= x {
			break
		}
		a[i] = a[up]
		i = up
	}
	a[i] = x
}

func (h *heap) pop() uint64 {
	a := *h
	top, last := a[0], len(a)-1
	a[0] = a[last]
	*h = a[:last]
	h.down(0)
	return top
}

func (h heap) down(i int) {
	if i >= len(h) {
		return
	}
	x := h[i]
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && h[c+1] < h[c] {
			c++
		}
		if x <= h[c] {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = x
}
