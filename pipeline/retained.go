package pipeline

import (
	"context"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/retention"
	"cutline/pipeline/summarize"
)

// Retention scores what the result keeps of the session and what its summary invents. The only
// error is that of ctx.
func (res *Result) Retention(ctx context.Context, s *model.Session) (retention.Output, error) {
	return retention.Score(ctx, res.Retained(s))
}

// Compared is Retention with the baselines beside it, which takes about twice as long. What is itself
// fair shares of the messages is not compared with them.
func (res *Result) Compared(ctx context.Context, s *model.Session) (retention.Output, error) {
	out, err := retention.Compare(ctx, res.Retained(s))
	if res.Report.Summary.Rung == summarize.Slimmed {
		out.Baselines = slices.DeleteFunc(out.Baselines, func(b retention.Baseline) bool { return b.Name == retention.Slim })
	}
	return out, err
}

// Retained is the result as a score reads it. Messages that the agent of the session appended
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
		in.Summary, in.Instead = "", []string{r.Summary.Text}
	}
	masked := map[string]bool{}
	for _, it := range r.Reassemble.Draft.Items {
		if it.Mask == "" {
			continue
		}
		if m, err := s.Message(it.Row); err == nil {
			masked[retention.Text(retention.Masked(m, func(model.Part) string { return it.Mask }))] = true
		}
	}
	texts := make([]string, 0, len(res.After.Rows))
	for i := range len(res.After.Rows) - res.Written.Carried {
		text := ""
		if m, err := res.After.Message(i); err == nil { // what cannot be read keeps nothing
			text = retention.Text(m)
		}
		texts = append(texts, text)
	}
	at, rest := res.summaryIn(texts)
	for i, text := range texts {
		switch {
		case i == at:
			in.Kept = append(in.Kept, rest)
		case masked[text]:
			in.Instead = append(in.Instead, text)
		default:
			in.Kept = append(in.Kept, text)
		}
	}
	return in
}

// summaryIn finds the message of the result that holds the summary, and gives what else is in it; -1
// when there is none.
func (res *Result) summaryIn(texts []string) (at int, rest string) {
	at = -1
	summary := strings.TrimSpace(res.Report.Summary.Text)
	for i, text := range texts {
		is := res.After.Rows[i].Origin == model.FromSummary
		if before, after, ok := strings.Cut(text, summary); ok && summary != "" && (is || at < 0) {
			at, rest = i, before+"\n"+after
			if is {
				return at, rest
			}
		}
	}
	if at >= 0 {
		return at, rest
	}
	// Its marks were made harmless, so it stands there in other words.
	at = slices.IndexFunc(res.After.Rows[:len(texts)], func(r model.Row) bool { return r.Origin == model.FromSummary })
	return at, res.Report.Reassemble.Draft.State
}
