package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"cutline/model/pattern"
)

// strategyTable is the table of the settings file whose tables are strategies.
const strategyTable = "strategy"

// strategyName is how a strategy of a person's own may be called: it stands in flags and columns.
var strategyName = pattern.New(`^[a-z][a-z0-9-]{0,31}$`)

// The tables of the settings file that are about the screen; they are read there.
const (
	LookTable   = "look"
	KeysTable   = "keys"
	ColorsTable = "colors"
)

var screenTables = []string{LookTable, KeysTable, ColorsTable}

// setting is one value of the settings file as it stands there.
type setting struct {
	keys   []string
	value  string
	values []string // value, or those of a list; nil for anything else
	line   int
	plain  bool // a text, a number or a switch
	head   bool // the head of a table
}

// Settings are what a settings file holds.
type Settings struct {
	Strategies []Strategy
	Base       string         // the strategy that is followed when none is asked for; empty: the default
	Values     []Setting      // of parameters, in the order of the file
	Lines      map[string]int // where they stand, and the base
	Screen     []Entry        // what the tables about the screen hold
}

// Entry is a value, or a list of them, in a table about the screen.
type Entry struct {
	Table, Name string
	Values      []string // empty for an empty list
	Line        int
}

// Setting is a parameter's value as a flag spells it.
type Setting struct{ Name, Value string }

// ReadSettings reads a settings file: parameters by their names with dots or dashes, a base, which is the
// strategy to follow, and tables [strategy.NAME] with a base, fair when there is none, and any parameter
// or rule. What has a mistake is left out, and a file that is no TOML has nothing; each error is one
// sentence that begins with the line.
func ReadSettings(file []byte) (Settings, []error) {
	var whole map[string]any
	if err := toml.Unmarshal(file, &whole); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ := at.Position()
			return Settings{}, []error{fmt.Errorf("line %d: %s", line, strings.TrimPrefix(at.Error(), "toml: "))}
		}
		return Settings{}, []error{errors.New(strings.TrimPrefix(err.Error(), "toml: "))}
	}
	settings := flatten(file)
	out := Settings{Lines: map[string]int{}}
	var names, others []string
	var bad []error
	base := setting{}
	for _, s := range settings {
		switch {
		case slices.Contains(screenTables, s.keys[0]):
			if err := out.show(s); err != nil {
				bad = append(bad, err)
			}
		case slices.Contains(others, s.keys[0]), len(s.keys) < 2 && s.head && s.keys[0] == strategyTable:
		case s.keys[0] != strategyTable:
			known, err := out.take(s)
			switch {
			case err != nil:
				bad = append(bad, err)
			case known && s.name() == "base":
				base = s
			case !known && !s.head:
				others = append(others, s.keys[0])
				bad = append(bad, fmt.Errorf("line %d: there is no parameter %q, and no such table", s.line, s.name()))
			}
		case len(s.keys) < 2:
			bad = append(bad, fmt.Errorf("line %d: a strategy has a name, as in [strategy.NAME]", s.line))
		case !slices.Contains(names, s.keys[1]):
			names = append(names, s.keys[1])
		}
	}
	for _, name := range names {
		s, err := own(slices.Concat(Strategies, out.Strategies), name, settings)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		out.Strategies = append(out.Strategies, s)
	}
	if list := slices.Concat(Strategies, out.Strategies); out.Base != "" {
		if _, ok := FindStrategy(list, out.Base); !ok {
			bad = append(bad, fmt.Errorf("line %d: the base %q is none of %s", base.line, out.Base, StrategyNames(list)))
			out.Base = ""
			delete(out.Lines, "base")
		}
	}
	return out, bad
}

// name is the parameter that a setting outside of a strategy means.
func (s setting) name() string { return strings.ReplaceAll(strings.Join(s.keys, "-"), ".", "-") }

// take takes a setting outside of a strategy, and reports whether there is one of that name.
func (t *Settings) take(s setting) (known bool, err error) {
	name := s.name()
	if name == "base" {
		t.Base, t.Lines[name] = s.value, s.line
		return true, nil
	}
	row, known := Lookup(name)
	switch {
	case !known || s.head:
		return false, nil
	case row.Once:
		return true, fmt.Errorf("line %d: %s is about one session, and no setting", s.line, name)
	case !s.plain:
		return true, fmt.Errorf("line %d: %s is neither a text, nor a number, nor true or false", s.line, name)
	}
	p := Defaults()
	if err := p.SetParam(name, s.value); err != nil {
		return true, fmt.Errorf("line %d: %w", s.line, err)
	}
	t.Values = append(t.Values, Setting{name, s.value})
	t.Lines[name] = s.line
	return true, nil
}

