package codex

import (
	"bytes"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// shape is an item of one of the usual kinds, as far as walking over it tells. Its slices are
// part of the line, and it is used again for the next.
type shape struct {
	kind   kind
	id     []byte   // of the message
	call   []byte   // what pairs a call and its result
	name   []byte   // of a call's tool
	texts  [][]byte // between their quotes: one for each block
	opaque bool     // reasoning: there is a form that only the server can read
	list   bool     // a result: the texts are blocks
}

// item takes the shape of an item. It is false for one that has to be decoded.
func (s *shape) item(g *glance) bool {
	*s = shape{texts: s.texts[:0]}
	kind, ok := word(g.kind)
	if !ok {
		return false
	}
	if s.id, ok = word(g.id); !ok && !none(g.id) {
		return false
	}
	switch string(kind) {
	case "message":
		return s.message(g)
	case "reasoning":
		return s.reasoning(g)
	case "function_call":
		return s.called(g, g.arguments)
	case "custom_tool_call":
		return s.called(g, g.input)
	case "function_call_output", "custom_tool_call_output":
		return s.result(g)
	case "ghost_snapshot":
		s.kind = quiet
		return true
	}
	return false
}

func (s *shape) message(g *glance) bool {
	role, ok := word(g.role)
	switch string(role) {
	case "assistant":
		s.kind = answer
	case "user":
		s.kind = user
	case "developer", "system":
		s.kind = system
	default:
		return false
	}
	return ok && s.blocks(g.content)
}

func (s *shape) reasoning(g *glance) bool {
	s.kind, s.id = reasoning, nil
	sealed, ok := quoted(g.sealed)
	if !ok && !none(g.sealed) {
		return false
	}
	s.opaque = len(sealed) > 0
	if !none(g.content) {
		return false
	}
	return none(g.summary) || s.blocks(g.summary) && len(s.texts) <= 1
}

func (s *shape) called(g *glance, args []byte) bool {
	s.kind = call
	text, ok := quoted(args)
	s.texts = append(s.texts, text)
	return ok && s.pair(g) && s.named(g)
}

func (s *shape) result(g *glance) bool {
	s.kind = output
	if !s.pair(g) {
		return false
	}
	s.list = len(g.output) > 0 && g.output[0] == '['
	return s.blocks(g.output) && len(s.texts) > 0
}

func (s *shape) pair(g *glance) (ok bool) {
	s.call, ok = word(g.call)
	return ok && len(s.call) > 0
}

func (s *shape) named(g *glance) (ok bool) {
	s.name, ok = word(g.name)
	return ok
}

// blocks takes a content that is one text, or a list of nothing but texts.
func (s *shape) blocks(raw []byte) bool {
	if text, ok := quoted(raw); ok {
		s.texts = append(s.texts, text)
		return true
	}
	if len(raw) == 0 || raw[0] != '[' {
		return false
	}
	good := true
	c := jsonl.NewCursor(raw)
	c.Array(func() {
		var typ, text []byte
		c.Object(func(key []byte) {
			switch string(key) {
			case "type":
				good = good && typ == nil
				typ = c.Raw()
			case "text":
				good = good && text == nil
				text = c.Raw()
			default:
				good = good && bytes.IndexByte(key, '\\') < 0
			}
		})
		kind, plain := word(typ)
		words, is := quoted(text)
		good = good && plain && is && textTypes[string(kind)]
		s.texts = append(s.texts, words)
	})
	return good && c.Done()
}

// whole is the message that the item would make alone.
func (s *shape) whole() model.Message {
	m := model.Message{ID: js.Unescape(s.id), Role: s.kind.role()}
	switch s.kind {
	case call:
		m.Parts = []model.Part{{Kind: model.Call, ID: js.Unescape(s.call), Name: js.Unescape(s.name), Args: js.Unescape(s.texts[0])}}
	case output:
		m.Parts = []model.Part{s.returned()}
	case reasoning:
		p := model.Part{Kind: model.Thinking}
		if len(s.texts) > 0 {
			p.Text = js.Unescape(s.texts[0])
		}
		if p.Redacted = p.Text == ""; !p.Redacted || s.opaque {
			m.Parts = []model.Part{p}
		}
	case system, user, answer:
		if len(s.texts) > 0 {
			m.Parts = s.said()
		}
	case unknown, quiet, opaque:
	}
	return m
}

func (s *shape) said() []model.Part {
	out := make([]model.Part, 0, len(s.texts))
	for _, text := range s.texts {
		out = append(out, model.Part{Kind: model.Text, Text: js.Unescape(text)})
	}
	return out
}

// returned is the whole result; see result.
func (s *shape) returned() model.Part {
	p := model.Part{Kind: model.Result, ID: js.Unescape(s.call), Output: s.said()}
	first := &p.Output[0].Text
	if s.list {
		p.Failed = exit(*first)
	} else {
		*first, p.Failed = printed(*first)
	}
	return p
}
