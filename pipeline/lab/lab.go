// Package lab runs several strategies on one session at one budget, one after the other, so that
// what each keeps and loses can be compared.
package lab

import (
	"context"
	"errors"
	"time"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize"
)

// Input is a session and what is to be compared.
type Input struct {
	Session    *model.Session
	Params     pipeline.Params         // of a person; what a strategy sets comes on top
	Given      func(param string) bool // which of them were given by hand and stay whatever a strategy sets; nil: none
	Strategies []pipeline.Strategy     // that there are; the first is what the budget comes from
	Target     int                     // tokens after; 0: what the first strategy leaves with the local summarizer
	World      func(p pipeline.Params) pipeline.World
	Model      string // that would write the summaries, for the price; empty when none is known
	Output     int    // most tokens of its answer
}

// Row is what one strategy made of the session.
type Row struct {
	Strategy string
	About    string
	Params   pipeline.Params  // that it was run with
	Result   *pipeline.Result // nil when there is none
	Why      string           // there is no result, one sentence
	Writer   string           // the rung that wrote; the one that would, without a result
	Set      []Setting        // what was set so that it fits
	Fits     bool             // the result is no larger than the target
	Before   int              // tokens of all messages
	After    int

	Kept, KeptTokens                        int // messages that stay word for word
	Summarized, Truncated, Omitted, Dropped int // messages
	Words, WordsKept                        int // of persons, and those that stand in the result as they were said
	Files, FilesKept                        int // paths that calls name, and those that the result names
	Pairs, Broken                           int // calls with their result, calls or results without the other half
	Gates                                   []reassemble.Gate
	Retention                               retention.Output // without baselines, which are strategies here
	Scored                                  bool             // there is one: it was not stopped before
	Price                                   Price
	Took                                    time.Duration // of the last run; 0 when nothing ran
}

// Setting is a parameter and its value, as a flag spells them.
type Setting struct{ Name, Value string }

// Price is what the summary costs, estimated.
type Price struct {
	Dollars float64 // of the prompt and the longest answer
	Model   string  // that would write, empty when no model does
	Known   bool    // always, when no model writes
}

// Bench is a session that has been read once for all strategies.
type Bench struct {
	in     Input
	s      *model.Session // the session, with its messages decoded once
	target int
	before int     // tokens, counted
	scale  float64 // counted tokens for one that the rows estimate
	prose  prose
	first  *Row // the row that the target comes from
}

// New reads a session, and finds the budget when nobody names one. The error is that of ctx, or of
// reading the session.
func New(ctx context.Context, in Input) (*Bench, error) {
	b := &Bench{in: in, s: memoized(in.Session), target: in.Target, scale: 1}
	w := in.World(in.Params)
	var err error
	if b.before, err = w.Count(ctx, in.Session); err != nil {
		return nil, err
	}
	estimated := 0
	for i := range b.s.Rows {
		estimated += b.s.Rows[i].Tokens
	}
	if estimated > 0 && b.before > 0 {
		b.scale = float64(b.before) / float64(estimated)
	}
	if b.prose, err = readProse(ctx, b.s); err != nil {
		return nil, err
	}
	if b.target > 0 {
		return b, nil
	}
	p, err := b.params(in.Strategies[0])
	if err != nil {
		return nil, err
	}
	p.Pick.Summarizer, p.Pick.Model = summarize.Local, ""
	row := b.run(ctx, in.Strategies[0], p, nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if b.first = &row; row.Result != nil {
		b.target = row.After
		b.first.Fits = true
	}
	return b, nil
}

// Target is the budget in tokens, 0 when there is none: nothing could be compacted.
func (b *Bench) Target() int { return b.target }

// Before is how many tokens the messages of the session have.
func (b *Bench) Before() int { return b.before }

// params are those of a person with what a strategy sets.
func (b *Bench) params(s pipeline.Strategy) (pipeline.Params, error) {
	p := b.in.Params
	err := p.Follow(b.in.Strategies, s.Name, b.in.Given)
	return p, err
}

// Plan is what a strategy is run with first: where a model writes, the only time. It is for the notice
// of what is sent.
func (b *Bench) Plan(s pipeline.Strategy) (pipeline.Params, error) {
	p, err := b.params(s)
	if k := b.knobOf(&p); err == nil && k != nil && b.target > 0 && !b.given(s, k.name) && b.asks(p) {
		*k.at(&p) = b.start(k, &p, true)
	}
	return p, err
}

// Row runs a strategy. Whatever goes wrong stands in the row; the caller looks at its ctx.
func (b *Bench) Row(ctx context.Context, s pipeline.Strategy, on func(summarize.Progress)) Row {
	p, err := b.params(s)
	if err != nil {
		return Row{Strategy: s.Name, About: s.About, Params: p, Before: b.before, Why: err.Error()}
	}
	if b.first != nil && b.first.Result != nil && s.Name == b.first.Strategy && !b.asks(p) {
		b.score(ctx, b.first)
		return *b.first
	}
	row := b.fit(ctx, s, p, on)
	b.score(ctx, &row)
	return row
}

// score says what the result keeps and invents, unless ctx ends.
func (b *Bench) score(ctx context.Context, row *Row) {
	if row.Result == nil || row.Scored {
		return
	}
	out, err := row.Result.Retention(ctx, b.s)
	if err != nil {
		return
	}
	row.Retention, row.Scored = out, true
}

// asks reports whether a model would write.
func (b *Bench) asks(p pipeline.Params) bool {
	return summarize.Asks(b.plan(p).Pick.Summarizer)
}

// plan is the plan of a run.
func (b *Bench) plan(p pipeline.Params) pipeline.Report {
	e := b.in.World(p).Env
	e.Calls, e.Counted = true, b.before
	return pipeline.Plan(b.s, p, e)
}

// run runs a strategy once and measures what came of it.
func (b *Bench) run(ctx context.Context, s pipeline.Strategy, p pipeline.Params, on func(summarize.Progress)) Row {
	w := b.in.World(p)
	w.Counted = b.before
	count := w.Count
	w.Count = func(ctx context.Context, of *model.Session) (int, error) {
		if of == b.s {
			return b.before, nil
		}
		return count(ctx, of)
	}
	row := Row{Strategy: s.Name, About: s.About, Params: p, Before: b.before}
	began := w.Now()
	res, err := pipeline.Run(ctx, b.s, p, w, on)
	if err != nil {
		row.Why, row.Writer = err.Error(), b.plan(p).Pick.Summarizer
		if errors.Is(err, context.Canceled) {
			row.Why = "stopped"
		}
		return row
	}
	row.Took = w.Now().Sub(began)
	b.measure(&row, res)
	return row
}
