package pipeline

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline/trace"
)

// ownLine says where the agent itself compacted last, where the session records it with its tokens: the line that fires
// here is that of the strategy, and the agent's may be another.
func ownLine(s *model.Session, window int) []trace.Decision {
	for i := len(s.Compactions) - 1; i >= 0; i-- {
		c := s.Compactions[i]
		if c.Micro || c.Before <= 0 {
			continue
		}
		at := trace.Num(c.Before) + " tokens"
		if window > 0 {
			at += fmt.Sprintf(", %.1f%% of the window", 100*float64(c.Before)/float64(window))
		}
		how := "by hand or by itself, which the file does not say"
		switch c.Trigger {
		case "auto":
			how = "by itself"
		case "manual":
			how = "because a person asked for it"
		}
		return []trace.Decision{{
			Rule: "agent-line", Chose: "the agent itself compacted last at " + at,
			Because: fmt.Sprintf("line %s records it, %s; what fires here is the rule of the strategy, and the agent's own may be another: the timeline has all of them", trace.Num(c.Line), how),
		}}
	}
	return nil
}
