// Package dials is the pane of the parameters: a row each, by stage, with a slider, its value and what
// turning it did. It turns nothing itself: it says what is under the cursor or the mouse.
package dials

import (
	"slices"
	"strings"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Row is one parameter and what is known of it at the moment.
type Row struct {
	pipeline.Param
	Value   string
	Is      string // the value that holds where none is set; empty when none does, or one is set
	From    string // where it is from, or what decides instead
	Stands  string // the same, or the number that the plan has where none is set
	Default string // what it is when nobody turns it: of the strategy
	Source  string // where the value comes from: default, strategy, settings, flag, by hand
	Stops   []string
	Effect  string // what it does otherwise than its default would; empty when that is not known
	Comes   string // what it comes to in the plan
	Idle    string // why it has no effect
}

// Changed reports whether the value is another one than the default.
func (r *Row) Changed() bool { return r.Value != r.Default }

// Pane is the parameters.
type Pane struct {
	th    *theme.Theme
	w, h  int
	all   []Row
	rows  []int // those that show
	find  string
	list  scroll.List
	moved string // names the strategy, for the title
}

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// Show hands the pane the parameters of the moment; the cursor stays on its own.
func (p *Pane) Show(rows []Row, strategy string) {
	p.all, p.moved = rows, strategy
	p.filter()
}

// Find shows only the parameters whose name or sentence has all words of a query.
func (p *Pane) Find(query string) {
	p.find = query
	p.filter()
}

// Finding is what the parameters are filtered by.
func (p *Pane) Finding() string { return p.find }

func (p *Pane) filter() {
	at := ""
	if r := p.At(); r != nil {
		at = r.Name
	}
	words := strings.Fields(strings.ToLower(p.find))
	p.rows = p.rows[:0]
	for i := range p.all {
		hay := strings.ToLower(p.all[i].Name)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(hay, w) }) {
			p.rows = append(p.rows, i)
		}
	}
	p.SetSize(p.w, p.h)
	exact := strings.Join(words, "-") // the name that is typed whole goes before those that hold it
	for k, i := range p.rows {
		if name := p.all[i].Name; name == exact || name == at && exact == "" {
			p.list.To(k)
			break
		}
		if p.all[i].Name == at {
			p.list.To(k)
		}
	}
}

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h = w, h
	list, _ := p.split()
	p.list.SetSize(len(p.rows), list)
}

// The lines of words below the list: as many as say everything, and fewer where the list needs them.
const (
	mostWords = 6
	leastList = 4
)

// split divides the height among the list and the words about the row under the cursor.
func (p *Pane) split() (list, words int) {
	words = max(0, min(mostWords, p.h-leastList, p.h*2/5))
	return p.h - words, words
}

// At is the parameter under the cursor, nil when none shows.
func (p *Pane) At() *Row {
	if p.list.Cursor >= len(p.rows) || p.rows[p.list.Cursor] >= len(p.all) {
		return nil
	}
	return &p.all[p.rows[p.list.Cursor]]
}

// Go puts the cursor on a parameter, and lifts the filter when that hides it.
func (p *Pane) Go(name string) {
	if !slices.ContainsFunc(p.rows, func(i int) bool { return p.all[i].Name == name }) {
		p.Find("")
	}
	for k, i := range p.rows {
		if p.all[i].Name == name {
			p.list.To(k)
		}
	}
}

// Title names what the pane shows.
func (p *Pane) Title() string {
	title := "parameters " + p.th.Shapes.Dot + " " + p.moved
	if p.find != "" {
		title += " " + p.th.Shapes.Right + " " + text.Label(p.find, 24)
	}
	return title
}

// Position says where the cursor stands.
func (p *Pane) Position() string {
	if len(p.rows) == 0 {
		return "none"
	}
	return text.Num(p.list.Cursor+1) + " of " + text.Num(len(p.rows))
}

// Foot says what the marks mean.
func (p *Pane) Foot() string { return "* changed " + p.th.Shapes.Dot + " + by the strategy" }

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool { return p.list.Do(a) }

// Scroll moves the list by d lines.
func (p *Pane) Scroll(d int) { p.list.Scroll(d) }

// Click puts the cursor on the row at line y and reports whether there is one.
func (p *Pane) Click(y int) bool {
	list, _ := p.split()
	if y < 0 || y >= list || p.list.Top+y >= len(p.rows) {
		return false
	}
	p.list.To(p.list.Top + y)
	return true
}

// Stop is the value of the row under the cursor that cell x of its slider stands for; empty and false
// beside the slider. While one is held, any cell counts.
func (p *Pane) Stop(x int, held bool) (value string, ok bool) {
	r := p.At()
	if r == nil || len(r.Stops) == 0 {
		return "", false
	}
	k := render.DialStop(p.w, x, len(r.Stops))
	if held {
		k = render.DialNear(p.w, x, len(r.Stops))
	}
	if k < 0 {
		return "", false
	}
	return r.Stops[k], true
}
