package slim

import "slices"

// Shares divides a budget among messages so that the smallest gets as much as it can
// (max-min fair): served from the smallest on, equal ones in message order, each gets
// min(size, floor(what is left ÷ how many are left)), and what it leaves over rolls on.
// The result equals that rule to the last char, in linear time: below a water level q
// messages are whole, the others get q, and the remainder goes one by one to the largest.
func Shares(sizes []int, budget int) []int {
	out := make([]int, len(sizes))
	q, r, cut := level(sizes, max(budget, 0))
	if cut == 0 {
		copy(out, sizes)
		return out
	}
	over := make([]int, 0, cut)
	for i, s := range sizes {
		if s <= q {
			out[i] = s
			continue
		}
		out[i] = q
		over = append(over, i)
	}
	for _, i := range largest(over, r, func(i, j int) bool { return sizes[i] < sizes[j] || sizes[i] == sizes[j] && i < j }) {
		out[i]++
	}
	return out
}

// level finds the water level: q and the remainder r of the budget, and how many messages
// are larger than q. With cut 0 everything fits.
func level(sizes []int, budget int) (q, r, cut int) {
	sum := 0
	for _, s := range sizes {
		sum += s
	}
	if sum <= budget {
		return 0, 0, 0
	}
	a := slices.Clone(sizes)
	lo, hi, whole := 0, len(a), 0 // a[:lo] is whole and costs whole; a[hi:] is cut
	for lo < hi {
		p := pivot(a[lo:hi])
		// Three parts: below, equal, above.
		lt, i, gt := lo, lo, hi
		below := 0
		for i < gt {
			switch {
			case a[i] < p:
				below += a[i]
				a[lt], a[i] = a[i], a[lt]
				lt++
				i++
			case a[i] > p:
				gt--
				a[i], a[gt] = a[gt], a[i]
			default:
				i++
			}
		}
		if whole+below+p*(len(a)-lt) <= budget { // the level is at least p
			whole += below + p*(gt-lt)
			lo = gt
		} else {
			hi = lt
		}
	}
	cut = len(a) - lo
	left := budget - whole
	return left / cut, left % cut, cut
}

// pivot is the median of the first, the middle and the last.
func pivot(a []int) int {
	x, y, z := a[0], a[len(a)/2], a[len(a)-1]
	return max(min(x, y), min(max(x, y), z))
}

// largest gives the r largest of the indices by an order, in linear time on average. The
// slice is put in another order.
func largest(idx []int, r int, less func(i, j int) bool) []int {
	if r <= 0 {
		return nil
	}
	lo, hi, k := 0, len(idx), len(idx)-r // idx[k:] shall be the r largest
	for hi-lo > 1 {
		m := idx[lo+(hi-lo)/2]
		i, j := lo, hi-1
		for i <= j {
			for less(idx[i], m) {
				i++
			}
			for less(m, idx[j]) {
				j--
			}
			if i <= j {
				idx[i], idx[j] = idx[j], idx[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j + 1
		case k >= i:
			lo = i
		default:
			return idx[k:]
		}
	}
	return idx[k:]
}

// leaveOut says which messages to leave out, largest first, until a message that is cut
// would still get at least floor chars: below that, many would be omitted and most of the
// budget would go unused.
func leaveOut(sizes []int, budget, floor int) []int {
	order := make([]int, len(sizes))
	need, large := 0, 0
	for i, s := range sizes {
		order[i] = i
		need += min(s, floor)
		if s >= floor {
			large++
		}
	}
	if need <= budget || floor <= 0 {
		return nil
	}
	smaller := func(i, j int) bool { return sizes[i] < sizes[j] || sizes[i] == sizes[j] && i > j }
	// Each of the large ones frees the floor, so their number is known without sorting.
	if k := (need - budget + floor - 1) / floor; k <= large {
		return largest(order, k, smaller)
	}
	// All the large ones go. The others are fewer sizes than the floor has chars, so they are counted
	// by size and not sorted: many is how many of each there are, and then how many of them go.
	many := make([]int, floor)
	need -= large * floor
	for _, s := range sizes {
		if s < floor {
			many[s]++
		}
	}
	for size, n := range slices.Backward(many) {
		many[size] = 0
		if over := need - budget; over > 0 && size > 0 {
			many[size] = min(n, (over+size-1)/size)
			need -= many[size] * size
		}
	}
	gone := order[:0]
	for i, s := range sizes {
		switch {
		case s >= floor:
			gone = append(gone, i)
		case many[s] > 0: // of equal ones the first
			many[s]--
			gone = append(gone, i)
		}
	}
	return gone
}
