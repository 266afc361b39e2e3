package pipeline

import (
	"fmt"
	"strconv"

	"cutline/pipeline/trace"
)

// Stands is the number that a plan has where a parameter sets none, spelled as the parameter spells it:
// turning goes on from there. It is the value itself where that says it, or where there is no such number.
func Stands(name, value string, r *Report) string {
	is, _ := InEffect(name, value, r)
	if _, err := strconv.ParseFloat(is, 64); err != nil {
		return value
	}
	return is
}

// ComesTo says what the value of a parameter comes to in a plan: the tokens of a share, the messages that stay.
// It is empty where the value says it all.
func ComesTo(name string, r *Report) string {
	switch name {
	case "fraction":
		if r.Trigger.LimitSource == "fraction" {
			return trace.Num(r.Trigger.Limit) + " tokens"
		}
	case "turn-ceiling":
		return trace.Num(r.Turns) + " so far"
	case "reserve":
		if r.Trigger.LimitSource == "reserve" {
			return "due at " + trace.Num(r.Trigger.Limit)
		}
	case "background-unused-tokens", "background-unused-share":
		if b := r.Trigger.Background.Start; b.Set {
			return "from " + trace.Num(b.Threshold) + " on"
		}
	case "persist-unused-tokens", "persist-unused-share":
		if b := r.Trigger.Background.Persist; b.Set {
			return "from " + trace.Num(b.Threshold) + " on"
		}
	case "split-at":
		if r.Partition.Split < 0 {
			return "no tail"
		}
	case "tail-cap", "keep-recent":
		return trace.Count(len(r.Partition.Tail), "message") + " kept"
	case "tool-share":
		if r.Slim.Tool.Total > 0 {
			return fmt.Sprintf("%.0f%% are", 100*r.Slim.Tool.Share)
		}
	case "min-useful":
		if r.Slim.FairShare >= 0 {
			return "share " + trace.Num(r.Slim.FairShare)
		}
	}
	return ""
}
