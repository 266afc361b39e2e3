package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/pipeline/pick"
	"cutline/pipeline/query"
	"cutline/render/text"
)

// command is one row of the list of commands: a key of here or of another place, or something that has
// no key.
type command struct {
	show     string // the keys, or what is typed
	name     string
	sentence string
	why      string // what it waits for; empty when it can run
	chosen   bool   // it is how things are
	run      func() tea.Cmd
}

// palette is the list of commands while it is open.
type palette struct {
	strategies []pipeline.Strategy
	given      func(string) bool
	writers    []pick.Writer
	found      []command // what the page shows
}

// place is the scope below the list of commands.
func (a *App) place() keymap.Scope {
	switch {
	case a.picking:
		return keymap.Picker
	case a.in != nil:
		return a.in.scope
	case a.view != planView:
		return keymap.After
	case a.focus == 1:
		return keymap.Detail
	}
	return keymap.List
}

// commands are all that can be asked for from here, in the order of what was typed.
func (a *App) commands(typed string) []command {
	here := a.place()
	var out []command
	for _, r := range keymap.In(here) {
		out = append(out, command{show: a.th.Keys(r.Show), name: nameOf(r.Action), sentence: r.Sentence, why: a.cannot(r.Action), run: func() tea.Cmd { return a.Do(r.Action) }})
	}
	if a.s != nil && !a.picking {
		out = append(out, a.compactCommand(typed))
		out = append(out, a.strategyCommands()...)
		out = append(out, a.writerCommands()...)
		out = append(out, a.copyCommands()...)
		out = append(out, a.elsewhere(here)...)
		out = append(out, a.paramCommands(typed)...)
	}
	set, first := a.paramCommand(typed)
	out = search(out, typed)
	if first {
		out = slices.Concat(set, out)
	} else {
		out = append(out, set...)
	}
	return slices.Concat(a.placeCommand(typed), a.filterCommand(typed), out)
}

// nameOf is an action in words.
func nameOf(a keymap.Action) string { return strings.ReplaceAll(string(a), "-", " ") }

// search are the commands that have all the words; the one that is called so comes first, then those whose
// name begins so, then those whose name has them.
func search(all []command, typed string) []command {
	typed = strings.ToLower(strings.TrimSpace(typed))
	words := strings.Fields(typed)
	rank := func(c command) int {
		name := strings.TrimPrefix(c.name, "/")
		switch {
		case typed == "", name == typed:
			return 0
		case strings.HasPrefix(c.name, typed) || strings.HasPrefix(name, typed):
			return 1
		case strings.Contains(name, typed):
			return 2
		}
		return 3
	}
	out := slices.DeleteFunc(all, func(c command) bool {
		hay := strings.ToLower(c.show + " " + c.name + " " + c.sentence + " " + c.why)
		return slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(hay, w) })
	})
	slices.SortStableFunc(out, func(a, b command) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// placeCommand goes to a message by its number; there is none for what is no number of one.
func (a *App) placeCommand(typed string) []command {
	i, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(typed), "#"))
	if err != nil || a.s == nil || a.picking || i < 0 || i >= len(a.s.Rows) {
		return nil
	}
	return []command{{show: typed, name: fmt.Sprintf("message %d", i), sentence: "Go to this message.", run: func() tea.Cmd { return a.toNumber(i) }}}
}

// toNumber goes to a message of the list, wherever one is.
func (a *App) toNumber(i int) tea.Cmd {
	if a.view != planView {
		a.show(planView)
	}
	if a.in != nil {
		return a.toMessage(i)
	}
	if !a.list.Shows(i) {
		a.liftAll()
	}
	a.focus = 0
	a.list.Select(i)
	a.arrange()
	return a.follow()
}

// compactCommand compacts with instructions, which are the words behind it.
func (a *App) compactCommand(typed string) command {
	head, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(typed), "/"), " ")
	c := command{show: "/compact", name: "/compact [instructions]", sentence: "Compact with instructions for the summary; they are typed behind it.", why: a.cannot(keymap.Compact)}
	c.run = func() tea.Cmd { return a.openLine("compact ") }
	if rest = strings.TrimSpace(rest); head == "compact" && rest != "" {
		c.name, c.sentence = strings.TrimSpace(typed), "Compact with these instructions."
		c.run = func() tea.Cmd { return a.compactWith(rest) }
	}
	return c
}

// strategyCommands choose how it is compacted.
func (a *App) strategyCommands() []command {
	out := make([]command, 0, len(a.palette.strategies))
	for _, s := range a.palette.strategies {
		out = append(out, command{show: "strategy", name: "strategy " + s.Name, sentence: upper(s.About) + ".", chosen: s.Name == a.params.Strategy, run: func() tea.Cmd { return a.takeStrategy(s) }})
	}
	return out
}

