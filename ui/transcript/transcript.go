// Package transcript is the pane that lists the messages of a session, one row each, with
// the split drawn between the rows that it divides.
package transcript

import (
	"cmp"
	"slices"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Order is the order of the rows.
type Order uint8

// The orders, in which the key goes round.
const (
	ByPlace Order = iota
	BySize
	ByLoss
)

// String names an order for the pane's title.
func (o Order) String() string { return [...]string{"by place", "by size", "by what is not read"}[o] }

// Pane is the transcript.
type Pane struct {
	th      *theme.Theme
	w, h    int
	s       *model.Session
	report  *pipeline.Report
	fates   []pipeline.Fate
	order   Order
	filter  []int // the messages shown, nil for all
	crumb   string
	hits    scroll.Marks      // messages found, in order
	shown   scroll.Marks      // those of them that the filter lets through
	edge    []render.EdgeCell // losses and hits at the right edge; nil when it has to be made
	lines   []int             // messages and rules, as they are shown
	list    scroll.List
	maxSize int
	pinned  map[int]bool // messages of which something is pinned
	linked  map[int]bool // the other halves of the cursor's calls and results
	focus   bool
	fresh   bool // nobody has moved yet: a change of size begins anew
}

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// SetFocus says whether the pane has the keys.
func (p *Pane) SetFocus(on bool) { p.focus = on }

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	if h != p.h {
		p.edge = nil
	}
	p.w, p.h = w, h
	p.list.SetSize(len(p.lines), h)
	if p.fresh && len(p.lines) > 0 && h > 0 {
		p.begin()
	}
}

// Show hands the pane a session and what is planned for it. The cursor stays on its message.
func (p *Pane) Show(s *model.Session, r *pipeline.Report) {
	first := p.s != s || p.fresh
	at := p.Selected()
	p.s, p.report = s, r
	p.fates = r.Fates(s.Rows)
	p.maxSize, p.pinned = 0, make(map[int]bool, len(r.Pins))
	for _, pin := range r.Pins {
		p.pinned[pin.Index] = true
	}
	for i := range s.Rows {
		p.maxSize = max(p.maxSize, s.Rows[i].Rendered)
	}
	p.arrange()
	if first {
		p.filter, p.crumb, p.fresh = nil, "", true
		p.SetHits(nil)
		p.arrange()
		p.begin()
		return
	}
	p.Select(at)
}

// begin puts the cursor where a look at the session begins: on the last message that loses something
// before the split, as far as the beginning of the tail shows with it.
func (p *Pane) begin() {
	split := slices.Index(p.lines, ruleSplit)
	if split < 0 || p.report.Partition.Split < 0 {
		p.list.To(len(p.lines) - 1)
		p.link()
		return
	}
	below := min(4, p.h/4) // lines of the tail that show
	top := max(0, split+below+1-p.h)
	at := min(split+1, len(p.lines)-1)
	for k := split - 1; k > top+scroll.Margin; k-- {
		if i := p.lines[k]; i >= 0 && p.fates[i].Slim != nil && p.fates[i].Slim.Tier == slim.Truncated {
			at = k
			break
		}
	}
	p.list.Top = top
	p.list.To(at)
	p.link()
}

// Selected is the message under the cursor, -1 when there is none. On a rule it is the
// message behind it.
func (p *Pane) Selected() int {
	for k := p.list.Cursor; k < len(p.lines); k++ {
		if p.lines[k] >= 0 {
			return p.lines[k]
		}
	}
	for k := min(p.list.Cursor, len(p.lines)-1); k >= 0; k-- {
		if p.lines[k] >= 0 {
			return p.lines[k]
		}
	}
	return -1
}

// Select puts the cursor on a message, or on the nearest one that shows.
func (p *Pane) Select(i int) {
	p.fresh = false
	if at := slices.Index(p.lines, i); at >= 0 {
		p.list.To(at)
	} else if p.order == ByPlace {
		at, _ := slices.BinarySearchFunc(p.messages(), i, cmp.Compare)
		if m := p.messages(); len(m) > 0 {
			p.list.To(slices.Index(p.lines, m[min(at, len(m)-1)]))
		}
	}
	p.link()
}

