package state

import (
	"cutline/render"
	"cutline/render/text"
)

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	out := make([]string, 0, p.h)
	if b := p.At(); b != nil && p.open {
		out = append(out, render.StateLine(p.th, b, false, p.w))
		return text.Box(append(out, p.text(p.top, p.lines())...), p.w, p.h)
	}
	out = append(out, render.StateHead(p.th, p.w))
	for i := p.list.Top; i < len(p.blocks) && i < p.list.Top+p.rows(); i++ {
		out = append(out, render.StateLine(p.th, &p.blocks[i], i == p.list.Cursor, p.w))
	}
	return text.Box(append(out, p.below(p.h-len(out))...), p.w, p.h)
}

// lines are those of an open text, below the row of its block.
func (p *Pane) lines() int { return max(1, p.h-1) }

// below are the n lines under the list: what becomes of the block, and the beginning of its text.
func (p *Pane) below(n int) []string {
	b := p.At()
	if b == nil || n < 1 {
		return nil
	}
	out := make([]string, 0, n)
	if n > 2 {
		out = append(out, "")
	}
	for _, l := range text.Wrap(render.StateWords(p.th, b), max(1, p.w-2)) {
		out = append(out, " "+p.th.Dim.Render(l))
	}
	if room := n - len(out); room > 2 {
		out = append(out, "")
	}
	room := n - len(out)
	if room < 1 {
		return out[:n]
	}
	out = append(out, p.text(0, room)...)
	if _, more := p.body.Line(room); more {
		out[len(out)-1] = " " + p.th.Dim.Render(text.Cut(p.th.Shapes.More+" enter shows all of it", max(1, p.w-1)))
	}
	return out
}

// text are n lines of the text, from one of them on.
func (p *Pane) text(from, n int) []string {
	var out []string
	for i := from; i < from+n; i++ {
		line, ok := p.body.Line(i)
		if !ok {
			break
		}
		out = append(out, " "+line)
	}
	return out
}
