package timeline

import (
	"cutline/render"
	"cutline/render/text"
)

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	if p.open != nil {
		return p.open.view(p.th, p.s, p.w, p.h)
	}
	picture, marks, rest := p.rows()
	cursor := p.list.Cursor
	if len(p.d.Marks) == 0 {
		cursor = -1
	}
	out := render.Timeline(p.th, p.d, cursor, p.w, picture)
	for i := p.list.Top; i < p.list.Top+marks; i++ {
		out = append(out, p.d.MarkLine(p.th, i, i == cursor, true, p.w))
	}
	return append(out, text.Box(p.words(rest), p.w, rest)...)
}

// words are what is known of the mark under the cursor, and below it whether the compactions
// of the session are thrashing.
func (p *Pane) words(h int) []string {
	if h < 1 {
		return nil
	}
	var out []string
	for i, s := range p.d.MarkWords(p.list.Cursor) {
		ink := p.th.Text
		if i > 0 {
			ink = p.th.Dim
		}
		for _, l := range text.Wrap(text.CleanLine(s), max(1, p.w-3)) {
			out = append(out, "   "+ink.Render(l))
		}
	}
	if v := p.d.Out.Verdict; v != "" {
		ink := p.th.Good
		if len(p.d.Out.Thrash) > 0 {
			ink = p.th.Warn
		}
		var lines []string
		for _, l := range text.Wrap(text.CleanLine(v), max(1, p.w-1)) {
			lines = append(lines, " "+ink.Render(l))
		}
		if room := h - len(lines); room > 0 {
			out = append(out[:min(len(out), room)], lines...)
		}
	}
	return out
}
