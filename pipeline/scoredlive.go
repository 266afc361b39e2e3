package pipeline

import (
	"context"
	"fmt"

	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline/lint"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/retention"
)

// ScoreSummary scores a summary that is about to stand for all of a session's live context, as one
// that its agent has made and not yet written down. Nothing counts as kept beside it: what stays is not
// known. Tokens are those that the server reported, or estimates. The only error is that of ctx.
func ScoreSummary(ctx context.Context, s *model.Session, summary string) (Scored, error) {
	one := Scored{Text: summary, Replaced: len(s.Rows), Before: s.Usage.Input, After: tokens.Estimate(summary, tokens.O200k)}
	in := retention.Input{Source: s, Rows: s.Rows, Todos: s.Todos, From: s.TodosFrom, Root: s.CWD, Summary: summary, Tokens: one.After}
	counted := 0
	for i := range s.Rows {
		in.Dropped = append(in.Dropped, i)
		counted += s.Rows[i].Tokens
	}
	if !s.Usage.Known {
		one.Before = counted
	}
	var err error
	if one.Output, err = retention.Compare(ctx, in); err != nil {
		return one, err
	}
	one.Lint = checked(ctx, lint.Input{Source: s, Rows: s.Rows, List: in.Dropped, Todos: s.Todos}, summary)
	if err := ctx.Err(); err != nil {
		return one, fmt.Errorf("check a summary: %w", err)
	}
	one.Gates = []reassemble.Gate{speaks(summary), noQuote(&one.Output)}
	return one, nil
}
