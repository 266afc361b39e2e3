// Package measure turns decoded messages into the rows of a session: sizes, flags, labels,
// pairs, live state. It measures once, while the file is read, so that no later step has to
// touch the text to decide something.
package measure

import (
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/tokens"
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
	i := len(b.s.Rows)
	row := model.Row{
		// What stays must not hold on to the text of the record.
		ID: strings.Clone(m.ID), Role: m.Role, Origin: m.Origin, Flags: flags,
		Source: len(b.s.Sources), Sources: len(sources), Sub: sub,
	}
	if len(sources) > 0 {
		row.Line = sources[0].Line
	}
	b.s.Sources = append(b.s.Sources, sources...)
	if m.Broken {
		row.Flags |= model.Broken
	}
	row.Rendered = len(m.Role.String()) + 2 + 2*max(0, len(m.Parts)-1) // the role, and the blank lines between parts
	row.Bytes = row.Rendered
	for _, p := range m.Parts {
		row.Kinds |= 1 << p.Kind
		b.size(&row, p)
		b.part(&row, i, p)
	}
	b.text(&row, m)
	b.s.Rows = append(b.s.Rows, row)
}

// part notes what one part means for its row: flags, links, state.
func (b *Builder) part(row *model.Row, i int, p model.Part) {
	switch p.Kind {
	case model.Text:
		if strings.TrimSpace(p.Text) != "" {
			row.Flags |= model.HasText
		}
	case model.Thinking:
		row.Flags |= model.HasThinking
	case model.Image:
		row.Flags |= model.HasImage
		row.Images++
	case model.Call:
		p.ID, p.Name = strings.Clone(p.ID), strings.Clone(p.Name)
		row.Flags |= model.HasCall
		c := call{p.Name, argLabel(p.Args)}
		b.calls[p.ID] = c
		b.s.Links = append(b.s.Links, model.Link{ID: p.ID, Name: p.Name, Row: i})
		if row.Tool == "" {
			row.Tool, row.Label = c.tool, c.label
		}
		if b.todos.call(p) {
			b.s.TodosFrom = i
		}
	case model.Result:
		p.ID = strings.Clone(p.ID)
		row.Flags |= model.HasResult
		if p.Failed {
			row.Flags |= model.Failed
		}
		c := b.calls[p.ID]
		if c.tool == "" {
			b.bare = append(b.bare, len(b.s.Links))
		}
		b.s.Links = append(b.s.Links, model.Link{ID: p.ID, Name: c.tool, Row: i, Result: true})
		if row.Tool == "" {
			row.Tool, row.Label = c.tool, c.label
		}
		for _, o := range p.Output {
			if o.Kind == model.Image {
				row.Flags |= model.HasImage
				row.Images++
			}
		}
		b.todos.result(c.tool, p)
	case model.File, model.Unknown:
	}
}

// text sets what follows from the message's own words.
func (b *Builder) text(row *model.Row, m model.Message) {
	if len(m.Parts) == 0 {
		row.Flags |= model.Empty
	}
	if blank(m) {
		row.Flags |= model.Blank
	}
	words := ""
	for _, p := range m.Parts {
		if p.Kind == model.Text && strings.TrimSpace(p.Text) != "" {
			words = p.Text
			break
		}
	}
	if words != "" {
		row.Label = Label(words)
	} else if row.Label == "" && row.Tool == "" {
		row.Label = fallbackLabel(m)
	}
	if m.Role != model.User {
		return
	}
	text := m.Text()
	if blocks, _ := model.QueryBlocks(text); len(blocks) > 0 {
		row.Query = len(blocks) - 1
		for _, q := range blocks {
			row.Query += js.Units(q)
		}
		row.Label = Label(strings.TrimSuffix(strings.TrimPrefix(blocks[len(blocks)-1], "<user_query>"), "</user_query>"))
	}
	if strings.Contains(text, "<user_info>") && strings.Contains(text, "</user_info>") {
		row.Flags |= model.UserInfo
	}
	if strings.Contains(text, "<skill>") || strings.HasPrefix(text, "Base directory for this skill:") {
		row.Flags |= model.Skill
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

// size adds the sizes of one part to its row. Rendered and Bytes are what Part.Transcript
// would give with the name that is known so far; Finish settles the rest.
func (b *Builder) size(row *model.Row, p model.Part) {
	if p.Kind == model.Result {
		if p.Name = b.calls[p.ID].tool; p.Name == "" {
			p.Name = unknownTool
		}
	}
	t := p.Transcript()
	row.Rendered += js.Units(t)
	row.Bytes += len(t)
	Texts(p, func(s string) {
		row.Chars += js.Units(s)
		row.Tokens += tokens.Estimate(s, tokens.O200k)
	})
	row.Tokens += tokens.ImageTokens * Images(p)
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
		d := len(l.Name) - len(unknownTool)
		row.Bytes += d
		row.Rendered += js.Units(l.Name) - len(unknownTool)
		if row.Tool == "" {
			row.Tool, row.Label = l.Name, b.calls[l.ID].label
		}
	}
	b.s.Todos = b.todos.items
}
