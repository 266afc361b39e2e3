// Package measure turns decoded messages into the rows of a session: sizes, flags, labels,
// pairs, live state. It measures once, while the file is read, so that no later step has to
// touch the text to decide something.
package measure

import (
	"strings"

	"cutline/model"
	"cutline/model/js"
)

// Builder collects the live context of a session, in order.
type Builder struct {
	s     *model.Session
	calls map[string]call // what is known of each call so far, by id
	bare  []int           // links of results that came before a call which names their tool
	todos todoList
}

type call struct{ tool, label string }

// unknownTool stands in a transcript for the tool of a result whose call is not known.
const unknownTool = "unknown"

// New starts the live context of s, which has none yet.
func New(s *model.Session) *Builder {
	s.TodosFrom, s.Usage.Row = -1, -1
	return &Builder{s: s, calls: make(map[string]call)}
}

// Len is the number of messages added so far, and so the index of the next.
func (b *Builder) Len() int { return len(b.s.Rows) }

// Add appends one message made of the given records. Sub says which of the messages of its
// record it is; flags are added to those that follow from the parts.
func (b *Builder) Add(m model.Message, sources []model.Source, sub int, flags model.Flags) {
	p := PieceOf(m)
	b.Put(&p, strings.Clone(m.ID), sources, sub, flags) // what stays must not hold on to the text of the record
	b.State(m)
}

// Put appends one message of which only the pieces are at hand, joined to one. The caller
// gives State its decoded records when Stateful says so.
func (b *Builder) Put(p *Piece, id string, sources []model.Source, sub int, flags model.Flags) {
	i := len(b.s.Rows)
	row := model.Row{
		ID: id, Role: p.Role, Origin: p.Origin, Flags: flags | p.Flags, Kinds: p.Kinds,
		Label: p.Label, Tool: p.Tool, Source: len(b.s.Sources), Sources: len(sources), Sub: sub,
		Chars: int(p.Chars), Said: p.said(), Query: int(p.Query), Tokens: int(p.Tokens), Images: int(p.Images),
	}
	if len(sources) > 0 {
		row.Line = sources[0].Line
	}
	b.s.Sources = append(b.s.Sources, sources...)
	row.Rendered, row.Bytes = p.frame()+int(p.Rendered), p.frame()+int(p.Bytes)
	for _, l := range p.Links {
		link := model.Link{ID: l.ID, Name: l.Name, Row: i, Result: l.Result}
		if !l.Result {
			b.calls[l.ID] = call{l.Name, l.Label}
			b.s.Links = append(b.s.Links, link)
			continue
		}
		c := b.calls[l.ID]
		if c.tool == "" {
			b.bare = append(b.bare, len(b.s.Links))
		} else {
			named(&row, c.tool)
		}
		if model.SkillTool(c.tool) && row.Flags&model.Failed == 0 {
			row.Flags |= model.Skill
		}
		link.Name = c.tool
		b.s.Links = append(b.s.Links, link)
		if row.Tool == "" {
			row.Tool = c.tool
			if row.Flags&model.HasText == 0 && c != (call{}) {
				row.Label = c.label
			}
		}
	}
	b.s.Rows = append(b.s.Rows, row)
}

// named puts the tool of a result into the sizes of its row.
func named(row *model.Row, tool string) {
	tool = model.OneLine(tool)
	row.Bytes += len(tool) - len(unknownTool)
	row.Rendered += js.Units(tool) - len(unknownTool)
}

// Stateful reports whether the parts of the message that is put next change the todo list.
func (b *Builder) Stateful(p *Piece) bool {
	if p.Todo {
		return true
	}
	for _, l := range p.Links {
		if l.Result && b.calls[l.ID].tool == makesTask {
			return true
		}
	}
	return false
}

// State takes what the parts of the message that was put last say of the todo list.
func (b *Builder) State(m model.Message) {
	for _, p := range m.Parts {
		switch p.Kind {
		case model.Call:
			if b.todos.call(p) {
				b.s.TodosFrom = len(b.s.Rows) - 1
			}
		case model.Result:
			b.todos.result(b.calls[p.ID].tool, p)
		case model.Text, model.Thinking, model.Image, model.File, model.Unknown:
		}
	}
}

// Earlier takes what a message that stands before the live context says of the todo list: the
// list outlives a compaction. Results are not taken, so a task keeps the number of its turn.
func (b *Builder) Earlier(m model.Message) {
	for _, p := range m.Parts {
		if p.Kind == model.Call {
			b.todos.call(p)
		}
	}
}

func blank(m model.Message) bool {
	for _, p := range m.Parts {
		switch p.Kind {
		case model.Text:
			if strings.TrimSpace(p.Text) != "" {
				return false
			}
		default:
			return false
		}
	}
	return len(m.Parts) > 0
}

// Texts calls f with each text of a part that a model reads: words, reasoning, arguments
// as compact JSON, the text of a result. No labels, no image data, no tool names.
func Texts(p model.Part, f func(string)) {
	switch p.Kind {
	case model.Text, model.Thinking:
		f(p.Text)
	case model.Call:
		f(p.Arguments())
	case model.Result:
		if p.JSON != "" {
			f(p.OutputText())
			return
		}
		for i, o := range p.Output {
			if o.Kind == model.Text {
				if i > 0 {
					f("\n")
				}
				f(o.Text)
			}
		}
	case model.Image, model.File, model.Unknown:
	}
}

// Images is how many images a part holds, the output of a result included.
func Images(p model.Part) int {
	n := 0
	if p.Kind == model.Image {
		n++
	}
	for _, o := range p.Output {
		n += Images(o)
	}
	return n
}

// Finish pairs calls and results over the whole context and settles what only then is known.
func (b *Builder) Finish() {
	model.Pair(b.s.Links)
	for _, k := range b.bare {
		l := b.s.Links[k]
		if l.Name == "" {
			continue
		}
		row := &b.s.Rows[l.Row]
		named(row, l.Name)
		if row.Tool == "" {
			row.Tool, row.Label = l.Name, b.calls[l.ID].label
		}
	}
	b.s.Todos = b.todos.items
}
