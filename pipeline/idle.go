package pipeline

import (
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trigger"
)

// Idle says why a parameter has no effect on a plan as the others stand, in a few words; empty when it
// may have one.
func Idle(name string, r *Report) string {
	p := &r.Params
	switch row, _ := Lookup(name); row.Stage {
	case 1:
		return p.idleTrigger(name)
	case 2, 5:
		return p.idleWriter(name, r.Pick.Summarizer)
	case 3:
		return p.idleSplit(name)
	case 4:
		return p.idleSlim(name, r.Pick.Summarizer)
	}
	return ""
}

func (p *Params) idleTrigger(name string) string {
	byFraction := p.Trigger.Rule == trigger.RuleFraction || p.Trigger.Rule == ""
	switch name {
	case "window", "used-tokens":
		return ""
	case "reserve":
		if p.Trigger.Rule != trigger.RuleReserve {
			return "the strategy is due at a share of the window, not at a reserve"
		}
		return ""
	}
	switch {
	case p.Trigger.Rule == trigger.RuleReserve:
		return "the strategy is due when its reserve is touched, and looks at nothing else"
	case p.Trigger.Rule == trigger.RulePhrase:
		return "the strategy is due when a person asks for it"
	case byFraction && p.Trigger.EvalTokenLimit > 0 && (name == "fraction" || name == "token-limit"):
		return "eval-token-limit says the limit"
	case byFraction && p.Trigger.TokenLimit > 0 && name == "fraction":
		return "token-limit says the limit"
	}
	return ""
}

// idleWriter are the parameters of a model that nobody asks.
func (p *Params) idleWriter(name, rung string) string {
	if p.SummaryFile != "" && name != "summary" {
		return "the text of a file is the summary"
	}
	if p.Pick.Rule == summarize.Note || p.Pick.Rule == summarize.Slimmed {
		if name == "summary" || name == "instructions" {
			return ""
		}
		return "the strategy asks no model"
	}
	switch name {
	case "tools", "compaction-mode":
		if p.Pick.Summarizer != summarize.Self {
			return "only the summarizer self looks at it"
		}
	case "model", "provider":
		if p.Pick.Summarizer == summarize.Local {
			return "local was chosen to write"
		}
	case "key-command", "prompt", "attempts", "timeout", "stream", "count-on-server":
		if !summarize.Asks(rung) {
			return "no model is asked"
		}
	}
	return ""
}

func (p *Params) idleSplit(name string) string {
	c := &p.Partition
	rule := c.Rule
	if rule == "" {
		rule = partition.LastUser
	}
	byHand := c.Full || c.SplitAt >= 0
	only := func(words string, rules ...string) string {
		for _, r := range rules {
			if rule == r && !byHand {
				return ""
			}
			if rule == r {
				return "the split is made by hand, or everything is summarized"
			}
		}
		return words
	}
	switch name {
	case "full", "split-at":
		switch {
		case name == "full" && rule == partition.Everything && c.SplitAt < 0:
			return "the strategy summarizes everything"
		case name == "split-at" && c.Full:
			return "full: no tail is kept"
		}
	case "split-on":
		if rule == partition.CutPoint && p.Trigger.Rule == trigger.RuleReserve && !byHand {
			return "the strategy cuts where so many tokens are kept"
		}
	case "relaxed-guard":
		return only("the strategy has no such guard", partition.LastUser)
	case "preserve-last-user":
		switch {
		case c.Full, rule == partition.Everything:
			return "no tail is kept"
		case rule == partition.CutPoint && !byHand:
			return "the strategy cuts where so many tokens are kept"
		}
	case "tail-cap":
		return only("the strategy gives its tail a size of its own", partition.LastUser)
	case "keep-recent":
		return only("prime, drop-oldest and head-and-tail look at it", partition.CutPoint, partition.Recent, partition.Ends)
	case "keep-users":
		return only("only codex-like looks at it", partition.Users)
	case "mask-turns":
		return only("only mask looks at it", partition.Mask)
	case "align-turns":
		return only("only prime looks at it", partition.CutPoint)
	case "faithful":
		if rule != partition.CutPoint {
			return "only prime looks at it"
		}
	}
	return ""
}

func (p *Params) idleSlim(name, rung string) string {
	rule := p.Slim.Rule
	switch {
	case rule == slim.None:
		return "the strategy has nothing read"
	case name == "prune-keep" && rule != slim.Prune:
		return "only opencode-like looks at it"
	case rule == slim.Prune && (name == "tool-valve" || name == "tool-share" || name == "keep-narration"):
		return "the strategy prunes old outputs instead"
	case name == "refill" && !summarize.Asks(rung):
		return "without a model it is always done"
	case name == "profile" && p.Slim.Budget > 0:
		return "budget says it"
	case name == "profile" && !summarize.Asks(rung):
		return "no model is asked"
	case name == "value-limit":
		return "counted by inspect and compact, not in this plan"
	case p.apart(rung) && p.faithful() && (name == "tool-valve" || name == "fair-valve" || name == "budget-bytes" || name == "tool-share" || name == "keep-narration"):
		return "faithful: the original has none"
	}
	return ""
}
