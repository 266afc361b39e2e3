package retention

import (
	"context"
	"fmt"
	"slices"

	"cutline/model"
	"cutline/pipeline/trace"
)

// A class of so few facts, with so many points of the score, makes of one of them a large part of it.
const (
	fewFacts   = 2
	manyPoints = 10
)

// wellKept is the share of an earlier summary from which on nothing is said of it.
const wellKept = 0.9

// earlier is how much of the earlier summaries among the dropped messages stands in the new context,
// by the words of their sentences; there is none when ok is false. What they say is no fact of the
// score: nobody said it.
func (f *finder) earlier(ctx context.Context, in *Input) (share float64, ok bool, err error) {
	var texts []string
	for _, i := range in.Dropped {
		if in.Rows[i].Origin != model.FromSummary {
			continue
		}
		if m, err := in.Source.Message(i); err == nil { // what cannot be read proves nothing
			texts = append(texts, Text(m))
		}
	}
	if len(texts) == 0 {
		return 0, false, ctx.Err()
	}
	more, err := documentOf(ctx, append(slices.Clone(in.Instead), in.Summary), f.heard)
	if err != nil {
		return 0, false, err
	}
	m := matcher{doc: f.always.with(more), root: f.root, spread: f.spread, heard: f.heard}
	sum, kept := 0.0, 0.0
	for _, t := range texts {
		for i, u := range units(t) {
			if i%often == 0 && ctx.Err() != nil {
				return 0, false, ctx.Err()
			}
			share, n := m.piece(u)
			sum += n
			kept += n * share
		}
	}
	return kept / max(1, sum), sum > 0, ctx.Err()
}

// Caveats are what else has to be known of a score, a sentence each: that one fact or two make much of
// it, and that an earlier summary, which is none of its facts, was cut.
func (o *Output) Caveats() []string {
	var out []string
	for _, c := range o.Classes {
		points := 0.0
		for i := range o.Facts {
			if o.Facts[i].Class == c.Class {
				points += o.Facts[i].Points
			}
		}
		if c.N <= fewFacts && points >= manyPoints {
			out = append(out, fmt.Sprintf("%.0f of the 100 points rest on %s of the class %s", points, trace.Count(c.N, "fact"), c.Class))
		}
	}
	if o.HadEarlier && o.Earlier < wellKept {
		out = append(out, fmt.Sprintf("of the earlier summary, which the score does not count, %.0f %% stands here", 100*o.Earlier))
	}
	return out
}
