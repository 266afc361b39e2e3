package transcript

import (
	"slices"

	"cutline/model"
)

// Adopt takes over a later reading of the session, which Show then shows: to gives of each
// message which one it is now, -1 when it is gone. Cursor, order, filter and hits stay with
// their messages, and the cursor's with its place on the screen. A cursor whose message is gone
// goes to the next that is still there. When none is, nothing stays.
func (p *Pane) Adopt(s *model.Session, to []int) {
	moved := func(messages []int) []int {
		out := messages[:0:0]
		for _, i := range messages {
			if i >= len(to) {
				continue
			}
			if i < 0 {
				out = append(out, i) // a rule
			} else if to[i] >= 0 {
				out = append(out, to[i])
			}
		}
		return out
	}
	before := moved(p.lines[:min(p.list.Cursor, len(p.lines))])
	lines := moved(p.lines)
	if !slices.ContainsFunc(lines, func(i int) bool { return i >= 0 }) {
		return
	}
	p.fresh = false
	top := p.list.Top - p.list.Cursor
	p.s, p.lines, p.hits = s, lines, moved(p.hits)
	slices.Sort(p.hits)
	if p.filter != nil {
		p.filter = moved(p.filter)
		slices.Sort(p.filter)
	}
	p.SetHits(p.hits)
	p.list.SetSize(len(lines), p.h)
	p.list.To(len(before))
	p.list.Top = max(0, p.list.Cursor+top)
}

// Same says that s is the session that is shown, read better: once somebody has moved, the cursor stays
// on its message.
func (p *Pane) Same(s *model.Session) {
	if at := p.Selected(); !p.fresh && at >= 0 && at < len(s.Rows) && s.Rows[at].Line == p.s.Rows[at].Line {
		p.s = s
	}
}
