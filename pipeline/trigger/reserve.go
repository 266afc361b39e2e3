package trigger

import (
	"fmt"

	"cutline/pipeline/trace"
)

// The rules. Fraction signals at a share of the window, at a number of turns and of images;
// RuleReserve signals when fewer tokens than a reserve are free, and nothing else.
const (
	RuleFraction = "fraction"
	RuleReserve  = "reserve"
)

// Reserve is Prime Agent's own setting: tokens of the window that stay free for the answer.
const Reserve = 16_384

// Load is how full the context is by the arithmetic of the rule reserve.
type Load struct {
	Tokens int  // of the server's last number, that answer included, and of what came after
	Since  int  // the estimated part of them
	Known  bool // a server has given a number
	Stale  bool // it is from before the last compaction
	Failed bool // the last answer failed or was aborted
	// Overflow: it failed because the request was too long for the model.
	Overflow bool
}

// reserve is the signal of the rule reserve. It needs a window, and a number that is of this
// context.
func (out *Output) reserve(in Input) {
	say := func(chose, because string, a ...any) {
		out.Decisions = append(out.Decisions, trace.Decision{Rule: "reserve", Chose: chose, Because: fmt.Sprintf(because, a...)})
	}
	if in.Load.Overflow {
		out.Overflow = true
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "overflow", Chose: verdict(true), Because: "the last answer is an error that says that the request is too long for the model",
		})
	}
	n := len(out.Decisions)
	if in.Window <= 0 {
		say("no token signal", "the context window is not known; give it with --window")
		return
	}
	limit := in.Window - in.Params.Reserve
	used, whatIf := in.Load.Tokens, in.Source == "flag"
	if whatIf {
		used = in.Used
	}
	s := Signal{"reserve", ">", used, limit, used > limit}
	out.Limit, out.LimitSource = max(limit, 0), "reserve"
	switch {
	case whatIf:
	case in.Load.Stale:
		s.Fires = false
		say(verdict(false), "the server's last number, %s tokens with what came after, is from before the last compaction; the next answer will tell", trace.Num(used))
	case !in.Load.Known && in.Load.Failed:
		s.Fires = false
		say(verdict(false), "no server has given a number, and the last answer failed: nothing is known of the context")
	}
	out.Signals = append(out.Signals, s)
	if len(out.Decisions) > n {
		return
	}
	op := "≤"
	if s.Fires {
		op = ">"
	}
	say(verdict(s.Fires), "%s tokens %s %s: a window of %s less a reserve of %s; %s", trace.Num(used), op, trace.Num(limit),
		trace.Num(in.Window), trace.Num(in.Params.Reserve), in.made(whatIf))
	if limit <= 0 {
		say("always fires", "the reserve of %s leaves nothing of a window of %s; give a smaller --reserve", trace.Num(in.Params.Reserve), trace.Num(in.Window))
	}
}

// made says how the number of tokens came about.
func (in Input) made(whatIf bool) string {
	switch {
	case whatIf:
		return "what if"
	case !in.Load.Known:
		return "all of it is estimated"
	}
	return fmt.Sprintf("the server's last number with that answer, and ≈ %s since", trace.Num(in.Load.Since))
}

// unused says of the numbers of the other rule that they are not looked at.
func (out *Output) unused(p Params, looksAt string) {
	chose, names := "not looked at", ""
	for _, n := range []struct {
		name  string
		given bool
	}{{"--token-limit", p.TokenLimit > 0}, {"--eval-token-limit", p.EvalTokenLimit > 0}} {
		if n.given {
			names += " " + n.name
		}
	}
	if names == "" {
		return
	}
	out.Decisions = append(out.Decisions, trace.Decision{Rule: "token-limit", Chose: chose, Because: "the rule " + p.Rule + " looks at " + looksAt + "; without effect:" + names})
}
