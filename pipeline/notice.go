package pipeline

import (
	"context"

	"cutline/model"
	"cutline/pipeline/summarize"
)

// Notice is what a run by this report would send, and to whom; false when it would send nothing. The
// report is that of a plan in which somebody is called.
func Notice(ctx context.Context, s *model.Session, r *Report, w World) (summarize.Notice, bool, error) {
	sum, _ := find(w.Summarizers, r.Pick.Summarizer)
	sender, ok := sum.(summarize.Sender)
	if !ok || r.Slim.Error != "" {
		return summarize.Notice{}, false, nil
	}
	n, err := sender.Notice(ctx, Asked(s, r))
	return n, err == nil, err
}
