package ui

import (
	"context"
	"slices"

	"cutline/model"
)

// scanBytes is how much of a session is read before what was found in it shows: a twentieth of a second.
const scanBytes = 4 << 20

// scan is a search that has still to look into some messages.
type scan struct {
	s     *model.Session
	holds func(body string) bool
	rows  []int // which ones; nil: all
	n     int   // of how many, when it is all
	at    int   // the next one, behind the last one the first
	left  int   // how many
	read  int   // bytes that were read of them
}

// next reads on for a while. It gives what it found and the rest. A message that cannot be read is passed over.
func (c scan) next(ctx context.Context) ([]int, scan, error) {
	var hits []int
	for end := c.read + scanBytes; c.left > 0 && c.read < end; c.left-- {
		if ctx.Err() != nil {
			return nil, c, ctx.Err()
		}
		i := c.at
		if c.rows != nil {
			i = c.rows[i]
		} else {
			i %= c.n
		}
		c.at++
		c.read += weightOf(c.s, i)
		m, err := c.s.Message(i)
		if err == nil && c.holds(m.Full()) {
			hits = append(hits, i)
		}
	}
	slices.Sort(hits)
	return hits, c, nil
}

// weightOf is what it takes to look into a message, in bytes: one without words has to be decoded too.
func weightOf(s *model.Session, i int) int {
	const overhead = 500
	return s.Rows[i].Bytes + overhead
}

// whole is the same for all that is left of a scan.
func (c scan) whole() int {
	sum := 0
	for k := range c.left {
		i := c.at + k
		if c.rows != nil {
			i = c.rows[i]
		} else {
			i %= c.n
		}
		sum += weightOf(c.s, i)
	}
	return sum
}
