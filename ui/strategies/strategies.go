// Package strategies is the pane of the lab: a row a strategy with what it keeps and loses of the
// session, in the order of any column, and two results beside each other.
package strategies

import (
	"fmt"
	"slices"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline/lab"
	"cutline/render"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Pane is the table.
type Pane struct {
	th      *theme.Theme
	w, h    int
	s       *model.Session
	names   []string // of all rows, those that are still to come too
	rows    []lab.Row
	order   []int // of rows
	column  int   // by which they are sorted, -1: as they come
	before  int
	target  int
	stopped bool
	marked  []string // at most two
	list    scroll.List
	versus  *versus // two results beside each other, nil for the table
}

// New makes a table of strategies of which none has run.
func New(th *theme.Theme, s *model.Session, names []string) *Pane {
	return &Pane{th: th, s: s, names: names, column: -1}
}

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// Budget says at what the strategies are compared, in tokens.
func (p *Pane) Budget(before, target int) { p.before, p.target = before, target }

// Put adds the row of the next strategy.
func (p *Pane) Put(r lab.Row) {
	p.rows = append(p.rows, r)
	p.sort()
}

// Stop says that no more rows come.
func (p *Pane) Stop() { p.stopped = true }

// Next is the strategy that is at work, empty when none is.
func (p *Pane) Next() string {
	if p.stopped || len(p.rows) >= len(p.names) {
		return ""
	}
	return p.names[len(p.rows)]
}

// sort puts the rows in order; the cursor stays on its strategy.
func (p *Pane) sort() {
	at := p.name(p.list.Cursor)
	p.order = render.LabOrder(p.rows, p.column)
	p.list.SetSize(len(p.names), p.room())
	for i := range p.names {
		if at != "" && p.name(i) == at {
			p.list.To(i)
		}
	}
}

// name is the strategy of a line.
func (p *Pane) name(line int) string {
	switch {
	case line < len(p.order):
		return p.rows[p.order[line]].Strategy
	case line < len(p.names):
		return p.names[line]
	}
	return ""
}

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h = w, h
	p.list.SetSize(len(p.names), p.room())
	if p.versus != nil {
		p.versus.setSize(w, h)
	}
}

// room is how many rows show.
func (p *Pane) room() int { return max(1, min(len(p.names), p.h-2)) }

// Title names what the pane shows.
func (p *Pane) Title() string {
	if p.versus != nil {
		return p.versus.title(p.th)
	}
	title := "strategies " + p.th.Shapes.Dot + " "
	if p.before == 0 {
		return title + "reading"
	}
	return title + render.LabBudget(p.before, p.target)
}

// Position says how far it is, or by what the rows are sorted.
func (p *Pane) Position() string {
	switch {
	case p.versus != nil:
		return p.versus.position()
	case p.Next() != "":
		return fmt.Sprintf("%d of %d", len(p.rows)+1, len(p.names))
	case p.column >= 0:
		return "by " + render.LabTitle(p.column)
	}
	return ""
}

// Foot says what can be done here.
func (p *Pane) Foot() string {
	switch {
	case p.versus != nil:
		return "enter unfolds the summaries"
	case p.Next() != "":
		return "esc stops it"
	case len(p.marked) == 2:
		return "v compares the two"
	}
	return "enter opens the result"
}

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	if p.versus != nil {
		return p.versus.do(a)
	}
	if a == keymap.Order {
		p.next()
		return true
	}
	return p.list.Do(a)
}

// next sorts by the next column that shows, and then as they come.
func (p *Pane) next() {
	for p.column++; p.column < render.LabColumns && !render.LabShown(p.column, p.w); p.column++ {
	}
	if p.column >= render.LabColumns {
		p.column = -1
	}
	p.sort()
}

// Scroll moves the window by d lines.
func (p *Pane) Scroll(d int) {
	if p.versus != nil {
		p.versus.list.Scroll(d)
		return
	}
	p.list.Scroll(d)
}

// Click puts the cursor on the line y of the pane and reports whether there was one.
func (p *Pane) Click(y int) bool {
	if y--; p.versus != nil || y < 0 || y >= p.room() || p.list.Top+y >= p.list.Len() {
		return false
	}
	p.list.To(p.list.Top + y)
	return true
}

// Row is the row under the cursor, nil when its strategy has not run.
func (p *Pane) Row() *lab.Row {
	if p.list.Cursor >= len(p.order) {
		return nil
	}
	return &p.rows[p.order[p.list.Cursor]]
}

// Mark marks the strategy under the cursor, or takes the mark off. Of three the first loses it.
func (p *Pane) Mark() {
	name := p.name(p.list.Cursor)
	if i := slices.Index(p.marked, name); i >= 0 {
		p.marked = slices.Delete(p.marked, i, i+1)
		return
	}
	p.marked = append(p.marked, name)
	if len(p.marked) > 2 {
		p.marked = p.marked[1:]
	}
}

// Versus shows the two marked results beside each other. It says why when it cannot.
func (p *Pane) Versus() (why string) {
	if len(p.marked) != 2 {
		return "mark two strategies first: space"
	}
	var two [2]*lab.Row
	for k, name := range p.marked {
		for i := range p.rows {
			if p.rows[i].Strategy == name {
				two[k] = &p.rows[i]
			}
		}
		if two[k] == nil || two[k].Result == nil {
			return name + " has no result"
		}
	}
	p.versus = newVersus(p.s, two[0], two[1])
	p.versus.setSize(p.w, p.h)
	return ""
}

// Enter acts on the cursor: it gives the row whose result is to be opened, or unfolds something and
// gives nil.
func (p *Pane) Enter() *lab.Row {
	if p.versus != nil {
		p.versus.do(keymap.Open)
		return nil
	}
	return p.Row()
}

// Back leaves what was opened, and reports false when nothing was.
func (p *Pane) Back() bool {
	was := p.versus != nil
	p.versus = nil
	return was
}
