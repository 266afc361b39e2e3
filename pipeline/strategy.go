package pipeline

import (
	"cmp"
	"fmt"
	"slices"

	"cutline/pipeline/partition"
	"cutline/pipeline/trigger"
)

// Strategy is a way to compact: parameters under a name.
type Strategy struct {
	Name   string
	Params Params
}

// Strategies are the ways to compact that there are; the first is the default. Prime decides as
// Prime Agent does when a session is due and where it is cut; what the summarizer reads and
// writes is as with fair. Memory is the protocol by which a summary can go into files that outlive the
// session, see Params.MemoryBank.
var Strategies = []Strategy{
	{"fair", Defaults()}, // due at a share of the window, split at the last message of a person
	{"prime", ruled("prime", trigger.RuleReserve, partition.CutPoint, "")},        // due when a reserve is touched, cut where so many tokens are kept
	{"memory", ruled("memory", trigger.RulePhrase, partition.Everything, "nine")}, // due when a person says so, all of it in a summary of nine sections
}

// ruled are the defaults under other rules.
func ruled(name, due, cut, family string) Params {
	p := Defaults()
	p.Strategy, p.Trigger.Rule, p.Partition.Rule, p.Pick.Family = name, due, cut, family
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
	p.Strategy, p.Trigger.Rule, p.Partition.Rule, p.Pick.Family = s.Name, s.Params.Trigger.Rule, s.Params.Partition.Rule, s.Params.Pick.Family
	return nil
}
