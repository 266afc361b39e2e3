// Package survival is the pane of many compactions in a row: what survived of each class of facts in
// every generation, and below it what died, which leads to its message.
package survival

import (
	"fmt"

	"cutline/keymap"
	"cutline/pipeline/generations"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Pane is the generations of one strategy.
type Pane struct {
	th       *theme.Theme
	w, h     int
	strategy string
	g        generations.Generations
	stopped  bool // no more come
	list     scroll.List
}

// New makes a pane of generations of which none is made.
func New(th *theme.Theme, strategy string, of int, grow bool) *Pane {
	return &Pane{th: th, strategy: strategy, g: generations.Generations{Of: of, Grow: grow}}
}

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// Put shows the generations that are made. The cursor stays where it is: later deaths stand below
// the earlier ones.
func (p *Pane) Put(g generations.Generations) {
	p.g = g
	p.SetSize(p.w, p.h)
}

// Stop says that no more generations come.
func (p *Pane) Stop() { p.stopped = true }

// Grow reports whether the session grows between the generations.
func (p *Pane) Grow() bool { return p.g.Grow }

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h = w, h
	p.list.SetSize(len(p.g.Deaths), max(1, h-len(p.above())))
}

// Title names what the pane shows.
func (p *Pane) Title() string {
	how := "nothing new in between"
	if p.g.Grow {
		how = "a further stretch each"
	}
	dot := " " + p.th.Shapes.Dot + " "
	return "generations" + dot + text.Label(p.strategy, 24) + dot + how
}

// running reports whether generations are still made.
func (p *Pane) running() bool { return !p.stopped && len(p.g.Steps) < p.g.Of }

// Position says how far it is, or where the cursor stands.
func (p *Pane) Position() string {
	switch {
	case p.running():
		return fmt.Sprintf("%d of %d", len(p.g.Steps)+1, p.g.Of)
	case p.list.Len() == 0:
		return ""
	}
	return text.Num(p.list.Cursor+1) + " of " + text.Num(p.list.Len()) + " that died"
}

// Foot says what can be done here.
func (p *Pane) Foot() string {
	switch {
	case p.running():
		return "esc stops it"
	case p.list.Len() > 0:
		return "enter goes to the message"
	}
	return ""
}

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		p.list.Move(-1)
	case keymap.Down:
		p.list.Move(+1)
	case keymap.Prev:
		p.jump(-1)
	case keymap.Next:
		p.jump(+1)
	default:
		return p.list.Do(a)
	}
	return true
}

// jump goes to the first of the deaths of another generation, where there is one.
func (p *Pane) jump(d int) {
	list, to := p.g.Deaths, p.list.Cursor
	if to >= len(list) {
		return
	}
	for at := list[to].At; to >= 0 && to < len(list) && list[to].At == at; to += d {
	}
	if to < 0 || to >= len(list) {
		return
	}
	for to > 0 && list[to-1].At == list[to].At {
		to--
	}
	p.list.To(to)
}

// Scroll moves the window by d lines.
func (p *Pane) Scroll(d int) { p.list.Scroll(d) }

// Click puts the cursor on the line y of the pane and reports whether there was one.
func (p *Pane) Click(y int) bool {
	y -= len(p.above())
	if y < 0 || y >= p.list.Height() || p.list.Top+y >= p.list.Len() {
		return false
	}
	p.list.To(p.list.Top + y)
	return true
}

// Enter is the message in which what is under the cursor stands, -1 when nothing is.
func (p *Pane) Enter() int {
	if p.list.Cursor >= len(p.g.Deaths) {
		return -1
	}
	return p.g.Deaths[p.list.Cursor].Index
}

// leastDeaths are the lines of what died that the table above leaves room for.
const leastDeaths = 3

// above is what stands above the list: the table, brief where there is no room, what is to be told
// of single generations, and what the rows mean where there is room for that.
func (p *Pane) above() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	room := max(p.h-leastDeaths-1, 0)
	out := render.Generations(p.th, &p.g, false, p.w)
	if len(out) > room {
		out = render.Generations(p.th, &p.g, true, p.w)
	}
	out = out[:min(len(out), max(room, 1))]
	var words []string
	add := func(ink theme.Ink, s string) {
		for _, l := range text.Wrap(render.Words(p.th, s), max(1, p.w-2)) {
			words = append(words, " "+ink.Render(l))
		}
	}
	for _, l := range render.GenerationsTold(&p.g) {
		add(p.th.Warn, l)
	}
	if len(p.g.Steps) > 0 {
		add(p.th.Text, render.GenerationsCohort(&p.g))
	}
	add(p.th.Dim, render.GenerationsLegend)
	words = append(append([]string{""}, words...), "")
	if n := room - len(out); n >= 2*len(words) || n > len(words) && len(p.g.Deaths) == 0 {
		out = append(out, words...)
	}
	if len(p.g.Deaths) > 0 {
		out = append(out, render.DeathHead(p.th, p.w))
	}
	return out
}

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	out := p.above()
	for i := p.list.Top; i < len(p.g.Deaths) && i < p.list.Top+p.list.Height(); i++ {
		out = append(out, render.DeathLine(p.th, &p.g.Deaths[i], i == p.list.Cursor, p.w))
	}
	return text.Box(out, p.w, p.h)
}
