package ui

import (
	"slices"
	"strings"
	"testing"

	"cutline/keymap"
	"cutline/ui/page"
)

// One list runs everything: commands of here and of other places, strategies, models, filters, and
// /compact with instructions. What cannot run says why, and stays.
func TestPalette(t *testing.T) {
	t.Parallel()
	run := func(t *testing.T, a *App, typed string, keys ...string) {
		t.Helper()
		press(a, ":")
		typeIn(a, typed)
		press(a, keys...)
	}
	for _, c := range []struct {
		typed string
		is    func(a *App) bool
	}{
		{"timeline", func(a *App) bool { return a.at(keymap.Time) }},
		{"lab", func(a *App) bool { return a.at(keymap.Bench) }},
		{"strategy prime", func(a *App) bool {
			return a.params.Strategy == "prime" && a.report.Params.Partition.Rule == "cut-point"
		}},
		{"model local", func(a *App) bool { return strings.Contains(a.notice.text, "local writes the summary") }},
		{"role:user error", func(a *App) bool { return a.list.Filtered() }},
		{"/compact keep the names", func(a *App) bool {
			return a.view == sidesView && strings.Contains(a.result.Report.Params.Instructions, "keep the names")
		}},
		{"largest", func(a *App) bool { return a.in == nil && a.came != nil && a.list.Selected() == 19 }},
		{"copy place", func(a *App) bool { return strings.Contains(a.notice.text, "not in a file") }},
	} {
		a := opened(t, &world{}, plain, 120, 40)
		if run(t, a, c.typed, "enter"); !c.is(a) {
			t.Errorf("%q: %q\n%s", c.typed, a.notice.text, a.View())
		}
	}

	a := opened(t, &world{}, plain, 120, 40)
	run(t, a, "text diff")
	if !strings.Contains(a.View(), "run a compaction first") {
		t.Errorf("it does not say what it waits for:\n%s", a.View())
	}
	press(a, "enter")
	if a.page == nil || a.page.Kind != page.Keys || !strings.Contains(a.notice.text, compactFirst) {
		t.Errorf("what cannot run closes the list: %q", a.notice.text)
	}
	press(a, "esc", "esc", "u", ":")
	typeIn(a, "sort order")
	press(a, "esc", "esc")
	if !a.at(keymap.Fill) {
		t.Error("esc does not come back to the room")
	}
	run(t, a, "order, in the list", "enter")
	if a.in != nil || !strings.Contains(a.list.Title(), "by size") {
		t.Errorf("a command of the list does not go there: %s", a.list.Title())
	}
}

// A parameter is found by its name and opens on its row; with a value behind it, it is set as its row sets it.
func TestPaletteParams(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ typed, at, value string }{
		{"budget", "budget", "0"},
		{"budget-b", "budget-bytes", "9437184"},
		{"tail", "tail-cap", "0"},
		{"min-us", "min-useful", "200"},
		{"budget 20000", "budget", "20000"},
		{"--tail-cap=3000", "tail-cap", "3000"},
		{"full true", "full", "true"},
		{"fraction 80%", "fraction", "0.8"},
	} {
		a := opened(t, &world{}, plain, 80, 24)
		press(a, ":")
		typeIn(a, c.typed)
		press(a, "enter")
		if !a.at(keymap.Turn) {
			t.Errorf("%q does not open the parameters:\n%s", c.typed, a.View())
			continue
		}
		if r := a.dials.At(); r.Name != c.at || r.Value != c.value {
			t.Errorf("%q goes to %s with %s, not to %s with %s", c.typed, r.Name, r.Value, c.at, c.value)
		}
	}
	a := opened(t, &world{}, plain, 80, 24)
	press(a, ":")
	typeIn(a, "budget lots")
	if press(a, "enter"); !a.inKeys() || !strings.Contains(a.notice.text, "no whole number") {
		t.Errorf("a wrong value is taken, or not answered: %q", a.notice.text)
	}
	if a.params.Slim.Budget != 0 {
		t.Errorf("the budget is %d", a.params.Slim.Budget)
	}
}

// Every row of the table can be reached from the list of commands in some place, and the sentence of the
// row under the cursor stands below.
func TestPaletteHasAll(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	press(a, "c", "esc", "?")
	all := a.commands("")
	for _, r := range keymap.Table {
		if slices.Contains(ways, r.Action) || r.Scope == keymap.Page || r.Scope == keymap.Picker || r.Scope == keymap.Ask || r.Scope == keymap.Rescue || r.Scope == keymap.Trouble {
			continue
		}
		if !slices.ContainsFunc(all, func(c command) bool { return c.sentence == r.Sentence }) {
			t.Errorf("%s of %s is not in the list of commands", r.Action, r.Scope)
		}
	}
	first := all[a.page.Item()].sentence
	if lines := a.page.View(); !strings.Contains(strings.Join(lines[len(lines)-2:], " "), first) {
		t.Errorf("%q does not stand below:\n%s", first, a.View())
	}
	if !strings.Contains(a.footer(), "/ search") || !strings.Contains(a.footer(), "q quit") {
		t.Errorf("the footer: %s", a.footer())
	}
	press(a, "down", "down")
	was := a.page.Item()
	a.moused(leftClick(4, 8))
	if a.page.Item() == was {
		t.Error("a click moves nothing")
	}
}

// Good news goes when something else is opened; an error stays until a key is pressed.
func TestNewsGoes(t *testing.T) {
	t.Parallel()
	a := opened(t, &world{}, plain, 80, 24)
	for _, key := range []string{"S", "t", "u", "4", "?", "M", "c"} {
		a.done("something good")
		press(a, key)
		if a.notice.text == "something good" {
			t.Errorf("it stays over what %s opens", key)
		}
		press(a, "esc", "esc")
	}
}