// takeStrategy plans by another strategy; what was given by hand stays.
func (a *App) takeStrategy(s pipeline.Strategy) tea.Cmd {
	p := a.params
	if err := p.Follow(a.palette.strategies, s.Name, a.palette.given); err != nil {
		return a.failed("", err, "")
	}
	a.params = p
	a.send.drop()
	return a.replanThen(func(*pipeline.Report) tea.Cmd { return tea.Batch(a.follow(), a.say("strategy "+s.Name+": "+s.About)) })
}

// writerCommands choose who writes the summary.
func (a *App) writerCommands() []command {
	out := make([]command, 0, len(a.palette.writers))
	for _, w := range a.palette.writers {
		name := strings.TrimSpace("model " + w.Name + " " + w.Model)
		c := command{show: "model", name: name, sentence: "Let " + cmp.Or(w.Model, w.Name) + " write the summary; nothing is sent by choosing.", why: w.Missing, chosen: w.Chosen}
		if w.Missing == "" && mayNotRun(&w) {
			c.sentence = "Let " + cmp.Or(w.Model, w.Name) + " write the summary, if it runs at " + w.Host + "; nothing is sent by choosing."
		}
		c.run = func() tea.Cmd { return a.chooseWriter(w) }
		out = append(out, c)
	}
	return out
}

// copyCommands are what the key that copies offers.
func (a *App) copyCommands() []command {
	var out []command
	for _, r := range keymap.Table {
		if r.Scope == keymap.Clip && r.Action != keymap.Back {
			out = append(out, command{show: "y " + r.Show, name: nameOf(r.Action), sentence: r.Sentence, why: a.cannot(r.Action), run: func() tea.Cmd { return a.copyDo(r.Action) }})
		}
	}
	return out
}

// rooms are the places with commands of their own, and what opens each.
var rooms = map[keymap.Scope]keymap.Action{
	keymap.List: keymap.Plan, keymap.After: keymap.Compare, keymap.Time: keymap.Timeline, keymap.Fill: keymap.Contents, keymap.Live: keymap.State, keymap.Bench: keymap.Lab,
	keymap.Turn: keymap.Params, keymap.Spread: keymap.Shares, keymap.Lives: keymap.Lineage, keymap.Loss: keymap.Retention,
}

// ways are the actions that go about in a place: nobody asks for them from somewhere else.
var ways = []keymap.Action{
	keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom, keymap.Prev, keymap.Next, keymap.Open, keymap.Back,
	keymap.HitNext, keymap.HitPrev,
}

// elsewhere are the commands of other places, which go there first.
func (a *App) elsewhere(here keymap.Scope) []command {
	var out []command
	for _, r := range keymap.Table {
		open, is := rooms[r.Scope]
		if !is || r.Scope == here || r.Scope == keymap.List && here == keymap.Detail || slices.Contains(ways, r.Action) {
			continue
		}
		why := a.cannot(r.Action)
		if r.Scope == keymap.After {
			why = cmp.Or(why, a.cannot(keymap.Compare))
		}
		out = append(out, command{show: a.th.Keys(r.Show), name: nameOf(r.Action) + ", in the " + r.Scope.String(), sentence: r.Sentence, why: why, run: func() tea.Cmd {
			cmd := a.goTo(r.Scope, open)
			if a.scope() != r.Scope { // it said why
				return cmd
			}
			return tea.Batch(cmd, a.Do(r.Action))
		}})
	}
	return out
}

// goTo opens a place, unless it is open.
func (a *App) goTo(s keymap.Scope, open keymap.Action) tea.Cmd {
	if s == keymap.List {
		a.showList()
		return a.follow()
	}
	if a.scope() == s {
		return nil
	}
	return a.Do(open)
}

// filterCommand filters by what was typed, when that is terms and not mere words.
func (a *App) filterCommand(typed string) []command {
	if a.s == nil || a.picking || strings.TrimSpace(typed) == "" {
		return nil
	}
	f, err := query.Parse(typed)
	if err != nil || f.Empty() || !f.Terms() {
		return nil
	}
	sentence := fmt.Sprintf("Show the messages that are so: %s of %s.", text.Num(len(a.passing(f))), text.Num(len(a.s.Rows)))
	return []command{{show: "&", name: "filter " + text.CleanLine(f.String()), sentence: sentence, run: func() tea.Cmd { return a.siftBy(f) }}}
}
