package render

import (
	"slices"

	"cutline/model"
	"cutline/pipeline"
)

// Twin is one message on both sides of a compaction, as an index in each session; -1 where
// it is not there.
type Twin struct{ Before, After int }

// Same reports whether the message is alike on both sides, as far as its row tells.
func (t Twin) Same(before, after *model.Session) bool {
	return t.Before >= 0 && t.After >= 0 && same(before.Rows[t.Before], after.Rows[t.After])
}

// Change is what a compaction did to the messages of a session, in the order of the result.
type Change struct {
	Front   []Twin // set aside and put back in front
	Gone    []int  // messages before the split that are only before
	Summary int    // the new summary's index after, -1 when it is not found
	Text    string // its text
	Tail    []Twin // from the split on, what came and went there included
}

// ChangeOf compares the messages of a session with those of its compacted form. It looks at
// rows only.
func ChangeOf(before *model.Session, r *pipeline.Report, after *model.Session) Change {
	m := matcher{before: before.Rows, after: after.Rows, summary: -1}
	c := Change{Summary: -1}
	kept := make([]bool, len(before.Rows))
	first := len(before.Rows) // where the tail starts
	for _, it := range r.Reassemble.Draft.Items {
		switch it.Kind {
		case model.KeptSystem, model.KeptUserInfo:
			kept[it.Row] = true
			c.Front = m.take(c.Front, it.Row)
		case model.NewSummary:
			c.Text = it.Text
			if m.find(r.Reassemble.Draft.Items) {
				c.Front = m.skip(c.Front, m.summary)
				m.next = m.summary + 1
			}
			c.Summary = m.summary
		case model.KeptTail:
			kept[it.Row] = true
			first = min(first, it.Row)
			c.Tail = m.take(c.Tail, it.Row)
		case model.NewResult: // it is met when the next message is looked for
		}
	}
	c.Tail = m.skip(c.Tail, len(after.Rows))
	c.place(kept, first)
	return c
}

// place puts what is only before where it stood: above the split, or between the kept ones.
func (c *Change) place(kept []bool, first int) {
	var late []int
	for i, k := range kept {
		switch {
		case k:
		case i < first:
			c.Gone = append(c.Gone, i)
		default:
			late = append(late, i)
		}
	}
	if len(late) == 0 {
		return
	}
	merged := make([]Twin, 0, len(c.Tail)+len(late))
	for _, t := range c.Tail {
		for len(late) > 0 && t.Before >= 0 && late[0] < t.Before {
			merged = append(merged, Twin{late[0], -1})
			late = late[1:]
		}
		merged = append(merged, t)
	}
	for _, i := range late {
		merged = append(merged, Twin{i, -1})
	}
	c.Tail = merged
}

// matcher walks the result and finds the kept messages in it, in order.
type matcher struct {
	before, after []model.Row
	next          int // the first row of the result that is not matched yet
	summary       int // the row of the new summary, -1 while it is not known
}

// find finds the new summary, and reports whether it stands in front of the tail. A format may
// put it behind: then it is the last one.
func (m *matcher) find(items []model.Item) bool {
	first, tail := -1, false
	if i := slices.IndexFunc(items, func(it model.Item) bool { return it.Kind == model.KeptTail }); i >= 0 {
		first = items[i].Row
	}
	for k := m.next; k < len(m.after); k++ {
		if m.after[k].Origin == model.FromSummary && (m.summary < 0 || tail) {
			m.summary = k
		}
		if m.summary < 0 && first >= 0 && same(m.before[first], m.after[k]) {
			tail = true
		}
	}
	return m.summary >= 0 && !tail
}

// near is how far behind the expected place a kept message is looked for: what a writer
// puts between two messages is little.
const near = 8 // messages

// take finds a kept message and adds it, after what is new in front of it. One that was
// repaired differs from its source, so who speaks decides when nothing is the same.
func (m *matcher) take(out []Twin, i int) []Twin {
	at := -1
	for k := m.next; k < min(m.next+near, len(m.after)) && at < 0; k++ {
		if same(m.before[i], m.after[k]) {
			at = k
		}
	}
	if at < 0 && m.next < len(m.after) && m.after[m.next].Role == m.before[i].Role && m.after[m.next].Origin == m.before[i].Origin {
		at = m.next
	}
	if at < 0 {
		return append(out, Twin{i, -1})
	}
	out = m.skip(out, at)
	m.next = at + 1
	return append(out, Twin{i, at})
}

// skip adds the messages of the result up to row k as new ones.
func (m *matcher) skip(out []Twin, k int) []Twin {
	for ; m.next < k; m.next++ {
		if m.next != m.summary {
			out = append(out, Twin{-1, m.next})
		}
	}
	return out
}

func same(a, b model.Row) bool {
	return a.Role == b.Role && a.Rendered == b.Rendered && a.Label == b.Label
}
