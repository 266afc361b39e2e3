package lab

import (
	"context"
	"slices"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/partition"
	"cutline/pipeline/pick"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
)

const (
	tries      = 4    // runs of a strategy that its size is looked for with; one when a model writes
	enough     = 0.9  // share of the target from which on a result is as large as it should be
	aim        = 0.98 // share of the target that a further run aims at, since texts are not counted before
	faster     = 1.3  // by how much more than it is too large a result is made smaller
	guessed    = 2000 // tokens of a model's summary that nobody has seen
	noteTokens = 300  // tokens of a summary message that holds no summary
)

// knob is the parameter by which the size of a strategy's result is set.
type knob struct {
	name string
	at   func(*pipeline.Params) *int
	unit float64 // what one token of the result is in it
	least,
	most int
}

// knobOf finds it; nil when a model decides the size.
func (b *Bench) knobOf(p *pipeline.Params) *knob {
	if p.Partition.Full || p.Partition.SplitAt >= 0 {
		return b.budget(p)
	}
	switch p.Partition.Rule {
	case partition.CutPoint, partition.Recent, partition.Ends:
		return &knob{"keep-recent", func(p *pipeline.Params) *int { return &p.Partition.KeepRecent }, 1 / b.scale, 1, b.target}
	case partition.Users:
		return &knob{"keep-users", func(p *pipeline.Params) *int { return &p.Partition.KeepUsers }, 1 / b.scale, 1, b.target}
	case partition.Mask:
		return nil
	}
	return b.budget(p)
}

// budget is the knob of a summary that a rule writes. A summarizer is given no more than it would take;
// the messages themselves fill what there is.
func (b *Bench) budget(p *pipeline.Params) *knob {
	r := b.plan(*p)
	k := &knob{"budget", func(p *pipeline.Params) *int { return &p.Slim.Budget }, charsPerToken, local.MinBudget, r.Slim.Budget}
	switch r.Pick.Summarizer {
	case summarize.Local:
		return k
	case summarize.Slimmed:
		k.most = b.target * charsPerToken * 2
		return k
	}
	return nil
}

// fit runs a strategy with the size that comes nearest to the target without being larger.
func (b *Bench) fit(ctx context.Context, s pipeline.Strategy, p pipeline.Params, on func(summarize.Progress)) Row {
	if b.target <= 0 {
		return b.run(ctx, s, p, on)
	}
	if p.Partition.Rule == partition.Mask && !p.Partition.Full && p.Partition.SplitAt < 0 && !b.given(s, "mask-turns") {
		p.Partition.MaskTurns = b.turns()
		return b.run(ctx, s, p, on).with(p, "mask-turns")
	}
	k := b.knobOf(&p)
	if k == nil || b.given(s, k.name) {
		return b.run(ctx, s, p, on)
	}
	names := []string{k.name}
	if b.halve(s, k, &p) {
		names = append(names, "budget")
	}
	asks := b.asks(p)
	at := b.start(k, &p, asks)
	var best *Row
	own := *k.at(&p)
	for try := range tries {
		set := names
		if *k.at(&p) = at; k.name == "budget" && at == k.most && !b.slimmed(&p) { // which it would take by itself
			*k.at(&p), set = own, nil
		}
		row := b.run(ctx, s, p, on).with(p, set...)
		if best == nil || row.Result != nil && (best.Result == nil || b.better(row.After, best.After)) {
			best = &row
		}
		miss := aim*float64(b.target) - float64(row.After)
		if miss < 0 {
			miss *= faster
		}
		next := at + int(miss*k.unit)
		if row.Result == nil { // nothing would go, or it failed
			next = at * 9 / 10
		}
		next = min(max(next, k.least), k.most)
		if asks || ctx.Err() != nil || try+1 == tries || next == at || row.Fits && float64(row.After) >= enough*float64(b.target) {
			break
		}
		at = next
	}
	return *best
}

// halve gives a summary that a rule writes no more than half of the target, where the size is that of
// what is kept beside it: else the summary alone would fill it.
func (b *Bench) halve(s pipeline.Strategy, k *knob, p *pipeline.Params) bool {
	r := b.plan(*p)
	most := b.target * charsPerToken / 2
	if k.name == "budget" || r.Pick.Summarizer != summarize.Local || b.given(s, "budget") || r.Slim.Budget <= most {
		return false
	}
	p.Slim.Budget = max(most, local.MinBudget)
	return true
}

