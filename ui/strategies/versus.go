package strategies

import (
	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline/lab"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// twoColumns is the width of the pane from which the results stand beside each other.
const twoColumns = 106

// versus is two results of the same session.
type versus struct {
	s     *model.Session
	a, b  *lab.Row
	w, h  int
	open  bool // the summaries are shown whole
	pairs []render.SidePair
	one   []render.Side
	list  scroll.List
}

func newVersus(s *model.Session, a, b *lab.Row) *versus {
	v := &versus{s: s, a: a, b: b}
	v.build()
	return v
}

func (v *versus) build() {
	v.pairs = render.BuildResults(render.ResultsData{Before: v.s, A: v.a.Result, B: v.b.Result, Open: v.open})
	v.one = render.OneColumn(v.pairs)
	v.list.SetSize(v.len(), v.h)
}

func (v *versus) two() bool { return v.w >= twoColumns }

func (v *versus) len() int {
	if v.two() {
		return len(v.pairs)
	}
	return len(v.one)
}

func (v *versus) setSize(w, h int) {
	v.w, v.h = w, h
	v.list.SetSize(v.len(), h)
}

func (v *versus) title(th *theme.Theme) string {
	title := v.a.Strategy + " " + th.Shapes.Minus + " and " + v.b.Strategy + " +"
	if !v.two() {
		title += " " + th.Shapes.Dot + " one column (two need more width)"
	}
	return title
}

func (v *versus) position() string {
	return text.Num(v.list.Top+1) + "–" + text.Num(min(v.len(), v.list.Top+v.h)) + " of " + text.Num(v.len())
}

func (v *versus) do(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		v.list.Move(-1)
	case keymap.Down:
		v.list.Move(+1)
	case keymap.Open:
		v.open = !v.open
		v.build()
	case keymap.Prev:
		v.seek(-1)
	case keymap.Next:
		v.seek(+1)
	default:
		return v.list.Do(a)
	}
	return true
}

// seek goes to the next message that only one of the two keeps.
func (v *versus) seek(d int) {
	differs := func(i int) bool {
		if v.two() {
			return v.pairs[i].Before.Kind == render.SideGone || v.pairs[i].After.Kind == render.SideNew
		}
		return v.one[i].Kind == render.SideGone || v.one[i].Kind == render.SideNew
	}
	for i := v.list.Cursor + d; i >= 0 && i < v.len(); i += d {
		if differs(i) {
			v.list.To(i)
			return
		}
	}
}

func (v *versus) view(th *theme.Theme) []string {
	width := render.IndexWidth(len(v.s.Rows))
	out := make([]string, 0, v.h)
	for i := v.list.Top; i < v.len() && len(out) < v.h; i++ {
		at := i == v.list.Cursor
		if !v.two() {
			out = append(out, render.SideLine(th, v.one[i], width, at, true, v.w))
			continue
		}
		left := (v.w - 1) / 2
		out = append(out, render.SideLine(th, v.pairs[i].Before, width, at, true, left)+th.Border.Render(th.Shapes.Light.Side)+
			render.SideLine(th, v.pairs[i].After, width, at, true, v.w-1-left))
	}
	return text.Box(out, v.w, v.h)
}
