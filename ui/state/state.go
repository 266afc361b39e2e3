// Package state is the pane of the live state: every block in the order in which it is
// re-injected, those that there could be, and the text of one of them.
package state

import (
	"fmt"

	"cutline/keymap"
	"cutline/pipeline/reassemble"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// Pane is the live state.
type Pane struct {
	th     *theme.Theme
	w, h   int
	blocks []reassemble.Placed
	list   scroll.List
	open   bool          // the text has the whole pane
	raw    string        // the text under the cursor, as the session has it
	body   *text.Wrapped // the same, clean and wrapped
	wide   int           // to so many cells
	top    int           // the first of its lines that shows when it is open
}

// New makes an empty pane.
func New(th *theme.Theme) *Pane { return &Pane{th: th, body: text.NewWrapped("", 1)} }

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) { p.th = th }

// Show hands the pane the blocks. The cursor stays on its block as long as that is there; an open
// text is closed with its block.
func (p *Pane) Show(blocks []reassemble.Placed) {
	was, had := p.At(), p.list.Cursor
	p.blocks = blocks
	at := -1
	for i := range blocks {
		if b := &blocks[i]; was != nil && b.Name == was.Name && (b.Key == was.Key || at < 0) {
			at = i
			if b.Key == was.Key {
				break
			}
		}
	}
	if at < 0 {
		at, p.open = min(had, len(blocks)-1), false
	}
	p.list.Cursor = max(at, 0)
	p.SetSize(p.w, p.h)
}

// SetSize says how large the content is, in cells.
func (p *Pane) SetSize(w, h int) {
	p.w, p.h = w, h
	p.list.SetSize(len(p.blocks), p.rows())
	p.load()
	p.Scroll(0)
}

// leastText is how many lines the words and the text of a block have below the list at least,
// where the pane has room for both.
const leastText = 5

// rows are those of the list, below its head.
func (p *Pane) rows() int {
	room := max(p.h-1, 0)
	return min(len(p.blocks), max(room-leastText, room/2))
}

// At is the block under the cursor, nil when there is none.
func (p *Pane) At() *reassemble.Placed {
	if p.list.Cursor >= len(p.blocks) {
		return nil
	}
	return &p.blocks[p.list.Cursor]
}

// load wraps the text under the cursor, when it is another one or the width is.
func (p *Pane) load() {
	raw, w := "", max(1, p.w-2)
	if b := p.At(); b != nil {
		raw = b.Text
	}
	switch {
	case raw != p.raw:
		p.raw, p.top = raw, 0
		p.body = text.NewWrapped(text.Clean(raw), w)
	case p.wide != w:
		at, _, _ := p.body.Span(p.top)
		p.body = text.NewWrapped(p.body.Text(), w)
		p.top = p.body.Find(at)
	}
	p.wide = w
}

// Title names what the pane shows.
func (p *Pane) Title() string {
	if b := p.At(); b != nil && p.open {
		return "live state " + p.th.Shapes.Right + " " + text.Label(render.StateName(b), 40)
	}
	return "live state"
}

// Position says how much of the state is on, or where in an open text one is.
func (p *Pane) Position() string {
	if p.open {
		if p.raw == "" {
			return ""
		}
		return fmt.Sprintf("line %s of %s", text.Num(p.top+1), text.Num(p.body.Lines()))
	}
	blocks, chars := 0, 0
	for i := range p.blocks {
		if b := &p.blocks[i]; b.Injected() {
			blocks++
			chars += b.Chars
		}
	}
	s := "s"
	if blocks == 1 {
		s = ""
	}
	return fmt.Sprintf("%d block%s re-injected, %s chars", blocks, s, text.Num(chars))
}

// Foot says which keys change a block.
func (p *Pane) Foot() string { return "space off/on, E edits, 0 the session's own" }

// Do carries out an action and reports whether it was this pane's to do.
func (p *Pane) Do(a keymap.Action) bool {
	if p.open {
		return p.read(a)
	}
	if !p.list.Do(a) {
		return false
	}
	p.load()
	return true
}

// read moves in an open text.
func (p *Pane) read(a keymap.Action) bool {
	switch a {
	case keymap.Up:
		p.Scroll(-1)
	case keymap.Down:
		p.Scroll(+1)
	case keymap.PageUp:
		p.Scroll(-max(1, p.lines()-1))
	case keymap.PageDown:
		p.Scroll(+max(1, p.lines()-1))
	case keymap.Top:
		p.top = 0
	case keymap.Bottom:
		p.top = max(0, p.body.Lines()-p.lines())
	default:
		return false
	}
	return true
}

// Scroll moves the list, or an open text, by d lines.
func (p *Pane) Scroll(d int) {
	if !p.open {
		p.list.Scroll(d)
		p.load()
		return
	}
	top := max(0, p.top+d)
	p.body.Grow(top + p.lines())
	known, _ := p.body.Known()
	p.top = max(0, min(top, known-p.lines()))
}

// Click puts the cursor on the line y of the pane and reports whether there was a block.
func (p *Pane) Click(y int) bool {
	if y--; p.open || y < 0 || y >= p.rows() || p.list.Top+y >= len(p.blocks) { // the first line is the head
		return false
	}
	p.list.To(p.list.Top + y)
	p.load()
	return true
}

// Enter gives the text of the block under the cursor the whole pane, and reports false when it
// has none.
func (p *Pane) Enter() bool {
	if p.raw == "" {
		return false
	}
	p.open, p.top = true, 0
	return true
}

// Back leaves an open text, and reports false at the list.
func (p *Pane) Back() bool {
	was := p.open
	p.open = false
	return was
}
