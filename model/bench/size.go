package bench

import "math"

// Quantile is a size in bytes that a share of the lines does not exceed.
type Quantile struct {
	Share float64
	Bytes int
}

// Quantiles are the sizes of all lines of a session, line ends included, giants left out. They
// follow from the tables of the kinds below, and those are shaped like the lines of real
// sessions: half of them small, most of the bytes in a few results.
var Quantiles = []Quantile{{0.5, 2_100}, {0.9, 14_000}, {0.99, 130_000}}

// The ends of Quantiles.
const (
	MinLine = 200       // bytes, the least that a line has
	MaxLine = 1_000_000 // bytes; in real sessions an image or a log that a tool read whole
)

// A session of GiantEvery bytes or more has one line of at least GiantLine bytes for each
// GiantEvery, in the middle of it: the result of a tool that had no limit.
const (
	GiantEvery = 100_000_000
	GiantLine  = 20_000_000
)

// maxShare is the part of a session that one line takes at most, giants aside: short sessions
// should not be one line.
const maxShare = 0.1

// shares are the shares of lines that the columns of a table stand for.
var shares = [...]float64{0, 0.1, 0.5, 0.9, 0.99, 1}

// table has the size of a line in bytes at each of the shares.
type table [len(shares)]float64

// The tables of the kinds of lines.
var (
	prompts  = table{500, 560, 700, 4_300, 25_000, 40_000}
	thoughts = table{1_200, 1_350, 2_500, 5_500, 12_500, 34_000}
	speeches = table{900, 950, 1_150, 2_100, 4_400, 6_000}
	calls    = table{1_000, 1_150, 1_900, 3_200, 8_000, 70_000}
	results  = table{700, 1_000, 4_500, 45_000, 180_000, MaxLine}
)

// draw takes a size from a table. Between two columns sizes are spread evenly by their logarithm,
// as they are in real sessions, which have no middle.
func (s *session) draw(t table) int {
	u, i := s.rng.Float64(), 0
	for u >= shares[i+1] {
		i++
	}
	at := (u - shares[i]) / (shares[i+1] - shares[i])
	size := math.Exp(math.Log(t[i]) + at*(math.Log(t[i+1])-math.Log(t[i])))
	most := max(min(maxShare*float64(s.size), float64(s.left())), t[0])
	return int(min(size, most))
}

// giant reports whether a giant is due, and counts it.
func (s *session) giant() bool {
	if s.giants >= s.size/GiantEvery || s.n < s.giants*GiantEvery+(GiantEvery-GiantLine)/2 {
		return false
	}
	s.giants++
	return true
}
