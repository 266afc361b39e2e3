package local

import (
	"context"

	"cutline/pipeline/summarize"
)

// slimmedLead begins the text: it is no summary, and is not told as one.
const slimmedLead = "The conversation so far, every message cut to its fair share; nothing is retold:"

// slimmed gives what stage 4 made of the messages: their own words, the longest cut. It is what a
// summary has to be better than.
type slimmed struct{}

// Info says what a plan may know.
func (slimmed) Info() summarize.Info { return summarize.Info{Rung: summarize.Slimmed} }

// Summarize gives the text. The only error is that of ctx.
func (slimmed) Summarize(ctx context.Context, req summarize.Request, _ func(summarize.Progress)) (summarize.Answer, error) {
	text, err := digest(ctx, req)
	if err != nil {
		return summarize.Answer{}, err
	}
	out := slimmedLead + "\n\n" + text
	for _, e := range carriedOn(req) {
		out += "\n\n" + e
	}
	return summarize.Answer{Text: out}, nil
}
