package claudecode

import (
	"fmt"
	"unicode/utf8"
	"unsafe"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// synthetic is the model of answers that the agent wrote itself.
const synthetic = "<synthetic>"

// decoder implements model.Decoder.
type decoder struct{}

// Decode turns the records of one row into its message. Several records are the lines of one
// answer; one record can be two messages, results and words, which row.Sub tells apart.
func (decoder) Decode(records [][]byte, row model.Row) (model.Message, error) {
	broken := false
	for _, raw := range records {
		if !jsonl.Valid(raw) {
			return model.Message{}, jsonl.ErrNoRecord
		}
		broken = broken || !utf8.Valid(raw) || jsonl.LoneSurrogate(raw)
	}
	ms := decode(records)
	i := 0
	if row.Is(model.Split) {
		i = row.Sub
	}
	if i >= len(ms) {
		return model.Message{}, fmt.Errorf("it holds %d messages: %w", len(ms), jsonl.ErrNoRecord)
	}
	ms[i].Broken = ms[i].Broken || broken
	return ms[i], nil
}

// view is a record as a string, without a copy of it: one of 20 MB would be there twice.
func view(raw []byte) string {
	return unsafe.String(unsafe.SliceData(raw), len(raw)) //nolint:gosec // nobody changes a record while its messages are looked at
}

// decode gives the one or two messages that records hold. Their texts may be parts of the
// records.
func decode(records [][]byte) []model.Message {
	var m, results model.Message
	human := "" // who is said to have written it
	meta, digest, words := false, false, false
	for n, raw := range records {
		typ := ""
		var msg, att, origin gjson.Result
		gjson.Parse(view(raw)).ForEach(func(k, v gjson.Result) bool {
			switch k.Str {
			case "type":
				typ = v.Str
			case "uuid":
				set(&m.ID, n == 0, v)
			case "timestamp":
				set(&m.Time, n == 0, v)
			case "isMeta":
				meta = v.Type == gjson.True
			case "isCompactSummary":
				digest = v.Type == gjson.True
			case "origin":
				origin = v
			case "message":
				msg = v
			case "attachment":
				att = v
			}
			return true
		})
		content := msg
		switch typ {
		case "assistant":
			m.Role = model.Assistant
		case "attachment":
			m.Role = model.User
			content, origin = att.Get("prompt"), att.Get("origin")
			meta = meta || att.Get("isMeta").Type == gjson.True
		default:
			m.Role = model.User
		}
		if msg.IsObject() {
			content = gjson.Result{}
			msg.ForEach(func(k, v gjson.Result) bool {
				switch k.Str {
				case "content":
					content = v
				case "model":
					if v.Str != synthetic {
						m.Model = v.Str
					}
				}
				return true
			})
		}
		human = text(origin.Get("kind"))
		c := collector{}
		c.content(content, m.Role == model.User)
		m.Parts = append(m.Parts, c.parts...)
		results.Parts = append(results.Parts, c.results...)
		m.Broken = m.Broken || c.broken
		words = words || len(c.parts) > 0
	}
	if m.Role == model.Assistant {
		return []model.Message{m}
	}
	var out []model.Message
	if len(results.Parts) > 0 {
		results.Role, results.ID, results.Time, results.Broken = model.Tool, m.ID, m.Time, m.Broken
		out = append(out, results)
		if !words {
			return out
		}
	}
	m.Model = ""
	m.Origin = origin(m, human, meta, digest)
	return append(out, m)
}

func set(dst *string, first bool, v gjson.Result) {
	if first {
		*dst = text(v)
	}
}

// origin says who wrote a message in the user's role.
func origin(m model.Message, human string, meta, digest bool) model.Origin {
	o := measure.OriginOf(m, measure.Wrappers)
	switch {
	case digest || o == model.FromSummary:
		return model.FromSummary
	case human == "human":
		return model.Person
	case human != "" || meta:
		return model.Injected
	}
	return o
}

// collector gathers the parts of one message value.
type collector struct {
	parts, results []model.Part
	broken         bool
}

// content takes a content: a text or a list of blocks. In the user's role results of tools
// are put apart, since they are a message of their own.
func (c *collector) content(v gjson.Result, apart bool) {
	if v.Type == gjson.String {
		c.parts = append(c.parts, model.Part{Kind: model.Text, Text: c.text(v)})
		return
	}
	if !v.IsArray() {
		return
	}
	v.ForEach(func(_, b gjson.Result) bool {
		p := c.block(b)
		if apart && p.Kind == model.Result {
			c.results = append(c.results, p)
		} else {
			c.parts = append(c.parts, p)
		}
		return true
	})
}

func (c *collector) text(v gjson.Result) string {
	if v.Type != gjson.String {
		return ""
	}
	s, broken := js.Unquote(v.Raw)
	c.broken = c.broken || broken
	return s
}

func text(v gjson.Result) string {
	var c collector
	return c.text(v)
}
