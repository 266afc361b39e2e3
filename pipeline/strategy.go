package pipeline

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cutline/pipeline/partition"
	"cutline/pipeline/pick"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/prompt"
	"cutline/pipeline/trigger"
)

// Strategy is a way to compact: parameters and rules under a name.
type Strategy struct {
	Name   string
	About  string // what it does, a few words
	Params Params
}

// Strategies are the ways to compact that are built in; the first is the default. Memory is the
// protocol by which a summary can go into files that outlive the session, see Params.MemoryBank.
var Strategies = []Strategy{
	named("fair", "fair shares for the summarizer, the last turn kept", func(*Params) {}),
	// Due when a reserve is touched, cut where so many tokens are kept, serialized with short results, asked
	// in two requests when a turn is cut, joined in its words.
	named("prime", "as Prime Agent: due at a reserve, cut where so many tokens are kept", func(p *Params) {
		p.Trigger.Rule, p.Partition.Rule = trigger.RuleReserve, partition.CutPoint
		p.Slim.Form, p.Ask.Rule, p.Join, p.Pick.Family = slim.Serialize, summarize.SplitTurn, reassemble.PrimeMessage, "prime"
	}),
	// Due when a person says so, all of it in a summary of nine sections.
	named("memory", "all summarized in nine sections, when a person says so; for a memory bank", func(p *Params) {
		p.Trigger.Rule, p.Partition.Rule, p.Pick.Family = trigger.RulePhrase, partition.Everything, "nine"
	}),
	// As Codex does (its public source, core/src/compact.rs): beside the summary of everything stand the
	// newest messages of the user, within 20,000 tokens. Codex cuts the one that crosses that number; here
	// it goes, so that what stays is word for word.
	named("codex-like", "all summarized, a person's newest messages kept word for word", func(p *Params) {
		p.Partition.Rule = partition.Users
	}),
	// As Claude Code does, by what is publicly described of it: everything is summarized, then the todo
	// list and the files that were read last come back, up to 5 and 5,000 tokens each.
	named("claude-code-like", "all summarized, todos and recently read files re-injected", func(p *Params) {
		p.Partition.Full, p.State.Files = true, true
	}),
	// As OpenCode does (its public source, packages/opencode/src/session/compaction.ts): outputs of tools
	// beyond the newest 40,000 tokens of them give way to a marker when that frees 20,000 or more; then
	// everything is summarized.
	named("opencode-like", "old tool outputs pruned, then all summarized", func(p *Params) {
		p.Partition.Full, p.Slim.Rule = true, slim.Prune
	}),
	// Observation masking: no summary, and old outputs of tools give way to a marker. Lindenbauer et al.,
	// The Complexity Trap, 2025, arXiv 2508.21433, found that it solves as many tasks as summaries do,
	// with a window of 10 turns.
	named("mask", "no summary, old tool outputs masked", func(p *Params) {
		p.Partition.Rule, p.Slim.Rule, p.Pick.Rule = partition.Mask, slim.None, summarize.Note
	}),
	// The baselines that cost nothing: what fits from the end; that and the first request; the text that a
	// summarizer would have read, unsummarized.
	named("drop-oldest", "no summary, the newest messages that fit", func(p *Params) {
		p.Partition.Rule, p.Slim.Rule, p.Pick.Rule = partition.Recent, slim.None, summarize.Note
	}),
	named("head-and-tail", "no summary, the first request and the newest messages", func(p *Params) {
		p.Partition.Rule, p.Slim.Rule, p.Pick.Rule = partition.Ends, slim.None, summarize.Note
	}),
	named("slim", "no summary, fair shares of the messages themselves", func(p *Params) {
		p.Pick.Rule = summarize.Slimmed
	}),
}

// named is a strategy by what it changes in the defaults.
func named(name, about string, change func(*Params)) Strategy {
	p := Defaults()
	change(&p)
	p.Strategy = name
	return Strategy{name, about, p}
}

// FindStrategy finds a strategy in a list by its name.
func FindStrategy(list []Strategy, name string) (Strategy, bool) {
	i := slices.IndexFunc(list, func(s Strategy) bool { return s.Name == name })
	if i < 0 {
		return Strategy{}, false
	}
	return list[i], true
}

// StrategyNames lists names for a sentence.
func StrategyNames(list []Strategy) string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = s.Name
	}
	return strings.Join(names, ", ")
}

// heard parts what asks for a compaction from what it should mind: a phrase alone is no instruction.
func (p Params) heard() Params {
	if p.Trigger.Rule != trigger.RulePhrase {
		return p
	}
	p.Said = cmp.Or(p.Said, p.Instructions)
	if trigger.Only(p.Instructions) {
		p.Instructions = ""
	}
	return p
}

// Rules are the parameters that name the rule of a stage. A strategy sets them, the built-in ones
// and those of a settings file; they are no flags.
var Rules = []Param{
	choice("due-rule", 1, "when a session is due", []string{trigger.RuleFraction, trigger.RuleReserve, trigger.RulePhrase}, func(p *Params) *string { return &p.Trigger.Rule }),
	choice("split-rule", 3, "what is kept word for word", partition.RuleNames, func(p *Params) *string { return &p.Partition.Rule }),
	choice("slim-rule", 4, "what of the rest is read", slim.RuleNames, func(p *Params) *string { return &p.Slim.Rule }),
	choice("slim-form", 4, "how a model reads a message", []string{slim.Transcript, slim.Serialize}, func(p *Params) *string { return &p.Slim.Form }),
	choice("request-rule", 5, "how a model is asked", []string{summarize.OneRequest, summarize.SplitTurn}, func(p *Params) *string { return &p.Ask.Rule }),
	choice("family", 5, "which prompts a model gets, unless --prompt says it", prompt.Families, func(p *Params) *string { return &p.Pick.Family }),
	choice("join-rule", 6, "what the summary message looks like", []string{reassemble.OwnMessage, reassemble.PrimeMessage}, func(p *Params) *string { return &p.Join }),
	choice("summary-rule", 5, "who writes, whatever is chosen", pick.RuleNames, func(p *Params) *string { return &p.Pick.Rule }),
}

// Follow takes all that a strategy of the list sets, and gives up what the strategy before it had
// set. What a person has given by hand stays, whenever that was: given says of which parameters that
// holds, and may be nil.
func (p *Params) Follow(list []Strategy, name string, given func(param string) bool) error {
	s, ok := FindStrategy(list, name)
	if !ok {
		return fmt.Errorf("%q is none of %s", name, StrategyNames(list))
	}
	old, defaults := Defaults(), Defaults()
	if was, ok := FindStrategy(list, p.Strategy); ok {
		old = was.Params
	}
	for _, row := range slices.Concat(settable, Rules) {
		if given != nil && given(row.Name) {
			continue
		}
		want, plain := row.Get(&s.Params), row.Get(&defaults)
		var err error
		switch before := row.Get(&old); {
		case want != plain:
			err = row.Set(p, want)
		case before != plain && row.Get(p) == before:
			err = row.Set(p, plain)
		}
		if err != nil { // what Get gives is what Set takes
			return errors.Join(fmt.Errorf("the strategy %s cannot be taken", name), err)
		}
	}
	p.Strategy = name
	return nil
}
