package keymap

import (
	"slices"
	"strings"
	"testing"
)

// No key means two things in one place, every row says what it does, and each can be pressed.
func TestTable(t *testing.T) {
	t.Parallel()
	for i, r := range Table {
		if r.Sentence == "" || r.Show == "" || len(r.Keys) == 0 || r.Scope.String() == "" {
			t.Errorf("%s (%s) has no key or no sentence", r.Action, r.Scope)
		}
		for _, k := range r.Keys {
			if s, ok := spell(k); !ok || s != k {
				t.Errorf("%s (%s): %q is no key", r.Action, r.Scope, k)
			}
			for _, o := range Table[:i] {
				if o.Scope == r.Scope && slices.Contains(o.Keys, k) {
					t.Errorf("%s: %s is both %s and %s", r.Scope, k, o.Action, r.Action)
				}
			}
		}
	}
}

func row(table []Row, s Scope, a Action) Row {
	for _, r := range table {
		if r.Scope == s && r.Action == a {
			return r
		}
	}
	return Row{}
}

func TestWith(t *testing.T) {
	t.Parallel()
	was := slices.Clone(Table)
	got, bad := With(Table, []Change{
		{"", Compact, []string{"v"}}, // two that change places
		{"", Compare, []string{"c", "f5"}},
		{"list", Down, []string{"space", "ctrl+n"}},
		{"list", PageDown, []string{"pgdown"}},
		{"", Lab, nil},
	})
	if len(bad) > 0 {
		t.Fatalf("%v", bad)
	}
	if r := row(got, Everywhere, Compare); !slices.Equal(r.Keys, []string{"c", "f5"}) || r.Show != "c f5" {
		t.Errorf("%+v", r)
	}
	if r := row(got, List, Down); !slices.Equal(r.Keys, []string{" ", "ctrl+n"}) || r.Show != "space ctrl+n" {
		t.Errorf("%+v", r)
	}
	if r := row(got, Everywhere, Lab); len(r.Keys) != 0 || r.Show != "" {
		t.Errorf("%+v", r)
	}
	if !slices.EqualFunc(was, Table, func(a, b Row) bool { return a.Action == b.Action && slices.Equal(a.Keys, b.Keys) }) {
		t.Error("the table itself was changed")
	}

	for want, c := range map[string]Change{
		`fly: there is no action "fly"`:            {"", "fly", []string{"x"}},
		`roof.compact: there is no place "roof"`:   {"roof", Compact, []string{"x"}},
		`list.compact: the action is not one of`:   {"list", Compact, []string{"x"}},
		`compact: "both" is no key`:                {"", Compact, []string{"both"}},
		`compact: the key q is that of quit (ever`: {"", Compact, []string{"Q", "q"}},
	} {
		got, bad := With(Table, []Change{c})
		if len(bad) != 1 || !strings.HasPrefix(bad[0].Error(), want) {
			t.Errorf("%v, want %s", bad, want)
		}
		if r := row(got, Everywhere, Compact); !slices.Equal(r.Keys, []string{"c"}) {
			t.Errorf("%s: the keys are %v", want, r.Keys)
		}
	}
}
