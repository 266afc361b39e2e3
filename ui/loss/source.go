package loss

import (
	"cutline/keymap"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
)

// source is the text in which an item stands, with marks, scrolled to it.
type source struct {
	of     int // of the items, -1 for none
	marked render.Marked
	body   *text.Wrapped
	w, h   int
	top    int
	place  int // where in the text the mark is that is looked at
}

// above are the lines that stay visible above what is looked at.
const above = 2

// look reads the text of the item under the cursor, when it shows.
func (p *Pane) look() {
	f := p.frame()
	if f.text.Empty() || p.At() == nil {
		return
	}
	w, h := max(1, f.text.Dx()-1), max(1, f.text.Dy())
	s, i := &p.text, p.shown[p.list.Cursor]
	switch {
	case s.of != i:
		*s = source{of: i, marked: p.read(&p.items[i])}
		s.place = s.marked.Place(p.items[i].Of, p.items[i].Text)
	case s.w == w && s.h == h:
		return
	}
	s.w, s.h, s.body = w, h, text.NewWrapped(s.marked.Text, w)
	s.to(s.place)
}

// read gives the text in which an item stands.
func (p *Pane) read(it *render.Item) render.Marked {
	if it.Index < 0 {
		return render.MarkSummary(p.th, p.sub.Summary, p.sub.Out)
	}
	m, err := p.sub.Message(it.Index)
	if err != nil {
		return render.Marked{Text: text.Clean(err.Error())}
	}
	return render.MarkMessage(p.th, m, p.sub.Out, it.Index)
}

// to scrolls to a place in the text.
func (s *source) to(place int) {
	s.place = place
	s.top = max(0, s.body.Find(place)-above)
	s.scroll(0)
}

// next goes to the next mark, or to the one before with d below 0.
func (s *source) next(d int) {
	if s.body == nil {
		return
	}
	if i := s.marked.Next(s.place, d); i >= 0 {
		s.to(s.marked.Ranges[i].From)
	}
}

// scroll moves the text by d lines and looks no further into it than it must.
func (s *source) scroll(d int) {
	if s.body == nil {
		return
	}
	top := max(0, s.top+d)
	known, _ := s.body.Known()
	s.body.Grow(top + s.h - known)
	known, _ = s.body.Known()
	s.top = max(0, min(top, known-s.h))
}

func (s *source) do(a keymap.Action) bool {
	if s.body == nil { // there is no room for it
		return true
	}
	switch a {
	case keymap.Up:
		s.scroll(-1)
	case keymap.Down:
		s.scroll(+1)
	case keymap.PageUp:
		s.scroll(-max(1, s.h-1))
	case keymap.PageDown:
		s.scroll(max(1, s.h-1))
	case keymap.Top:
		s.top = 0
	case keymap.Bottom:
		s.top = max(0, s.body.Lines()-s.h)
	default:
		return false
	}
	return true
}

// lines draws the text.
func (s *source) lines(th *theme.Theme) []string {
	if s.body == nil {
		return nil
	}
	out := make([]string, 0, s.h)
	for i := s.top; len(out) < s.h; i++ {
		from, to, ok := s.body.Span(i)
		if !ok {
			break
		}
		out = append(out, " "+s.marked.Piece(th, from, to, s.marked.At(s.place)))
	}
	return out
}
