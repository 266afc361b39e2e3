package replay

import (
	"fmt"

	"cutline/pipeline/trace"
)

// RuleRecorded is the rule of the decisions about recorded compactions; there is one for each,
// in their order.
const RuleRecorded = "recorded-compaction"

// decide says of every signal when it would have fired, and of every compaction why it came
// when it did.
func (out *Output) decide(in Input) {
	hasTokens := false
	for _, s := range out.Signals {
		hasTokens = hasTokens || s.Name == "tokens" || s.Name == "reserve"
		out.Decisions = append(out.Decisions, trace.Decision{Rule: "replay-" + s.Name, Chose: s.chose(in), Because: s.because(in)})
	}
	if !hasTokens {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "replay-tokens", Chose: "no token signal", Because: "neither a token limit nor a context window is known; give --window or --token-limit",
		})
	}
	for i := range out.Compactions {
		c := &out.Compactions[i]
		out.Decisions = append(out.Decisions, trace.Decision{Rule: RuleRecorded, Chose: c.Title(), Because: c.Why(out, in)})
	}
}

func (s *Signal) chose(in Input) string {
	if s.Name == Asked && s.First >= 0 {
		return fmt.Sprintf("asked for %s, first at line %s", trace.Count(s.Times, "time"), trace.Num(int(in.History[s.First].Line)))
	}
	if s.First < 0 {
		return "never fires"
	}
	words := fmt.Sprintf("fires first at line %s", trace.Num(int(in.History[s.First].Line)))
	if s.Times > 1 {
		words += fmt.Sprintf(", and %s in all", trace.Count(s.Times, "time"))
	}
	return words
}

func (s *Signal) because(in Input) string {
	if s.Name == Asked {
		return "a person used one of the phrases there"
	}
	words := fmt.Sprintf("the limit is %s, the highest was %s", trace.Num(s.Limit), trace.Num(s.Peak))
	if s.At >= 0 && s.Peak > 0 {
		words += fmt.Sprintf(" at line %s", trace.Num(int(in.History[s.At].Line)))
	}
	return words
}

// Title names a compaction in a few words.
func (c *Compaction) Title() string {
	what := "compaction"
	if c.Micro {
		what = "blanking of old results"
	}
	switch c.Trigger {
	case "manual":
		what += " by hand"
	case "auto":
		what = "automatic " + what
	}
	return fmt.Sprintf("%s at line %s", what, trace.Num(c.Line))
}

// Why answers why a compaction came when it did, in one sentence.
func (c *Compaction) Why(out *Output, in Input) string {
	switch {
	case c.Micro:
		return "old tool results were blanked, which needs no summary"
	case c.Trigger == "manual":
		return "a person asked for it" + c.at(out)
	case !c.Measured:
		return "neither the file nor a server says how full the context was"
	case c.Limit <= 0:
		return "it came" + c.at(out) + "; without a window or a limit there is nothing to compare with"
	case c.Margin > 0 && c.Trigger == "":
		return fmt.Sprintf("by hand, or because the agent's own line is lower: it came%s, %s below the limit of %s", c.at(out), trace.Num(c.Margin), trace.Num(c.Limit))
	case c.Margin > 0:
		return fmt.Sprintf("the agent's own line is lower: it came%s, %s below the limit of %s", c.at(out), trace.Num(c.Margin), trace.Num(c.Limit))
	}
	words := fmt.Sprintf("the context was over the line: it came%s, the limit is %s", c.at(out), trace.Num(c.Limit))
	if c.WouldFire >= 0 {
		words += fmt.Sprintf(", which %s met first at line %s", out.Signals[c.Signal].Name, trace.Num(int(in.History[c.WouldFire].Line)))
	}
	return words
}

// at says at how many tokens it came.
func (c *Compaction) at(out *Output) string {
	level := c.Level()
	if level <= 0 {
		return ""
	}
	words := " at " + trace.Num(level) + " tokens"
	if out.Window > 0 {
		words += ", " + Percent(float64(level)/float64(out.Window)) + " of the window"
	}
	return words
}

// Facts are the numbers of a compaction in plain words, a line each.
func (c *Compaction) Facts() []string {
	var out []string
	add := func(format string, a ...any) { out = append(out, fmt.Sprintf(format, a...)) }
	if c.Before > 0 || c.After > 0 {
		add("tokens as the file records them: %s before, %s after", number(c.Before), number(c.After))
	}
	if c.SeenBefore > 0 || c.SeenAfter > 0 {
		add("tokens as the server reported them: %s last before, %s first after", number(c.SeenBefore), number(c.SeenAfter))
	}
	switch {
	case c.SavedFrom == "":
		add("how much it saved is not known")
	case c.Saved < 0:
		add("the context grew by %s, as %s", Percent(-c.Saved), c.SavedFrom)
	default:
		add("it saved %s, as %s", Percent(c.Saved), c.SavedFrom)
	}
	since := "since the one before"
	if c.First {
		since = "since the beginning"
	}
	grown := ""
	if c.Grown != 0 {
		grown = fmt.Sprintf(", %s tokens more than right after it", trace.Num(c.Grown))
	}
	add("%s: %s, %s of the model, %s of a person%s", since, trace.Count(c.Messages, "message"), trace.Count(c.Answers, "answer"), trace.Count(c.Turns, "turn"), grown)
	if c.Micro {
		return out
	}
	kept := fmt.Sprintf("%s kept word for word", trace.Count(c.Kept, "message"))
	if c.Out >= 0 {
		kept = fmt.Sprintf("%s summarized, %s kept word for word", trace.Count(c.Out, "message"), trace.Num(c.Kept))
	}
	if c.Missing > 0 {
		kept += fmt.Sprintf(" (%s of them not in this file)", trace.Num(c.Missing))
	}
	if c.Left > 0 {
		kept += fmt.Sprintf("; what it left is about %s tokens", trace.Num(c.Left))
	}
	return append(out, kept)
}

func number(n int) string {
	if n <= 0 {
		return "no number"
	}
	return trace.Num(n)
}
