package prime

import (
	"bytes"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// late carries over the entries that were appended after the file was read. Those that hang
// below the old leaf go below the compaction; those of another branch, and all from another
// compaction on, cannot be carried. An agent that wrote the whole file anew has made another
// file of it, of which nothing is carried.
func (w *writer) late(compaction string) error {
	in := w.o.Late
	last := w.f.entries[len(w.f.entries)-1].src
	end := last.Off + last.Len
	if in == nil || in.Size <= end || !same(w.s, in, last) {
		return nil
	}
	leaf := w.f.entries[w.f.leaf].id
	below := make(map[string]bool) // appended entries that are carried
	stopped := false
	_, err := jsonl.Scan(in.Reader, in.Size, IsRecord, func(r jsonl.Record) bool {
		if r.Off < end {
			return true
		}
		raw := string(r.Raw)
		f := js.Fields(gjson.Parse(raw))
		id, parent := f.Text("id"), f.Text("parentId")
		stopped = stopped || f.Text("type") == "compaction"
		switch {
		case stopped || id == "" || parent != leaf && !below[parent]:
			w.out.Missed++
			return true
		case parent == leaf:
			raw = js.Set(raw, "parentId", js.Quote(compaction))
		}
		below[id] = true
		w.out.Carried++
		w.out.Rope.AppendString(raw + "\n")
		return true
	})
	return err
}

// same reports whether a record still stands where it stood.
func same(s *model.Session, in *model.Input, src model.Source) bool {
	was, err := model.ReadSource(s.Reader, src)
	if err != nil {
		return false
	}
	is, err := model.ReadSource(in.Reader, src)
	return err == nil && bytes.Equal(was, is)
}