// show takes a setting about the screen.
func (t *Settings) show(s setting) error {
	switch {
	case len(s.keys) == 1 && s.head:
		return nil
	case s.head || s.values == nil || len(s.keys) == 1:
		return fmt.Errorf("line %d: %s is neither a text, nor a number, nor true or false, nor a list of them", s.line, strings.Join(s.keys, "."))
	}
	t.Screen = append(t.Screen, Entry{s.keys[0], strings.Join(s.keys[1:], "."), s.values, s.line})
	return nil
}

// own makes one strategy of its settings. Its base may be one that stands before it.
func own(known []Strategy, name string, settings []setting) (Strategy, error) {
	mine := slices.DeleteFunc(slices.Clone(settings), func(s setting) bool { return s.keys[0] != strategyTable || len(s.keys) < 2 || s.keys[1] != name })
	fail := func(line int, format string, args ...any) (Strategy, error) {
		return Strategy{}, fmt.Errorf("line %d: the strategy %q is left out: "+format, append([]any{line, name}, args...)...)
	}
	if !strategyName.MatchString(name) {
		return fail(mine[0].line, "a name is lower-case letters, digits and dashes, 32 at most")
	}
	if _, taken := FindStrategy(known, name); taken {
		return fail(mine[0].line, "one of that name is built in")
	}
	base := known[0]
	for _, s := range mine {
		if !slices.Equal(s.keys[2:], []string{"base"}) {
			continue
		}
		var ok bool
		if base, ok = FindStrategy(known, s.value); !ok {
			return fail(s.line, "its base %q is none of %s", s.value, StrategyNames(known))
		}
	}
	out := Strategy{Name: name, About: "of the settings file, from " + base.Name, Params: base.Params}
	for _, s := range mine {
		key := strings.ReplaceAll(strings.Join(s.keys[2:], "-"), ".", "-")
		switch {
		case len(s.keys) == 2, key == "base": // an empty table is its base under another name
			continue
		case key == "strategy":
			return fail(s.line, "what it goes by is called base")
		case !s.plain:
			return fail(s.line, "%s is neither a text, nor a number, nor true or false", key)
		}
		if err := out.Params.SetParam(key, s.value); err != nil {
			return fail(s.line, "%w", err)
		}
	}
	out.Params.Strategy = name
	return out, nil
}

// single reports whether a value is a text, a number or a switch.
func single(n *unstable.Node) bool {
	switch n.Kind {
	case unstable.String, unstable.Integer, unstable.Float, unstable.Bool:
		return true
	default:
		return false
	}
}

// flatten lists the values of a file that parses, with the names of all tables around them. An
// empty table is one entry without a value.
func flatten(file []byte) []setting {
	var p unstable.Parser
	p.Reset(file)
	var out []setting
	var table []string
	keysOf := func(n *unstable.Node) (keys []string, line int) {
		for it := n.Key(); it.Next(); {
			k := it.Node()
			if line == 0 {
				line = p.Shape(k.Raw).Start.Line
			}
			keys = append(keys, string(k.Data))
		}
		return keys, line
	}
	var pair func(n *unstable.Node, around []string)
	pair = func(n *unstable.Node, around []string) {
		keys, line := keysOf(n)
		s := setting{keys: slices.Concat(around, keys), line: line}
		v := n.Value()
		switch v.Kind {
		case unstable.InlineTable:
			for it := v.Children(); it.Next(); {
				pair(it.Node(), s.keys)
			}
			return
		case unstable.Array:
			s.values = []string{}
			for it := v.Children(); it.Next(); {
				if !single(it.Node()) {
					s.values = nil
					break
				}
				s.values = append(s.values, string(it.Node().Data))
			}
		default:
			if s.plain = single(v); s.plain {
				s.values = []string{string(v.Data)}
			}
		}
		s.value = string(v.Data)
		out = append(out, s)
	}
	for p.NextExpression() {
		switch n := p.Expression(); n.Kind {
		case unstable.Table, unstable.ArrayTable:
			var line int
			table, line = keysOf(n)
			out = append(out, setting{keys: table, line: line, head: true})
		case unstable.KeyValue:
			pair(n, table)
		default:
		}
	}
	return out
}
