// Package compare is the pane that shows a session before and after its compaction: rows
// side by side, in one column where there is no room for two, or as a text diff.
package compare

import (
	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/render"
	"cutline/render/diff"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// TwoColumns is the width of the pane from which the sides stand beside each other.
const TwoColumns = 106

// Pane is the compare pane.
type Pane struct {
	th     *theme.Theme
	w, h   int
	before *model.Session
	after  *model.Session
	report *pipeline.Report
	text   bool // the text diff instead of rows
	open   map[int]bool
	pairs  []render.SidePair
	one    []render.Side
	rows   []diff.Row
	list   scroll.List
	marks  scroll.Marks // the lines that hold what is looked for
}

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// Show hands the pane a session and its result.
func (p *Pane) Show(before *model.Session, res *pipeline.Result) {
	p.before, p.after, p.report = before, res.After, &res.Report
	p.open, p.rows = map[int]bool{}, nil
	p.build()
	p.list.To(0)
}

// SetText chooses between rows and the text diff.
func (p *Pane) SetText(on bool) {
	if p.text == on {
		return
	}
	p.text = on
	p.build()
	p.list.To(0)
}

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	two := p.two()
	p.w, p.h = w, h
	if p.two() != two {
		p.build()
	}
	p.list.SetSize(p.len(), h)
}

func (p *Pane) two() bool { return p.w >= TwoColumns }

func (p *Pane) len() int {
	switch {
	case p.text:
		return len(p.rows)
	case p.two():
		return len(p.pairs)
	}
	return len(p.one)
}

// build makes the lines of the form that shows.
func (p *Pane) build() {
	if p.after == nil {
		return
	}
	p.marks = nil
	d := render.SidesData{Before: p.before, Report: p.report, After: p.after, Open: func(f int) bool { return p.open[f] }}
	switch {
	case p.text && p.rows == nil:
		p.rows = diff.Build(diff.Input{Before: p.before, After: p.after, Report: p.report, Open: d.Open}).Rows
	case p.text:
	case p.two():
		p.pairs = render.BuildSides(d)
	default:
		p.one = render.BuildUnified(d)
	}
	p.list.SetSize(p.len(), p.h)
}

// Title names what the pane shows.
func (p *Pane) Title() string {
	switch {
	case p.text:
		return "what the model reads · before − / after +"
	case p.two():
		return "before " + p.th.Shapes.Dot + " after"
	}
	return "before and after · one column (two need more width)"
}

// Position says where in the lines the window stands.
func (p *Pane) Position() string {
	if p.len() == 0 {
		return ""
	}
	return text.Num(p.list.Top+1) + "–" + text.Num(min(p.len(), p.list.Top+p.h)) + " of " + text.Num(p.len())
}

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		p.list.Move(-1)
	case keymap.Down:
		p.list.Move(+1)
	case keymap.Prev:
		p.seek(-1)
	case keymap.Next:
		p.seek(+1)
	case keymap.Open:
		p.toggle()
	default:
		return p.list.Do(a)
	}
	return true
}

// Scroll moves the window by d lines.
func (p *Pane) Scroll(d int) { p.list.Scroll(d) }

// seek goes to the beginning of the next run of changed lines.
func (p *Pane) seek(d int) {
	i := p.list.Cursor
	for i >= 0 && i < p.len() && p.changed(i) {
		i += d
	}
	for i >= 0 && i < p.len() && !p.changed(i) {
		i += d
	}
	if i >= 0 && i < p.len() {
		for d < 0 && i > 0 && p.changed(i-1) {
			i--
		}
		p.list.To(i)
		p.list.Center()
	}
}

// changed reports whether a line shows a change.
func (p *Pane) changed(i int) bool {
	is := func(s render.Side) bool {
		return s.Kind == render.SideNew || s.Kind == render.SideText
	}
	switch {
	case p.text:
		return p.rows[i].Kind == diff.Plus || p.rows[i].Kind == diff.Minus
	case p.two():
		return is(p.pairs[i].After)
	}
	return is(p.one[i])
}

// toggle opens or closes the fold under the cursor.
func (p *Pane) toggle() {
	i := p.list.Cursor
	if i >= p.len() {
		return
	}
	fold := -1
	isFold := func(s render.Side) {
		if s.Kind == render.SideFold {
			fold = s.Fold
		}
	}
	switch {
	case p.text:
		fold = p.rows[i].Fold
	case p.two():
		isFold(p.pairs[i].Before)
		isFold(p.pairs[i].After)
	default:
		isFold(p.one[i])
	}
	if fold < 0 {
		return
	}
	p.open[fold] = !p.open[fold]
	p.rows = nil
	p.build()
}

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	out := make([]string, 0, p.h)
	for i := p.list.Top; i < p.len() && len(out) < p.h; i++ {
		out = append(out, p.line(i))
	}
	out = text.Box(out, p.w, p.h)
	if len(p.marks) > 0 {
		for y, c := range p.bar() {
			out[y] = text.Fit(out[y], p.w-1) + c.Draw(p.th)
		}
	}
	return out
}

func (p *Pane) line(i int) string {
	at := i == p.list.Cursor
	width := 0
	if p.before != nil {
		width = render.IndexWidth(len(p.before.Rows))
	}
	switch {
	case p.text:
		return diff.Line(p.th, p.rows[i], width, at, true, p.w)
	case p.two():
		left := (p.w - 1) / 2
		return render.SideLine(p.th, p.pairs[i].Before, width, at, true, left) + p.th.Border.Render(p.th.Shapes.Light.Side) +
			render.SideLine(p.th, p.pairs[i].After, width, at, true, p.w-1-left)
	}
	return render.SideLine(p.th, p.one[i], width, at, true, p.w)
}
