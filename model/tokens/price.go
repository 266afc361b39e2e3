package tokens

// Price is what a vendor asks for a million tokens, in US dollars, without cache, batch or fast
// lane. The zero Price is one that is not known.
type Price struct {
	In, Out float64
	// Above is the input of a request, in tokens, from which on the long prices hold for all of it; 0
	// when one price holds for all.
	Above           int
	LongIn, LongOut float64
	LongKnown       bool
	AsOf            string // the month in which it was read, as in 2026-10; empty when unknown
}

// Known reports whether there is a price.
func (p Price) Known() bool { return p.AsOf != "" }

// Cost is what a request with so many tokens of input and output costs, in US dollars, and whether
// that is known.
func (p Price) Cost(in, out int) (dollars float64, known bool) {
	const million = 1e6
	switch {
	case !p.Known():
		return 0, false
	case p.Above == 0 || in <= p.Above:
		return (float64(in)*p.In + float64(out)*p.Out) / million, true
	}
	return (float64(in)*p.LongIn + float64(out)*p.LongOut) / million, p.LongKnown
}
