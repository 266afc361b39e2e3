package partition

import (
	"fmt"
	"slices"

	"cutline/pipeline/trace"
)

// recent keeps the newest messages that fit a number of tokens. A split that would part a call from
// its result is passed over, so that a little less may stay.
func (out *Output) recent(in Input) { out.newest(in, -1) }

// ends keeps the first message of a person too: what the session is about. What stands between goes.
func (out *Output) ends(in Input) {
	first := -1
	for k, i := range out.Considered {
		if Counts(in.Rows[i], in.Params.SplitOn) && out.fresh(in, k) {
			first = k
			break
		}
	}
	out.newest(in, first)
}

// newest finds the tail; first is the position of a message that stays whatever fits, -1 for none.
func (out *Output) newest(in Input, first int) {
	room := in.Params.KeepRecent
	if first >= 0 {
		room -= in.Rows[out.Considered[first]].Tokens
	}
	n := len(out.Considered)
	safe := Safe(in.Links, out.Considered)
	at, sum, kept := n, 0, 0
	for k := n - 1; k >= 0 && sum <= room; k-- {
		if k != first {
			sum += in.Rows[out.Considered[k]].Tokens
		}
		if sum <= room && out.fresh(in, k) && (safe[k] || k == 0) {
			at, kept = k, sum
		}
	}
	out.SplitIndex, out.Summarize, out.Tail = at, out.Considered[:at:at], out.Considered[at:]
	if at < n {
		out.Split = out.Considered[at]
	}
	d := trace.Decision{
		Rule: "recent", Chose: fmt.Sprintf("the newest %s stay", trace.Count(n-at, "message")), Touches: out.Tail,
		Because: fmt.Sprintf("≈ %s of %s tokens are taken, and no call is parted from its result", trace.Num(kept), trace.Num(in.Params.KeepRecent)),
	}
	if first >= 0 && first < at {
		i := out.Considered[first]
		out.Summarize = slices.Delete(slices.Clone(out.Summarize), first, first+1)
		out.Tail = append([]int{i}, out.Tail...)
		out.Scattered = first+1 < at
		d.Rule, d.Chose, d.Touches = "ends", fmt.Sprintf("message %d and %s", i, d.Chose), out.Tail
	}
	out.Decisions = append(out.Decisions, d)
}
