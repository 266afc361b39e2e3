package compare

import (
	"strings"

	"cutline/render"
	"cutline/render/text"
	"cutline/ui/scroll"
)

// Len is how many lines there are.
func (p *Pane) Len() int { return p.len() }

// LineText is what a line says, clean: of both sides where they stand beside each other.
func (p *Pane) LineText(i int) string {
	words := func(s render.Side) string {
		if s.Row != nil {
			return s.Row.Label + s.Text
		}
		return s.Text
	}
	switch {
	case p.text:
		return text.CleanLine(p.rows[i].Text)
	case p.two():
		return text.CleanLine(strings.Join([]string{words(p.pairs[i].Before), words(p.pairs[i].After)}, "\n"))
	}
	return text.CleanLine(words(p.one[i]))
}

// Line is the line of the cursor.
func (p *Pane) Line() int { return p.list.Cursor }

// GoTo puts the cursor on a line, with some of what stands before it.
func (p *Pane) GoTo(line int) { p.list.To(line) }

// Marks are the lines that were marked last, until the lines are made again.
func (p *Pane) Marks() scroll.Marks { return p.marks }

// SetMarks marks lines, at the right edge.
func (p *Pane) SetMarks(m scroll.Marks) { p.marks = m }

// bar is the scroll bar that stands at the right edge while something is marked: a line that is marked
// shows its sign beside it when all lines show.
func (p *Pane) bar() []render.EdgeCell {
	e := p.places()
	cells := make([]render.EdgeCell, p.h)
	if p.len() <= p.h { // each line has a cell of its own
		for _, m := range p.marks {
			cells[m] = render.EdgeHit
		}
		return cells
	}
	for _, m := range p.marks {
		cells[e.Cell(m)] = render.EdgeHit
	}
	return e.Cells(cells)
}

func (p *Pane) places() render.Edge {
	return render.Edge{N: p.len(), H: p.h, From: p.list.Top, To: min(p.len(), p.list.Top+p.h), Cursor: p.list.Cursor}
}

// OnBar reports whether the scroll bar stands at a cell of the pane.
func (p *Pane) OnBar(x, y int) bool { return len(p.marks) > 0 && x == p.w-1 && y >= 0 && y < p.h }

// Jump goes to where row y of the scroll bar leads: to the first line that is marked there, else as far down the
// lines as the row is down the bar.
func (p *Pane) Jump(y int) {
	if p.len() <= p.h { // each line has a cell of its own
		p.list.To(y)
		return
	}
	e := p.places()
	y = max(0, min(y, p.h-1))
	at := e.Place(y)
	if from, to := e.Places(y); from < to {
		if m := p.marks.Next(from-1, +1); m >= from && m < to {
			at = m
		}
	}
	p.list.To(at)
	p.list.Center()
}
