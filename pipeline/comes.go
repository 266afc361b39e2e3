package pipeline

import (
	"cmp"
	"fmt"
	"strconv"

	"cutline/pipeline/trace"
)

// Stands is the number that a plan has where a parameter sets none, spelled as the parameter spells it:
// turning goes on from there. It is the value itself where that says it, or where there is no such number.
func Stands(name, value string, r *Report) string {
	n := 0
	switch {
	case name == "window" && value == "0":
		n = r.Tokens.Window
	case name == "used-tokens" && value == "0":
		n = r.Tokens.Used
	case name == "budget" && value == "0":
		n = r.Slim.Budget
	case name == "split-at" && value == "-1":
		n = r.Partition.Split
	}
	if n <= 0 {
		return value
	}
	return strconv.Itoa(n)
}

// ComesTo says what a parameter by which nothing is set comes to in a plan: the window of the file, the
// split of the rule. It is empty where the value says it all.
func ComesTo(name, value string, r *Report) string {
	switch name {
	case "window":
		if value != "0" {
			return ""
		}
		if r.Tokens.Window == 0 {
			return "not known"
		}
		return fmt.Sprintf("%s, of the %s", trace.Num(r.Tokens.Window), r.Tokens.WindowSource)
	case "used-tokens":
		if value == "0" {
			return trace.Num(r.Tokens.Used) + ", " + r.Tokens.Source
		}
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
	case "summarizer":
		return r.Pick.Summarizer + " writes"
	case "prompt":
		if value == "" {
			return r.Pick.Family
		}
	case "split-at":
		switch {
		case r.Partition.Split >= 0 && value == "-1":
			return fmt.Sprintf("%d, by the rule", r.Partition.Split)
		case r.Partition.Split < 0:
			return "no tail"
		}
	case "tail-cap", "keep-recent":
		return trace.Count(len(r.Partition.Tail), "message") + " kept"
	case "budget":
		if value == "0" {
			return trace.Num(r.Slim.Budget) + ", " + cmp.Or(r.Slim.From, "of the summarizer")
		}
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
