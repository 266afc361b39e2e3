package cli

import (
	"context"
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
		return slim.Text(s, r.Slim, r.Params.Slim)
	}
	o := remote.Options{Rung: r.Pick.Summarizer}
	for _, sum := range d.World(s, r.Params).Summarizers {
		if rung, ok := sum.(*remote.Rung); ok && sum.Info().Rung == o.Rung {
			o = rung.Options()
		}
	}
	ask, err := remote.Compose(ctx, pipeline.Asked(s, r), o)
	if err != nil {
		return "", nil, err
	}
	parts := ask.Parts
	if parts == nil { // the messages themselves go, whole
		if _, parts, err = slim.Text(s, r.Slim, r.Params.Slim); err != nil {
			return "", nil, err
		}
	}
	return strings.Join(ask.Texts(), slim.Separator), parts, nil
}
