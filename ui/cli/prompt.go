package cli

import (
	"context"
	"fmt"
	"strings"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/remote"
)

// promptOf is the text that the summarizer of a plan would get, and what stands in it for each place
// of the slimmed messages. For a model it is the whole request, with its secrets taken out; for
// local, which sends nothing, what it reads.
func (d *Desk) promptOf(ctx context.Context, s *model.Session, r *pipeline.Report) (string, []string, error) {
	if r.Pick.Summarizer == summarize.Local {
		return slim.Text(s, r.Slim, r.Reads)
	}
	o := remote.Options{Rung: r.Pick.Summarizer}
	for _, sum := range d.World(s, r.Params).Summarizers {
		if rung, ok := sum.(*remote.Rung); ok && sum.Info().Rung == o.Rung {
			o = rung.Options()
		}
	}
	requests, err := pipeline.Requests(s, r)
	if err != nil {
		return "", nil, err
	}
	var all []string
	said := make(map[int]string)
	for k, req := range requests {
		ask, err := remote.Compose(ctx, req, o)
		if err != nil {
			return "", nil, err
		}
		if len(requests) > 1 {
			all = append(all, fmt.Sprintf("--- request %d of %d ---", k+1, len(requests)))
		}
		all = append(all, ask.Texts()...)
		for i, at := range ask.At {
			said[at] = ask.Parts[i]
		}
	}
	var parts []string
	if len(said) == 0 { // the messages themselves go, whole
		if _, parts, err = slim.Text(s, r.Slim, r.Reads); err != nil {
			return "", nil, err
		}
	} else {
		r.Slim.Pieces(func(run []slim.Allocation) { parts = append(parts, said[run[0].Index]) })
	}
	return strings.Join(all, slim.Separator), parts, nil
}
