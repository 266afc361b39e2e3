package codex

import (
	"bytes"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// glance is what walking over a line tells of it: the values of the fields that decide what it
// is, as they stand in it.
type glance struct {
	typ, ordinal, payload []byte

	// Of the payload.
	kind, role, id, name, call     []byte
	content, summary, sealed       []byte
	arguments, input, output, info []byte

	odd bool // a key is written with an escape, or twice: only decoding tells what is meant
}

// walk goes over a line. It is false when the line cannot be walked through.
func (g *glance) walk(raw []byte) bool {
	*g = glance{}
	c := jsonl.NewCursor(raw)
	c.Object(func(key []byte) {
		switch string(key) {
		case "type":
			g.set(&g.typ, c.Raw())
		case "ordinal":
			g.set(&g.ordinal, c.Raw())
		case "payload":
			g.set(&g.payload, c.Span(func() { c.Object(func(key []byte) { g.field(key, c) }) }))
		default:
			g.known(key)
		}
	})
	return c.Done()
}

// field takes one field of the payload.
func (g *glance) field(key []byte, c *jsonl.Cursor) {
	var to *[]byte
	switch string(key) {
	case "type":
		to = &g.kind
	case "role":
		to = &g.role
	case "id":
		to = &g.id
	case "name":
		to = &g.name
	case "call_id":
		to = &g.call
	case "content":
		to = &g.content
	case "summary":
		to = &g.summary
	case "encrypted_content":
		to = &g.sealed
	case "arguments":
		to = &g.arguments
	case "input":
		to = &g.input
	case "output":
		to = &g.output
	case "info":
		to = &g.info
	default:
		g.known(key)
		return
	}
	g.set(to, c.Raw())
}

func (g *glance) set(to *[]byte, raw []byte) {
	g.odd = g.odd || *to != nil
	*to = raw
}

func (g *glance) known(key []byte) { g.odd = g.odd || bytes.IndexByte(key, '\\') >= 0 }

// envelope is the type of a line; it is empty when only decoding tells what is meant.
func (g *glance) envelope() string {
	typ, plain := word(g.typ)
	if g.odd || !plain || len(g.payload) == 0 || g.payload[0] != '{' {
		return ""
	}
	return string(typ)
}

// quoted is what stands between the quotes of a string; it is false for any other value.
func quoted(raw []byte) ([]byte, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return nil, false
	}
	return raw[1 : len(raw)-1], true
}

// word is a string that says in the file what it means; it is false for any other value.
func word(raw []byte) ([]byte, bool) {
	s, ok := quoted(raw)
	return s, ok && bytes.IndexByte(s, '\\') < 0
}

// none reports whether there is no value, or null.
func none(raw []byte) bool { return len(raw) == 0 || raw[0] == 'n' }

// shownEvents are the types of events from which something follows.
var shownEvents = map[string]bool{
	"user_message": true, "agent_message": true, "item_completed": true, "thread_name_updated": true,
	"task_started": true, "turn_started": true, "token_count": true, "thread_rolled_back": true,
}

// skim makes the entry of a line that need not be decoded to know what it is. It is false for
// any other: what is seldom is not worth a rule.
func (r *reader) skim(g *glance, in jsonl.Record) (e entry, ok bool) {
	e = entry{src: in.Source, broken: in.Broken, summary: -1, ordinal: -1}
	if n := gjson.ParseBytes(g.ordinal); n.Type == gjson.Number {
		e.ordinal = n.Int()
	}
	switch typ := g.envelope(); typ {
	case typeItem:
		return e, r.shape.item(g) && r.spoken(&e)
	case typeEvent:
		kind, plain := word(g.kind)
		if _, text := quoted(g.kind); text && !plain {
			return e, false
		}
		switch {
		case string(kind) == "token_count":
			e.report(js.Fields(gjson.ParseBytes(g.info)))
		case string(kind) == "agent_message" && r.words: // the item says the same
			e.class, e.item = said, item{src: e.src, kind: answer, origin: model.NoOrigin, event: true}
		default:
			e.class = silent
			return e, !shownEvents[string(kind)]
		}
		return e, true
	case typeMeta, typeContext, typeCompacted:
		return e, false
	default:
		e.class = silent
		return e, envelopes[typ]
	}
}

// spoken takes the item of which the reader has the shape.
func (r *reader) spoken(e *entry) bool {
	s, it := &r.shape, item{src: e.src, kind: r.shape.kind, broken: e.broken}
	e.class = spoken
	if p, ok := r.rough(); ok {
		it.hold(p, js.Unescape(s.id))
	} else if it.kind != quiet {
		m := s.whole()
		if it.kind == user {
			e.words = m.Text()
			it.origin, it.sum = measure.OriginOf(m, measure.Wrappers), hash(e.words)
		}
		it.weigh(m)
	}
	e.item = it
	return true
}
