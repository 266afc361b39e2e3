package pipeline

import (
	"context"
	"slices"

	"cutline/model"
	"cutline/pipeline/summarize"
)

// Notice is what a run by this report would send, and to whom, those included who are asked when the
// first one fails; false when it would send nothing. The report is that of a plan in which somebody is
// called. Of several requests it is all together.
func Notice(ctx context.Context, s *model.Session, r *Report, w World) (summarize.Notice, bool, error) {
	sum, _ := find(w.Summarizers, r.Pick.Summarizer)
	sender, ok := sum.(summarize.Sender)
	if !ok || r.Slim.Error != "" {
		return summarize.Notice{}, false, nil
	}
	requests, err := Requests(s, r)
	if err != nil {
		return summarize.Notice{}, false, err
	}
	var all summarize.Notice
	for k, req := range requests {
		n, err := sender.Notice(ctx, req)
		if err != nil {
			return n, false, err
		}
		if k == 0 {
			all = n
			continue
		}
		add(&all, n)
	}
	for _, rung := range rungs(r.Pick.Summarizer)[1:] {
		if next, ok := find(w.Summarizers, rung); ok {
			if _, sends := next.(summarize.Sender); sends {
				all.Next = append(all.Next, next.Info())
			}
		}
	}
	return all, true, nil
}

// add puts what another request sends beside the first one.
func add(all *summarize.Notice, n summarize.Notice) {
	all.Messages, all.Chars, all.Bytes, all.Tokens, all.Output = all.Messages+n.Messages, all.Chars+n.Chars, all.Bytes+n.Bytes, all.Tokens+n.Tokens, all.Output+n.Output
	all.Read, all.Write = sum(all.Read, n.Read), sum(all.Write, n.Write)
	if all.Exact = all.Exact && n.Exact; !n.Exact {
		all.Source = n.Source
	}
	for _, h := range n.Hidden {
		if !slices.ContainsFunc(all.Hidden, func(o summarize.Hidden) bool { return o.Number == h.Number }) {
			all.Hidden = append(all.Hidden, h)
		}
	}
	all.More = append(all.More, n.Prompt)
}

// sum adds prices; one that is not known makes the sum unknown.
func sum(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	c := *a + *b
	return &c
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
	requests, err := Requests(s, r)
	if err != nil {
		return 0, err
	}
	total := 0
	for _, req := range requests {
		n, err := counter.Count(ctx, req)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}