// with says which parameters were set.
func (r Row) with(p pipeline.Params, names ...string) Row {
	r.Set = nil
	for _, name := range names {
		if at, ok := pipeline.Lookup(name); ok {
			r.Set = append(r.Set, Setting{name, at.Get(&p)})
		}
	}
	return r
}

// given reports whether a parameter stays as it is: it was given by hand, or a strategy of a person's
// own sets it to what no other one has.
func (b *Bench) given(s pipeline.Strategy, name string) bool {
	if b.in.Given != nil && b.in.Given(name) {
		return true
	}
	at, ok := pipeline.Lookup(name)
	return ok && !slices.ContainsFunc(pipeline.Strategies, func(other pipeline.Strategy) bool { return at.Get(&other.Params) == at.Get(&s.Params) })
}

// better reports whether a size is nearer to the target than another: one that fits before one that
// does not, then the larger one that fits, or the smaller one that does not.
func (b *Bench) better(size, than int) bool {
	if fits, did := size <= b.target, than <= b.target; fits != did {
		return fits
	} else if fits {
		return size > than
	}
	return size < than
}

// start is the first size: what the target leaves beside the rest of the result.
func (b *Bench) start(k *knob, p *pipeline.Params, asks bool) int {
	if k.name == "budget" {
		if n := *k.at(p); n > 0 {
			return min(max(n, k.least), k.most)
		}
		if b.slimmed(p) {
			return min(max((b.target-b.beside(*p)-noteTokens)*charsPerToken, k.least), k.most)
		}
		return k.most
	}
	rest := b.beside(*p)
	switch r := b.plan(*p); {
	case asks:
		rest += guessed
	case r.Pick.Summarizer == summarize.Local:
		rest += r.Slim.Budget / charsPerToken
	default:
		rest += noteTokens
	}
	return min(max(int(float64(b.target-rest)*k.unit), k.least), k.most)
}

// beside are the tokens of a result that are neither summary nor what the size sets: what is set aside,
// the live state and, where the size is that of the summary, the tail.
func (b *Bench) beside(p pipeline.Params) int {
	r := b.plan(p)
	n := 0
	for _, i := range []int{r.Partition.System, r.Partition.UserInfo} {
		if i >= 0 {
			n += b.s.Rows[i].Tokens
		}
	}
	for _, i := range r.Partition.Summarize {
		if b.s.Rows[i].Origin == model.FromSummary && p.Pick.Rule != pick.Chosen { // it is carried on
			n += b.s.Rows[i].Tokens
		}
	}
	if b.slimmed(&p) {
		for _, i := range r.Partition.Tail {
			n += b.s.Rows[i].Tokens
		}
	}
	chars := 0
	for _, block := range r.Reassemble.Injected {
		chars += block.Chars
	}
	return int(float64(n)*b.scale) + chars/charsPerToken
}

// slimmed reports whether the messages themselves stand for a summary.
func (b *Bench) slimmed(p *pipeline.Params) bool { return p.Pick.Rule == summarize.Slimmed }

// turns is the largest number of turns whose outputs may stay so that the result fits, 0 when none
// does.
func (b *Bench) turns() int {
	var gain []float64 // tokens that masking an output saves, newest first, by how many turns are newer
	turns, masked := 0, 0.0
	for i := len(b.s.Rows) - 1; i >= 0; i-- {
		switch r := &b.s.Rows[i]; {
		case r.Role == model.Assistant && r.Is(model.HasCall):
			turns++
		case r.Role == model.Tool:
			for len(gain) <= turns {
				gain = append(gain, 0)
			}
			save := float64(r.Tokens)*b.scale - float64(len(reassemble.Mask(r.Chars)))/charsPerToken
			gain[turns] += max(0, save)
			masked += max(0, save)
		}
	}
	left := float64(b.before+noteTokens) - masked
	fits := 0
	for k, n := range gain {
		if left += n; left > float64(b.target) {
			return fits
		}
		fits = k + 1
	}
	return max(0, min(fits, len(gain)-1)) // the oldest go in any case
}
