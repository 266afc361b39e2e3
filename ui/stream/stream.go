// Package stream is the pane in which an answer appears while it is written.
package stream

import (
	"strings"
	"unicode/utf8"

	"cutline/keymap"
	"cutline/render/text"
	"cutline/render/theme"
)

// Pane shows the end of an answer that grows, until somebody scrolls up in it.
type Pane struct {
	th     *theme.Theme
	w, h   int
	answer string // all of it so far, as it came
	idle   string // what stands there while there is none of it
	held   *text.Wrapped
	top    int // the first line of held that shows
}

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	rewrap := w != p.w
	p.w, p.h = w, h
	if p.held == nil {
		return
	}
	if rewrap {
		at, _, _ := p.held.Span(p.top)
		p.held = text.NewWrapped(p.held.Text(), p.room())
		p.top = p.held.Find(at)
	}
	p.to(p.top)
}

// Show takes all of the answer so far. One that is shorter than before is another answer.
func (p *Pane) Show(answer string) {
	if len(answer) < len(p.answer) {
		p.held = nil
	}
	p.answer = answer
}

// Clear forgets the answer: what comes next is that of another attempt.
func (p *Pane) Clear() { p.answer, p.held = "", nil }

// Idle says what stands there while nothing of an answer has come.
func (p *Pane) Idle(words string) { p.idle = words }

// room is the width of the text: a blank on either side keeps it off the border.
func (p *Pane) room() int { return max(1, p.w-2) }

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		p.Scroll(-1)
	case keymap.Down:
		p.Scroll(+1)
	case keymap.PageUp:
		p.Scroll(-max(1, p.h-1))
	case keymap.PageDown:
		p.Scroll(max(1, p.h-1))
	case keymap.Top:
		p.hold()
		p.to(0)
	case keymap.Bottom:
		p.held = nil
	default:
		return false
	}
	return true
}

// Scroll moves the text by d lines. Up from the end it holds the answer as it is then; down to that
// end it follows again.
func (p *Pane) Scroll(d int) {
	switch {
	case p.held == nil && d < 0:
		p.hold()
		p.to(p.held.Lines() - p.h + d)
	case p.held != nil && d > 0 && p.top+d >= p.held.Lines()-p.h:
		p.held = nil
	case p.held != nil:
		p.to(p.top + d)
	}
}

// hold keeps the answer as it is.
func (p *Pane) hold() {
	if p.held == nil {
		p.held = text.NewWrapped(text.Clean(p.answer), p.room())
	}
}

func (p *Pane) to(top int) { p.top = max(0, min(top, p.held.Lines()-p.h)) }

// Foot says, for the pane's border, that the end of the answer does not show.
func (p *Pane) Foot() string {
	if p.held != nil {
		return "held; G follows the end"
	}
	return ""
}

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	var lines []string
	ink := p.th.Text
	switch {
	case p.answer == "":
		lines, ink = text.Wrap(text.Clean(p.idle), p.room()), p.th.Dim
	case p.held != nil:
		for i := p.top; len(lines) < p.h; i++ {
			l, ok := p.held.Line(i)
			if !ok {
				break
			}
			lines = append(lines, l)
		}
	default:
		lines = text.Wrap(text.Clean(end(p.answer, p.h*p.room()*utf8.UTFMax)), p.room())
		lines = lines[max(0, len(lines)-p.h):]
	}
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = " " + ink.Render(l)
	}
	return text.Box(out, p.w, p.h)
}

// end is the last part of a text, at least n bytes of it where it has them and at most three times
// as many. It begins with a line if it can; where it begins moves by n bytes at once, so that lines
// do not break elsewhere with every word that comes.
func end(s string, n int) string {
	if len(s) < 3*n {
		return s
	}
	from := (len(s) - 2*n) / n * n
	if i := strings.IndexByte(s[from:from+n], '\n'); i >= 0 {
		return s[from+i+1:]
	}
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return s[from:]
}
