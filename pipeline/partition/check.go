package partition

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/trace"
)

// rescue pulls the last user message into an empty tail, so that the latest words of the
// user never exist only in a summary.
func (out *Output) rescue(in Input) {
	if len(out.Tail) > 0 || !in.Params.PreserveLastUser || in.Params.Full {
		return
	}
	for k := len(out.Summarize) - 1; k >= 0; k-- {
		i := out.Summarize[k]
		if r := in.Rows[i]; Counts(r, in.Params.SplitOn) && r.Origin != model.FromSummary {
			out.Tail, out.Both, out.Rescued = []int{i}, []int{i}, true
			out.Decisions = append(out.Decisions, trace.Decision{
				Rule: "rescue", Chose: fmt.Sprintf("message %d becomes the tail by itself", i),
				Because: "the tail would be empty, and the user's latest words must not exist only in a summary", Touches: []int{i},
			})
			return
		}
	}
}

// everything is the rule that keeps no tail. A split by hand wins over it.
func (out *Output) everything(in Input) {
	if in.Params.SplitAt >= 0 && !in.Params.Full {
		out.split(in)
		return
	}
	out.SplitIndex, out.OtherSame = len(out.Considered), true
	out.Summarize = out.Considered
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: "everything", Chose: "everything is summarized", Because: "the strategy keeps no tail: the summary is all that goes on",
	})
}

// check looks at the shape of the tail and at pairs that the split parts.
func (out *Output) check(in Input) {
	if slices.ContainsFunc(in.Links, func(l model.Link) bool { return l.Peer < 0 }) { // mostly there is none
		out.Pairs = model.Mismatched(in.Links, nil)
	}
	tail, head := set(out.Tail, len(in.Rows)), set(out.Read(), len(in.Rows))
	for _, l := range in.Links {
		switch {
		case l.Peer < 0:
		case l.Result && tail[l.Row] && !tail[l.Peer]:
			out.Across.Orphans = append(out.Across.Orphans, l.ID)
		case !l.Result && head[l.Row] && !head[l.Peer]:
			out.Across.Unanswered = append(out.Across.Unanswered, l.ID)
		}
	}
	out.warnPairs(in)
	if (in.Params.Rule == LastUser || in.Params.Rule == "") && out.Capped == nil { // the others part turns on purpose
		out.warnShape(in)
	}
}

// set says for each of n messages whether it is in the list.
func set(list []int, n int) []bool {
	in := make([]bool, n)
	for _, i := range list {
		in[i] = true
	}
	return in
}

func (out *Output) warnPairs(in Input) {
	warn := func(kind, of, format string, ids []string) {
		if len(ids) == 0 {
			return
		}
		bad := make(map[string]bool, len(ids))
		for _, id := range ids {
			bad[id] = true
		}
		var rows []int
		for _, l := range in.Links {
			if bad[l.ID] {
				rows = append(rows, l.Row)
			}
		}
		out.Warnings = append(out.Warnings, trace.Warning{
			Stage: "partition", Kind: kind, Message: fmt.Sprintf(format, trace.Count(len(ids), of), some(ids)), Indices: rows, IDs: ids,
		})
	}
	warn("parted-pair", "tool result", "the split would leave %s of the tail without their call: %s; their text is carried in the summary message", out.Across.Orphans)
	warn("orphan-result", "tool result", "%s with no call before: %s", out.Pairs.Orphans)
	warn("unanswered-call", "call", "%s without a result: %s (still running, or the agent was interrupted)", out.Pairs.Unanswered)
	warn("doubled-result", "call", "%s answered more than once: %s", out.Pairs.Doubled)
}

// some lists up to three ids, printable.
func some(ids []string) string {
	shown := make([]string, 0, 3)
	for _, id := range ids[:min(3, len(ids))] {
		shown = append(shown, fmt.Sprintf("%q", id))
	}
	s := strings.Join(shown, ", ")
	if len(ids) > 3 {
		s += ", …"
	}
	return s
}

// warnShape warns when a tail does not start with a user message or holds another one.
func (out *Output) warnShape(in Input) {
	if len(out.Tail) == 0 {
		return
	}
	var roles strings.Builder
	others := 0
	for k, i := range out.Tail {
		if k < 40 {
			roles.WriteByte(in.Rows[i].Role.Letter())
		}
		if k > 0 && Counts(in.Rows[i], in.Params.SplitOn) {
			others++
		}
	}
	starts := Counts(in.Rows[out.Tail[0]], in.Params.SplitOn)
	if starts && others == 0 {
		return
	}
	what := "does not start with a user message"
	if starts {
		what = "holds " + trace.Count(others, "further user message")
	}
	out.Warnings = append(out.Warnings, trace.Warning{
		Stage: "partition", Kind: "tail-shape", Message: fmt.Sprintf("the tail %s: %s", what, roles.String()), Indices: out.Tail[:1],
	})
}
