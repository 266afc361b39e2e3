// Package picker is the pane that lists the sessions of this machine while they are found: a
// row each, newest first, with what is known of it so far.
package picker

import (
	"slices"
	"strings"
	"time"

	"cutline/keymap"
	"cutline/model/discover"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Pane is the list.
type Pane struct {
	th      *theme.Theme
	w, h    int
	now     time.Time // ages are counted from here
	home    string    // the home folder, for short paths
	entries []discover.Entry
	at      map[string]int // by its key, where an entry stands; a sub-agent's is -1
	shown   []int          // the entries that the search leaves
	words   []string       // what is searched for, in lower case
	query   string
	in      string // the file whose sessions these are, empty for those of the machine
	list    scroll.List
	moved   bool // the cursor stands where a person has put it
	done    bool
}

// New makes an empty list.
func New(th *theme.Theme, now time.Time, home string) *Pane {
	return &Pane{th: th, now: now, home: home, at: make(map[string]int)}
}

// In says that the sessions are those of one file.
func (p *Pane) In(name string) { p.in = name }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h = w, h
	p.list.SetSize(len(p.shown), p.rows())
}

// rows is how many sessions show below the names of the columns.
func (p *Pane) rows() int { return max(0, p.h-1) }

// Add takes what was found, new sessions and what is new of those that are known, in any order.
// The cursor stays on its session once somebody has moved it.
func (p *Pane) Add(found []discover.Entry) {
	selected, ok := p.Selected()
	changed := false // which sessions there are
	for _, e := range found {
		i, known := p.at[e.Key()]
		switch {
		case e.Parent != "":
			changed = changed || known && i >= 0
			p.at[e.Key()] = -1
		case known && i >= 0:
			if e.Read || !p.entries[i].Read { // what comes late may be older
				p.entries[i] = e
			}
		case !known:
			p.at[e.Key()] = len(p.entries)
			p.entries = append(p.entries, e)
			changed = true
		}
	}
	if changed {
		p.entries = slices.DeleteFunc(p.entries, func(e discover.Entry) bool { return p.at[e.Key()] < 0 })
		slices.SortStableFunc(p.entries, func(a, b discover.Entry) int { return b.ModTime.Compare(a.ModTime) })
		for i := range p.entries {
			p.at[p.entries[i].Key()] = i
		}
	}
	p.filter()
	if ok && p.moved {
		p.choose(selected.Key())
	}
}

// Done says that nothing more will be found.
func (p *Pane) Done() { p.done = true }

// Find leaves the sessions that have all words of a query in agent, project, title or id,
// whatever the case.
func (p *Pane) Find(query string) {
	selected, ok := p.Selected()
	p.query, p.words = query, strings.Fields(strings.ToLower(query))
	p.filter()
	p.list.To(0)
	if ok && query == "" {
		p.choose(selected.Key())
	}
}

// Query is what is searched for.
func (p *Pane) Query() string { return p.query }

func (p *Pane) filter() {
	p.shown = p.shown[:0]
	for i := range p.entries {
		if p.matches(&p.entries[i]) {
			p.shown = append(p.shown, i)
		}
	}
	p.list.SetSize(len(p.shown), p.rows())
}

func (p *Pane) matches(e *discover.Entry) bool {
	if len(p.words) == 0 {
		return true
	}
	hay := strings.ToLower(e.Agent + " " + e.Project + " " + e.Title + " " + e.ID)
	return !slices.ContainsFunc(p.words, func(w string) bool { return !strings.Contains(hay, w) })
}

// choose puts the cursor on a session, where it shows.
func (p *Pane) choose(key string) {
	i, known := p.at[key]
	if !known {
		return
	}
	if k, shows := slices.BinarySearch(p.shown, i); shows {
		p.list.To(k)
	}
}

// Selected is the session under the cursor; false when there is none.
func (p *Pane) Selected() (discover.Entry, bool) {
	if p.list.Cursor >= len(p.shown) {
		return discover.Entry{}, false
	}
	return p.entries[p.shown[p.list.Cursor]], true
}

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	if !p.list.Do(a) {
		return false
	}
	p.moved = true
	return true
}

// Scroll moves the list by d rows.
func (p *Pane) Scroll(d int) {
	p.moved = true
	p.list.Scroll(d)
}

// Click puts the cursor on the session at a row of the pane and reports whether there is one.
func (p *Pane) Click(y int) bool {
	i := p.list.Top + y - 1
	if y < 1 || i >= len(p.shown) {
		return false
	}
	p.moved = true
	p.list.To(i)
	return true
}
