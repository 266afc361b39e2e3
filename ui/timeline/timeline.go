// Package timeline is the pane that shows a session from its first message on: how full the
// context was, where a compaction would have been due, where one is recorded, and, of a
// recorded one, what it summarized, what it kept and what it wrote.
package timeline

import (
	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline/replay"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Pane is the timeline.
type Pane struct {
	th   *theme.Theme
	w, h int
	s    *model.Session
	d    render.TimelineData
	list scroll.List // the marks below the picture
	open *inspection // the compaction that is looked into, nil for the picture
}

// New makes an empty timeline.
func New(th *theme.Theme) *Pane { return &Pane{th: th} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) {
	p.th = th
	if p.open != nil {
		p.open.build(p.th, p.w)
	}
}

// Show hands the pane a session and its replay. The cursor stays on its mark where it can; it
// begins on the last compaction.
func (p *Pane) Show(s *model.Session, out *replay.Output) {
	first := p.s == nil
	was := p.open
	p.s, p.d, p.open = s, render.NewTimeline(s.History, out), nil
	p.SetSize(p.w, p.h)
	if was != nil && was.k < len(out.Compactions) { // the file has grown
		p.inspect(was.k)
		p.open.list.To(was.list.Cursor)
	}
	if !first {
		return
	}
	for n, m := range p.d.Marks {
		if m.Compaction >= 0 {
			p.list.To(n)
		}
	}
}

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h = w, h
	_, marks, _ := p.rows()
	p.list.SetSize(len(p.d.Marks), marks)
	if p.open != nil {
		p.open.build(p.th, w)
		p.open.list.SetSize(len(p.open.lines), h)
	}
}

const (
	leastPicture = 5 // rows of a picture that shows something: signs, two rows of columns, the axis
	wordRows     = 9 // rows for all that is known of a mark; a large screen gives the rest to the picture
)

// rows divides the height among the picture, the list of marks and what is known of the one
// under the cursor.
func (p *Pane) rows() (picture, marks, words int) {
	n := len(p.d.Marks)
	if n == 0 {
		return p.h, 0, 0
	}
	picture = max(p.h*55/100, p.h-n-wordRows, min(p.h, leastPicture))
	rest := p.h - picture
	marks = min(n, max(rest/2, min(rest, 1)))
	return picture, marks, rest - marks
}

// Title names what the pane shows.
func (p *Pane) Title() string {
	if p.open != nil {
		return p.open.title
	}
	return "timeline " + p.th.Shapes.Dot + " the context message by message"
}

// Position says where the cursor stands.
func (p *Pane) Position() string {
	if p.open != nil {
		return text.Num(p.open.list.Cursor+1) + " of " + text.Num(len(p.open.lines))
	}
	if n := len(p.d.Marks); n > 0 {
		return text.Num(p.list.Cursor+1) + " of " + text.Num(n)
	}
	return ""
}

// Foot says what enter does here.
func (p *Pane) Foot() string {
	switch {
	case p.open != nil:
		return "enter goes to a live message"
	case len(p.d.Marks) == 0:
		return ""
	case p.mark().Compaction >= 0:
		return "enter looks into it"
	case p.d.History[p.mark().Point].Row >= 0:
		return "enter goes to the message"
	}
	return "enter looks into the compaction that took it"
}

func (p *Pane) mark() render.Mark { return p.d.Marks[p.list.Cursor] }

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	list := &p.list
	if p.open != nil {
		list = &p.open.list
	}
	switch a {
	case keymap.Up:
		list.Move(-1)
	case keymap.Down:
		list.Move(+1)
	case keymap.Prev:
		p.seek(-1)
	case keymap.Next:
		p.seek(+1)
	default:
		return list.Do(a)
	}
	return true
}

// seek goes to the next compaction, or to the next part of the one that is looked into.
func (p *Pane) seek(d int) {
	list, wanted := &p.list, func(i int) bool { return p.d.Marks[i].Compaction >= 0 }
	if p.open != nil {
		list, wanted = &p.open.list, func(i int) bool { return p.open.lines[i].head }
	}
	for i := list.Cursor + d; i >= 0 && i < list.Len(); i += d {
		if wanted(i) {
			list.To(i)
			return
		}
	}
}

// Scroll moves the list by d lines.
func (p *Pane) Scroll(d int) {
	if p.open != nil {
		p.open.list.Scroll(d)
		return
	}
	p.list.Scroll(d)
}

// Click puts the cursor on the line y of the pane and reports whether there was one.
func (p *Pane) Click(y int) bool {
	list := &p.list
	if p.open != nil {
		list = &p.open.list
	} else {
		picture, marks, _ := p.rows()
		if y -= picture; y >= marks {
			return false
		}
	}
	if y < 0 || list.Top+y >= list.Len() {
		return false
	}
	list.To(list.Top + y)
	return true
}

// Enter acts on what the cursor is on. It gives the row of a live message to go to, or -1
// when it opened something or there is nothing to do.
func (p *Pane) Enter() (row int) {
	if p.open != nil {
		return p.open.row(p.s)
	}
	if len(p.d.Marks) == 0 {
		return -1
	}
	m := p.mark()
	k := m.Compaction
	if k < 0 {
		if row := int(p.d.History[m.Point].Row); row >= 0 {
			return row
		}
		k = p.after(m.Point)
	}
	if k >= 0 {
		p.inspect(k)
	}
	return -1
}

// after is the compaction that took a point out of the context, -1 when none did.
func (p *Pane) after(point int) int {
	for k := range p.d.Out.Compactions {
		c := &p.d.Out.Compactions[k]
		if !c.Micro && c.Point > point {
			return k
		}
	}
	return -1
}

// Back leaves what was opened, and reports false when nothing was.
func (p *Pane) Back() bool {
	was := p.open != nil
	p.open = nil
	return was
}
