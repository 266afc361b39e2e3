package pipeline

import (
	"context"
	"errors"
	"fmt"

	"cutline/model"
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// ErrNoSummary is the error of a summary that nobody could write early. A run has a placeholder then;
// there is no use in having that early.
var ErrNoSummary = errors.New("no summary was written early")

// Precomputed is a summary that was made before it was wanted. World.Early hands it to Run, which
// takes it while it is valid.
type Precomputed struct {
	Cover
	summary Summary
	slim    slim.Output // what its writer has read
}

// FellBack reports whether the one who was picked could not write it.
func (e *Precomputed) FellBack() bool { return e.summary.Outcome == trace.FellBack }

// Decisions says how it came about, for stage 5 of a plan.
func (e *Precomputed) Decisions() []trace.Decision { return e.summary.Decisions }

// Early makes a summary before it is wanted: stages 2 to 5, as Run does. The errors are those of
// Run, and ErrNoSummary.
func Early(ctx context.Context, s *model.Session, p Params, w World, on func(summarize.Progress)) (*Precomputed, error) {
	start := w.Now()
	r, err := w.plan(s, p)
	if err != nil {
		return nil, err
	}
	e := &Precomputed{Cover: r.cover(s, w)}
	if err := (&ladder{s: s, r: &r, w: w, on: on}).climb(ctx); err != nil {
		return nil, &StoppedError{Status: tried(&r, Cancelled, w.Now().Sub(start)), err: err}
	}
	e.summary, e.slim = r.Summary, r.Slim
	if e.summary.Rung == summarize.Placeholder {
		why := "no summarizer is here"
		if n := len(e.summary.Attempts); n > 0 {
			why = e.summary.Attempts[n-1].Rung + ": " + e.summary.Attempts[n-1].Detail
		}
		return nil, fmt.Errorf("%w: %s", ErrNoSummary, why)
	}
	return e, nil
}

// plan is the plan of a run, in which somebody will be called.
func (w World) plan(s *model.Session, p Params) (Report, error) {
	if err := Writable(s, w.To); err != nil {
		return Report{}, err
	}
	w.Calls = true
	r := Plan(s, p, w.Env)
	if r.Nothing != "" && !(w.Again && len(r.Partition.Read()) > len(r.Partition.Both)) {
		return r, fmt.Errorf("%w: %s", ErrNothing, r.Nothing)
	}
	return r, nil
}

// adopt takes a summary that was made early into a plan. It is false when there is none, or when
// that is not valid any more; then the decision says why.
func (r *Report) adopt(s *model.Session, w World) (bool, []trace.Decision) {
	e := w.Early
	if e == nil {
		return false, nil
	}
	part, why := e.fits(s, r, w)
	if why != "" {
		return false, []trace.Decision{{Rule: "early", Chose: "the summary that was made early is thrown away", Because: why}}
	}
	r.take(s, e, part)
	return true, nil
}

// take puts the summary and its split into the report.
func (r *Report) take(s *model.Session, e *Precomputed, part partition.Output) {
	r.Partition, r.Slim, r.Summary = part, e.slim, e.summary
	r.Summary.Early = true
	r.Summary.Decisions = append(r.Summary.Decisions[:len(r.Summary.Decisions):len(r.Summary.Decisions)], trace.Decision{
		Rule: "early", Chose: fmt.Sprintf("made early at %s tokens, applied at %s", trace.Num(e.Used), trace.Num(r.Tokens.Used)), Touches: e.List,
		Because: "what it covers is unchanged, each message with its id and its size: " + e.words(),
	})
	r.Warnings = nil
	r.warn(s)
}
