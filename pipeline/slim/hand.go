package slim

import (
	"fmt"

	"cutline/pipeline/trace"
)

// Hand is what a person decided of a message, whatever the valves say.
type Hand uint8

// The decisions. A message that is forced in is read whole and granted first; one that is forced
// out is not read, and nothing stands for it.
const (
	ByRule Hand = iota
	ForcedIn
	ForcedOut
)

// String is the decision as the JSON output spells it; empty for ByRule.
func (h Hand) String() string { return [...]string{"", "in", "out"}[h] }

// hands marks the messages that a person forced. Those that are forced out leave the text before it
// is measured.
func (out *Output) hands(in Input) {
	var ins, outs []int
	held := 0
	for k := range out.Rows {
		a := &out.Rows[k]
		if a.Hand = in.Hands[a.Index]; a.Hand == ByRule {
			continue
		}
		if a.Hand == ForcedOut {
			a.Tier, a.Allocation = Dropped, 0
			outs = append(outs, a.Index)
			continue
		}
		held += a.Size
		ins = append(ins, a.Index)
	}
	if len(ins) > 0 {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "by-hand", Chose: trace.Count(len(ins), "message") + " forced in",
			Because: fmt.Sprintf("their %s chars are granted whole, before the others get their shares", trace.Num(held)), Touches: ins,
		})
	}
	if len(outs) > 0 {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "by-hand", Chose: trace.Count(len(outs), "message") + " forced out",
			Because: "a person wants them not to be read; a call and its result go together", Touches: outs,
		})
	}
}

// Held is the chars of the messages that are forced in.
func (out *Output) Held() int {
	n := 0
	for k := range out.Rows {
		if out.Rows[k].Hand == ForcedIn {
			n += out.Rows[k].Size
		}
	}
	return n
}
