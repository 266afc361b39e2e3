package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// ErrNothing is the error of a session in which nothing stands before the split.
var ErrNothing = errors.New("nothing to compact")

// World is what a run needs beside the session: who can write a summary, and how tokens are
// counted. Its functions make a run repeatable in tests.
type World struct {
	Env
	Summarizers []summarize.Summarizer // the ladder's rungs, in any order
	Text        string                 // a summary that a person gave; then nobody is called
	Early       *Precomputed           // a summary that was made early, which is taken while it is valid; may be nil
	To          string                 // the target that the session is converted to, see convert.Find; empty: its own format
	NewID       func() string
	Now         func() time.Time
	// Count counts the tokens of a session's messages; both sides of a comparison use it.
	Count func(ctx context.Context, s *model.Session) (int, error)
	// Sleep waits between two attempts, until ctx ends at most; nil is the clock.
	Sleep func(ctx context.Context, d time.Duration) error
	Late  func() *model.Input // the input as it stands when the summary is there; nil when it cannot grow
	Again bool                // an earlier summary is summarized again even where nothing new stands beside it
}

// StoppedError ends a run that was cancelled, with the record of what had been tried. It is
// context.Canceled, or whatever else ended the context.
type StoppedError struct {
	Status Status
	err    error
}

func (e *StoppedError) Error() string { return e.err.Error() }
func (e *StoppedError) Unwrap() error { return e.err }

// Run compacts a session. The errors that it ends with are a *StoppedError, ErrNothing, ErrTarget
// and load.ErrReadOnly; whatever else goes wrong leads to the next rung, and in the end to a placeholder.
func Run(ctx context.Context, s *model.Session, p Params, w World, on func(summarize.Progress)) (*Result, error) {
	start := w.Now()
	r, err := w.plan(s, p)
	if err != nil {
		return nil, err
	}
	if w.Text != "" {
		r.Summary = Summary{Outcome: trace.Ran, Rung: summarize.File, Family: r.Pick.Family, Text: w.Text}
		r.Summary.Attempts = []trace.Attempt{{Rung: summarize.File, Budget: r.Slim.Budget}}
		r.Summary.Decisions = []trace.Decision{{Rule: "summarizer", Chose: "a given text is the summary", Because: "--summary names it, so nobody was called"}}
	} else if used, thrown := r.adopt(s, w); !used {
		if err := (&ladder{s: s, r: &r, w: w, on: on}).climb(ctx); err != nil {
			return nil, &StoppedError{Status: tried(&r, Cancelled, w.Now().Sub(start)), err: err}
		}
		r.Summary.Decisions = append(r.Summary.Decisions, thrown...)
	}
	return finish(ctx, s, r, w, start)
}

// Amend is Run's result with another summary text, for one that a person has edited: the
// session is put together and checked again.
func Amend(ctx context.Context, s *model.Session, old *Result, text string, w World) (*Result, error) {
	r := old.Report
	r.Summary.Text, r.Summary.Rung, r.Summary.Early = text, summarize.Editor, false
	r.Summary.Attempts = append(r.Summary.Attempts[:len(r.Summary.Attempts):len(r.Summary.Attempts)], trace.Attempt{Rung: summarize.Editor, Budget: r.Slim.Budget})
	r.Summary.Decisions = append(r.Summary.Decisions[:len(r.Summary.Decisions):len(r.Summary.Decisions)], trace.Decision{
		Rule: "editor", Chose: "a person edited the summary", Because: "the text was changed in the editor before it was written",
	})
	return finish(ctx, s, r, w, w.Now())
}

// Rejoin is Run's result with the live state of w, for one whose state a person has changed: the
// summary stays, and the session is put together and checked again.
func Rejoin(ctx context.Context, s *model.Session, old *Result, w World) (*Result, error) {
	return finish(ctx, s, old.Report, w, w.Now())
}

// finish puts the session together, reads it again and checks it.
func finish(ctx context.Context, s *model.Session, r Report, w World, start time.Time) (*Result, error) {
	r.remember(s, w.Env)
	to, err := writerOf(s, w.To)
	if err != nil {
		return nil, err
	}
	r.Reassemble = reassemble.Run(reassemble.Input{
		Rows: s.Rows, Links: s.Links, Partition: r.Partition, Blocks: r.Blocks, Family: r.Pick.Family, Carried: carried(s, r),
		Summary: r.Summary.Text, Request: r.Params.Instructions, Used: r.before(), Bare: r.bare(),
		Rule: r.Params.Join, Exact: r.Params.faithful(), Files: r.Files, ByReference: byReference(s) && to.target == "",
	})
	r.Reassemble.Decisions = append(r.Reassemble.Decisions, r.remembered()...)
	if to.target != "" {
		r.Reassemble.Decisions = append(r.Reassemble.Decisions, to.converted(s))
	}
	found := r.lint(ctx, s)
	opts := model.WriteOptions{NewID: w.NewID, Now: w.Now()}
	if w.Late != nil {
		opts.Late = w.Late()
	}
	written, err := to.write(s, r.Reassemble.Draft, opts)
	if err != nil {
		return nil, fmt.Errorf("assemble the %s session: %w", to.format.Name, err)
	}
	r.Warnings = withLosses(r.Warnings, written)
	after, err := to.format.Read(model.Input{Path: written.Name, Reader: written.Rope, Size: written.Rope.Size()})
	if err != nil {
		return nil, fmt.Errorf("read the assembled session again: %w", err)
	}
	res := &Result{Report: r, Lint: found, Written: written, After: after, To: to.target}
	res.Repairs = append(append([]model.Repair{}, r.Reassemble.Repairs...), written.Repairs...)
	before, err := w.Count(ctx, s)
	if err != nil {
		return nil, err
	}
	count, err := w.Count(ctx, after)
	if err != nil {
		return nil, err
	}
	res.Gates = reassemble.Check(reassemble.GateInput{
		Before: s, Draft: r.Reassemble.Draft, Repairs: res.Repairs, After: after, Value: to.format.Value,
		TokensBefore: before, TokensAfter: count, Carried: written.Carried, Converted: to.target != "",
	})
	res.Status = status(s, res, before, count)
	res.Scale = scale(s, before, r.Tokens)
	res.Status.Millis = w.Now().Sub(start).Milliseconds()
	return res, nil
}

// carriedChars is how much of a result that the tail cannot keep is carried in the summary
// message: enough for its verdict, too little to crowd out the summary.
const carriedChars = 2000

// carried is the text of the results whose call does not stay in the tail.
func carried(s *model.Session, r Report) string {
	if r.Params.faithful() && len(s.Entries) > 0 {
		return "" // the format keeps them where they are, as the original does
	}
	var parts []string
	orphans := reassemble.Orphans(s.Links, r.Partition.Tail)
	for _, i := range r.Partition.Tail {
		ids := orphans[i]
		if len(ids) == 0 {
			continue
		}
		m, err := s.Message(i)
		if err != nil {
			parts = append(parts, fmt.Sprintf("[a tool result of message %d can no longer be read]", i))
			continue
		}
		for _, p := range m.Parts {
			if p.Kind != model.Result || !slices.Contains(ids, p.ID) {
				continue
			}
			name := p.Name
			if name == "" {
				name = "unknown"
			}
			text := p.OutputText()
			if js.Units(text) > carriedChars {
				text = slim.HeadAndTail(text, carriedChars)
			}
			parts = append(parts, "[Tool result] "+model.OneLine(name)+" "+text)
		}
	}
	return strings.Join(parts, "\n\n")
}
