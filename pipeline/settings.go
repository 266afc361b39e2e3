package pipeline

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// strategyTable is the table of the settings file whose tables are strategies.
const strategyTable = "strategy"

// followed is the key in that table that says which strategy is followed: beside tables of strategies
// the file cannot have a key of their name.
const followed = "use"

// strategyName is how a strategy of a person's own may be called: it stands in flags and columns.
var strategyName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// setting is one value of the settings file as it stands there.
type setting struct {
	keys   []string
	value  string
	values []string // value, or those of a list; nil for anything else
	line   int
	plain  bool // a text, a number or a switch
	head   bool // the head of a table
}

// Setting is one value of the settings file.
type Setting struct {
	Name   string   // within its table; a parameter by its name with dashes
	Values []string // one, or those of a list
	Line   int
}

// Settings are what a settings file holds.
type Settings struct {
	Strategies []Strategy
	Params     []Setting            // parameters by name, in their order, each with a value that it takes
	Tables     map[string][]Setting // of the tables that were asked for
}

// ReadSettings reads a settings file: parameters by their names with dots or dashes, tables
// [strategy.NAME] with a base, fair when there is none, and any parameter or rule, and the tables that
// somebody else reads. What has a mistake is left out, and a file that is no TOML holds nothing; each
// error is one sentence that begins with the line.
func ReadSettings(file []byte, tables ...string) (Settings, []error) {
	out := Settings{Tables: map[string][]Setting{}}
	var whole map[string]any
	if err := toml.Unmarshal(file, &whole); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ := at.Position()
			return out, []error{fmt.Errorf("line %d: %s", line, strings.TrimPrefix(at.Error(), "toml: "))}
		}
		return out, []error{errors.New(strings.TrimPrefix(err.Error(), "toml: "))}
	}
	settings := flatten(file)
	var names, others []string
	var given []setting
	var bad []error
	for _, s := range settings {
		_, isTable := whole[s.keys[0]].(map[string]any)
		switch name := s.keys[0]; {
		case name == strategyTable && s.plain && (len(s.keys) == 1 || len(s.keys) == 2 && s.keys[1] == followed):
			s.keys = s.keys[:1]
			given = append(given, s)
		case name == strategyTable && len(s.keys) < 2 && s.head:
		case name == strategyTable && len(s.keys) < 2:
			bad = append(bad, fmt.Errorf("line %d: a strategy has a name, as in [strategy.NAME]", s.line))
		case name == strategyTable:
			if !slices.Contains(names, s.keys[1]) {
				names = append(names, s.keys[1])
			}
		case slices.Contains(tables, name):
			if len(s.keys) > 1 && s.values != nil {
				out.Tables[name] = append(out.Tables[name], Setting{strings.Join(s.keys[1:], "."), s.values, s.line})
			} else if len(s.keys) > 1 && !s.head || !isTable {
				bad = append(bad, fmt.Errorf("line %d: %s is neither a text, nor a number, nor true or false, nor a list of them", s.line, strings.Join(s.keys, ".")))
			}
		case isTable && !begins(name):
			if !slices.Contains(others, name) {
				others = append(others, name)
				bad = append(bad, fmt.Errorf("line %d: there is no table %q; [strategy.NAME] is one", s.line, name))
			}
		case !s.head:
			given = append(given, s)
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
	for _, s := range given {
		one, err := param(slices.Concat(Strategies, out.Strategies), s)
		if err != nil {
			bad = append(bad, fmt.Errorf("line %d: %w", s.line, err))
			continue
		}
		out.Params = append(out.Params, one)
	}
	return out, bad
}

// begins reports whether the name of a parameter begins with that word, as with tool in tool.share.
func begins(word string) bool {
	return slices.ContainsFunc(Table, func(p Param) bool { return strings.HasPrefix(p.Name, word+"-") })
}

// nameOf is what a parameter is called that is written with dots.
func nameOf(keys []string) string { return strings.ReplaceAll(strings.Join(keys, "-"), ".", "-") }

// param is a parameter that a file sets for every run.
func param(known []Strategy, s setting) (Setting, error) {
	out := Setting{Name: nameOf(s.keys), Values: []string{s.value}, Line: s.line}
	if !s.plain {
		return out, fmt.Errorf("%s is neither a text, nor a number, nor true or false", out.Name)
	}
	if out.Name == strategyTable {
		if _, ok := FindStrategy(known, s.value); !ok {
			return out, fmt.Errorf("strategy: %q is none of %s", s.value, StrategyNames(known))
		}
		return out, nil
	}
	if _, ok := Lookup(out.Name); !ok {
		return out, fmt.Errorf("there is no parameter %q", out.Name)
	}
	try := Defaults()
	return out, try.SetParam(out.Name, s.value)
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
		key := nameOf(s.keys[2:])
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
