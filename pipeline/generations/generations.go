// Package generations compacts one session several times over and follows the same facts through
// all of it: which of them each generation of the summary still holds, and which die first.
//
// The facts are those of what the first compaction drops, and they stay the same. Nothing is
// written: what a generation leaves is read again from memory by the format's own reader, and the
// next one is made of it.
package generations

import (
	"context"
	"errors"
	"fmt"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// Classes is how many classes of facts there are.
const Classes = int(facts.Link) + 1

// The least and the most generations that are worth a look.
const (
	Least = 2
	Most  = 20
)

// Input is a session and how it is compacted.
type Input struct {
	Session *model.Session
	Params  pipeline.Params
	N       int // generations
	// Grow cuts the session into N stretches, of about as many tokens each: every generation compacts
	// what the one before it left and the next stretch, as in a session that goes on. Without it every
	// generation compacts what the one before it left, and nothing else.
	Grow bool
	// World is what the run of a session may use. It is asked before each generation, with the session
	// as it stands then, so that whoever has to can say what will be sent.
	World func(ctx context.Context, s *model.Session) (pipeline.World, error)
}

// Generations are those that were made, and the facts that did not last.
type Generations struct {
	Grow   bool
	Of     int // that were asked for
	Facts  int // that are followed, 0 until a first generation has dropped something
	Steps  []Step
	Deaths []Death // by generation, the heaviest first
}

// Step is one generation.
type Step struct {
	N         int             // from 1
	Why       string          // nothing was compacted, one sentence; then the context stays what it was
	Writer    string          // the rung that wrote the summary, empty when nothing was compacted
	Attempts  []trace.Attempt // to write it, those that failed too
	Messages  int             // of the live context before it
	Before    int             // tokens before it
	Tokens    int             // tokens after it
	Score     float64         // 0 to 100; of nothing while no facts are followed
	Low, High float64         // 95 % interval of the score
	Classes   [Classes]Share
	// Inventions are what its summary names and the session does not.
	Inventions []retention.Claim
	Deaths     int // facts that died in it
}

// Share is what is left of a class of facts.
type Share struct {
	N    int
	Kept float64 // 0 to 1, by the weight of its facts
}

// Line is the generations of a session as they are made, one after the other. It is for one
// goroutine at a time.
type Line struct {
	in     Input
	cuts   []int          // the first message behind each stretch; nil where the session does not grow
	at     *model.Session // what the next generation compacts, nil when there is none
	whole  *model.Session // at, with all that is still to come
	cohort cohort
	out    Generations
}

// New prepares the generations of a session. The errors are load.ErrReadOnly and ErrWhole.
func New(in Input) (*Line, error) {
	if err := pipeline.Writable(in.Session, ""); err != nil {
		return nil, err
	}
	l := &Line{in: in, at: in.Session, whole: in.Session, out: Generations{Grow: in.Grow, Of: in.N}}
	if !in.Grow {
		return l, nil
	}
	l.cuts = stretches(in.Session, in.N)
	l.out.Of = len(l.cuts)
	var err error
	l.at, err = beginning(l.whole, l.cuts[0])
	return l, err
}

// More reports whether there is another generation to make.
func (l *Line) More() bool { return l.at != nil && len(l.out.Steps) < l.out.Of }

// Generations are those made so far.
func (l *Line) Generations() Generations { return l.out }

// Next makes the next generation. The errors are that of ctx, that of the world, and ErrWhole.
func (l *Line) Next(ctx context.Context, on func(summarize.Progress)) (Step, error) {
	step := Step{N: len(l.out.Steps) + 1, Messages: len(l.at.Rows)}
	w, err := l.in.World(ctx, l.at)
	if err != nil {
		return step, err
	}
	w.Late, w.Early, w.Text, w.To = nil, nil, "", ""
	w.Again = !l.in.Grow && step.N > 1
	res, err := pipeline.Run(ctx, l.at, l.in.Params, w, on)
	switch {
	case errors.Is(err, pipeline.ErrNothing):
		step.Why = err.Error()
		if step.Before, err = w.Count(ctx, l.at); err != nil {
			return step, err
		}
		step.Tokens = step.Before
	case err != nil:
		return step, err
	default:
		step.Writer, step.Attempts = res.Report.Summary.Rung, res.Status.Attempts
		step.Before, step.Tokens = res.Status.TokensBefore, res.Status.TokensAfter
	}
	if err := l.follow(ctx, &step, res); err != nil {
		return step, fmt.Errorf("score generation %d: %w", step.N, err)
	}
	next, err := l.grow(ctx, &step, res, w)
	if err != nil {
		return step, fmt.Errorf("go on behind generation %d: %w", step.N, err)
	}
	l.at = next
	l.out.Steps = append(l.out.Steps, step)
	return step, nil
}

// follow looks for the facts in what a generation leaves.
func (l *Line) follow(ctx context.Context, step *Step, res *pipeline.Result) error {
	var now retention.Input
	switch {
	case res != nil:
		now = res.Retained(l.at)
		l.cohort.settle(l.in.Session, now)
	case l.cohort.of.Source != nil:
		now.Kept = texts(l.at)
	default:
		return nil // nothing was dropped yet
	}
	return l.cohort.look(ctx, step, now, &l.out)
}

// grow is what the next generation compacts, nil when there is none.
func (l *Line) grow(ctx context.Context, step *Step, res *pipeline.Result, w pipeline.World) (*model.Session, error) {
	if !l.in.Grow {
		if res == nil { // the same would be refused again
			return nil, nil
		}
		return res.After, nil
	}
	if step.N == len(l.cuts) {
		return nil, nil
	}
	length := len(l.at.Rows)
	if res != nil {
		length = len(res.After.Rows)
		w.Late = func() *model.Input {
			return &model.Input{Path: l.whole.Path, Reader: l.whole.Reader, Size: l.whole.Bytes}
		}
		w.Count = func(context.Context, *model.Session) (int, error) { return 0, nil } // nobody looks at it
		all, err := pipeline.Rejoin(ctx, l.at, res, w)
		if err != nil {
			return nil, err
		}
		l.whole = all.After
	}
	behind := l.cuts[len(l.cuts)-1] - l.cuts[step.N] // the next stretch; counted from the end, which is the same
	to := len(l.whole.Rows) - behind
	if to <= length {
		return nil, fmt.Errorf("%w: what came later cannot be appended to the result", ErrWhole)
	}
	return beginning(l.whole, to)
}
