package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"cutline/model"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/trace"
)

// ladder is one run of stage 5: rung by rung, and on each rung attempt by attempt, until one
// gives a summary. Which attempt follows a failure is said in one table, see summarize.Failure.Next.
type ladder struct {
	s         *model.Session
	r         *Report
	w         World
	on        func(summarize.Progress)
	decisions []trace.Decision
	fell      bool
}

// climb goes down the ladder. The only error is that of ctx.
func (l *ladder) climb(ctx context.Context) error {
	r := l.r
	l.fell = r.Pick.Outcome == trace.FellBack
	r.Summary.Outcome = trace.Ran
	for _, rung := range rungs(r.Pick.Summarizer) {
		sum, ok := find(l.w.Summarizers, rung)
		if !ok {
			sum, ok = local.Plain(rung)
		}
		if !ok {
			if rung == r.Pick.Summarizer {
				l.fall("attempt", rung+" was not called", "there is no such summarizer here")
			}
			continue
		}
		if done, err := l.try(ctx, sum); done || err != nil {
			l.finish()
			return err
		}
	}
	r.Summary.Rung = summarize.Placeholder
	r.Summary.Text = placeholder(l.s, r)
	l.fall("placeholder", "a placeholder stands for the summary", "every rung of the ladder failed")
	l.finish()
	return nil
}

// fall records that a second-best way is taken.
func (l *ladder) fall(rule, chose, because string) {
	l.fell = true
	l.decisions = append(l.decisions, trace.Decision{Rule: rule, Chose: chose, Because: because, Fallback: true})
}

func (l *ladder) finish() {
	if l.fell {
		l.r.Summary.Outcome = trace.FellBack
	}
	l.r.Summary.Decisions = append(l.decisions, l.r.onePart()...)
}

// try makes the attempts of one rung and reports whether one gave a summary.
func (l *ladder) try(ctx context.Context, sum summarize.Summarizer) (bool, error) {
	r, info := l.r, sum.Info()
	r.stages34(l.s, l.w.Env, info.Rung, squeeze{})
	past := summarize.Past{Rung: info.Rung, Most: r.Params.Ask.Attempts, Budget: r.Slim.Budget}
	if past.Most <= 0 {
		past.Most = summarize.Attempts
	}
	if !summarize.Asks(info.Rung) || r.Params.faithful() { // it would give the same again; the original tries once
		past.Most = 1
	}
	var step summarize.Step
	for {
		past.Tries++
		answer, err := l.attempt(ctx, sum, step, past)
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		if err == nil {
			l.accept(ctx, info, answer, past)
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			return true, nil
		}
		f := summarize.FailureOf(err)
		past.Chars, past.Suffix = r.Slim.BudgetUsed+r.Slim.Suffix, r.Slim.Suffix
		if f.Kind == summarize.Silent {
			past.Silences++
		}
		l.rejected(info, f)
		was := step
		step = f.Next(past)
		if !step.Again {
			l.fall("attempt", fmt.Sprintf("%s gave no summary: %s", info.Rung, f.Kind), f.Error()+"; "+step.Why)
			return false, nil
		}
		l.decisions = append(l.decisions, trace.Decision{
			Rule: "retry", Chose: fmt.Sprintf("%s, attempt %d gave %s: %s", info.Rung, past.Tries, f.Kind, step.Why), Because: f.Error(),
		})
		step.Shorter, step.Room = step.Shorter || was.Shorter, step.Room || was.Room
		past.Shorter = step.Shorter
		if step.Valve || step.Budget > 0 {
			past.Valved = past.Valved || step.Valve
			r.stages34(l.s, l.w.Env, info.Rung, squeeze{budget: step.Budget, valve: past.Valved, why: f.Kind})
		}
		if err := l.wait(ctx, info, past, step, f); err != nil {
			return false, err
		}
	}
}

// accept takes an answer as the summary.
func (l *ladder) accept(ctx context.Context, info summarize.Info, answer summarize.Answer, past summarize.Past) {
	l.r.Summary.Rung, l.r.Summary.Text, l.r.Summary.Native = info.Rung, l.touched(ctx, answer.Text), answer.Native
	l.used(info)
	chose, because := info.Rung+" wrote the summary", l.r.Pick.Reason
	if info.Rung != l.r.Pick.Summarizer {
		because = l.r.Pick.Summarizer + " could not; the ladder never ends without a summary"
	}
	if answer.Native {
		chose += ", by the server's own compaction"
	}
	if past.Tries > 1 {
		because += fmt.Sprintf("; attempt %d of %d", past.Tries, past.Most)
	}
	if answer.Note != "" {
		because += "; " + answer.Note
	}
	l.decisions = append(l.decisions, trace.Decision{Rule: "summarizer", Chose: chose, Because: because, Fallback: l.fell})
}

// attempt is one try of one rung; it leaves a row in the report, however it ends.
func (l *ladder) attempt(ctx context.Context, sum summarize.Summarizer, step summarize.Step, past summarize.Past) (summarize.Answer, error) {
	r, info := l.r, sum.Info()
	at := trace.Attempt{Rung: info.Rung, Model: info.Model, Budget: r.Slim.Budget}
	begin := l.w.Now()
	answer, err := l.ask(ctx, sum, step, past)
	at.Millis = l.w.Now().Sub(begin).Milliseconds()
	at.InputTokens, at.OutputTokens = answer.InputTokens, answer.OutputTokens
	at.Model = cmp.Or(at.Model, answer.Model)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
		at.Error, at.Detail = string(summarize.Aborted), "cancelled"
	case err != nil:
		f := summarize.FailureOf(err)
		at.Error, at.Detail = string(f.Kind), f.Error()
		at.InputTokens, at.OutputTokens, at.Model = f.InputTokens, f.OutputTokens, cmp.Or(at.Model, f.Model)
	}
	r.Summary.Attempts = append(r.Summary.Attempts, at)
	return answer, err
}

func (l *ladder) tell(p summarize.Progress) {
	if l.on != nil {
		p.Tried = slices.Clip(l.r.Summary.Attempts)
		l.on(p)
	}
}

// wait lets the time before the next attempt pass, and says what it waits for.
func (l *ladder) wait(ctx context.Context, info summarize.Info, past summarize.Past, step summarize.Step, f *summarize.Failure) error {
	if step.Wait <= 0 {
		return nil
	}
	l.tell(summarize.Progress{Rung: info.Rung, Model: info.Model, Try: past.Tries + 1, Tries: past.Most, Until: l.w.Now().Add(step.Wait), Why: f.Error()})
	if l.w.Sleep != nil {
		return l.w.Sleep(ctx, step.Wait)
	}
	t := time.NewTimer(step.Wait)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// rungs is the ladder from a rung down.
func rungs(from string) []string {
	switch from {
	case summarize.Note:
		return []string{from}
	case summarize.Slimmed:
		return []string{from, summarize.Local}
	}
	all := []string{summarize.Self, summarize.External, summarize.Local}
	for i, r := range all {
		if r == from {
			return all[i:]
		}
	}
	return all[2:]
}

func find(list []summarize.Summarizer, rung string) (summarize.Summarizer, bool) {
	for _, s := range list {
		if s.Info().Rung == rung {
			return s, true
		}
	}
	return nil, false
}

// placeholder stands for a summary that nobody could write. It is shown, and never written
// without being asked for.
func placeholder(s *model.Session, r *Report) string {
	return fmt.Sprintf("No summary could be written. %s before this point are not summarized; they stand in the session file %s.",
		trace.Count(len(r.Partition.Read()), "message"), s.Path)
}
