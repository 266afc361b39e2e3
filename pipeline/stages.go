package pipeline

import (
	"fmt"

	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// Stages are the six as the strip and the JSON output show them.
func (r *Report) Stages() [6]Stage {
	return [6]Stage{
		{Name: StageNames[0], Title: "trigger", Outcome: r.Trigger.Outcome, Headline: r.triggerLine(), Decisions: r.Trigger.Decisions},
		{Name: StageNames[1], Title: "pick", Outcome: r.Pick.Outcome, Headline: r.Pick.Summarizer + ": " + r.Pick.Reason, Decisions: r.Pick.Decisions},
		{Name: StageNames[2], Title: "split", Outcome: r.Partition.Outcome, Headline: r.splitLine(), Decisions: r.Partition.Decisions},
		{Name: StageNames[3], Title: "slim", Outcome: r.Slim.Outcome, Headline: r.slimLine(), Decisions: r.Slim.Decisions},
		{Name: StageNames[4], Title: "summary", Outcome: r.Summary.Outcome, Headline: r.summaryLine(), Decisions: r.Summary.Decisions},
		{Name: StageNames[5], Title: "join", Outcome: r.Reassemble.Outcome, Headline: r.joinLine(), Decisions: r.Reassemble.Decisions},
	}
}

func (r *Report) triggerLine() string {
	if r.Trigger.Overflow {
		return "fires: the last request was too long for the model"
	}
	for _, s := range r.Trigger.Signals {
		if s.Fires && s.Name == "phrase" {
			return "fires: asked for in " + trace.Count(s.Value, "phrase")
		}
		if s.Fires {
			return fmt.Sprintf("fires: %s %s %s %s", s.Name, trace.Num(s.Value), s.Sign(), trace.Num(s.Limit))
		}
	}
	for _, s := range r.Trigger.Signals {
		if s.Name == "tokens" || s.Name == "reserve" {
			return fmt.Sprintf("not due: %s of %s tokens", trace.Num(s.Value), trace.Num(s.Limit))
		}
	}
	if r.Params.Trigger.Rule == trigger.RulePhrase {
		return "not due: nobody asks for it"
	}
	return fmt.Sprintf("not due: window not known, %s", trace.Count(r.Turns, "turn"))
}

func (r *Report) splitLine() string {
	p := &r.Partition
	switch {
	case r.Nothing != "":
		return "nothing to compact: " + r.Nothing
	case p.Rescued && p.Split < 0:
		return fmt.Sprintf("all %s summarized, message %d kept too", trace.Num(len(p.Summarize)), p.Tail[0])
	case len(p.Masked) > 0:
		return fmt.Sprintf("all %s kept, %s masked", trace.Num(len(p.Tail)), trace.Count(len(p.Masked), "output"))
	case p.Split < 0 && len(p.Tail) > 0:
		return fmt.Sprintf("all %s summarized, %s kept word for word too", trace.Num(len(p.Read())), trace.Num(len(p.Tail)))
	case p.Split < 0:
		return fmt.Sprintf("all %s summarized, no tail", trace.Num(len(p.Read())))
	}
	summarized := trace.Num(len(p.Read())) + " summarized"
	if n := len(p.Prefix); n > 0 {
		summarized += fmt.Sprintf(" (%s of the turn that is cut)", trace.Num(n))
	}
	line := fmt.Sprintf("at %d: %s, %s kept", p.Split, summarized, trace.Num(len(p.Tail)))
	switch {
	case p.ByHand:
		line += ", by hand"
	case p.Capped != nil:
		line += fmt.Sprintf(", ≈ %s → %s tokens", trace.Num(p.Capped.Before), trace.Num(p.Capped.After))
	}
	if p.Rescued {
		line += fmt.Sprintf(", and message %d", p.Tail[0])
	}
	return line
}

func (r *Report) slimLine() string {
	s := &r.Slim
	c := s.Counts
	if s.Rule == slim.None {
		return trace.Count(c.Dropped, "message") + " not read"
	}
	if c.Truncated+c.Omitted+c.Dropped == 0 {
		return fmt.Sprintf("%s chars fit %s: all whole", trace.Num(s.Chars), trace.Num(s.Budget))
	}
	line := ""
	if c.Dropped > 0 {
		line = trace.Num(c.Dropped) + " not read · "
	}
	line += fmt.Sprintf("%s whole · %s cut", trace.Num(c.Full), trace.Num(c.Truncated))
	if c.Omitted > 0 {
		line += fmt.Sprintf(" · %s omitted", trace.Num(c.Omitted))
	}
	if s.FairShare >= 0 {
		line += " · fair share " + trace.Num(s.FairShare)
	}
	if s.Cliff() {
		line += fmt.Sprintf(" · %.0f%% of the budget used", 100*s.Used())
	}
	return line
}

func (r *Report) summaryLine() string {
	if r.Summary.Outcome == trace.Planned {
		return "not run yet: " + r.Summary.Rung + " will write it"
	}
	line := "by " + r.Summary.Rung
	if r.Summary.Early {
		line += ", made early"
	}
	if n := len(r.Summary.Attempts); n > 0 && r.Summary.Attempts[n-1].Millis > 0 {
		line += fmt.Sprintf(", %.1f s", float64(r.Summary.Attempts[n-1].Millis)/1000)
	}
	for _, a := range r.Summary.Attempts {
		if a.Error != "" {
			line += "; " + a.Rung + " gave " + a.Error
		}
	}
	if r.Summary.Rung == summarize.Placeholder {
		line = "no summary: every rung failed"
	}
	return line
}

func (r *Report) joinLine() string {
	n := len(r.Reassemble.Draft.Items)
	line := trace.Count(n, "message")
	if n := len(r.Reassemble.Injected); n > 0 {
		line += fmt.Sprintf(", %s of state", trace.Count(n, "block"))
	}
	if k := len(r.Reassemble.Repairs); k > 0 {
		line += fmt.Sprintf(", %s", trace.Count(k, "repair"))
	}
	return line
}

// Lens is a budget to look at a session with.
type Lens uint8

// The lenses, in the order in which the key goes round.
const (
	LensRung Lens = iota
	LensWindow
	LensModel
	LensStrict
)

// Lenses is how many there are.
const Lenses = 4

// charsPerToken turns a context window into a budget of chars.
const charsPerToken = 4

// Look gives the parameters that show a session through a lens, and its name. LensRung is
// what a run would do. A window that is not known leaves the parameters as they are.
func (l Lens) Look(p Params, window int) (Params, string) {
	switch l {
	case LensWindow:
		if window > 0 {
			p.Slim.Budget = window * charsPerToken
			return p, "the model's window × 4 chars"
		}
		return p, "window not known"
	case LensModel:
		p.Slim.Budget = slim.ModelBudget
		return p, "a model's budget"
	case LensStrict:
		p.Slim.Budget = slim.StrictBudget
		return p, "a model's strict budget"
	case LensRung:
	}
	return p, "what c does"
}
