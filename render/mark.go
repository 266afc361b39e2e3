package render

import (
	"strings"

	"cutline/model"
	"cutline/pipeline/replay"
	"cutline/render/text"
	"cutline/render/theme"
)

// MarkLine is one thing that happened, in one row of w cells: where, what, at how many
// tokens, and what came of it.
func (d TimelineData) MarkLine(th *theme.Theme, n int, at, focus bool, w int) string {
	in, cursor := &th.Inks, " "
	if at {
		cursor = th.Shapes.Cursor
		if focus {
			in = &th.OnCursor
		}
	}
	m := d.Marks[n]
	l := newLine(th, w)
	l.put(in.Text, cursor)
	line := "line " + text.Num(int(d.History[m.Point].Line))
	if m.Compaction < 0 {
		s := d.first(m)
		l.put(in.Warn, th.Shapes.Down+" ")
		l.column(in.Text, line, markCells)
		if s.Name == replay.Asked {
			l.column(in.Text, "asked", markCells)
			l.put(in.Text, "asked for here")
			return l.end(in.Text)
		}
		l.column(in.Text, "due", markCells)
		l.put(in.Text, text.Num(m.Value)+" "+words(th, op(s.Op))+" "+text.Num(s.Limit)+"  ")
		l.put(in.Dim, d.names(m))
		return l.end(in.Text)
	}
	c := &d.Out.Compactions[m.Compaction]
	sign := th.Shapes.Event
	if c.Micro {
		sign = th.Shapes.Dot
	}
	l.put(in.Summary, sign+" ")
	l.column(in.Text, line, markCells)
	l.column(in.Text, kindOf(th, c), markCells)
	l.put(in.Text, join("  ", change(th, c), margin(c)))
	return l.end(in.Text)
}

// markCells is the width of the columns of a mark.
const markCells = 13

func op(s string) string {
	if s == ">=" {
		return "≥"
	}
	return s
}

// first is the first of the signals of a mark.
func (d TimelineData) first(m Mark) *replay.Signal {
	for k := range d.Out.Signals {
		if m.Signals.Has(k) {
			return &d.Out.Signals[k]
		}
	}
	return &replay.Signal{}
}

// names are the signals of a mark.
func (d TimelineData) names(m Mark) string {
	var out []string
	for k, s := range d.Out.Signals {
		if m.Signals.Has(k) {
			out = append(out, SignalName(s.Name))
		}
	}
	return strings.Join(out, ", ")
}

// SignalName is a signal in plain words.
func SignalName(name string) string {
	switch name {
	case "background-start":
		return "start early"
	case "background-persist":
		return "apply early"
	}
	return name
}

// kindOf says in a word how a compaction came about.
func kindOf(th *theme.Theme, c *replay.Compaction) string {
	switch {
	case c.Micro:
		return "blanked"
	case c.Trigger == "":
		return "compacted"
	}
	return label(th, c.Trigger, markCells-1)
}

// change is how far the context went down: as the server saw it, else as the file says.
func change(th *theme.Theme, c *replay.Compaction) string {
	from, to := c.SeenBefore, c.SeenAfter
	if c.SavedFrom != "reported" {
		from, to = c.Level(), c.After
	}
	if from <= 0 {
		return "no number"
	}
	s := text.Num(from) + " " + th.Shapes.Right + " "
	if to <= 0 {
		s += th.Shapes.Ellipsis
	} else {
		s += text.Num(to)
	}
	switch {
	case c.SavedFrom == "":
		return s
	case c.Saved < 0:
		return s + " (+" + replay.Percent(-c.Saved) + ")"
	}
	return s + " (" + th.Shapes.Minus + replay.Percent(c.Saved) + ")"
}

// margin is how far from the limit a compaction came.
func margin(c *replay.Compaction) string {
	if !c.Measured || c.Limit <= 0 {
		return ""
	}
	if c.Margin > 0 {
		return text.Num(c.Margin) + " below the limit"
	}
	return text.Num(-c.Margin) + " over the limit"
}

// MarkWords are all that is known of what happened, a sentence each.
func (d TimelineData) MarkWords(n int) []string {
	m := d.Marks[n]
	if m.Compaction >= 0 {
		c := &d.Out.Compactions[m.Compaction]
		facts := c.Facts()
		return append([]string{d.why(c.Index)}, facts...)
	}
	p := d.History[m.Point]
	s := d.first(m)
	what := "a compaction would be due here: " + d.names(m) + " at " + text.Num(m.Value) + ", the limit is " + text.Num(s.Limit)
	if s.Name == replay.Asked {
		what = "a person asked for a compaction here, in one of the phrases of the memory protocol"
	}
	if s.Early {
		what = "nothing would be compacted here yet: " + d.names(m) + " at " + text.Num(m.Value) + ", the line is at " + text.Num(s.Limit)
	}
	where := "the message is live"
	switch {
	case p.Gone:
		where = "the message is on a branch that was left"
	case p.Row < 0:
		where = "a later compaction has summarized the message"
	}
	return []string{what, where}
}

// why is the sentence that the replay has for compaction k.
func (d TimelineData) why(k int) string {
	for _, x := range d.Out.Decisions {
		if x.Rule == replay.RuleRecorded {
			if k == 0 {
				return x.Because
			}
			k--
		}
	}
	return ""
}

// PointLine is one message of the whole file in one row of w cells. First are its first
// words; they need not be clean.
func PointLine(th *theme.Theme, p model.Point, first string, at, focus bool, w int) string {
	in, cursor := &th.Inks, " "
	if at {
		cursor = th.Shapes.Cursor
		if focus {
			in = &th.OnCursor
		}
	}
	l := newLine(th, w)
	l.put(in.Text, cursor)
	l.number(in.Dim, text.Num(int(p.Line)), 8)
	l.blank(in.Text, 1)
	letter, ink := role(th, in, &model.Row{Role: p.Role, Origin: p.Origin})
	l.put(ink, letter+" ")
	size := " " + th.Shapes.About + text.Num(int(p.Est))
	live := ""
	if p.Row >= 0 {
		live = "live " + text.Num(int(p.Row))
	}
	const tail = 22 // cells of the size and of the place in the live context
	if room := l.left - tail; room > 0 {
		l.column(ink, label(th, first, room), room)
		l.number(in.Dim, size, 10)
		l.number(in.Dim, live, tail-10)
	} else {
		l.put(ink, label(th, first, l.left))
	}
	return l.end(in.Text)
}
