package pipeline

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/trace"
)

// warn gathers the warnings of all stages.
func (r *Report) warn(s *model.Session) {
	if t := &r.Trigger; t.LimitSource == "reserve" && t.Limit == 0 && r.Tokens.Window > 0 {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "trigger", Kind: "reserve", Message: fmt.Sprintf("the reserve of %s tokens leaves nothing of a window of %s: the session would be compacted after every turn; give a smaller --reserve",
				trace.Num(r.Params.Trigger.Reserve), trace.Num(r.Tokens.Window)),
		})
	}
	r.Warnings = append(r.Warnings, r.Partition.Warnings...)
	if r.Params.faithful() && len(r.Pins) > 0 {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: StageNames[5], Kind: "pins", Message: trace.Count(len(r.Pins), "pin") + " not honoured: --faithful puts nothing beside the summary, as the original does",
		})
	}
	if r.Slim.Error != "" {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "slim", Kind: r.Slim.Error, Message: "nothing fits the budget: a summarizer would read only markers; give a larger --budget",
		})
	}
	size, tail := 0, 0
	for i := range s.Rows {
		size += s.Rows[i].Tokens
	}
	for _, i := range r.Partition.Tail {
		tail += s.Rows[i].Tokens
	}
	if n := len(r.Partition.Tail); n > 1 && tail*2 > size {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "partition", Kind: "large-tail", Indices: r.Partition.Tail[:1],
			Message: fmt.Sprintf("the tail is %.0f%% of the context (≈ %s of %s tokens); compacting frees less than the other ≈ %s%s",
				100*float64(tail)/float64(size), trace.Num(tail), trace.Num(size), trace.Num(size-tail), r.capHint()),
		})
	}
	if r.Trigger.Limit > 0 && tail >= r.Trigger.Limit {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "partition", Kind: "tail-over-limit", Indices: r.Partition.Tail[:1],
			Message: fmt.Sprintf("the tail alone is ≈ %s tokens, over the limit of %s: compaction cannot bring the context under it", trace.Num(tail), trace.Num(r.Trigger.Limit)),
		})
	}
	if len(r.Partition.Masked) > 0 && s.Format == "prime" {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "partition", Kind: "not-writable", Message: "in its own format it cannot be written so: " + model.ErrMask.Error(), Indices: r.Partition.Masked,
		})
	}
	if r.Slim.Chars > 0 && r.Slim.Chars < local.MinBudget && r.Params.Slim.Rule != slim.None {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "slim", Kind: "thin", Message: fmt.Sprintf("only %s chars would be summarized; there is next to nothing to gain", trace.Num(r.Slim.Chars)),
		})
	}
}

// capHint says what may be done about a large tail.
func (r *Report) capHint() string {
	switch p := &r.Params.Partition; {
	case p.Rule == partition.CutPoint:
		return "; a smaller --keep-recent keeps less"
	case p.TailCap == 0 && !r.Partition.ByHand:
		return "; --tail-cap N lets it begin inside its turn"
	}
	return ""
}

// nothing says why there is nothing to compact.
func (r *Report) nothing(s *model.Session) string {
	switch {
	case len(s.Rows) > 0 && r.Partition.Refused != "":
		return partition.Why(r.Partition.Refused)
	case r.Params.faithful() && r.Partition.Cut != nil && r.Partition.Refused == "":
		return "" // the original goes on with whatever there is
	}
	if len(r.Partition.Masked) > 0 {
		return ""
	}
	kept := make(map[int]bool, len(r.Partition.Both))
	for _, i := range r.Partition.Both {
		kept[i] = true
	}
	for _, i := range r.Partition.Read() {
		if s.Rows[i].Origin != model.FromSummary && !kept[i] {
			return ""
		}
	}
	if r.Params.Partition.Rule == partition.Mask && len(s.Rows) > 0 {
		return "no output of a tool is old enough to be masked"
	}
	switch n := len(r.Partition.Read()) - len(r.Partition.Both); {
	case len(s.Rows) == 0:
		return "the session has no messages"
	case n <= 0:
		return "no message stands before the split"
	default:
		return "only an earlier summary stands before the split"
	}
}
