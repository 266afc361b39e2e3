package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"cutline/pipeline/pick"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// InEffect is what holds in a plan where a parameter sets nothing: the value, spelled as the parameter spells
// it, and where that is from. The value is empty where another parameter decides, or nothing does; both are
// where the parameter sets something, or where there is nothing to say.
func InEffect(name, value string, r *Report) (is, from string) {
	row, ok := Lookup(name)
	if !ok || !row.unset(value) {
		return "", ""
	}
	switch row.Stage {
	case 1:
		return r.triggerInEffect(name)
	case 2, 5:
		return r.writerInEffect(name)
	case 6:
		return r.stateInEffect(name)
	}
	switch name {
	case "split-at":
		if r.Partition.Split < 0 {
			return "", "no tail"
		}
		return strconv.Itoa(r.Partition.Split), "by the rule"
	case "tail-cap":
		return "any", trace.Count(len(r.Partition.Tail), "message") + " kept"
	case "budget":
		return known(r.Slim.Budget), cmp.Or(r.Slim.From, "of the summarizer")
	case "value-limit":
		return "all", ""
	case "force-in", "force-out":
		return "none", ""
	}
	return "", ""
}

// unset reports whether a value is one by which nothing is set.
func (p Param) unset(value string) bool {
	if value == "" {
		return true
	}
	d := Defaults()
	return value == p.Get(&d) && p.Scale != nil && slices.Contains(p.Scale.Unset, value)
}

func (r *Report) triggerInEffect(name string) (is, from string) {
	p := &r.Params.Trigger
	switch name {
	case "window":
		if r.Tokens.Window == 0 {
			return "", "not known"
		}
		return known(r.Tokens.Window), windowFrom(r.Tokens.WindowSource)
	case "used-tokens":
		return known(r.Tokens.Used), r.Tokens.Source
	case "token-limit", "eval-token-limit":
		switch r.Trigger.LimitSource {
		case "fraction":
			return "", "fraction decides"
		case "config":
			return "", "token-limit decides"
		}
	case "background-unused-tokens":
		return half(p.StartShare, trigger.UnusedTokens, r.Trigger.Background.Start)
	case "background-unused-share":
		return half(p.StartTokens, trigger.UnusedShare, r.Trigger.Background.Start)
	case "persist-unused-tokens":
		return half(p.PersistShare, trigger.PersistTokens, r.Trigger.Background.Persist)
	case "persist-unused-share":
		return half(p.PersistTokens, trigger.PersistShare, r.Trigger.Background.Persist)
	}
	return "", ""
}

// half is what holds of a pair of limits when this one is not given: its default, until the other one is.
func half(other trigger.Threshold, own float64, l trigger.Line) (is, from string) {
	if other.Given {
		return "off", "the other one is set"
	}
	if l.Set {
		from = "from " + trace.Num(l.Threshold) + " on"
	}
	return strconv.FormatFloat(own, 'f', -1, 64), from
}

// windowFrom is where the context window is from.
func windowFrom(source string) string {
	if source == "inferred" { // from what was used of it
		return source
	}
	return "of the " + source
}

func (r *Report) writerInEffect(name string) (is, from string) {
	asks := summarize.Asks(r.Pick.Summarizer)
	switch name {
	case "summarizer":
		if !slices.ContainsFunc(r.Pick.Conditions, func(c pick.Condition) bool {
			return c.Holds && (c.Name == "model-chosen" || c.Name == "offline")
		}) && r.Pick.Summarizer == summarize.Local {
			return summarize.Local, "no model chosen" // of the reason what a row has room for
		}
		return r.Pick.Summarizer, r.Pick.Reason
	case "prompt":
		return r.Pick.Family, "by the vendor"
	case "provider", "model":
		if asks {
			return "", "M shows which"
		}
		return "", "no model is asked"
	case "key-command":
		return "", "its variable has the key"
	case "summary":
		return "", "written by " + r.Pick.Summarizer
	case "tools":
		return "", "no file"
	case "instructions":
		return "none", ""
	}
	return "", ""
}

// stateInEffect is what is re-injected, or kept, when nobody says it.
func (r *Report) stateInEffect(name string) (is, from string) {
	switch name {
	case "segments", "memory-bank":
		return "", "nothing is kept"
	case "transcripts", "conversation-id":
		return "", "not said"
	}
	for _, b := range r.Reassemble.Injected {
		if b.GivenBy() == name {
			return "", fmt.Sprintf("%s, %s", b.Source, trace.Count(b.Chars, "char"))
		}
	}
	return "", "the session has none"
}

// known is a number that is known, spelled as a parameter; empty when it is not.
func known(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}
