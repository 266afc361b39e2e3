// Package detail is the pane that shows one message: what is read in its place, what of it
// is lost, and the whole of it.
package detail

import (
	"strings"

	"cutline/keymap"
	"cutline/render"
	"cutline/render/code"
	"cutline/render/text"
	"cutline/render/theme"
)

// Mode is which text of the message shows.
type Mode uint8

// The modes, in the order in which the key goes round.
const (
	Read Mode = iota
	Lost
	Whole
	Raw    // the record in the file
	Became // what a compaction made of the facts in it, once there is one
)

// Word is the mode in a word, for the key that leads to it.
func (m Mode) Word() string { return [...]string{"read", "unread", "whole", "record", "became"}[m] }

// Content is what the pane shows.
type Content struct {
	Index int    // the message, -1 for none
	Title string // clean
	Right string // clean
	Body  string // as in the session; the pane cleans it
	Lost  string // what is missing from the body; it stands below, under a rule
	Note  string // one clean line above the body, may be empty
	Lang  string // what the body is written in, for syntax colour; may be empty

	Marked *render.Marked // the body, which is its text, with marks; may be nil
	At     int            // the byte of it that is looked at
}

// Pane is the message pane.
type Pane struct {
	th      *theme.Theme
	w, h    int
	content Content
	body    *text.Wrapped
	clean   string       // body, rule and what is lost
	lost    int          // where in it the rule stands, -1 when nothing is lost
	colour  code.Painted // the body in colour, once it is known
	top     int          // the first line shown
	mark    int          // the byte of the mark that is looked at
	found   found
}

// New makes an empty pane.
func New(th *theme.Theme) *Pane {
	return &Pane{th: th, content: Content{Index: -1}, body: text.NewWrapped("", 0)}
}

// SetTheme changes the colours; what was highlighted is forgotten.
func (p *Pane) SetTheme(th *theme.Theme) { p.th, p.colour = th, code.Painted{} }

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	if w == p.w && h == p.h {
		return
	}
	rewrap := w != p.w
	p.w, p.h = w, h
	if rewrap {
		at, _, _ := p.body.Span(p.top)
		p.body = text.NewWrapped(p.clean, p.room())
		p.top = p.body.Find(at)
	}
	p.Scroll(0)
}

// Set shows another text. The same message in the same mode keeps its place.
func (p *Pane) Set(c Content) {
	same := c.Index == p.content.Index && c.Title == p.content.Title && c.Body == p.content.Body && c.Lost == p.content.Lost && c.At == p.content.At
	p.content = c
	if same {
		return
	}
	p.clean, p.lost = text.Clean(c.Body), -1
	if c.Lost != "" {
		p.lost = len(p.clean) + 1
		p.clean += "\n" + strings.Repeat(p.th.Shapes.Dash, 3) + " not read " + strings.Repeat(p.th.Shapes.Dash, 3) + "\n" + text.Clean(c.Lost)
	}
	p.body = text.NewWrapped(p.clean, p.room())
	p.colour, p.top, p.mark = code.Painted{}, 0, -1
	if c.Marked != nil && c.At > 0 {
		p.look(c.At)
	}
	p.Find(p.found.pattern)
}

// Marked reports whether the text has marks to walk through.
func (p *Pane) Marked() bool { return p.content.Marked != nil }

// Right says how large the message is, and which mark is looked at.
func (p *Pane) Right() string {
	if m := p.content.Marked; m != nil {
		if where := m.Where(p.mark); where != "" {
			return where
		}
	}
	return p.content.Right
}

// above are the lines that stay visible above a mark.
const above = 2

// look scrolls to a mark.
func (p *Pane) look(place int) {
	p.mark = place
	p.top = max(0, p.body.Find(place)-above)
	p.Scroll(0)
}

// next goes to the next mark, or to the one before with d below 0.
func (p *Pane) next(d int) {
	if m := p.content.Marked; m != nil {
		if i := m.Next(p.mark, d); i >= 0 {
			p.look(m.Ranges[i].From)
		}
	}
}

// Content is what the pane shows.
func (p *Pane) Content() Content { return p.content }

// Body is the body as it is drawn, before it is wrapped.
func (p *Pane) Body() string { return p.body.Text() }

// Colour takes the body in colour; one of another body is passed over.
func (p *Pane) Colour(body string, c code.Painted) {
	if body == p.body.Text() {
		p.colour = c
	}
}

// room is the width of the text: a blank on either side keeps it off the border.
func (p *Pane) room() int { return max(1, p.w-2) }

// rows is how many lines of the body show.
func (p *Pane) rows() int {
	n := p.h
	if p.content.Note != "" {
		n--
	}
	return max(1, n)
}

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		p.Scroll(-1)
	case keymap.Down:
		p.Scroll(+1)
	case keymap.PageUp:
		p.Scroll(-max(1, p.rows()-1))
	case keymap.PageDown:
		p.Scroll(max(1, p.rows()-1))
	case keymap.HitNext:
		p.next(+1)
	case keymap.HitPrev:
		p.next(-1)
	case keymap.Top:
		p.top = 0
	case keymap.Bottom:
		p.top = max(0, p.body.Lines()-p.rows())
	default:
		return false
	}
	return true
}

// Scroll moves the text by d lines. It looks no further into the text than it must.
func (p *Pane) Scroll(d int) {
	top := max(0, p.top+d)
	p.body.Grow(top + p.rows() - known(p.body))
	p.top = max(0, min(top, known(p.body)-p.rows()))
}

func known(b *text.Wrapped) int {
	n, _ := b.Known()
	return n
}

// Top is the first line shown.
func (p *Pane) Top() int { return p.top }

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	out := make([]string, 0, p.h)
	if p.content.Note != "" {
		out = append(out, p.th.Dim.Render(text.Pad(" "+p.content.Note, p.w)))
	}
	head := len(out)
	for i := p.top; len(out) < p.h; i++ {
		line, ok := p.body.Line(i)
		if !ok {
			break
		}
		out = append(out, p.sign(i)+p.line(i, line))
	}
	out = text.Box(out, p.w, p.h)
	if p.w > 2 {
		for y, c := range p.bar() {
			if c == render.EdgeHit || c == render.EdgeWindow {
				out[head+y] = text.Fit(out[head+y], p.w-1) + c.Draw(p.th)
			}
		}
	}
	return out
}

// line draws one wrapped line, in colour when there is any, what was found marked in it.
func (p *Pane) line(i int, line string) string {
	from, to, _ := p.body.Span(i)
	if marked := p.marked(from, to); marked != "" && text.Width(marked) == text.Width(line) { // not when a mark parts a letter from its accent
		return marked
	}
	return p.piece(from, to, line)
}

// piece draws a piece of a line.
func (p *Pane) piece(from, to int, words string) string {
	if p.lost >= 0 && from >= p.lost {
		return p.th.Lost.Render(words)
	}
	if m := p.content.Marked; m != nil {
		return m.Piece(p.th, from, to, m.At(p.mark))
	}
	if !p.colour.Coloured() {
		return words
	}
	return p.colour.Range(from, to)
}
