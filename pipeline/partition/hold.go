package partition

import (
	"fmt"
	"slices"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Hold is the split for a summary that was made of the covered messages before the session grew:
// what stands behind them stays word for word. The tail begins at the message split, or behind the
// covered messages when that is -1; where that would part a call from its result it begins
// earlier, with messages that are both summarized and kept. It is false when the covered messages
// are not the beginning of the considered ones, or no place is safe.
func Hold(in Input, covered []int, split int) (Output, bool) {
	out := Output{Outcome: trace.Ran, System: -1, UserInfo: -1, Other: -1, OtherSame: true, Earlier: in.Earlier, Summarize: covered}
	if in.Params.Rule == CutPoint && len(in.Entries) > 0 {
		out.path(in)
	} else {
		out.prepare(in.Rows, in.Params.Rule != Everything)
	}
	n := len(covered)
	if n == 0 || len(out.Considered) <= n || !slices.Equal(out.Considered[:n], covered) {
		return Output{}, false
	}
	want := n
	if at := slices.Index(out.Considered[:n], split); at >= 0 {
		want = at
	}
	k, safe := want, Safe(in.Links, out.Considered)
	for k > 0 && !(safe[k] && out.Behind(k)) {
		k--
	}
	if k == 0 {
		return Output{}, false
	}
	out.SplitIndex, out.Split, out.Tail = k, out.Considered[k], out.Considered[k:]
	out.Both = out.Considered[k:n:n]
	d := trace.Decision{
		Rule: "split-held", Chose: fmt.Sprintf("split at message %d", out.Split), Touches: []int{out.Split},
		Because: "the summary was made before the session grew: what came behind what it covers stays word for word",
	}
	if k < want {
		d.Because += fmt.Sprintf("; behind message %d a call would be parted from its result", covered[n-1])
	}
	out.Decisions = append(out.Decisions, d)
	out.latest(in)
	out.check(in)
	return out, true
}

// latest keeps the last message of a person when it stands before the tail and none stands in it,
// so that the latest words of the user never exist only in a summary.
func (out *Output) latest(in Input) {
	counts := func(i int) bool {
		return Counts(in.Rows[i], in.Params.SplitOn) && in.Rows[i].Origin != model.FromSummary
	}
	if in.Params.Rule == CutPoint || !in.Params.PreserveLastUser || slices.ContainsFunc(out.Tail, counts) {
		return
	}
	for _, i := range slices.Backward(out.Summarize) {
		if counts(i) {
			out.Tail = append([]int{i}, out.Tail...)
			out.Both = append([]int{i}, out.Both...)
			out.Rescued = true
			out.Decisions = append(out.Decisions, trace.Decision{
				Rule: "rescue", Chose: fmt.Sprintf("message %d stands by itself before the tail", i),
				Because: "no message of a person is in the tail, and the user's latest words must not exist only in a summary", Touches: []int{i},
			})
			return
		}
	}
}
