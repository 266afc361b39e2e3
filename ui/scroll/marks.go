package scroll

import "slices"

// Marks are the lines of a list that hold what is looked for, in order.
type Marks []int

// Has reports whether a line is one of them.
func (m Marks) Has(line int) bool {
	_, ok := slices.BinarySearch(m, line)
	return ok
}

// Next is the next of them after a line, or with a negative d the one before it; -1 when there is none.
func (m Marks) Next(line, d int) int {
	i, here := slices.BinarySearch(m, line)
	switch {
	case d < 0:
		i--
	case here:
		i++
	}
	if i < 0 || i >= len(m) {
		return -1
	}
	return m[i]
}

// Of is which of them a line is, from 1, or 0 when it is none, and how many there are.
func (m Marks) Of(line int) (k, n int) {
	if i, here := slices.BinarySearch(m, line); here {
		k = i + 1
	}
	return k, len(m)
}
