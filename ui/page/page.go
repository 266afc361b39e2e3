// Package page is a page over the screen: the reasons of a stage, every key, the problems
// of a file, its branches. It is a list of lines of which some can be chosen.
package page

import (
	"slices"
	"strings"

	"cutline/keymap"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Kind says what the page is about.
type Kind uint8

// The kinds.
const (
	Reasons Kind = iota
	Keys
	Problems
	Branches
	Writers
	Sending
	Prompt
	Bank
	Choices
	Failure
)

// Line is one line of a page. Item is what it belongs to, -1 for nothing that can be chosen.
type Line struct {
	Text string // drawn, of any width
	Item int
}

// Page is one page.
type Page struct {
	Kind  Kind
	Title string
	Foot  string
	th    *theme.Theme
	make  func(w int) []Line
	text  *running // a long text instead of lines
	lines []Line
	w, h  int
	list  scroll.List
	below int // lines below the others, where there is room
	says  func(item, w int) []string
	marks scroll.Marks // the lines that hold what is looked for
}

// New makes a page whose lines are made for a width.
func New(kind Kind, title, foot string, th *theme.Theme, lines func(w int) []Line) *Page {
	return &Page{Kind: kind, Title: title, Foot: foot, th: th, make: lines}
}

// SetSize says how large the content is, in cells.
func (p *Page) SetSize(w, h int) {
	p.w, p.h = w, h
	if p.text != nil {
		p.text.setSize(max(1, w-2), h)
		return
	}
	p.Refresh()
}

// Below keeps n lines at the foot of the page for what is to be said of the item under the cursor.
func (p *Page) Below(n int, says func(item, w int) []string) { p.below, p.says = n, says }

// leastRows are the lines that are left of a page before it gives up those below.
const leastRows = 5

// rows is how many of its lines show.
func (p *Page) rows() int {
	if p.h < p.below+leastRows {
		return p.h
	}
	return p.h - p.below
}

// Click puts the cursor on what a line of the page belongs to. It reports whether the cursor was there
// already: then it is chosen.
func (p *Page) Click(y int) bool {
	i := p.list.Top + y
	if p.text != nil || y < 0 || y >= p.rows() || i >= len(p.lines) || p.lines[i].Item < 0 {
		return false
	}
	was := p.Item()
	p.list.To(i)
	return p.lines[i].Item == was
}

// Refresh makes the lines again; the cursor stays where it is.
func (p *Page) Refresh() {
	if p.text != nil {
		return
	}
	p.lines, p.marks = p.make(max(1, p.w-2)), nil
	p.list.SetSize(len(p.lines), p.rows())
	if p.Item() < 0 && slices.ContainsFunc(p.lines, func(l Line) bool { return l.Item >= 0 }) {
		p.step(+1)
	}
}

// SetTheme changes the colours, also of its lines where these ask for them when they are made. Cursor and
// marks stay: the same lines come again.
func (p *Page) SetTheme(th *theme.Theme) {
	p.th = th
	if p.text != nil {
		p.text.th = th
	}
	marked := p.marks
	p.Refresh()
	p.marks = marked
}

// SetLines changes what the page shows.
func (p *Page) SetLines(f func(w int) []Line) {
	p.make = f
	p.list.To(0)
	p.Refresh()
}

// Item is what the cursor is on, -1 for nothing.
func (p *Page) Item() int {
	if p.list.Cursor >= len(p.lines) {
		return -1
	}
	return p.lines[p.list.Cursor].Item
}

// Do carries out an action and reports whether it was the page's to do.
func (p *Page) Do(a keymap.Action) bool {
	if p.text != nil {
		return p.text.do(a)
	}
	switch a {
	case keymap.Up:
		p.step(-1)
	case keymap.Down:
		p.step(+1)
	default:
		return p.list.Do(a)
	}
	return true
}

// Scroll moves the page by d lines.
func (p *Page) Scroll(d int) {
	if p.text != nil {
		p.text.scroll(d)
		return
	}
	p.list.Scroll(d)
}

// step goes to the first line of the next thing that can be chosen, or one line on where
// there is none.
func (p *Page) step(d int) {
	was := p.Item()
	for i := p.list.Cursor + d; i >= 0 && i < len(p.lines); i += d {
		it := p.lines[i].Item
		if it < 0 || it == was {
			continue
		}
		for d < 0 && i > 0 && p.lines[i-1].Item == it { // its first line
			i--
		}
		p.list.To(i)
		return
	}
	p.list.Move(d)
}

// View draws exactly the size of the page, the cursor's item marked.
func (p *Page) View() []string {
	if p.text != nil {
		return text.Box(p.text.view(), p.w, p.h)
	}
	out := make([]string, 0, p.h)
	at := p.Item()
	for i := p.list.Top; i < len(p.lines) && len(out) < p.rows(); i++ {
		mark := "  "
		if p.marks.Has(i) {
			mark = " " + p.th.Key.Render(p.th.Shapes.Event)
		}
		if at >= 0 && p.lines[i].Item == at || i == p.list.Cursor && p.Kind != Sending { // in a question there is nothing to stand on
			mark = p.th.Key.Render(p.th.Shapes.Cursor) + strings.TrimPrefix(mark, " ")
		}
		out = append(out, mark+p.lines[i].Text)
	}
	if p.rows() < p.h {
		out = text.Box(out, p.w, p.rows())
		out = append(out, "")
		for _, l := range p.says(at, max(1, p.w-2)) {
			out = append(out, "  "+l)
		}
	}
	return text.Box(out, p.w, p.h)
}

// IsText reports whether the page is one long text, in which Find goes from place to place.
func (p *Page) IsText() bool { return p.text != nil }

// Len is how many lines there are.
func (p *Page) Len() int { return len(p.lines) }

// LineText is what a line says, clean.
func (p *Page) LineText(i int) string { return text.CleanLine(p.lines[i].Text) }

// Line is the line of the cursor.
func (p *Page) Line() int { return p.list.Cursor }

// GoTo puts the cursor on a line.
func (p *Page) GoTo(line int) { p.list.To(line) }

// Marks are the lines that were marked last, until the lines are made again.
func (p *Page) Marks() scroll.Marks { return p.marks }

// SetMarks marks lines.
func (p *Page) SetMarks(m scroll.Marks) { p.marks = m }
