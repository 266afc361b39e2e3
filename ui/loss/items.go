package loss

import (
	"cmp"
	"slices"
	"strings"

	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/render"
)

// The classes of what a summary names that no class of facts has.
const (
	aPath  = "path"
	aQuote = "quote"
)

// Items are the facts that are not kept whole or are pinned, and what the summary invents. An invented quote fails
// a gate and stands first; of the others the one that costs most does: of the score when it is a loss, of the
// precision when it is an invention.
func Items(o *retention.Output, pinned func(i int, text string) bool) []render.Item {
	var out []render.Item
	for i := range o.Facts {
		f := &o.Facts[i]
		held := pinned != nil && pinned(f.Index, f.Text)
		if f.State() != retention.Kept || held {
			out = append(out, render.Item{
				State: f.State(), Class: f.Class.String(), Text: f.Text, Points: f.Points * (1 - f.Kept), Worth: f.Points, Index: f.Index, Of: i, Pinned: held, Often: f.Mentions,
			})
		}
	}
	for i := range o.Named {
		if c := &o.Named[i]; !c.Supported {
			it := render.Item{State: retention.Unfound, Class: c.Class, Text: c.Text, Index: -1, Line: c.Line, Of: i}
			if !o.Partial {
				it.State, it.Points = retention.Invented, 100/float64(max(1, o.Checked))
				it.Worth = it.Points
			}
			out = append(out, it)
		}
	}
	slices.SortStableFunc(out, func(a, b render.Item) int {
		return cmp.Or(first(b)-first(a), cmp.Compare(weight(b), weight(a)))
	})
	return out
}

// weight is what an item costs, and of a pinned one what it would cost, so that it stays in its place.
func weight(it render.Item) float64 {
	if it.Pinned {
		return it.Worth
	}
	return it.Points
}

func first(it render.Item) int {
	if it.Class == aQuote && it.State == retention.Invented {
		return 1
	}
	return 0
}

// state is the state that alone shows.
func (o only) state() retention.State {
	return [...]retention.State{onlyLost: retention.Lost, onlyWeakened: retention.Weakened, onlyInvented: retention.Invented}[o]
}

// pick chooses a class, -1 for all; beyond the last one are all again.
func (p *Pane) pick(class int) {
	n := len(p.classes)
	p.class = (class+1+n+1)%(n+1) - 1
	p.filter()
	p.list.To(0)
}

// Find leaves the items that have all words of a query, whatever the case.
func (p *Pane) Find(query string) {
	p.query = query
	p.filter()
	p.list.To(0)
	p.look()
}

// Query is what is searched for.
func (p *Pane) Query() string { return p.query }

func (p *Pane) filter() {
	words := strings.Fields(strings.ToLower(p.query))
	p.shown = p.shown[:0]
	for i := range p.items {
		it := &p.items[i]
		if p.only != everything && it.State != p.only.state() && (p.only != onlyInvented || it.State != retention.Unfound) || p.class >= 0 && !within(it.Class, p.classes[p.class].Class) {
			continue
		}
		hay := strings.ToLower(it.State.String() + " " + it.Class + " " + place(it) + " " + it.Text)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(hay, w) }) {
			p.shown = append(p.shown, i)
		}
	}
	p.arrange()
}

// place is where an item stands, in words that can be searched for: its number without commas, and as it is shown.
func place(it *render.Item) string {
	where, _ := it.Where()
	return where + " " + strings.ReplaceAll(where, ",", "")
}

// within reports whether an item is of a class of facts; a path is of files, and a quote of what was asked.
func within(class string, c facts.Class) bool {
	switch class {
	case aPath:
		return c == facts.File
	case aQuote:
		return c == facts.Ask
	}
	return class == c.String()
}
