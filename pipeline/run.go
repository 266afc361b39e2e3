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
	"cutline/pipeline/lint"
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

// Status is the record of one run.
type Status struct {
	Outcome      string          `json:"outcome"` // ok, degraded, failed, cancelled
	ErrorKinds   []string        `json:"errorKinds"`
	Attempts     []trace.Attempt `json:"attempts"`
	Family       string          `json:"family"`
	Millis       int64           `json:"ms"`
	TokensBefore int             `json:"tokensBefore"`
	TokensAfter  int             `json:"tokensAfter"`
	CharsBefore  int             `json:"charsBefore"`
	CharsAfter   int             `json:"charsAfter"`
	Compression  float64         `json:"compression"` // share of the tokens that went
}

// The outcomes of a run.
const (
	OK        = "ok"
	Degraded  = "degraded"
	Failed    = "failed"
	Cancelled = "cancelled"
)

// StoppedError ends a run that was cancelled, with the record of what had been tried. It is
// context.Canceled, or whatever else ended the context.
type StoppedError struct {
	Status Status
	err    error
}

func (e *StoppedError) Error() string { return e.err.Error() }
func (e *StoppedError) Unwrap() error { return e.err }

// Result is a compacted session that is not yet on a disk.
type Result struct {
	Report  Report
	Written *model.Written
	To      string         // name of the target that it was converted to, empty when it was not
	After   *model.Session // the result, read again by the format's own reader
	Gates   []reassemble.Gate
	Repairs []model.Repair
	Lint    []lint.Finding // what makes the summary suspicious; it never keeps a result from being written
	Status  Status
	Scale   float64 // tokens of the gauge for a counted one of the messages; 0 is 1
}

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

// status says how the run ended.
func status(s *model.Session, res *Result, before, after int) Status {
	r := &res.Report
	st := tried(r, OK, 0)
	st.TokensBefore, st.TokensAfter = before, after
	for i := range s.Rows {
		st.CharsBefore += s.Rows[i].Chars
	}
	for i := range res.After.Rows {
		st.CharsAfter += res.After.Rows[i].Chars
	}
	if before > 0 {
		st.Compression = 1 - float64(after)/float64(before)
	}
	if r.Summary.Outcome == trace.FellBack || after >= before {
		st.Outcome = Degraded
	}
	if _, bad := reassemble.Failed(res.Gates); bad || r.Summary.Rung == summarize.Placeholder {
		st.Outcome = Failed
	}
	return st
}

// tried is what the attempts of a run say.
func tried(r *Report, outcome string, took time.Duration) Status {
	st := Status{Outcome: outcome, Attempts: r.Summary.Attempts, Family: r.Pick.Family, ErrorKinds: []string{}, Millis: took.Milliseconds()}
	for _, a := range r.Summary.Attempts {
		if a.Error != "" {
			st.ErrorKinds = append(st.ErrorKinds, a.Error)
		}
	}
	return st
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

// Actions lists what became of every message of the live context.
func (res *Result) Actions(s *model.Session) []reassemble.Action {
	fates := res.Report.Fates(s.Rows)
	repaired := make(map[int]string, len(res.Repairs))
	for _, r := range res.Repairs {
		repaired[r.Row] = r.Reason
	}
	masked := make(map[int]bool, len(res.Report.Partition.Masked))
	for _, i := range res.Report.Partition.Masked {
		masked[i] = true
	}
	out := make([]reassemble.Action, len(s.Rows))
	for i, f := range fates {
		a := reassemble.Action{Index: i, Size: s.Rows[i].Rendered}
		switch {
		case repaired[i] != "":
			a.Action, a.Reason = "repaired", repaired[i]
		case masked[i]:
			a.Action, a.Reason, a.Kept = "truncated", "a marker stands for its output", len(reassemble.Mask(s.Rows[i].Chars))
		case f.Kept && f.Read:
			a.Action, a.Reason, a.Kept = "kept", "kept word for word and read by the summarizer", a.Size
		case f.Kept:
			a.Action, a.Reason, a.Kept = "kept", "tail", a.Size
		case f.Aside:
			a.Action, a.Reason, a.Kept = "kept", "set aside before the split and put back in front", a.Size
		case f.Read:
			a.Action, a.Reason = slimAction(*f.Slim, res.Report.Slim.Rule)
			a.Kept = f.Slim.Allocation
			if !f.Slim.Said { // else what it is without its calls
				a.Size = f.Slim.Size
			}
		default:
			a.Action, a.Reason = "dropped", "neither kept nor read: a further system message, or an empty one"
		}
		out[i] = a
	}
	return out
}

func slimAction(a slim.Allocation, rule string) (action, reason string) {
	switch a.Hand {
	case slim.ForcedIn:
		return "summarized", "forced in: read whole, whatever its share"
	case slim.ForcedOut:
		return "dropped", "forced out by hand"
	case slim.ByRule:
	}
	switch a.Tier {
	case slim.Full:
		if rule == slim.None {
			return "summarized", "an earlier summary, carried on as it stood"
		}
	case slim.Truncated:
		if a.Said {
			return "truncated", "its words, without its calls, cut to their fair share"
		}
		return "truncated", "cut to its fair share"
	case slim.Omitted:
		if rule == slim.Prune && a.Allocation == 0 && a.Role == model.Tool {
			return "omitted", "an old output of a tool"
		}
		return "omitted", "its fair share would tell the reader nothing"
	case slim.Dropped:
		if rule == slim.None {
			return "dropped", "the strategy keeps no trace of it; it stands in the input"
		}
		return "dropped", "tool noise"
	}
	if a.Said {
		return "truncated", "its words, without its calls"
	}
	return "summarized", "read whole"
}
