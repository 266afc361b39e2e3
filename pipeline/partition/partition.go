// Package partition is stage 3: which messages are summarized, and which stay word for word.
package partition

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Params are the choices of this stage that a person can make.
type Params struct {
	Rule             string // one of the rules; empty is LastUser
	SplitOn          string // person or any: which user messages may start the tail
	SplitAt          int    // message index at which the tail starts by hand; -1: by the rule
	RelaxedGuard     bool   // the guard is 0 instead of Guard
	Full             bool   // everything is summarized
	PreserveLastUser bool   // the last user message is both summarized and kept
	TailCap          int    // LastUser: tokens that the tail may hold; over it, it begins inside its turn. 0: any
	KeepRecent       int    // CutPoint, Recent, Ends: tokens that stay, at the end
	KeepUsers        int    // Users: tokens of a person's messages that stay
	MaskTurns        int    // Mask: answers with calls, at the end, whose results stay
	AlignTurns       bool   // CutPoint: the cut moves back to the beginning of its turn
	Faithful         bool   // CutPoint: the original's known defects too
}

// Guard is the split index up to which a split is not worth it: everything is summarized.
const Guard = 1

// Defaults are the parameters of the design; split-on person is what its newest public
// build does, which passes over injected reminders.
func Defaults() Params {
	return Params{Rule: LastUser, SplitOn: "person", SplitAt: -1, PreserveLastUser: true, KeepRecent: KeepRecent, KeepUsers: KeepUsers, MaskTurns: MaskTurns}
}

// Input is all that the stage looks at.
type Input struct {
	Rows    []model.Row
	Links   []model.Link
	Entries []model.Entry // of a format whose compaction works on them, else none
	Params  Params
	// Earlier is the message that holds the summary of the last compaction. The new summary takes
	// its place, so the tail starts behind it. The first message never starts a tail: 0 asks nothing.
	Earlier int
}

// Output is what the stage decided. All lists hold message indices in order.
type Output struct {
	Outcome    trace.Outcome
	System     int   // the system message that is set aside, -1 when there is none
	UserInfo   int   // the user-info message that is set aside, -1 when there is none
	Considered []int // what remains after preparing
	SplitIndex int   // position in Considered; its length when all is summarized
	Split      int   // the same as a message index, -1 when all is summarized
	Other      int   // where the other split-on would cut, as a message index; -1 when it cuts nowhere or in the same place
	OtherSame  bool  // the other split-on cuts in the same place
	Summarize  []int
	Previous   []int // CutPoint: those of Summarize that hold the summary of an earlier compaction
	Prefix     []int // the beginning of the turn that a cut goes through, by CutPoint or a cap, summarized too
	Tail       []int
	Both       []int // summarized and kept
	Masked     []int // Mask: messages of the tail whose outputs give way to a marker
	Scattered  bool  // the tail has gaps
	Rescued    bool  // the first message of the tail was pulled in; after Run it is all of it
	ByHand     bool
	Capped     *Capped // nil when no cap made the tail smaller
	Cut        *Cut    // nil under another rule, and for a split by hand
	Refused    string  // CutPoint: why nothing would be compacted, empty when something would
	Skills     int     // messages with skill blocks
	Earlier    int     // see Input.Earlier
	Pairs      model.Pairs
	Across     model.Pairs // what the split parts: results of the tail without their call, calls without their result
	Decisions  []trace.Decision
	Warnings   []trace.Warning
}

// Run decides where the session is split.
func Run(in Input) Output {
	out := Output{Outcome: trace.Ran, System: -1, UserInfo: -1, Split: -1, Other: -1, Earlier: in.Earlier}
	rule, byRule := out.rules()[in.Params.Rule]
	switch {
	case in.Params.Rule == CutPoint:
		out.cutPoint(in)
	case in.Params.Rule == Everything:
		out.prepare(in.Rows, false)
		out.everything(in)
	case byRule && !in.Params.Full && in.Params.SplitAt < 0:
		out.prepare(in.Rows, true)
		out.OtherSame = true
		rule(in)
		out.rescue(in)
	default:
		out.prepare(in.Rows, true)
		out.split(in)
		out.rescue(in)
	}
	out.capTail(in)
	out.check(in)
	return out
}

// Unbroken is the message from which on the tail goes to the end of the considered messages without
// a gap, -1 when there is none. A message that was pulled into the tail stands by itself.
func (out *Output) Unbroken() int {
	switch {
	case len(out.Tail) == 0, out.Rescued && len(out.Tail) == 1:
		return -1
	case out.Rescued:
		return out.Tail[1]
	case !out.Scattered:
		return out.Tail[0]
	}
	from := -1
	for t, k := len(out.Tail)-1, len(out.Considered)-1; t >= 0 && k >= 0 && out.Tail[t] == out.Considered[k]; t, k = t-1, k-1 {
		from = out.Tail[t]
	}
	return from
}

