package opencode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
	"cutline/model/jsonl"
)

// copy writes the document as it is, with new ids in the places of the old ones.
func (w *writer) copy() {
	c := copier{ids: w.ids, as: map[string]string{}}
	session := w.out.ID
	info := w.f.doc.Fields.Get("info")
	c.put(info.Get("id"), session)
	w.f.doc.Fields.Get("messages").ForEach(func(_, m gjson.Result) bool {
		if !isRecord(js.Fields(m)) {
			return true
		}
		id := c.new(m.Get("info.id"), w.ids.Message())
		c.put(m.Get("info.sessionID"), session)
		c.known(m.Get("info.parentID"))
		m.Get("parts").ForEach(func(_, p gjson.Result) bool {
			if p.IsObject() {
				c.new(p.Get("id"), w.ids.Part())
				c.put(p.Get("sessionID"), session)
				c.put(p.Get("messageID"), id)
				c.known(p.Get("tail_start_id"))
			}
			return true
		})
		return true
	})
	c.known(info.Get("revert.messageID"))
	c.known(info.Get("revert.partID"))
	text := c.apply(w.f.doc.Text)
	if sound := jsonl.Mend(text); sound != text {
		w.repair(-1, "it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now")
		text = sound
	}
	w.put(text + "\n")
}

// copier puts ids in the places of others.
type copier struct {
	ids   *IDs
	as    map[string]string // new ids by the old
	edits []idEdit
}

type idEdit struct {
	at   int // offset of the old one in the document
	n    int // its bytes
	with string
}

// put puts an id in the place of a value, if there is one.
func (c *copier) put(old gjson.Result, id string) {
	if old.Type == gjson.String && old.Index > 0 {
		c.edits = append(c.edits, idEdit{old.Index, len(old.Raw), js.Quote(id)})
	}
}

// new puts an id in the place of one that others may name.
func (c *copier) new(old gjson.Result, id string) string {
	c.as[old.Str] = id
	c.put(old, id)
	return id
}

// known puts the new id in the place of one that names something. One of what is not there stays.
func (c *copier) known(old gjson.Result) {
	if id := c.as[old.Str]; id != "" {
		c.put(old, id)
	}
}

// apply gives the document with the new ids.
func (c *copier) apply(text string) string {
	slices.SortFunc(c.edits, func(a, b idEdit) int { return cmp.Compare(a.at, b.at) })
	var b strings.Builder
	from := 0
	for _, e := range c.edits {
		b.WriteString(text[from:e.at] + e.with)
		from = e.at + e.n
	}
	b.WriteString(text[from:])
	return b.String()
}
