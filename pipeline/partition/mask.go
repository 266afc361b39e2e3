package partition

import (
	"fmt"
	"slices"

	"cutline/model"
	"cutline/pipeline/trace"
)

// maskLeast is the least chars of an output that a marker stands for: what is shorter saves nothing.
const maskLeast = 200

// mask keeps every message behind an earlier summary, and lets the outputs of tools give way to a
// marker where they are older than the newest turns. A turn is one of the agent: an answer with its
// calls, and their results.
func (out *Output) mask(in Input) {
	from := 0
	for from < len(out.Considered) && !out.fresh(in, from) {
		from++
	}
	out.SplitIndex, out.Summarize, out.Tail = from, out.Considered[:from:from], out.Considered[from:]
	turns, chars := 0, 0
	for k := len(out.Considered) - 1; k >= from; k-- {
		i := out.Considered[k]
		switch r := &in.Rows[i]; {
		case r.Role == model.Assistant && r.Is(model.HasCall):
			turns++
		case turns >= in.Params.MaskTurns && r.Role == model.Tool && r.Is(model.HasResult) && r.Chars+imageUnits*r.Images >= maskLeast:
			out.Masked = append(out.Masked, i)
			chars += r.Chars
		}
	}
	slices.Reverse(out.Masked)
	d := trace.Decision{
		Rule: "mask", Chose: fmt.Sprintf("every message stays, %s without the outputs of its tools", trace.Num(len(out.Masked))), Touches: out.Masked,
		Because: fmt.Sprintf("they are older than the newest %s of the agent and have %s chars", trace.Count(in.Params.MaskTurns, "turn"), trace.Num(chars)),
	}
	if len(out.Masked) == 0 {
		d.Because = fmt.Sprintf("no output of %d chars or more is older than the newest %s of the agent", maskLeast, trace.Count(in.Params.MaskTurns, "turn"))
	}
	out.Decisions = append(out.Decisions, d)
}
