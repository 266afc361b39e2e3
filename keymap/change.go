package keymap

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Change is what a person wants an action's keys to be.
type Change struct {
	Scope  string // as Scope names itself; empty: wherever the action has a row
	Action Action
	Keys   []string // none takes the keys away; the list of keys still runs it
}

// named are the keys that have a name instead of a letter.
var named = regexp.MustCompile(`^(ctrl\+|alt\+|shift\+)*(up|down|left|right|home|end|pgup|pgdown|tab|enter|esc|space|backspace|delete|insert|f[1-9]|f1[0-9]|f20|[!-~])$`)

// spell is a key as the terminal library names it, false when it is none.
func spell(key string) (string, bool) {
	if key == " " || key == "space" {
		return " ", true
	}
	return key, utf8.RuneCountInString(key) == 1 || named.MatchString(key)
}

// With gives the table with other keys. A change that asks for what is not there, or would let a key
// mean two things in one place, is left out, and its error is a sentence.
func With(table []Row, changes []Change) ([]Row, []error) {
	out := slices.Clone(table)
	var bad []error
	by := map[int]Change{} // of the rows that were changed
	for _, c := range changes {
		rows, err := c.rows(table)
		if err != nil {
			bad = append(bad, err)
			continue
		}
		keys := make([]string, len(c.Keys))
		for i, k := range c.Keys {
			keys[i], _ = spell(k)
		}
		for _, i := range rows {
			out[i].Keys, out[i].Show, by[i] = keys, show(keys), c
		}
	}
	for {
		i, key, other := double(out, by)
		if i < 0 {
			return out, bad
		}
		bad = append(bad, fmt.Errorf("%s: the key %s is that of %s (%s) already", by[i].name(), show([]string{key}), out[other].Action, out[other].Scope))
		for k, c := range by {
			if c.name() == by[i].name() && k != i {
				out[k] = table[k]
				delete(by, k)
			}
		}
		out[i] = table[i]
		delete(by, i)
	}
}

func (c Change) name() string {
	if c.Scope == "" {
		return string(c.Action)
	}
	return c.Scope + "." + string(c.Action)
}

// rows are the places in the table that a change is about.
func (c Change) rows(table []Row) ([]int, error) {
	for _, k := range c.Keys {
		if _, ok := spell(k); !ok {
			return nil, fmt.Errorf("%s: %q is no key; x, F5 as f5, ctrl+x and space are", c.name(), k)
		}
	}
	scoped, known := false, false
	var rows []int
	for i, r := range table {
		scope := c.Scope == "" || strings.EqualFold(c.Scope, r.Scope.String())
		scoped, known = scoped || scope, known || r.Action == c.Action
		if scope && r.Action == c.Action {
			rows = append(rows, i)
		}
	}
	switch {
	case !known:
		return nil, fmt.Errorf("%s: there is no action %q; ? lists them", c.name(), c.Action)
	case !scoped:
		return nil, fmt.Errorf("%s: there is no place %q", c.name(), c.Scope)
	case rows == nil:
		return nil, fmt.Errorf("%s: the action is not one of that place", c.name())
	}
	return rows, nil
}

// show is how keys are printed: the first two.
func show(keys []string) string {
	words := make([]string, 0, 2)
	for _, k := range keys[:min(len(keys), 2)] {
		if k == " " {
			k = "space"
		}
		words = append(words, k)
	}
	return strings.Join(words, " ")
}

// double is a changed row whose key another row of its scope has too, -1 when there is none.
func double(table []Row, by map[int]Change) (row int, key string, other int) {
	for i := range table {
		if _, changed := by[i]; !changed {
			continue
		}
		for _, k := range table[i].Keys {
			for o := range table {
				if o != i && table[o].Scope == table[i].Scope && slices.Contains(table[o].Keys, k) {
					return i, k, o
				}
			}
		}
	}
	return -1, "", -1
}