// prepare sets the leading messages aside and leaves out what no summary needs: further
// system messages, and assistant messages that were recorded without any content. One whose
// content is an empty text keeps its place.
func (out *Output) prepare(rows []model.Row, userInfo bool) {
	rest := make([]int, 0, len(rows))
	var left []int
	for i := range rows {
		switch {
		case rows[i].Role == model.System && out.System < 0:
			out.System = i
		case rows[i].Role == model.System:
			left = append(left, i)
		case rows[i].Role == model.Assistant && rows[i].Is(model.Empty) && !rows[i].Is(model.Blank):
			left = append(left, i)
		default:
			rest = append(rest, i)
		}
	}
	if userInfo && len(rest) > 1 && rows[rest[0]].Role == model.User && rows[rest[1]].Role == model.User && rows[rest[0]].Is(model.UserInfo) {
		out.UserInfo = rest[0]
		rest = rest[1:]
	}
	out.Considered = rest
	d := trace.Decision{Rule: "prepare", Chose: trace.Count(len(rest), "message") + " considered", Because: "nothing was set aside"}
	why := ""
	if out.System >= 0 {
		why = fmt.Sprintf("the system message (%d) is set aside", out.System)
		d.Touches = append(d.Touches, out.System)
	}
	if out.UserInfo >= 0 {
		why = join(why, fmt.Sprintf("the user info (%d) is set aside", out.UserInfo))
		d.Touches = append(d.Touches, out.UserInfo)
	}
	if len(left) > 0 {
		why = join(why, trace.Count(len(left), "further system or empty assistant message")+" left out")
		d.Touches = append(d.Touches, left...)
	}
	if why != "" {
		d.Because = why
	}
	for _, i := range rest {
		if rows[i].Is(model.Skill) {
			out.Skills++
		}
	}
	out.Decisions = append(out.Decisions, d)
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + "; " + b
}

// Counts reports whether a row may start the tail under a split-on rule.
func Counts(r model.Row, splitOn string) bool {
	if splitOn == "any" {
		return r.Role == model.User
	}
	return r.Typed()
}

// last finds the last message that counts, as a position in the considered list.
func (out *Output) last(rows []model.Row, splitOn string) int {
	for k := len(out.Considered) - 1; k >= 0; k-- {
		if Counts(rows[out.Considered[k]], splitOn) {
			return k
		}
	}
	return -1
}

// split finds the split index and fills the two lists.
func (out *Output) split(in Input) {
	p, n := in.Params, len(out.Considered)
	guard := Guard
	if p.RelaxedGuard {
		guard = 0
	}
	raw := out.last(in.Rows, p.SplitOn)
	k := raw
	d := trace.Decision{Rule: "split"}
	switch {
	case p.Full:
		k = n
		d.Chose, d.Because = "everything is summarized", "a full summarization was asked for"
	case p.SplitAt >= 0:
		k = out.byHand(in, p.SplitAt)
		out.ByHand = true
		d.Rule = "split-at"
		d.Because = out.ruleSays(p.Rule, raw, guard)
		if k == n {
			d.Chose = "everything is summarized"
			d.Because = "no place is safe: each would part a call from its result, keep an earlier summary, or summarize nothing; " + d.Because
			break
		}
		d.Chose = fmt.Sprintf("split at message %d, by hand", out.Considered[k])
		d.Touches = []int{out.Considered[k]}
		if out.Considered[k] != p.SplitAt {
			d.Because = fmt.Sprintf("message %d is no safe place: it would part a call from its result, keep an earlier summary, summarize nothing, or is not there; %s", p.SplitAt, d.Because)
		}
	case raw < 0:
		k = n
		d.Chose, d.Because = "everything is summarized", "there is no user message that could start the tail"
	case raw <= guard:
		k = n
		d.Chose = "everything is summarized"
		d.Because = fmt.Sprintf("the split guard: the last user message is at position %d of the considered messages, which is not above %d", raw, guard)
		d.Touches = []int{out.Considered[raw]}
	case !out.Behind(raw):
		k = n
		d.Chose = "everything is summarized"
		d.Because = fmt.Sprintf("the last %s (%d) stands before the earlier summary (%d), which would be kept beside the new one", counted(p.SplitOn), out.Considered[raw], in.Earlier)
		d.Touches = []int{out.Considered[raw], in.Earlier}
	default:
		d.Chose = fmt.Sprintf("split at message %d", out.Considered[k])
		d.Because = fmt.Sprintf("the last %s, position %d of %d considered messages", counted(p.SplitOn), k, n)
		d.Touches = []int{out.Considered[k]}
	}
	out.SplitIndex = k
	if k < n {
		out.Split = out.Considered[k]
	}
	out.Decisions = append(out.Decisions, d)
	out.other(in, guard)

	end := k
	if p.PreserveLastUser && !p.Full && k < n && Counts(in.Rows[out.Considered[k]], p.SplitOn) {
		end = k + 1
		out.Both = []int{out.Considered[k]}
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "preserve-last-user", Chose: fmt.Sprintf("message %d is both summarized and kept", out.Considered[k]),
			Because: "the latest words of the user are read by the summarizer and stay word for word", Touches: out.Both,
		})
	}
	out.Summarize = out.Considered[:end:end]
	out.Tail = out.Considered[k:]
}

func counted(splitOn string) string {
	if splitOn == "any" {
		return "user message of any origin"
	}
	return "message that a person typed"
}

// ruleSays tells where the rule would have split, for a split made by hand.
func (out *Output) ruleSays(rule string, raw, guard int) string {
	if raw <= guard || !out.Behind(raw) || rule == Everything {
		return "the rule would summarize everything"
	}
	return fmt.Sprintf("the rule would split at message %d", out.Considered[raw])
}

// other says where the other split-on rule would cut.
func (out *Output) other(in Input, guard int) {
	name := "any"
	if in.Params.SplitOn == "any" {
		name = "person"
	}
	k := out.last(in.Rows, name)
	if k <= guard || !out.Behind(k) {
		k = len(out.Considered)
	}
	if k == out.SplitIndex || in.Params.Full || out.ByHand {
		out.OtherSame = true
		return
	}
	d := trace.Decision{Rule: "split-other", Chose: "would summarize everything"}
	if k < len(out.Considered) {
		out.Other = out.Considered[k]
		d.Chose = fmt.Sprintf("would split at message %d", out.Other)
		d.Touches = []int{out.Other}
	}
	d.Because = "split-on " + name + " looks for the last " + counted(name)
	out.Decisions = append(out.Decisions, d)
}
