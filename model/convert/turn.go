package convert

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
)

// talk is one session being converted.
type talk struct {
	s      *model.Session
	d      model.Draft
	o      model.WriteOptions
	target Target
	out    *model.Written
	turns  []*turn
	beside string          // the system text that stands beside a list
	ids    map[string]bool // ids of calls that are taken
	names  map[string]bool // tools that were called
	lost   losses
}

// turn is one message, and for an answer the results of its calls. What an API would refuse is
// not in it any more: it has at least one part or call, no text of it is blank, and every call has
// its result.
type turn struct {
	row    int // -1 for the new summary
	role   model.Role
	origin model.Origin
	head   bool // it stands before the summary
	time   string
	model  string
	parts  []model.Part // Text, Thinking, Image, File
	calls  []*call
}

// call is a call of a tool with its result.
type call struct {
	from     string // its id in the source
	id, name string
	args     string // a JSON object in one line
	result   *model.Part
}

// noResult stands for a result that the draft does not give either.
const noResult = "[no result recorded]"

// collect makes the turns of a draft. Results go to their calls, wherever they stood.
func (c *talk) collect() error {
	for i := range c.d.Items {
		it := &c.d.Items[i]
		switch it.Kind {
		case model.NewSummary:
			c.turns = append(c.turns, &turn{row: -1, role: model.User, origin: model.FromSummary, parts: []model.Part{{Kind: model.Text, Text: sound(it.Text)}}})
		case model.NewResult:
			c.answer(it.Part, it.Row)
		case model.KeptSystem, model.KeptUserInfo, model.KeptTail:
			if it.Row < 0 || it.Row >= len(c.s.Rows) {
				return fmt.Errorf("keep message %d of %d", it.Row, len(c.s.Rows))
			}
			m, err := c.s.Message(it.Row)
			if err != nil {
				return err
			}
			if it.Said {
				m = m.Said()
			}
			c.message(it, m)
		}
	}
	c.finish()
	c.around()
	return nil
}

// message adds a kept message.
func (c *talk) message(it *model.Item, m model.Message) {
	if m.Broken {
		c.repair(it.Row, "it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now")
	}
	t := &turn{row: it.Row, role: m.Role, origin: m.Origin, head: it.Kind != model.KeptTail, time: m.Time, model: m.Model}
	if m.Role != model.Tool {
		c.turns = append(c.turns, t)
	}
	for _, p := range m.Parts {
		switch {
		case p.Kind == model.Result:
			if it.Mask != "" {
				p.JSON, p.Output = "", []model.Part{{Kind: model.Text, Text: it.Mask}}
			}
			if !slices.Contains(it.Drop, p.ID) {
				c.answer(p, it.Row)
			}
		case p.Kind == model.Call:
			t = c.open(t, it.Row)
			t.calls = append(t.calls, c.call(p))
		case m.Role == model.Tool:
			c.lost.add(unknownBlock, 1)
		default:
			if q, ok := c.part(m.Role, p); ok {
				t = c.open(t, it.Row)
				t.parts = append(t.parts, q)
			}
		}
	}
}

// open is the turn to which a part of an answer belongs: another one when a result of the
// message has been told already, because the model knew it then.
func (c *talk) open(t *turn, row int) *turn {
	last := c.turns[len(c.turns)-1]
	if t.role != model.Assistant || last.row != row || !slices.ContainsFunc(last.calls, func(k *call) bool { return k.result != nil }) {
		return last
	}
	next := &turn{row: row, role: t.role, time: t.time, model: t.model, head: t.head}
	c.turns = append(c.turns, next)
	return next
}

// answer gives a result to the last call with its id, when that has none.
func (c *talk) answer(p model.Part, row int) {
	for i := len(c.turns) - 1; i >= 0; i-- {
		for k := len(c.turns[i].calls) - 1; k >= 0; k-- {
			at := c.turns[i].calls[k]
			if at.from != p.ID {
				continue
			}
			if at.result != nil {
				c.lost.add(orphanResult, 1)
				return
			}
			if i < len(c.turns)-1 && c.turns[len(c.turns)-1].row < row {
				c.lost.add(movedResult, 1)
			}
			at.result = c.result(p)
			return
		}
	}
	c.lost.add(orphanResult, 1)
}

// finish closes calls that nothing answers, and takes out what is left empty.
func (c *talk) finish() {
	for _, t := range c.turns {
		for _, k := range t.calls {
			if k.result == nil {
				k.result = &model.Part{Kind: model.Result, Failed: true, Output: []model.Part{{Kind: model.Text, Text: noResult}}}
				c.lost.add(openCall, 1)
			}
			if k.result.Failed && !c.target.failed {
				c.lost.add(failedMark, 1)
			}
		}
	}
	c.turns = slices.DeleteFunc(c.turns, func(t *turn) bool {
		said := slices.ContainsFunc(t.parts, func(p model.Part) bool { return p.Kind != model.Thinking })
		if said || len(t.calls) > 0 {
			return false
		}
		c.repair(t.row, "nothing is left of it that the other format could hold")
		c.lost.add(emptyMessage, 1)
		return true
	})
	for _, t := range c.turns {
		c.place(t)
	}
	c.turns = slices.DeleteFunc(c.turns, func(t *turn) bool { return t.parts == nil && t.calls == nil })
}

// around says what stands around the messages and is not taken along.
func (c *talk) around() {
	if len(c.s.Attachments) > 0 {
		c.lost.add(attachment, len(c.s.Attachments))
	}
	for _, p := range c.s.Problems {
		if p.Kind == "opaque-summary" {
			c.lost.add(sealedSummary, 1)
		}
	}
	if c.target.agent && len(c.names) > 0 {
		c.lost.tools(c.names, c.target.Title)
	}
}

// text is the words of a turn, its text parts joined by a blank line.
func (t *turn) text() string { return strings.Join(texts(t.parts), "\n\n") }

// texts are the words of the parts that are text.
func texts(parts []model.Part) []string {
	var out []string
	for _, p := range parts {
		if p.Kind == model.Text {
			out = append(out, p.Text)
		}
	}
	return out
}

func (c *talk) repair(row int, reason string) {
	c.out.Repairs = append(c.out.Repairs, model.Repair{Row: row, Reason: reason})
}
