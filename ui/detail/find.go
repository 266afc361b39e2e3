package detail

import (
	"sort"
	"strings"

	"cutline/pipeline/query"
	"cutline/render"
)

// found is what is looked for in the text, and where it stands.
type found struct {
	pattern query.Pattern
	places  [][]int // ranges of bytes of the wrapped text, in order
	at      int     // which of them is the one of the moment
	more    bool    // the text is too long to know all of them
}

// How far a text is searched for what is marked in it: a key press takes no longer than a frame.
const (
	searched   = 1 << 20   // bytes
	expression = 128 << 10 // bytes, for a regular expression, which is some times slower
	mostPlaces = 10_000
)

// Find marks a pattern in the text and shows the first place; the zero pattern marks nothing.
func (p *Pane) Find(pattern query.Pattern) {
	body, most := p.body.Text(), searched
	if pattern.IsExpression() {
		most = expression
	}
	cut := len(body) > most
	if cut {
		body = body[:most]
	}
	places := pattern.Places(body, mostPlaces)
	p.found = found{pattern: pattern, places: places, more: cut || len(places) == mostPlaces}
	if len(places) > 0 {
		p.show()
	}
}

// show scrolls so that the place of the moment is seen, with what stands before it.
func (p *Pane) show() {
	line := p.body.Find(p.found.places[p.found.at][0])
	if line < p.top || line >= p.top+p.rows() {
		p.top = max(0, line-p.rows()/3)
	}
	p.Scroll(0)
}

// Step goes to the next place, or with a negative d to the one before; false when there is none.
func (p *Pane) Step(d int) bool {
	at := p.found.at + d
	if at < 0 || at >= len(p.found.places) {
		return false
	}
	p.found.at = at
	p.show()
	return true
}

// Last goes to the last place that is known.
func (p *Pane) Last() {
	if n := len(p.found.places); n > 0 {
		p.found.at = n - 1
		p.show()
	}
}

// At is which place the one of the moment is, from 1, and how many there are; more says that there may be
// others further on. All are zero when nothing is found.
func (p *Pane) At() (k, n int, more bool) {
	if n = len(p.found.places); n > 0 {
		k = p.found.at + 1
	}
	return k, n, p.found.more
}

// within are the places that stand between two bytes, at least in part.
func (p *Pane) within(from, to int) [][]int {
	all := p.found.places
	lo := sort.Search(len(all), func(i int) bool { return all[i][1] > from })
	hi := lo
	for hi < len(all) && all[hi][0] < to {
		hi++
	}
	return all[lo:hi]
}

// sign is the cell before a line: where the place of the moment begins, or another one.
func (p *Pane) sign(i int) string {
	if len(p.found.places) == 0 {
		return " "
	}
	from, to, _ := p.body.Span(i)
	here := p.within(from, to)
	switch at := p.found.places[p.found.at][0]; {
	case len(here) == 0:
		return " "
	case at >= from && at < to:
		return p.th.Key.Render(p.th.Shapes.Cursor)
	}
	return p.th.Key.Render(p.th.Shapes.Event)
}

// marked is a line with what was found in it marked; empty when it holds nothing of it.
func (p *Pane) marked(from, to int) string {
	here := p.within(from, to)
	if len(here) == 0 {
		return ""
	}
	var out strings.Builder
	body, at := p.body.Text(), from
	for _, m := range here {
		lo, hi := max(m[0], from), min(m[1], to)
		out.WriteString(p.piece(at, lo, body[at:lo]))
		p.th.Match.To(&out, body[lo:hi])
		at = hi
	}
	out.WriteString(p.piece(at, to, body[at:to]))
	return out.String()
}

// bar is the right edge while something is found: a cell for each line that shows.
func (p *Pane) bar() []render.EdgeCell {
	if len(p.found.places) == 0 || p.content.Note != "" && p.h < 2 {
		return nil
	}
	e := p.bytes()
	if e.From == 0 && e.To == e.N {
		return nil // all of it shows
	}
	cells := make([]render.EdgeCell, e.H)
	for _, m := range p.found.places {
		cells[e.Cell(m[0])] = render.EdgeHit
	}
	return e.Cells(cells)
}

// bytes are those of the text that show, for its bar.
func (p *Pane) bytes() render.Edge {
	e := render.Edge{N: len(p.body.Text()), H: min(p.rows(), p.h), Cursor: -1}
	e.From, _, _ = p.body.Span(p.top)
	last := min(p.top+e.H, known(p.body)) - 1
	_, e.To, _ = p.body.Span(last)
	return e
}

// OnBar reports whether the bar stands at a cell of the pane.
func (p *Pane) OnBar(x, y int) bool {
	head := p.h - min(p.rows(), p.h)
	return p.w > 2 && x == p.w-1 && y >= head && y < p.h && p.bar() != nil
}

// Jump goes to where row y of the pane leads on the bar: to the first place found there, else as far down the
// text as the row is down the bar.
func (p *Pane) Jump(y int) {
	if len(p.found.places) == 0 { // it is gone by now
		return
	}
	e := p.bytes()
	y = max(0, min(y-(p.h-e.H), e.H-1))
	from, to := e.Places(y)
	all := p.found.places
	if k := sort.Search(len(all), func(k int) bool { return all[k][0] >= from }); k < len(all) && all[k][0] < to {
		p.found.at = k
		p.show()
		return
	}
	p.top = max(0, p.body.Find(e.Place(y))-p.rows()/2)
	p.Scroll(0)
}
