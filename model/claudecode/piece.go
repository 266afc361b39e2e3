package claudecode

import (
	"strings"

	"github.com/cespare/xxhash/v2"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// skeleton is the content blocks of one message, as far as walking over them tells.
type skeleton struct {
	list    []block
	results int  // how many of them are results of tools
	odd     bool // there is one that only decoding tells more of
}

// block is one of them. Its slices are part of the record.
type block struct {
	kind            model.Kind
	id, name        []byte
	text            []byte   // between its quotes; of a call its arguments
	more            [][]byte // further texts of a result
	failed, encoded bool     // encoded: thinking of which only a signature is there
}

// resultBytes is how much of a result is decoded for what a list shows of it: that is what its
// call was about, unless nobody knows the call.
const resultBytes = 64

func (b *skeleton) reset() { *b = skeleton{list: b.list[:0]} }

// content walks over a content and gives its bytes.
func (b *skeleton) content(c *jsonl.Cursor) []byte {
	return c.Span(func() {
		switch c.Next() {
		case '"':
			b.list = append(b.list, block{kind: model.Text, text: c.Text()})
		case '[':
			c.Array(func() { b.block(c) })
		default:
			b.odd = true
			c.Raw()
		}
	})
}

// block walks over one content block.
func (b *skeleton) block(c *jsonl.Cursor) {
	if c.Next() != '{' {
		b.odd = true
		c.Raw()
		return
	}
	var x block
	var typ, text, thinking, signature, input, id, call []byte
	odd := false
	c.Object(func(key []byte) {
		switch string(key) {
		case "type":
			typ = c.Text()
		case "text":
			text = c.Text()
		case "thinking":
			thinking = c.Text()
		case "signature":
			signature = c.Text()
		case "id":
			id = c.Text()
		case "name":
			x.name = c.Text()
		case "input":
			input = c.Raw()
		case "tool_use_id":
			call = c.Text()
		case "is_error":
			x.failed = c.True()
		case "content":
			odd = x.output(c)
		}
	})
	switch string(typ) {
	case "text":
		x = block{kind: model.Text, text: text}
	case "thinking":
		x = block{kind: model.Thinking, text: thinking, encoded: len(thinking) == 0 && len(signature) > 0}
	case "redacted_thinking":
		x = block{kind: model.Thinking, encoded: true}
	case "tool_use", "server_tool_use", "mcp_tool_use":
		x = block{kind: model.Call, id: id, name: x.name, text: input}
	case "tool_result":
		x.kind, x.id, x.name = model.Result, call, nil
		b.results++
		b.odd = b.odd || odd
	default:
		b.odd = true
	}
	b.list = append(b.list, x)
}

// output walks over the content of a result. It reports whether that is no text and no list
// of texts.
func (x *block) output(c *jsonl.Cursor) (odd bool) {
	x.text, x.more = nil, nil
	if c.Next() == '"' {
		x.text = c.Text()
		return false
	}
	if c.Next() != '[' {
		c.Raw()
		return true
	}
	n := 0
	c.Array(func() {
		var typ, text []byte
		c.Object(func(key []byte) {
			switch string(key) {
			case "type":
				typ = c.Text()
			case "text":
				text = c.Text()
			}
		})
		odd = odd || string(typ) != "text"
		if n++; n == 1 {
			x.text = text
		} else {
			x.more = append(x.more, text)
		}
	})
	return odd || n == 0
}

// measure adds the pieces of a record. Its blocks were walked over before.
func (k *skimmer) measure(r *rec, raw []byte) {
	r.piece = k.pieces.begin(len(k.recs))
	if k.approx && k.rough(r) {
		r.pieces = 1
		return
	}
	ms := decode([][]byte{raw})
	r.pieces = uint8(len(ms)) // one or two
	for _, m := range ms {
		k.pieces.add(measure.PieceOf(m))
	}
	if m := ms[len(ms)-1]; m.Role == model.User {
		if text := m.Text(); text != "" {
			r.words = xxhash.Sum64String(text)
		}
	}
}

// rough adds the piece of an answer, or of results, whose sizes are worked out from samples.
// It is false for what has to be decoded: the words of a person decide too much, and what is
// seldom is not worth a rule.
func (k *skimmer) rough(r *rec) bool {
	b := &k.blocks
	if b.odd || len(b.list) == 0 || r.kind != assistant && (r.kind != user || b.results < len(b.list)) {
		return false
	}
	p := measure.Piece{Role: model.Assistant}
	if r.kind == user {
		p.Role = model.Tool
	}
	m := model.Message{Role: p.Role, Parts: make([]model.Part, 0, len(b.list))}
	for i := range b.list {
		x := &b.list[i]
		part, ok := x.head()
		if !ok {
			return false
		}
		m.Parts = append(m.Parts, part)
	}
	for i := range b.list {
		x := &b.list[i]
		if x.kind == model.Call {
			p.AddCall(js.Unescape(x.id), js.Unescape(x.name), x.text)
		} else {
			p.Add(m.Parts[i])
		}
		x.size(&p)
	}
	p.Words(m)
	k.pieces.add(p)
	return true
}

// head is the part with no more than the beginning of its text. It is false when that is blank
// and goes on, so that nobody knows yet whether there are words.
func (x *block) head() (model.Part, bool) {
	p := model.Part{Kind: x.kind, Failed: x.failed, Redacted: x.encoded}
	if x.kind == model.Call {
		return p, true
	}
	most := measure.HeadBytes
	if x.kind == model.Result {
		most = resultBytes
	}
	s, whole := measure.Head(x.text, most)
	if !whole && x.kind == model.Text && strings.TrimSpace(s) == "" {
		return p, false
	}
	if x.kind != model.Result {
		p.Text = s
		return p, true
	}
	p.ID = js.Unescape(x.id)
	p.Output = []model.Part{{Kind: model.Text, Text: s}}
	return p, true
}

// size adds the block's sizes to its piece.
func (x *block) size(p *measure.Piece) {
	var t measure.Sample
	if x.kind == model.Call {
		t = measure.SampleJSON(x.text)
	} else {
		t = measure.SampleText(x.text)
	}
	for _, m := range x.more {
		t.Join(measure.SampleText(m))
	}
	p.AddSample(x.kind, len(x.name), t)
}

// last is the piece of the last message of a record.
func (k *skimmer) last(r *rec) *measure.Piece { return k.pieces.at(r.piece, int(r.pieces)-1) }

// join is the piece of the records of one message.
func (k *skimmer) join(p *plan, group []int) measure.Piece {
	out := *k.pieces.at(p.recs[group[0]].piece, 0)
	for _, i := range group[1:] {
		out.Join(k.pieces.at(p.recs[i].piece, 0))
	}
	return out
}
