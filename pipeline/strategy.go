package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cutline/pipeline/partition"
	"cutline/pipeline/trigger"
)

// Strategy is a way to compact: parameters and rules under a name.
type Strategy struct {
	Name   string
	About  string // what it does, a few words
	Params Params
}

// Strategies are the ways to compact that are built in; the first is the default. Prime decides as
// Prime Agent does when a session is due and where it is cut; what the summarizer reads and
// writes is as with fair.
var Strategies = []Strategy{
	named("fair", "fair shares for the summarizer, the last turn kept", func(*Params) {}),
	named("prime", "as Prime Agent: due at a reserve, cut where so many tokens are kept", func(p *Params) {
		p.Trigger.Rule, p.Partition.Rule = trigger.RuleReserve, partition.CutPoint
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

// Rules are the parameters that name the rule of a stage. A strategy sets them, the built-in ones
// and those of a settings file; they are no flags.
var Rules = []Param{
	choice("due-rule", 1, "when a session is due", []string{trigger.RuleFraction, trigger.RuleReserve}, func(p *Params) *string { return &p.Trigger.Rule }),
	choice("split-rule", 3, "what is kept word for word", []string{partition.LastUser, partition.CutPoint}, func(p *Params) *string { return &p.Partition.Rule }),
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
