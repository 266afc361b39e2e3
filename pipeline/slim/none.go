package slim

import (
	"cutline/model"
	"cutline/pipeline/trace"
)

// none has nothing read: no summary is written of the messages that go. An earlier summary is
// carried on, whatever else goes.
func (out *Output) none(in Input) {
	for k := range out.Rows {
		if a := &out.Rows[k]; in.Rows[a.Index].Origin != model.FromSummary {
			a.Tier, a.Allocation = Dropped, 0
		}
	}
	out.finish(in)
	out.Error, out.Outcome = "", trace.Ran
	out.Decisions = []trace.Decision{{
		Rule: "none", Chose: trace.Count(out.Counts.Dropped, "message") + " not read",
		Because: "the strategy writes no summary; they stand in the file that the result is made from",
	}}
}
