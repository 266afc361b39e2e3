package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
)

// Subject is one message and what the plan makes of it.
type Subject struct {
	Session *model.Session
	Index   int
	Fate    pipeline.Fate
}

func (x Subject) row() *model.Row { return &x.Session.Rows[x.Index] }

// Size is the chars that the list shows: what the message asks for, or its transcript form.
func (x Subject) Size() int {
	if x.Fate.Slim != nil {
		return x.Fate.Slim.Size
	}
	return x.row().Rendered
}

// term is one condition on a message.
type term struct {
	not bool
	is  func(Subject) bool
}

// Filter is what a message must be and hold: all of its terms and all of its words.
type Filter struct {
	source string
	terms  []term
	words  []worded
}

// worded is a pattern that the text of a message must hold, or must not.
type worded struct {
	not bool
	Pattern
}

// Parse reads a filter: terms with blanks between them, of which all must hold. A term is key:value, with
// commas between values of which one must hold; size>N and its like; the name of a property; or words for
// which the message is read, with "" around several that belong together. A minus before a term says the
// opposite. The error is one sentence and names the term.
func Parse(typed string) (Filter, error) {
	f := Filter{source: strings.Join(strings.Fields(typed), " ")}
	for _, w := range split(typed) {
		if err := f.add(w); err != nil {
			return Filter{}, err
		}
	}
	return f, nil
}

func (f *Filter) add(w word) error {
	text, not := w.text, false
	if rest, ok := strings.CutPrefix(text, "-"); ok && rest != "" && !w.quoted {
		text, not = rest, true
	}
	if !w.quoted {
		if is, known, err := condition(text); err != nil {
			return err
		} else if known {
			f.terms = append(f.terms, term{not, is})
			return nil
		}
	}
	p, err := Compile(text)
	if err != nil {
		return err
	}
	if !p.Empty() {
		f.words = append(f.words, worded{not, p})
	}
	return nil
}

// condition is what an unquoted term asks of a message; known is false for a plain word.
func condition(text string) (is func(Subject) bool, known bool, err error) {
	for _, op := range []string{">=", "<=", ">", "<"} {
		if number, ok := strings.CutPrefix(text, "size"+op); ok {
			n, err := parseSize(number)
			if err != nil {
				return nil, true, fmt.Errorf("%s: a number of chars is missing, as in size>10k", text)
			}
			return compares(op, n), true, nil
		}
	}
	if is, ok := properties[text]; ok {
		return is.is, true, nil
	}
	key, values, ok := strings.Cut(text, ":")
	k := slices.IndexFunc(keys, func(k keyed) bool { return k.name == key })
	if !ok || k < 0 {
		return nil, false, nil
	}
	var one []func(Subject) bool
	for _, v := range strings.Split(values, ",") {
		is := keys[k].is(v)
		if v == "" || is == nil {
			return nil, true, fmt.Errorf("%s: %q is none of %s", text, v, keys[k].of)
		}
		one = append(one, is)
	}
	return func(x Subject) bool {
		return slices.ContainsFunc(one, func(is func(Subject) bool) bool { return is(x) })
	}, true, nil
}

func compares(op string, n int) func(Subject) bool {
	return func(x Subject) bool {
		switch size := x.Size(); op {
		case ">=":
			return size >= n
		case "<=":
			return size <= n
		case ">":
			return size > n
		default:
			return size < n
		}
	}
}

// most is the largest size that can be asked for, in chars; more is no session.
const most = 1 << 50

// parseSize reads a number of chars: 200, 10k, 1.5M.
func parseSize(s string) (int, error) {
	unit := 1.0
	for suffix, u := range map[string]float64{"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9} {
		if rest, ok := strings.CutSuffix(s, suffix); ok {
			s, unit = rest, u
			break
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n >= 0 && n*unit <= most) {
		return 0, fmt.Errorf("%q is no size", s)
	}
	return int(n * unit), nil
}

// Empty reports whether every message passes.
func (f Filter) Empty() bool { return len(f.terms)+len(f.words) == 0 }

// Terms reports whether it says more than words.
func (f Filter) Terms() bool { return len(f.terms) > 0 }

// String is the filter as it was typed, blanks apart.
func (f Filter) String() string { return f.source }

// Is reports whether a message is what the terms say; its text is not looked at.
func (f Filter) Is(x Subject) bool {
	for _, t := range f.terms {
		if t.is(x) == t.not {
			return false
		}
	}
	return true
}

// Reads reports whether messages must be read to know: see Holds.
func (f Filter) Reads() bool { return len(f.words) > 0 }

// Holds reports whether the text of a message holds what the words say.
func (f Filter) Holds(text string) bool {
	for _, w := range f.words {
		if w.In(text) == w.not {
			return false
		}
	}
	return true
}

// tier reports whether the summarizer reads a message in one way.
func tier(t slim.Tier) func(Subject) bool {
	return func(x Subject) bool { return !x.Fate.Kept && x.Fate.Slim != nil && x.Fate.Slim.Tier == t }
}
