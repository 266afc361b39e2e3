package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/lint"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/prompt"
	"cutline/pipeline/trace"
)

// LintRule begins the names of the decisions that are findings of the lint.
const LintRule = "lint-"

// maxLint is how many findings of a rule are decisions; what is left is counted in one more.
const maxLint = 200

// lint checks the summary and notes what it finds as decisions of stage 5, in place of those of a
// text that was edited since. What no summarizer wrote is no summary.
func (r *Report) lint(ctx context.Context, s *model.Session) []lint.Finding {
	r.Summary.Decisions = slices.DeleteFunc(slices.Clone(r.Summary.Decisions), func(d trace.Decision) bool { return strings.HasPrefix(d.Rule, LintRule) })
	switch r.Summary.Rung {
	case summarize.Placeholder, summarize.Note, summarize.Slimmed: // which are none
		return nil
	}
	in := lint.Input{
		Source: s, Rows: s.Rows, List: r.Partition.Read(), Tail: r.Partition.Tail, Todos: s.Todos, Summary: r.Summary.Text, Sections: r.sections(),
	}
	if r.Summary.Rung == summarize.Local { // it quotes by design, as much of a message as its share is
		for _, a := range r.Slim.Rows {
			in.Quotes = max(in.Quotes, a.Allocation)
		}
	} else {
		in.Copied = r.Segments.Messages()
	}
	found := lint.Run(ctx, in)
	count := map[string]int{}
	for _, f := range found {
		if count[f.Name]++; count[f.Name] > maxLint {
			continue
		}
		d := trace.Decision{Rule: LintRule + f.Name, Chose: f.Message, Because: fmt.Sprintf("line %d of the summary", f.Line)}
		if f.Index >= 0 {
			d.Touches = []int{f.Index}
		}
		r.Summary.Decisions = append(r.Summary.Decisions, d)
	}
	for _, name := range lint.Names {
		if n := count[name] - maxLint; n > 0 {
			r.Summary.Decisions = append(r.Summary.Decisions, trace.Decision{
				Rule: LintRule + name, Chose: fmt.Sprintf("%s more", trace.Count(n, "finding")), Because: "the receipt lists all",
			})
		}
	}
	return found
}

// sections are the titles that the writer of the summary was asked to give it; nil when that was
// left to it. A person owes none.
func (r *Report) sections() []string {
	switch r.Summary.Rung {
	case summarize.Local:
		return summarize.Sections[:]
	case summarize.Self, summarize.External:
		if prompt.Nine(r.Summary.Family) && !r.Summary.Native {
			return summarize.Sections[:]
		}
	}
	return nil
}