// link finds the other halves of the calls and results under the cursor.
func (p *Pane) link() {
	p.linked = nil
	i := p.Selected()
	if i < 0 {
		return
	}
	for _, l := range p.s.LinksOf(i) {
		if l.Peer >= 0 {
			if p.linked == nil {
				p.linked = map[int]bool{}
			}
			p.linked[l.Peer] = true
		}
	}
}

// SetHits marks the messages that a search found, in order.
func (p *Pane) SetHits(hits []int) {
	p.hits, p.shown, p.edge = hits, nil, nil
	for _, i := range hits {
		if p.Shows(i) {
			p.shown = append(p.shown, i)
		}
	}
}

// Shows reports whether the filter lets a message through.
func (p *Pane) Shows(i int) bool { return p.filter == nil || p.passes(i) }

// HitAt is which of the hits that the filter lets through the cursor is on, from 1, or 0 when it is on
// none, and how many there are.
func (p *Pane) HitAt() (k, n int) { return p.shown.Of(p.Selected()) }

// Hits are the messages that a search found.
func (p *Pane) Hits() []int { return p.hits }

// Rows are the messages that the list has, in its order.
func (p *Pane) Rows() []int { return p.messages() }

// Fate is what the plan makes of message i.
func (p *Pane) Fate(i int) pipeline.Fate { return p.fates[i] }

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	p.fresh = false
	switch a {
	case keymap.Up:
		p.step(-1)
	case keymap.Down:
		p.step(+1)
	case keymap.Prev:
		p.seek(-1, p.loses)
	case keymap.Next:
		p.seek(+1, p.loses)
	case keymap.HitPrev:
		p.seek(-1, p.hit)
	case keymap.HitNext:
		p.seek(+1, p.hit)
	case keymap.Order:
		at := p.Selected()
		p.order = (p.order + 1) % 3
		p.arrange()
		if p.order == ByPlace {
			p.Select(at)
			p.list.Center()
		} else {
			p.list.To(0)
		}
	case keymap.ToSplit:
		if i := slices.Index(p.lines, ruleSplit); i >= 0 {
			p.list.To(min(i+1, len(p.lines)-1))
			p.list.Center()
		}
	default:
		if !p.list.Do(a) {
			return false
		}
	}
	p.link()
	return true
}

// step moves the cursor by one message; rules are passed over.
func (p *Pane) step(d int) {
	for i := p.list.Cursor + d; i >= 0 && i < len(p.lines); i += d {
		if p.lines[i] >= 0 {
			p.list.To(i)
			return
		}
	}
}

// seek goes to the next line that a test holds for.
func (p *Pane) seek(d int, want func(int) bool) {
	for i := p.list.Cursor + d; i >= 0 && i < len(p.lines); i += d {
		if p.lines[i] >= 0 && want(p.lines[i]) {
			p.list.To(i)
			return
		}
	}
}

func (p *Pane) loses(i int) bool {
	a := p.fates[i].Slim
	return a != nil && (a.Tier != slim.Full || a.Said)
}

func (p *Pane) hit(i int) bool { return p.hits.Has(i) }

// Scroll moves the window by d lines.
func (p *Pane) Scroll(d int) {
	p.fresh = false
	p.list.Scroll(d)
	p.link()
}

// SplitAt reports whether the line of the split stands at a row of the pane.
func (p *Pane) SplitAt(y int) bool {
	i := p.list.Top + y
	return y >= 0 && i < len(p.lines) && p.lines[i] == ruleSplit
}

// MessageAt is the message at a row of the pane, or the next one below it; -1 when there is none.
func (p *Pane) MessageAt(y int) int {
	for i := max(0, p.list.Top+y); i < len(p.lines); i++ {
		if p.lines[i] >= 0 {
			return p.lines[i]
		}
	}
	return -1
}

// Click puts the cursor on the line at a row of the pane and reports whether there is one.
func (p *Pane) Click(y int) bool {
	i := p.list.Top + y
	p.fresh = false
	if y < 0 || i >= len(p.lines) || p.lines[i] < 0 {
		return false
	}
	p.list.To(i)
	p.link()
	return true
}
