// Package loss is the pane that shows what a compaction kept, lost and invented: its score beside
// what the same tokens keep without a summary, a bar a class, and every loss and invention, the
// heaviest first, with the text in which it stands.
package loss

import (
	"fmt"
	"strings"

	"cutline/keymap"
	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/retention"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Subject is a compaction and its score.
type Subject struct {
	Name    string            // which compaction it is
	Out     *retention.Output // nil when there is no score, or none yet
	Saved   float64           // the share of the tokens that went, 0 when it is not known
	Summary string
	Message func(i int) (model.Message, error) // of the session, as retention.Fact.Index counts
	Line    func(i int) int                    // its line of the file; nil when the messages are live
	Pinned  func(i int, text string) bool      // whether words of a message are pinned; nil: nothing is
	Offer   string                             // what can be done about the losses, may be empty
	Notes   []string                           // what has to be known about the score
	Scoring bool                               // a score is being made, anew when there is one
	Why     string                             // why there is no score
}

// Pane is the loss screen.
type Pane struct {
	th      *theme.Theme
	w, h    int
	sub     Subject
	classes []render.ClassData
	items   []render.Item // all, the heaviest first
	shown   []int         // those that the filters leave
	list    scroll.List
	class   int // of classes, -1 for all
	only    only
	query   string
	open    bool   // the text has the whole pane
	text    source // that of the item under the cursor
}

// only is what of the list shows.
type only uint8

const (
	everything only = iota
	onlyLost
	onlyWeakened
	onlyInvented
	onlys
)

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th, class: -1, text: source{of: -1}} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) {
	p.th = th
	p.text.of = -1 // its signs may be others
	p.arrange()
}

// Show hands the pane a compaction. The filters stay, and the cursor on its item when that is still there.
func (p *Pane) Show(sub Subject) {
	same := sub.Name == p.sub.Name
	var was render.Item
	if it := p.At(); it != nil {
		was = *it
	}
	var class string
	if p.class >= 0 {
		class = p.classes[p.class].Class.String()
	}
	p.sub, p.classes, p.items, p.class = sub, nil, nil, -1
	if sub.Out != nil {
		p.classes, p.items = render.ClassesOf(sub.Out), Items(sub.Out, sub.Pinned)
		for i := range p.items {
			if it := &p.items[i]; it.Index >= 0 && sub.Line != nil {
				it.Line = sub.Line(it.Index)
			}
		}
	}
	for i := range p.classes {
		if p.classes[i].Class.String() == class {
			p.class = i
		}
	}
	p.text.of = -1
	if !same {
		p.open = false
		p.list.To(0)
	}
	p.filter()
	found := false
	for k, i := range p.shown {
		if it := &p.items[i]; it.Class == was.Class && it.Text == was.Text && it.Index == was.Index {
			p.list.To(k)
			found = true
		}
	}
	p.open = p.open && found
	p.arrange()
}

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h = w, h
	p.arrange()
}

// Title names what the pane shows.
func (p *Pane) Title() string {
	title := "kept, lost and invented"
	if p.sub.Name != "" {
		title += " " + p.th.Shapes.Dot + " " + text.Label(p.sub.Name, 60)
	}
	if p.sub.Scoring {
		title += " " + p.th.Shapes.Dot + " scoring" + p.th.Shapes.Ellipsis
	}
	return title
}

// Position says where the cursor stands.
func (p *Pane) Position() string {
	if p.open {
		return p.text.marked.Where(p.text.place)
	}
	if len(p.shown) == 0 {
		return ""
	}
	return text.Num(p.list.Cursor+1) + " of " + text.Num(len(p.shown))
}

// Foot says what enter does here, or what a mark means.
func (p *Pane) Foot() string {
	it := p.At()
	switch {
	case it == nil:
		return ""
	case p.open:
		return "n N next mark · esc back"
	case it.Index < 0:
		return "enter shows it in the summary"
	case it.Pinned:
		return "* lets it go · enter goes to the message"
	case p.sub.Offer != "":
		return p.sub.Offer + " · enter goes to the message"
	}
	return "enter goes to the message"
}

// At is the item under the cursor, nil when there is none.
func (p *Pane) At() *render.Item {
	if p.list.Cursor >= len(p.shown) {
		return nil
	}
	return &p.items[p.shown[p.list.Cursor]]
}

// Shown are the items that the filters leave, in order.
func (p *Pane) Shown() []render.Item {
	out := make([]render.Item, 0, len(p.shown))
	for _, i := range p.shown {
		out = append(out, p.items[i])
	}
	return out
}

// Lost are the items of a class that are lost or weakened, whatever the filters leave.
func (p *Pane) Lost(c facts.Class) []render.Item {
	var out []render.Item
	for i := range p.items {
		if it := p.items[i]; it.Index >= 0 && it.Class == c.String() && it.State != retention.Kept {
			out = append(out, it)
		}
	}
	return out
}

// Subject is what the pane shows.
func (p *Pane) Subject() Subject { return p.sub }

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	switch {
	case a == keymap.HitNext:
		p.text.next(+1)
		return true
	case a == keymap.HitPrev:
		p.text.next(-1)
		return true
	case p.open:
		return p.text.do(a)
	}
	switch a {
	case keymap.Up:
		p.list.Move(-1)
	case keymap.Down:
		p.list.Move(+1)
	case keymap.ClassPrev:
		p.pick(p.class - 1)
	case keymap.ClassNext:
		p.pick(p.class + 1)
	case keymap.OnlyState:
		p.only = (p.only + 1) % onlys
		p.filter()
		p.list.To(0)
	default:
		if !p.list.Do(a) {
			return false
		}
	}
	p.look()
	return true
}

// Scroll moves the list, or the text that has the pane, by d lines.
func (p *Pane) Scroll(d int) {
	if p.open {
		p.text.scroll(d)
		return
	}
	p.list.Scroll(d)
	p.look()
}

// Click puts the cursor on the item at line y of the pane and reports whether there is one.
func (p *Pane) Click(y int) bool {
	top := p.frame().listTop
	if y -= top; p.open || y < 0 || y >= p.list.Height() || p.list.Top+y >= len(p.shown) {
		return false
	}
	p.list.To(p.list.Top + y)
	p.look()
	return true
}

// Enter gives the text of the item under the cursor the whole pane; why says what is there instead.
func (p *Pane) Enter() (why string) {
	if p.At() == nil {
		return "there is nothing to look at"
	}
	p.open = true
	p.arrange()
	return ""
}

// Back lifts what was put on last: the open text, the search, the filters. It reports false when
// there was nothing.
func (p *Pane) Back() bool {
	switch {
	case p.open:
		p.open = false
		p.arrange()
	case p.query != "":
		p.Find("")
	case p.only != everything || p.class >= 0:
		p.only, p.class = everything, -1
		p.filter()
		p.look()
	default:
		return false
	}
	return true
}

// Filters says what the list is limited to, empty when it is not.
func (p *Pane) Filters() string {
	var out []string
	if p.only != everything {
		out = append(out, "only "+p.only.state().String())
	}
	if p.class >= 0 {
		out = append(out, "class "+p.classes[p.class].Class.String())
	}
	if p.query != "" {
		out = append(out, fmt.Sprintf("with %q", text.Label(p.query, 30)))
	}
	return strings.Join(out, ", ")
}
