package pipeline

import (
	"context"
	"slices"

	"cutline/model"
	"cutline/pipeline/summarize"
)

// Notice is what a run by this report would send, and to whom; false when it would send nothing. The
// report is that of a plan in which somebody is called. Of several requests it is all together.
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
	return all, true, nil
}

// add puts what another request sends beside the first one.
func add(all *summarize.Notice, n summarize.Notice) {
	all.Messages, all.Chars, all.Bytes, all.Tokens, all.Output = all.Messages+n.Messages, all.Chars+n.Chars, all.Bytes+n.Bytes, all.Tokens+n.Tokens, all.Output+n.Output
	all.Read, all.Write = sum(all.Read, n.Read), sum(all.Write, n.Write)
	if all.Exact = all.Exact && n.Exact; !n.Exact {
		all.Source, all.Uncounted = n.Source, n.Uncounted
	}
	for _, h := range n.Hidden {
		if !slices.ContainsFunc(all.Hidden, func(o summarize.Hidden) bool { return o.Number == h.Number }) {
			all.Hidden = append(all.Hidden, h)
		}
	}
	all.Next = append(all.Next, n.Prompt)
}

// sum adds prices; one that is not known makes the sum unknown.
func sum(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	c := *a + *b
	return &c
}
