package pipeline

import (
	"context"

	"cutline/model"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize"
)

// Retention scores what the result keeps of the session and what its summary invents. The only
// error is that of ctx.
func (res *Result) Retention(ctx context.Context, s *model.Session) (retention.Output, error) {
	return retention.Score(ctx, res.Retained(s))
}

// Retained is what a score of the result looks at. Messages that the agent of the session appended
// meanwhile keep nothing.
func (res *Result) Retained(s *model.Session) retention.Input {
	r := &res.Report
	in := retention.Input{
		Source: s, Rows: s.Rows, Todos: s.Todos, From: s.TodosFrom, Root: s.CWD, Summary: r.Summary.Text, Tokens: res.Status.TokensAfter,
	}
	for i, f := range r.Fates(s.Rows) {
		if !f.Kept && !f.Aside || f.Masked {
			in.Dropped = append(in.Dropped, i)
		}
	}
	switch r.Summary.Rung {
	case summarize.Placeholder, summarize.Note: // which name files of ours and claim nothing
		in.Summary = ""
	}
	for i := range len(res.After.Rows) - res.Written.Carried {
		if m, err := res.After.Message(i); err == nil { // what cannot be read keeps nothing
			in.Kept = append(in.Kept, retention.Text(m))
		}
	}
	return in
}
