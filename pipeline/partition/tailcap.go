package partition

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Capped is a tail that was made smaller, in tokens as rows estimate them.
type Capped struct {
	Before, After int
	Turn          int   // the message with which the turn begins
	Moved         []int // messages of the tail that are summarized instead
}

// capTail moves the beginning of a tail that is over the cap to a safe place inside it. The last
// words of the user stay word for word in front, if they are to be preserved.
func (out *Output) capTail(in Input) {
	limit := in.Params.TailCap
	if limit <= 0 {
		return
	}
	d := trace.Decision{Rule: "tail-cap", Chose: "not applied"}
	before := weigh(in.Rows, out.Tail)
	switch {
	case len(out.Tail) == 0:
		d.Because = "there is no tail"
	case in.Params.Rule != LastUser && in.Params.Rule != "":
		d.Because = "under this rule the tail has a size of its own: --keep-recent"
	case before <= limit:
		d.Because = fmt.Sprintf("the tail is ≈ %s tokens, and up to %s may stay", trace.Num(before), trace.Num(limit))
	case out.ByHand:
		d.Because = fmt.Sprintf("the tail is ≈ %s tokens, over the cap of %s, but the split was made by hand", trace.Num(before), trace.Num(limit))
	default:
		out.cutTail(in, before)
		return
	}
	out.Decisions = append(out.Decisions, d)
}

// weigh adds up the tokens of some messages.
func weigh(rows []model.Row, list []int) int {
	n := 0
	for _, i := range list {
		n += rows[i].Tokens
	}
	return n
}

// inside is the place in the tail with which what stays begins, as a position in the considered
// list: the first one that is safe and leaves no more than room tokens, else the last safe one,
// else 0. No result begins what stays, nor a message whose record has another one before it.
func (out *Output) inside(in Input, from, room int) int {
	safe := Safe(in.Links, out.Considered)
	at, rest := 0, 0
	for k := len(out.Considered) - 1; k >= from; k-- {
		r := &in.Rows[out.Considered[k]]
		if rest += r.Tokens; rest > room && at > 0 {
			break
		}
		if safe[k] && r.Role != model.Tool && r.Sub == 0 {
			at = k
		}
	}
	return at
}

// cutTail lets the tail begin inside its turn.
func (out *Output) cutTail(in Input, before int) {
	limit, start := in.Params.TailCap, out.SplitIndex
	turn := out.Tail[0]
	stays := len(out.Both) > 0
	room, from := limit, start+1
	if stays {
		room, from = limit-in.Rows[turn].Tokens, start+2 // behind the user's message nothing would move
	}
	k := 0
	if !out.Rescued {
		k = out.inside(in, from, room)
	}
	if k == 0 {
		why := fmt.Sprintf("the tail is ≈ %s tokens, over the cap of %s, and no place inside it is safe: each would part a call from its result", trace.Num(before), trace.Num(limit))
		out.Decisions = append(out.Decisions, trace.Decision{Rule: "tail-cap", Chose: "the tail stays as it is", Because: why, Touches: out.Tail, Fallback: true})
		out.warn("tail-cap", why, out.Tail[:1])
		out.Outcome = trace.FellBack
		return
	}
	first := start
	words := ""
	if stays {
		first++
		words = fmt.Sprintf(", message %d among them, word for word in front", turn)
	}
	c := &Capped{Before: before, Turn: turn, Moved: out.Considered[first:k:k]}
	out.SplitIndex, out.Split, out.OtherSame = k, out.Considered[k], true
	out.Summarize, out.Prefix, out.Tail = out.Considered[:start:start], out.Considered[start:k:k], out.Considered[k:]
	if stays {
		out.Tail, out.Scattered = append([]int{turn}, out.Tail...), true
	}
	c.After = weigh(in.Rows, out.Tail)
	out.Capped = c
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: "tail-cap", Chose: fmt.Sprintf("the tail begins at message %d, inside the turn that begins with message %d", out.Split, turn), Touches: c.Moved,
		Because: fmt.Sprintf("the tail was ≈ %s tokens, over the cap of %s; ≈ %s stay%s, and %s of ≈ %s tokens move into the summary", trace.Num(before), trace.Num(limit),
			trace.Num(c.After), words, trace.Count(len(c.Moved), "message"), trace.Num(weigh(in.Rows, c.Moved))),
	})
	if c.After > limit {
		out.warn("tail-cap", fmt.Sprintf("the tail is still ≈ %s tokens, over the cap of %s: no later place in it is safe", trace.Num(c.After), trace.Num(limit)), out.Tail[:1])
	}
}
