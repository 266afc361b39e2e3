package page

import (
	"sort"

	"cutline/keymap"
	"cutline/pipeline/query"
	"cutline/render/text"
	"cutline/render/theme"
)

// running is a text of any length: it is wrapped only as far as somebody has come.
type running struct {
	body *text.Wrapped
	w, h int
	top  int // the first line that shows
	hit  int // where in the text the last match stands, -1 for none
	th   *theme.Theme
}

// Text makes a page of one text, which must be clean.
func Text(kind Kind, title, foot string, th *theme.Theme, body string) *Page {
	return &Page{Kind: kind, Title: title, Foot: foot, th: th, text: &running{body: text.NewWrapped(body, 1), w: 1, hit: -1, th: th}}
}

func (r *running) setSize(w, h int) {
	if w != r.w {
		at, _, _ := r.body.Span(r.top)
		r.body = text.NewWrapped(r.body.Text(), w)
		r.top = r.body.Find(at)
	}
	r.w, r.h = w, h
	r.scroll(0)
}

// scroll moves the text by d lines and looks no further into it than it must.
func (r *running) scroll(d int) {
	top := max(0, r.top+d)
	known, _ := r.body.Known()
	r.body.Grow(top + r.h - known)
	known, _ = r.body.Known()
	r.top = max(0, min(top, known-r.h))
}

func (r *running) do(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		r.scroll(-1)
	case keymap.Down:
		r.scroll(+1)
	case keymap.PageUp:
		r.scroll(-max(1, r.h-1))
	case keymap.PageDown:
		r.scroll(max(1, r.h-1))
	case keymap.Top:
		r.top = 0
	case keymap.Bottom:
		r.top = max(0, r.body.Lines()-r.h)
	default:
		return false
	}
	return true
}

func (r *running) view() []string {
	out := make([]string, 0, r.h)
	for i := r.top; len(out) < r.h; i++ {
		l, ok := r.body.Line(i)
		if !ok {
			break
		}
		mark := " "
		if from, to, _ := r.body.Span(i); r.hit >= from && r.hit < to {
			mark = r.th.Key.Render(r.th.Shapes.Cursor)
		}
		out = append(out, mark+l)
	}
	return out
}

// mostPlaces is how many places of a pattern are gone to in a page of text.
const mostPlaces = 100_000

// Find goes to the next place of a pattern in a page of text, and from the end on to the first one; with a
// negative d the other way. It reports whether there is any.
func (p *Page) Find(pattern query.Pattern, d int) bool {
	if p.text == nil {
		return false
	}
	r := p.text
	places := pattern.Places(r.body.Text(), mostPlaces)
	n := len(places)
	if n == 0 {
		return false
	}
	k := sort.Search(n, func(i int) bool { return places[i][0] > r.hit })
	if d < 0 {
		k = sort.Search(n, func(i int) bool { return places[i][0] >= r.hit }) - 1 + n
	}
	r.hit = places[k%n][0]
	r.top = r.body.Find(r.hit)
	r.scroll(0)
	return true
}
