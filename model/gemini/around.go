package gemini

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model/js"
	"cutline/model/jsonl"
)

// identity is what of the session's data is new. A compacted sub-agent is a session of its own.
func (w *writer) identity(o js.Object) map[string]string {
	id := map[string]string{"sessionId": js.Quote(w.out.ID), "lastUpdated": w.now()}
	if o.Has("kind") {
		id["kind"] = `"main"`
	}
	return id
}

// head writes what stands before the first message.
func (w *writer) head() {
	if w.f.doc != nil {
		w.document()
		return
	}
	header := w.f.header
	if header == "" { // nothing names the session
		header = `{"sessionId":"","projectHash":"","startTime":` + w.now() + `}`
		w.repair(-1, "the file does not name its session; a first line that does was added")
	}
	o := js.Fields(gjson.Parse(header))
	id := w.identity(o)
	for _, k := range []string{"sessionId", "lastUpdated", "kind"} {
		if v, ok := id[k]; ok {
			header = js.Set(header, k, v)
		}
	}
	w.out.Rope.AppendString(jsonl.Mend(header) + "\n")
}

// edit puts other text in the place of a part of the document.
type edit struct {
	from, to int
	with     string
}

// document writes the document up to its first message, and keeps what stands behind the last.
func (w *writer) document() {
	doc := w.f.doc
	list := doc.Fields.Get("messages")
	open, closed := list.Index+1, list.Index+len(list.Raw)-1
	first, last := -1, closed
	list.ForEach(func(_, e gjson.Result) bool {
		if first < 0 {
			first = e.Index
		}
		last = e.Index + len(e.Raw)
		return true
	})
	first = max(first, open)
	w.sep = "," + doc.Text[open:first]
	var edits []edit
	id := w.identity(doc.Fields)
	for _, m := range doc.Fields {
		if v, ok := id[m.Key]; ok {
			edits = append(edits, edit{m.Value.Index, m.Value.Index + len(m.Value.Raw), v})
		}
	}
	slices.SortFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	w.out.Rope.AppendString(jsonl.Mend(apply(doc.Text, 0, first, edits)))
	w.end = jsonl.Mend(apply(doc.Text, last, len(doc.Text), edits)) + "\n"
}

// apply is a span of a text with the edits that lie in it.
func apply(text string, from, to int, edits []edit) string {
	var b strings.Builder
	for _, e := range edits {
		if e.from < from || e.to > to {
			continue
		}
		b.WriteString(text[from:e.from] + e.with)
		from = e.to
	}
	b.WriteString(text[from:to])
	return b.String()
}
