package slim

import (
	"fmt"

	"cutline/pipeline/trace"
)

// Unused is the share of the budget below which what is used is shown beside what is given, when
// messages were omitted all the same; ours.
const Unused = 0.6

// Used is the share of the budget that the slimmed text and the suffix take.
func (out *Output) Used() float64 {
	if out.Budget <= 0 {
		return 0
	}
	return float64(out.BudgetUsed+out.Suffix) / float64(out.Budget)
}

// Cliff reports whether messages are omitted although most of the budget is free. Below the least
// useful share max-min fair gives all large messages up at once.
func (out *Output) Cliff() bool {
	return out.Counts.Omitted > 0 && out.Budget > 0 && out.Used() < Unused
}

// cliff says so, and what refilling would do.
func (out *Output) cliff(in Input) {
	if !out.Cliff() || in.Params.Refill {
		return
	}
	in.Params.Refill, in.Budget, in.Params.BudgetBytes = true, out.Budget, 0 // the budget is the one that was worked out
	other := Run(in)
	d := trace.Decision{
		Rule: "cliff", Chose: fmt.Sprintf("%s omitted, and %s of %s chars used: %s of the budget", trace.Count(out.Counts.Omitted, "message"),
			trace.Num(out.BudgetUsed+out.Suffix), trace.Num(out.Budget), percent(out.BudgetUsed+out.Suffix, out.Budget)),
		Because: fmt.Sprintf("every large message would get %s chars, and under %s none is sent; ", trace.Num(max(0, out.FairShare)), trace.Num(in.Params.MinUseful)),
	}
	switch used := percent(other.BudgetUsed+other.Suffix, other.Budget); {
	case other.Counts.Omitted >= out.Counts.Omitted:
		d.Because += "--refill would omit as many"
	case other.Used() > 1:
		d.Because += fmt.Sprintf("with --refill: %s instead of %s omitted, but with their markers %s of the budget", trace.Num(other.Counts.Omitted), trace.Num(out.Counts.Omitted), used)
	default:
		d.Because += fmt.Sprintf("with --refill: %s instead of %s omitted, %s of the budget used", trace.Num(other.Counts.Omitted), trace.Num(out.Counts.Omitted), used)
	}
	out.Decisions = append(out.Decisions, d)
}

// refill says which messages to leave out, and how many chars are for the others: a message that is
// left out costs its marker. Content is what there is for all of them. Where there is no room for so many markers they are not counted; they
// may be folded yet.
func (out *Output) refill(in Input, kept, sizes []int, content int) (left []bool, room int) {
	gone := leaveOut(sizes, content, in.Params.MinUseful)
	room = content
	for next := gone; !out.Quiet && len(next) > 0; {
		cost := 0
		for _, k := range next {
			a := out.Rows[kept[k]]
			a.Tier = Omitted
			cost += a.written()
		}
		if content-cost >= room { // there is room for them all
			gone = next
			break
		}
		room = content - cost
		if next = leaveOut(sizes, max(0, room), in.Params.MinUseful); len(next) == len(sizes) {
			room = content
			break
		}
	}
	left = make([]bool, len(sizes))
	for _, k := range gone {
		left[k] = true
	}
	return left, room
}
