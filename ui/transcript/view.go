package transcript

import (
	"cutline/render"
	"cutline/render/text"
)

// Title names what the list shows, for the pane's border.
func (p *Pane) Title() string {
	t := "messages"
	if p.crumb != "" {
		t += " › " + p.crumb
	}
	if p.order != ByPlace {
		t += " · " + p.order.String()
	}
	return t
}

// Position says which messages show, for the pane's border.
func (p *Pane) Position() string {
	if p.s == nil || len(p.lines) == 0 && p.filter == nil {
		return ""
	}
	first, last := -1, -1
	for _, l := range p.lines[p.list.Top:min(len(p.lines), p.list.Top+p.h)] {
		if l >= 0 {
			if first < 0 {
				first = l
			}
			last = l
		}
	}
	n, hits := text.Num(len(p.s.Rows)), p.hitWords()
	if p.order != ByPlace || p.filter != nil {
		shown := len(p.s.Rows)
		if p.filter != nil {
			shown = len(p.filter)
		}
		return hits + text.Num(shown) + " of " + n
	}
	return hits + text.Num(first) + "–" + text.Num(last) + " of " + n
}

// hitWords say which of the hits the cursor is on.
func (p *Pane) hitWords() string {
	k, n := p.HitAt()
	switch {
	case n == 0:
		return ""
	case k == 0:
		return text.Num(n) + " found · "
	}
	return text.Num(k) + " of " + text.Num(n) + " found · "
}

// View draws exactly the size of the pane; only what shows is drawn.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	out := make([]string, 0, p.h)
	if p.s == nil {
		return text.Box(out, p.w, p.h)
	}
	if len(p.s.Rows) == 0 {
		return text.Box(p.nothing(), p.w, p.h)
	}
	if len(p.lines) == 0 {
		return text.Box([]string{"", "  " + p.th.Dim.Render("No message passes the filter; esc lifts it.")}, p.w, p.h)
	}
	width := render.IndexWidth(len(p.s.Rows))
	w, edge := p.w, p.bar()
	if edge != nil {
		w--
	}
	for k := p.list.Top; k < len(p.lines) && len(out) < p.h; k++ {
		out = append(out, p.line(k, width, w))
	}
	for y, c := range edge {
		out[y] += c.Draw(p.th)
	}
	return text.Box(out, p.w, p.h)
}

// leastBarred is the width from which on the list has its scroll bar.
const leastBarred = 20

// bar is the scroll bar at the right edge, a cell for each line that shows; nil when all of them do.
func (p *Pane) bar() []render.EdgeCell {
	if len(p.lines) <= p.h || p.w < leastBarred {
		return nil
	}
	e := p.places()
	if p.edge == nil {
		p.edge = make([]render.EdgeCell, p.h)
		for k, i := range p.lines {
			c := e.Cell(k)
			switch {
			case i < 0:
			case p.hit(i):
				p.edge[c] = render.EdgeHit
			case p.loses(i):
				p.edge[c] = max(p.edge[c], render.EdgeLoss)
			}
		}
	}
	return e.Cells(p.edge)
}

func (p *Pane) places() render.Edge {
	return render.Edge{N: len(p.lines), H: p.h, From: p.list.Top, To: p.list.Top + p.h, Cursor: p.list.Cursor}
}

// OnBar reports whether the scroll bar stands at a cell of the pane.
func (p *Pane) OnBar(x, y int) bool { return x == p.w-1 && y >= 0 && y < p.h && p.bar() != nil }

// Jump goes to where row y of the scroll bar leads: to the first that is marked there, a hit before a loss, else
// as far down the list as the row is down the bar. Its ends lead past a loss to the ends of the list.
func (p *Pane) Jump(y int) {
	p.fresh = false
	e := p.places()
	y = max(0, min(y, p.h-1))
	at, best := e.Place(y), render.EdgeTrack
	for k, to := e.Places(y); k < to; k++ {
		switch i := p.lines[k]; {
		case i < 0:
		case best < render.EdgeHit && p.hit(i):
			at, best = k, render.EdgeHit
		case y > 0 && y < p.h-1 && best < render.EdgeLoss && p.loses(i):
			at, best = k, render.EdgeLoss
		}
	}
	p.list.To(at)
	p.list.Center()
	p.link()
}

// nothing is what stands in the place of the messages of a session that has none.
func (p *Pane) nothing() []string {
	why := "No messages: the session is empty."
	if n := p.s.Lines; n > 0 {
		why = "No messages: " + text.Num(n) + " lines were read, and none of them holds one."
	}
	out := []string{""}
	for _, words := range []string{why, "o opens another session of this machine."} {
		for _, l := range text.Wrap(words, max(1, p.w-4)) {
			out = append(out, "  "+p.th.Dim.Render(l))
		}
	}
	return out
}

func (p *Pane) line(k, indexWidth, w int) string {
	switch i := p.lines[k]; i {
	case ruleSplit:
		return render.SplitRule(p.th, render.SplitOf(p.report), w)
	case ruleOther:
		other := "any"
		if p.report.Params.Partition.SplitOn == "any" {
			other = "person"
		}
		return render.OtherRule(p.th, other, w)
	case ruleTurn:
		return render.TurnRule(p.th, p.report.Partition.Prefix[0], w)
	case ruleCompaction:
		return render.CompactionRule(p.th, *p.compaction(p.lines[k-1]), w)
	default:
		return render.Row(p.th, render.RowData{
			Index: i, IndexWidth: indexWidth, Row: &p.s.Rows[i], Fate: p.fates[i],
			FairShare: p.report.Slim.FairShare, MaxSize: p.maxSize,
			Cursor: k == p.list.Cursor, Focus: p.focus, Linked: p.linked[i], Hit: p.hit(i), Pinned: p.pinned[i],
		}, w)
	}
}
