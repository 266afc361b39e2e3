// Package giveback is the pane that chooses what of a recorded compaction's losses is given back: the
// losses, which of them are chosen, and what that does to the score and what it takes.
package giveback

import (
	"fmt"
	"slices"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/pipeline/rescue"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Pane is the list of what was lost.
type Pane struct {
	th     *theme.Theme
	w, h   int
	r      *pipeline.Rescue  // nil while it is read
	now    *pipeline.Preview // nil while it is made
	chosen []bool            // of the items
	budget int               // of budgets
	list   scroll.List
}

// budgets are the tokens that what is given back may take, 0 for any.
var budgets = [...]int{0, 8000, 4000, 2000, 1000, 500, 200, 100, 50}

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h = w, h
	n := 0
	if p.r != nil {
		n = len(p.r.Items)
	}
	p.list.SetSize(n, max(0, h-len(p.head())))
}

// Show hands the pane what was read; what is due is chosen.
func (p *Pane) Show(r *pipeline.Rescue) {
	p.r, p.chosen = r, make([]bool, len(r.Items))
	p.Due()
}

// Preview hands the pane what comes of the choice.
func (p *Pane) Preview(now *pipeline.Preview) {
	p.now = now
	p.SetSize(p.w, p.h)
}

// Choice is what is chosen.
func (p *Pane) Choice() rescue.Choice {
	c := rescue.Choice{Budget: budgets[p.budget]}
	for i, on := range p.chosen {
		if on {
			c.Items = append(c.Items, i+1)
		}
	}
	if c.Items == nil { // which else would be what is due
		c.Items = []int{0}
	}
	return c
}

// Due chooses what a person demands or forbids, and open work.
func (p *Pane) Due() {
	for i := range p.chosen {
		p.chosen[i] = p.r.Items[i].Due
	}
	p.change()
}

// change says that the preview is of another choice.
func (p *Pane) change() {
	p.now = nil
	p.SetSize(p.w, p.h)
}

// Toggle chooses the item under the cursor, or lets it go; with class all of its class.
func (p *Pane) Toggle(class bool) bool {
	if p.list.Cursor >= len(p.chosen) {
		return false
	}
	at := p.list.Cursor
	on := !p.chosen[at]
	for i := range p.chosen {
		if i == at || class && p.r.Items[i].Class == p.r.Items[at].Class {
			p.chosen[i] = on
		}
	}
	p.change()
	return true
}

// Less goes to the next budget that is smaller than what is given back now, and reports false when
// there is none: a larger one would change nothing.
func (p *Pane) Less() bool {
	taken := p.Taken()
	for k := p.budget + 1; k < len(budgets); k++ {
		if budgets[k] < taken {
			p.budget = k
			p.change()
			return true
		}
	}
	return false
}

// More goes to the next larger budget, and reports false when there is none.
func (p *Pane) More() bool {
	if p.budget == 0 {
		return false
	}
	p.budget--
	p.change()
	return true
}

// Taken are the tokens that what is given back takes, by the facts that are chosen and fit.
func (p *Pane) Taken() int {
	n := 0
	for i := range p.chosen {
		if p.chosen[i] && (p.now == nil || slices.Contains(p.now.Chosen, i)) {
			n += p.r.Items[i].Tokens
		}
	}
	return n
}

// LeastBudget is the smallest budget, in tokens.
func LeastBudget() int { return budgets[len(budgets)-1] }

// Title names what the pane shows.
func (p *Pane) Title() string { return "what to give back" }

// Position says where the cursor stands.
func (p *Pane) Position() string {
	if p.r == nil || len(p.r.Items) == 0 {
		return ""
	}
	return text.Num(p.list.Cursor+1) + " of " + text.Num(len(p.r.Items))
}

// Foot says what can be done.
func (p *Pane) Foot() string {
	return "space chooses · a its class · w writes · y copies it as a message"
}

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool { return p.list.Do(a) }

// Scroll moves the list by d lines.
func (p *Pane) Scroll(d int) { p.list.Scroll(d) }

// Click puts the cursor on line y and reports whether there was an item.
func (p *Pane) Click(y int) bool {
	if y -= len(p.head()); p.r == nil || y < 0 || p.list.Top+y >= len(p.r.Items) {
		return false
	}
	p.list.To(p.list.Top + y)
	return true
}

// head are the lines above the list.
func (p *Pane) head() []string {
	if p.r == nil {
		return []string{"", "  reading what the compaction lost and invented" + p.th.Shapes.Ellipsis}
	}
	words := render.GiveBack(p.r, p.now)
	if b := budgets[p.budget]; b > 0 {
		words = append(words, fmt.Sprintf("no more than %s tokens: what is worth most for a token goes first; + and - change it", text.Num(b)))
	}
	out := make([]string, 0, len(words)+1)
	for i, s := range words {
		ink := p.th.Dim
		if i == 0 {
			ink = p.th.Title
		}
		for _, l := range text.Wrap(render.Words(p.th, s), max(1, p.w-2)) {
			out = append(out, " "+ink.Render(l))
		}
	}
	return append(out, render.Titled(p.th, fmt.Sprintf("%s lost", text.Num(len(p.r.Items))), "", p.w, false))
}

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	out := p.head()
	if p.r == nil {
		return text.Box(out, p.w, p.h)
	}
	for i := p.list.Top; i < len(p.r.Items) && len(out) < p.h; i++ {
		fits := p.now == nil || slices.Contains(p.now.Chosen, i)
		out = append(out, render.GiveBackLine(p.th, &p.r.Items[i], p.chosen[i], fits, i == p.list.Cursor, p.w))
	}
	return text.Box(out, p.w, p.h)
}
