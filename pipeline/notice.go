package pipeline

import (
	"context"
	"slices"

	"cutline/model"
	"cutline/pipeline/summarize"
)

// Notice is what a run by this report would send, and to whom, those included who are asked when the
// first one fails; false when it would send nothing. The report is that of a plan in which somebody is
// called.
func Notice(ctx context.Context, s *model.Session, r *Report, w World) (summarize.Notice, bool, error) {
	sum, _ := find(w.Summarizers, r.Pick.Summarizer)
	sender, ok := sum.(summarize.Sender)
	if !ok || r.Slim.Error != "" {
		return summarize.Notice{}, false, nil
	}
	n, err := sender.Notice(ctx, Asked(s, r))
	for _, rung := range rungs(r.Pick.Summarizer)[1:] {
		if next, ok := find(w.Summarizers, rung); ok {
			if _, sends := next.(summarize.Sender); sends {
				n.Next = append(n.Next, next.Info())
			}
		}
	}
	return n, err == nil, err
}

// Quiet is a world in which nobody sends anything: for a run of which nothing was said before.
func Quiet(w World) World {
	w.Summarizers = slices.DeleteFunc(slices.Clone(w.Summarizers), func(s summarize.Summarizer) bool {
		_, sends := s.(summarize.Sender)
		return sends
	})
	return w
}

// CountExactly asks the server of a run by this report how many tokens the prompt has, which sends it.
func CountExactly(ctx context.Context, s *model.Session, r *Report, w World) (int, error) {
	sum, _ := find(w.Summarizers, r.Pick.Summarizer)
	counter, ok := sum.(summarize.ExactCounter)
	if !ok {
		return 0, summarize.Fail(summarize.NotFound, "there is no way to ask it")
	}
	return counter.Count(ctx, Asked(s, r))
}
