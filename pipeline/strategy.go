package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"cutline/pipeline/partition"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trigger"
)

// Strategy is a way to compact: parameters under a name.
type Strategy struct {
	Name   string
	Params Params
}

// Strategies are the ways to compact that there are; the first is the default. Memory is the protocol
// by which a summary can go into files that outlive the session, see Params.MemoryBank.
var Strategies = []Strategy{
	{"fair", Defaults()}, // due at a share of the window, split at the last message of a person
	{"prime", primeRules()},
	{"memory", memoryRules()},
}

// memoryRules are those of the protocol: due when a person says so, all of it in a summary of nine
// sections.
func memoryRules() Params {
	p := Defaults()
	p.Strategy, p.Trigger.Rule, p.Partition.Rule, p.Pick.Family = "memory", trigger.RulePhrase, partition.Everything, "nine"
	return p
}

// primeRules are the rules of Prime Agent: due when a reserve is touched, cut where so many tokens are
// kept, serialized with short results, asked in two requests when a turn is cut, joined in its words.
func primeRules() Params {
	p := Defaults()
	p.Strategy, p.Trigger.Rule, p.Partition.Rule = "prime", trigger.RuleReserve, partition.CutPoint
	p.Slim.Rule, p.Ask.Rule, p.Join, p.Pick.Family = slim.Serialize, summarize.SplitTurn, reassemble.PrimeMessage, "prime"
	return p
}

// strategy finds a strategy by its name.
func strategy(name string) (Strategy, bool) {
	i := slices.IndexFunc(Strategies, func(s Strategy) bool { return s.Name == name })
	if i < 0 {
		return Strategy{}, false
	}
	return Strategies[i], true
}

func strategyNames() []string {
	names := make([]string, len(Strategies))
	for i, s := range Strategies {
		names[i] = s.Name
	}
	return names
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

// follow takes the rules of a strategy. Numbers are left as they are, so that the order of
// flags does not matter: each belongs to one rule.
func (p *Params) follow(name string) error {
	s, ok := strategy(name)
	if !ok {
		return fmt.Errorf("there is no strategy %q", name)
	}
	from := s.Params
	p.Strategy, p.Trigger.Rule, p.Partition.Rule = s.Name, from.Trigger.Rule, from.Partition.Rule
	p.Slim.Rule, p.Ask.Rule, p.Join, p.Pick.Family = from.Slim.Rule, from.Ask.Rule, from.Join, from.Pick.Family
	return nil
}
