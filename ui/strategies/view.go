package strategies

import (
	"slices"

	"cutline/pipeline/lab"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
)

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	switch {
	case p.w < 1 || p.h < 1:
		return nil
	case p.versus != nil:
		return p.versus.view(p.th)
	}
	out := append(make([]string, 0, p.h), render.LabHead(p.th, p.column, p.w))
	for i := p.list.Top; i < len(p.names) && i < p.list.Top+p.room(); i++ {
		d := render.LabData{Row: &lab.Row{Strategy: p.name(i)}, Cursor: i == p.list.Cursor, Marked: slices.Contains(p.marked, p.name(i))}
		switch {
		case i < len(p.order):
			d.Row = &p.rows[p.order[i]]
		case i == len(p.rows) && !p.stopped:
			d.Running = true
		default:
			d.Waiting = true
		}
		out = append(out, render.LabLine(p.th, d, p.w))
	}
	return text.Box(append(out, p.below(p.h-len(out))...), p.w, p.h)
}

// below says of the strategy under the cursor what no column does, and what the columns mean, in the h
// lines that are left. What does not fit as a whole is left out.
func (p *Pane) below(h int) []string {
	out := []string{""}
	add := func(ink theme.Ink, words string) {
		lines := text.Wrap(render.Words(p.th, words), max(1, p.w-4))
		if len(out)+len(lines) > h {
			return
		}
		for _, l := range lines {
			out = append(out, "  "+ink.Render(l))
		}
	}
	if r := p.Row(); r != nil {
		for _, l := range render.LabWords(r) {
			add(p.th.Text, l)
		}
		out = append(out, "")
	}
	add(p.th.Dim, render.LabLegend)
	return out
}
