package partition

import (
	"fmt"
	"slices"

	"cutline/model"
	"cutline/pipeline/trace"
)

// users keeps the newest messages of a person that fit a number of tokens, wherever they stand, and
// has everything summarized. A message stays whole or not at all: the first one that does not fit
// ends the search, so that no older word stays while a newer one goes.
func (out *Output) users(in Input) {
	left, asked := in.Params.KeepUsers, 0
	full := false
	for k := len(out.Considered) - 1; k >= 0; k-- {
		i := out.Considered[k]
		if r := &in.Rows[i]; !Counts(*r, in.Params.SplitOn) || r.Origin == model.FromSummary || !out.fresh(in, k) {
			continue
		}
		asked++
		if full = full || in.Rows[i].Tokens > left; full {
			continue
		}
		left -= in.Rows[i].Tokens
		out.Tail = append(out.Tail, i)
	}
	slices.Reverse(out.Tail)
	out.Both, out.Scattered = out.Tail, len(out.Tail) > 0
	out.SplitIndex, out.Summarize = len(out.Considered), out.Considered
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: "users", Chose: fmt.Sprintf("%s of %s that a person typed stay word for word; everything is summarized", trace.Num(len(out.Tail)), trace.Count(asked, "message")),
		Because: fmt.Sprintf("newest first, %s of %s tokens are taken", trace.Num(in.Params.KeepUsers-left), trace.Num(in.Params.KeepUsers)), Touches: out.Tail,
	})
}
