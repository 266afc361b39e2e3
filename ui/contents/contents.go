// Package contents is the pane that shows what fills the context: by kind, then by tool and file,
// down to the messages; or by file at once. The largest stands first everywhere.
package contents

import (
	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline/fill"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Pane is what fills the context.
type Pane struct {
	th     *theme.Theme
	w, h   int
	s      *model.Session
	out    *fill.Output
	rough  bool // the messages are still being read
	byFile bool
	words  int     // of the lines below the list, the first that shows
	levels []level // from the outermost to the one that shows; never empty
}

// level is a list of parts and the place in it.
type level struct {
	of    *fill.Node // what the parts are those of, nil for the whole context
	parts []fill.Node
	list  scroll.List
}

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th, out: &fill.Output{}, levels: make([]level, 1)} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// Show hands the pane a session and what fills it; rough when its messages are still being read.
// What was looked into stays open as far as it is still there, and the cursor on its part; at the
// top it stays at the top, whatever is the largest part now.
func (p *Pane) Show(s *model.Session, out *fill.Output, rough bool) {
	was := p.levels
	p.s, p.out, p.rough = s, out, rough
	p.root()
	for i := range was {
		at := &was[i]
		to := &p.levels[len(p.levels)-1]
		if at.list.Cursor >= len(at.parts) {
			break
		}
		if i+1 == len(was) && at.list.Cursor == 0 {
			break
		}
		k := find(to.parts, &at.parts[at.list.Cursor])
		if k < 0 {
			break
		}
		to.list.To(k)
		if i+1 < len(was) {
			p.push(&to.parts[k])
		}
	}
}

// Read reports whether the pane shows what was read from the messages of a session.
func (p *Pane) Read() bool { return p.s != nil && !p.rough }

// root shows the whole context.
func (p *Pane) root() {
	parts := p.out.Parts
	if p.byFile {
		parts = p.out.Files
	}
	p.levels = append(p.levels[:0:0], level{parts: parts})
	p.SetSize(p.w, p.h)
}

func (p *Pane) push(n *fill.Node) {
	p.levels = append(p.levels, level{of: n, parts: n.Parts})
	p.SetSize(p.w, p.h)
}

// find is the place of a part that is the same as another, -1 when there is none.
func find(parts []fill.Node, n *fill.Node) int {
	for i := range parts {
		if parts[i].Kind == n.Kind && parts[i].Name == n.Name && (n.Kind != fill.Message || parts[i].Row == n.Row) {
			return i
		}
	}
	return -1
}

func (p *Pane) top() *level { return &p.levels[len(p.levels)-1] }

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h, p.words = w, h, 0
	rows, _ := p.rows()
	for i := range p.levels {
		p.levels[i].list.SetSize(len(p.levels[i].parts), rows)
	}
}

// leastRows are the rows of the list that the words below it leave where there are more parts.
const leastRows = 6

// rows divides the height among the list, below its head, and the words.
func (p *Pane) rows() (list, words int) {
	room := max(p.h-1, 0)
	words = min(len(p.lines()), max(room-max(len(p.top().parts), leastRows), room/3))
	return room - words, words
}

// Title names what the pane shows.
func (p *Pane) Title() string {
	title := "what fills the context"
	if len(p.levels) > 1 {
		title = "context"
	}
	if p.byFile {
		title += ", by file"
	}
	for i := range p.levels[1:] {
		title += " " + p.th.Shapes.Right + " " + text.Label(render.FillTitle(p.levels[i+1].of), 40)
	}
	if p.rough {
		title += " " + p.th.Shapes.Dot + " reading the messages"
	}
	return title
}

// Position says where the cursor stands.
func (p *Pane) Position() string {
	t := p.top()
	if len(t.parts) == 0 {
		return ""
	}
	return text.Num(t.list.Cursor+1) + " of " + text.Num(len(t.parts))
}

// Foot says what enter does here.
func (p *Pane) Foot() string {
	n := p.at()
	switch {
	case n == nil:
		return ""
	case p.leads(n) >= 0:
		return "enter goes to the message"
	case len(n.Parts) > 0:
		return "enter looks into it"
	}
	return "no message"
}

// at is the part under the cursor, nil when there is none.
func (p *Pane) at() *fill.Node {
	t := p.top()
	if t.list.Cursor >= len(t.parts) {
		return nil
	}
	return &t.parts[t.list.Cursor]
}

// leads is the message that a part stands for, -1 when it is made of more.
func (p *Pane) leads(n *fill.Node) int {
	switch {
	case n.Kind == fill.Message:
		return n.Row
	case len(n.Parts) == 1 && n.Parts[0].Kind == fill.Message:
		return n.Parts[0].Row
	}
	return -1
}

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	list := &p.top().list
	switch a {
	case keymap.Up:
		if !p.scrollWords(-1) {
			list.Move(-1)
		}
	case keymap.Down:
		if list.Cursor < len(p.top().parts)-1 || !p.scrollWords(+1) {
			list.Move(+1)
		}
	case keymap.Order:
		p.byFile = !p.byFile
		p.root()
	default:
		return list.Do(a)
	}
	return true
}

// scrollWords moves the words below the list by a line, when there is room for some of them only,
// and reports whether there was a line to move to.
func (p *Pane) scrollWords(d int) bool {
	_, words := p.rows()
	to := p.words + d
	if to < 0 || to > len(p.lines())-words {
		return false
	}
	p.words = to
	return true
}

// Scroll moves the list by d lines.
func (p *Pane) Scroll(d int) { p.top().list.Scroll(d) }

// Click puts the cursor on the line y of the pane and reports whether there was a part.
func (p *Pane) Click(y int) bool {
	t := p.top()
	rows, _ := p.rows()
	if y--; y < 0 || y >= rows || t.list.Top+y >= len(t.parts) { // the first line is the head
		return false
	}
	t.list.To(t.list.Top + y)
	return true
}

// Enter looks into the part under the cursor. It gives the message to go to, or -1; why says what
// is there instead when nothing can be looked into.
func (p *Pane) Enter() (row int, why string) {
	n := p.at()
	switch {
	case n == nil:
		return -1, "there is nothing to look into"
	case p.leads(n) >= 0:
		return p.leads(n), ""
	case len(n.Parts) == 0:
		return -1, "this stands in no message"
	}
	p.push(n)
	return -1, ""
}

// Largest is the largest message of the part under the cursor, -1 when it has none.
func (p *Pane) Largest() int {
	if n := p.at(); n != nil {
		return n.Row
	}
	return -1
}

// Back leaves what was looked into, and reports false at the whole context.
func (p *Pane) Back() bool {
	if len(p.levels) == 1 {
		return false
	}
	p.levels = p.levels[:len(p.levels)-1]
	p.SetSize(p.w, p.h)
	return true
}
