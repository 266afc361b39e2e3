package contents

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline/fill"
	"cutline/render"
	"cutline/render/text"
)

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	t := p.top()
	rows, words := p.rows()
	out := append(make([]string, 0, p.h), render.FillHead(p.th, p.what(), p.w))
	largest := 0
	if len(t.parts) > 0 {
		largest = t.parts[0].Tokens
	}
	for i := t.list.Top; i < len(t.parts) && i < t.list.Top+rows; i++ {
		out = append(out, render.FillLine(p.th, &t.parts[i], p.row(&t.parts[i]), largest, i == t.list.Cursor, p.w))
	}
	if len(t.parts) == 0 {
		out = append(out, p.th.Dim.Render(text.Cut("  "+p.nothing(), p.w)))
	}
	out = text.Box(out, p.w, 1+rows)
	return append(out, text.Box(p.below(words), p.w, words)...)
}

// below are the n lines of words that show below the list; the last one says how many follow.
func (p *Pane) below(n int) []string {
	all := p.lines()
	from := min(p.words, len(all)-n)
	out := all[from : from+n]
	if hidden := len(all) - from - n + 1; hidden > 1 && n > 0 {
		out[n-1] = "  " + p.th.Dim.Render(text.Cut(fmt.Sprintf("%s %d more lines: j, below the last part", p.th.Shapes.More, hidden), max(1, p.w-2)))
	}
	return out
}

// row is the message of a part that is one.
func (p *Pane) row(n *fill.Node) *model.Row {
	if n.Kind != fill.Message || n.Row < 0 || n.Row >= len(p.s.Rows) {
		return nil
	}
	return &p.s.Rows[n.Row]
}

// what names the first column.
func (p *Pane) what() string {
	if p.byFile && len(p.levels) == 1 {
		return "file"
	}
	return "what"
}

func (p *Pane) nothing() string {
	switch {
	case p.byFile && p.rough:
		return "the messages are being read"
	case p.byFile:
		return "no call names a file"
	}
	return "no messages"
}

// lines are the words below the list.
func (p *Pane) lines() []string {
	if len(p.out.Decisions) == 0 || p.w < 1 {
		return nil
	}
	out := []string{""}
	for i, s := range render.FillWords(p.th, p.out) {
		ink := p.th.Dim
		if i == 0 {
			ink = p.th.Text
		}
		for k, l := range text.Wrap(s, max(1, p.w-4)) {
			indent := "  "
			if k > 0 {
				indent = "    "
			}
			out = append(out, indent+ink.Render(l))
		}
	}
	return out
}
