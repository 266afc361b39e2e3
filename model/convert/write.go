package convert

import (
	"strings"
	"time"

	"cutline/model"
	"cutline/model/js"
)

// isoMillis is the time of records: ISO 8601 in UTC with milliseconds.
const isoMillis = "2006-01-02T15:04:05.000Z"

// stamp is the time of a turn, quoted: its own when the source tells one, else that of the
// compaction.
func (c *talk) stamp(t *turn) string { return js.Quote(c.when(t).UTC().Format(isoMillis)) }

func (c *talk) when(t *turn) time.Time {
	if t != nil {
		if at, ok := t.told(); ok {
			return at
		}
	}
	return c.o.Now
}

// told is the time that the source tells of a turn, false when it tells none.
func (t *turn) told() (time.Time, bool) {
	at, err := time.Parse(time.RFC3339Nano, t.time)
	return at, err == nil
}

func (c *talk) now() string { return c.stamp(nil) }

// line adds a record of a file of lines.
func (c *talk) line(raw string) { c.out.Rope.AppendString(raw + "\n") }

// object is a JSON object of keys and raw values, alternately. A key without a value is left out.
func object(pairs ...string) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(js.Quote(pairs[i]) + ":" + pairs[i+1])
	}
	b.WriteByte('}')
	return b.String()
}

func array(items []string) string { return "[" + strings.Join(items, ",") + "]" }

// known is a text as JSON, nothing for an empty one.
func known(s string) string {
	if s == "" {
		return ""
	}
	return js.Quote(s)
}

// block is a part with the text in the usual form.
func block(kind, text string) string { return object("type", js.Quote(kind), "text", js.Quote(text)) }

// each writes every part of a list.
func each(parts []model.Part, write func(model.Part) string) []string {
	out := make([]string, 0, len(parts))
	for _, p := range parts {
		if s := write(p); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// flag is a true value, or none.
func flag(b bool) string {
	if b {
		return "true"
	}
	return ""
}

// content is the parts as a list, or as one text when they are no more than that.
func content(parts []model.Part, write func(model.Part) string) string {
	if len(parts) == 1 && parts[0].Kind == model.Text {
		return js.Quote(parts[0].Text)
	}
	return array(each(parts, write))
}
