package query

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"cutline/model"
	"cutline/pipeline/slim"
)

// property is a term without a value.
type property struct {
	is    func(Subject) bool
	about string
}

// flag is a property that a row says of itself.
func flag(f model.Flags, about string) property {
	return property{func(x Subject) bool { return x.row().Is(f) }, about}
}

var properties = map[string]property{
	"typed":    {func(x Subject) bool { return x.row().Typed() }, "what a person really typed"},
	"error":    flag(model.Failed, "a failed tool result, or an error in the place of an answer"),
	"call":     flag(model.HasCall, "calls a tool"),
	"result":   flag(model.HasResult, "is the result of a tool"),
	"thinking": flag(model.HasThinking, "reasoning"),
	"image":    flag(model.HasImage, "holds an image"),
	"skill":    flag(model.Skill, "holds the text of a skill"),
	"lossy":    {loses, "cut, omitted, not read, or read without its calls"},
}

// loses reports whether the summarizer does not read all of a message that is not kept.
func loses(x Subject) bool {
	a := x.Fate.Slim
	return a != nil && !x.Fate.Kept && (a.Tier != slim.Full || a.Said)
}

// keyed is a term with a value.
type keyed struct {
	name, of string
	is       func(value string) func(Subject) bool // nil when the value is none
}

var keys = []keyed{
	{"role", "user, assistant, tool, system", func(v string) func(Subject) bool {
		for _, r := range []model.Role{model.User, model.Assistant, model.Tool, model.System} {
			if r.String() == v {
				return func(x Subject) bool { return x.row().Role == r }
			}
		}
		return nil
	}},
	{"origin", "person, injected, summary", func(v string) func(Subject) bool {
		for _, o := range []model.Origin{model.Person, model.Injected, model.FromSummary} {
			if o.String() == v {
				return func(x Subject) bool { return x.row().Origin == o }
			}
		}
		return nil
	}},
	{"fate", strings.Join(fateNames(), ", "), func(v string) func(Subject) bool {
		if v == slim.Dropped.String() { // as the JSON calls it
			v = "unread"
		}
		for _, f := range fates {
			if f.name == v {
				return f.is
			}
		}
		return nil
	}},
	{"tool", "the names of tools", func(v string) func(Subject) bool {
		v = strings.ToLower(v)
		return func(x Subject) bool {
			for _, l := range x.Session.LinksOf(x.Index) {
				if strings.Contains(strings.ToLower(l.Name), v) {
					return true
				}
			}
			return strings.Contains(strings.ToLower(x.row().Tool), v)
		}
	}},
}

// fates are what can become of a message, in the words of the list.
var fates = []struct {
	name  string
	is    func(Subject) bool
	about string
}{
	{"whole", func(x Subject) bool { return tier(slim.Full)(x) && !x.Fate.Slim.Said }, "read whole by the summarizer, and not kept"},
	{"cut", tier(slim.Truncated), "read up to its fair share"},
	{"omitted", tier(slim.Omitted), "not read: a marker stands for it"},
	{"unread", tier(slim.Dropped), "not read at all"},
	{"words", func(x Subject) bool { return tier(slim.Full)(x) && x.Fate.Slim.Said }, "read without its calls"},
	{"kept", func(x Subject) bool { return x.Fate.Kept }, "kept word for word, whether it is read or not"},
	{"masked", func(x Subject) bool { return x.Fate.Masked }, "kept, its output is not"},
	{"aside", func(x Subject) bool { return x.Fate.Aside }, "set aside, back in front afterwards"},
	{"left-out", func(x Subject) bool { return x.Fate.LeftOut }, "neither kept nor read"},
}

func fateNames() []string {
	out := make([]string, 0, len(fates))
	for _, f := range fates {
		out = append(out, f.name)
	}
	return out
}

// Choice is a term that can be chosen.
type Choice struct {
	Term  string
	About string
}

// Choices are the terms that make sense in a session, the tools that it used most first among them.
func Choices(s *model.Session) []Choice {
	var out []Choice
	add := func(term, about string) { out = append(out, Choice{term, about}) }
	add("typed", properties["typed"].about)
	for _, v := range []string{"user", "assistant", "tool", "system"} {
		add("role:"+v, "of this role")
	}
	add("origin:person", "a user message that a person wrote")
	add("origin:injected", "a user message that the agent added")
	add("origin:summary", "the summary of an earlier compaction")
	for _, f := range fates {
		add("fate:"+f.name, f.about)
	}
	add("size>10k", "more than so many chars; also < >= <=")
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if name != "typed" {
			add(name, properties[name].about)
		}
	}
	for _, name := range toolsOf(s) {
		add("tool:"+name, "calls and results of this tool")
	}
	return out
}

// toolsOf are the names of the tools of a session, the most used first. One with a blank or a comma in its
// name is left out: a term has none.
func toolsOf(s *model.Session) []string {
	used := map[string]int{}
	if s != nil {
		for _, l := range s.Links {
			used[l.Name]++
		}
	}
	delete(used, "")
	names := slices.DeleteFunc(slices.Collect(maps.Keys(used)), func(n string) bool { return strings.ContainsAny(n, ", \t\n\"") })
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(used[b], used[a]), cmp.Compare(a, b))
	})
	return names
}

// word is one piece of a typed filter.
type word struct {
	text   string
	quoted bool
}

// split takes a typed filter apart at its blanks; "" holds words together, and need not be closed.
func split(typed string) []word {
	var out []word
	for {
		typed = strings.TrimLeftFunc(typed, unicode.IsSpace)
		if typed == "" {
			return out
		}
		if typed[0] == '"' {
			body, rest, _ := strings.Cut(typed[1:], `"`)
			out, typed = append(out, word{body, true}), rest
			continue
		}
		end := strings.IndexFunc(typed, unicode.IsSpace)
		if end < 0 {
			end = len(typed)
		}
		out, typed = append(out, word{typed[:end], false}), typed[end:]
	}
}

// Last is the term that is being typed, without its minus: what follows the last blank.
func Last(typed string) (before, last string) {
	last = typed[len(strings.TrimRightFunc(typed, func(r rune) bool { return !unicode.IsSpace(r) })):]
	before = typed[:len(typed)-len(last)]
	if rest, ok := strings.CutPrefix(last, "-"); ok {
		return before + "-", rest
	}
	return before, last
}
