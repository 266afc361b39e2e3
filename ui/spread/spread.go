// Package spread is the pane of the fair shares: all sizes as columns, small to large, what of each is
// granted, and the message under the cursor by name.
package spread

import (
	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
)

// Pane is the picture.
type Pane struct {
	th     *theme.Theme
	w, h   int
	s      *model.Session
	report *pipeline.Report
	fates  []pipeline.Fate
	rows   []slim.Allocation // by size
	at     int               // the one under the cursor
	widest int               // chars of the largest message
}

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th, at: -1} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// Show hands the pane a plan, and its allocations by size. The cursor stays on its message; at first it
// is on the one that is named, or on the largest.
func (p *Pane) Show(s *model.Session, r *pipeline.Report, sorted []slim.Allocation, first int) {
	if p.at >= 0 && p.at < len(p.rows) {
		first = p.rows[p.at].Index
	}
	p.s, p.report, p.rows, p.fates = s, r, sorted, r.Fates(s.Rows)
	p.at, p.widest = len(sorted)-1, 0
	for k := range sorted {
		p.widest = max(p.widest, sorted[k].Size)
		if sorted[k].Index == first {
			p.at = k
		}
	}
}

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) { p.w, p.h = w, h }

// Title names what the pane shows.
func (p *Pane) Title() string { return "fair shares " + p.th.Shapes.Dot + " small to large" }

// Position says where the cursor stands.
func (p *Pane) Position() string {
	if len(p.rows) == 0 {
		return ""
	}
	return text.Num(p.at+1) + " of " + text.Num(len(p.rows))
}

// Foot says what enter does here.
func (p *Pane) Foot() string {
	if len(p.rows) == 0 {
		return ""
	}
	return "enter goes to the message"
}

// Message is the one under the cursor, -1 when there is none.
func (p *Pane) Message() int {
	if p.at < 0 || p.at >= len(p.rows) {
		return -1
	}
	return p.rows[p.at].Index
}

// leaps is into how many parts a page divides the messages.
const leaps = 10

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	switch a {
	case keymap.Less:
		p.column(-1)
	case keymap.More:
		p.column(+1)
	case keymap.Up:
		p.to(p.at + 1)
	case keymap.Down:
		p.to(p.at - 1)
	case keymap.PageUp:
		p.to(p.at - max(1, len(p.rows)/leaps))
	case keymap.PageDown:
		p.to(p.at + max(1, len(p.rows)/leaps))
	case keymap.Top:
		p.to(0)
	case keymap.Bottom:
		p.to(len(p.rows) - 1)
	case keymap.Prev:
		p.seek(-1)
	case keymap.Next:
		p.seek(+1)
	default:
		return false
	}
	return true
}

func (p *Pane) to(k int) { p.at = max(0, min(k, len(p.rows)-1)) }

// column goes to the next column, or the next message where it has columns of its own.
func (p *Pane) column(d int) {
	n := len(p.rows)
	if n <= p.w {
		p.to(p.at + d)
		return
	}
	_, to := render.SpreadOf(n, p.w, render.SpreadColumn(n, p.w, p.at)+d)
	p.to(to - 1)
}

// seek goes to the next message that loses something.
func (p *Pane) seek(d int) {
	for k := p.at + d; k >= 0 && k < len(p.rows); k += d {
		if p.rows[k].Allocation < p.rows[k].Size {
			p.at = k
			return
		}
	}
}

// Scroll moves the cursor by d messages.
func (p *Pane) Scroll(d int) { p.to(p.at + d) }

// Click is Point without a column; there is nothing to it.
func (p *Pane) Click(int) bool { return false }

// Point puts the cursor on the message whose column stands at a cell.
func (p *Pane) Point(x, y int) bool {
	head, chart := p.split()
	if len(p.rows) == 0 || x < 0 || x >= p.w || y < head || y >= head+chart {
		return false
	}
	_, to := render.SpreadOf(len(p.rows), p.w, x)
	p.to(to - 1)
	return true
}

// split is how many lines the head and the picture take; the rest is about the message.
func (p *Pane) split() (head, chart int) {
	head = min(2, max(0, p.h-8))
	about := min(4, max(0, p.h-head-5))
	return head, max(0, p.h-head-about)
}

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	head, chart := p.split()
	out := make([]string, 0, p.h)
	if p.report == nil {
		return text.Box(out, p.w, p.h)
	}
	for _, l := range render.SpreadHead(p.report)[:head] {
		out = append(out, p.th.Text.Render(text.CutTail(render.Words(p.th, l), p.w, p.th.Shapes.Ellipsis)))
	}
	out = append(out, render.Spread(p.th, p.rows, p.report.Slim.FairShare, p.at, p.w, chart)...)
	return text.Box(append(out, p.about()...), p.w, p.h)
}

// about is the message under the cursor: its row, and what it gets.
func (p *Pane) about() []string {
	i := p.Message()
	if i < 0 || i >= len(p.s.Rows) {
		return nil
	}
	out := []string{render.Row(p.th, render.RowData{
		Index: i, IndexWidth: render.IndexWidth(len(p.s.Rows)), Row: &p.s.Rows[i], Fate: p.fates[i], FairShare: p.report.Slim.FairShare, MaxSize: p.widest, Cursor: true,
	}, p.w)}
	for _, l := range text.Wrap(render.Words(p.th, render.SpreadWords(p.rows, p.at, p.w)), max(1, p.w-2)) {
		out = append(out, "  "+p.th.Dim.Render(l))
	}
	return out
}
