package pipeline

import (
	"context"
	"strings"

	"cutline/pipeline/summarize"
)

// ask calls the summarizer and cleans what it says.
func (l *ladder) ask(ctx context.Context, sum summarize.Summarizer, step summarize.Step, past summarize.Past) (summarize.Answer, error) {
	if l.r.Slim.Error != "" && (summarize.Asks(sum.Info().Rung) || sum.Info().Rung == summarize.Slimmed) { // local reads facts, whatever the digest holds
		return summarize.Answer{}, summarize.Fail(summarize.CannotTruncate, "nothing fits the budget, so there is nothing to summarize")
	}
	asking, err := l.r.asking(l.s, sum.Info().Rung)
	if err != nil {
		return summarize.Answer{}, err
	}
	var all summarize.Answer
	var texts []string
	for k, req := range asking.requests {
		req.Shorter, req.Room, req.Strip = step.Shorter, step.Room, step.Strip
		tell := func(p summarize.Progress) {
			p.Model, p.Try, p.Tries = sum.Info().Model, past.Tries, past.Most
			if k > 0 && p.Text != "" {
				p.Text = strings.Join(texts, turnContext) + turnContext + p.Text
			}
			l.tell(p)
		}
		tell(summarize.Progress{Rung: sum.Info().Rung})
		answer, err := l.one(ctx, sum, req, tell)
		all.InputTokens, all.OutputTokens = all.InputTokens+answer.InputTokens, all.OutputTokens+answer.OutputTokens
		if err != nil {
			f := summarize.FailureOf(err)
			f.InputTokens, f.OutputTokens = f.InputTokens+all.InputTokens, f.OutputTokens+all.OutputTokens
			return all, f
		}
		all.Model, all.Native, all.Note = answer.Model, answer.Native, answer.Note
		texts = append(texts, answer.Text)
	}
	all.Text = asking.join(texts)
	return all, nil
}

// one makes one request and cleans the answer, unless it is to be taken as it is.
func (l *ladder) one(ctx context.Context, sum summarize.Summarizer, req summarize.Request, tell func(summarize.Progress)) (summarize.Answer, error) {
	answer, err := sum.Summarize(ctx, req, tell)
	if err != nil || req.Job.AsIs {
		return answer, err
	}
	text, err := summarize.Clean(answer.Text)
	f := summarize.ErrorText(text)
	switch {
	case err != nil:
		f = summarize.FailureOf(err)
	case f == nil || !summarize.Asks(sum.Info().Rung): // what a rule writes is its own
		answer.Text = text
		return answer, nil
	}
	f.InputTokens, f.OutputTokens, f.Model = answer.InputTokens, answer.OutputTokens, answer.Model
	return summarize.Answer{}, f
}
