package gemini

import (
	"fmt"

	"github.com/tidwall/gjson"

	"cutline/model/js"
	"cutline/model/jsonl"
)

// copy writes the file as it is, with the new id in the place of the old one.
func (w *writer) copy() error {
	off, n := int64(0), int64(0) // of the id
	if doc := w.f.doc; doc != nil {
		v := doc.Fields.Get("sessionId")
		off, n = doc.Base+int64(v.Index), int64(len(v.Raw))
	} else if _, err := jsonl.Scan(w.s.Reader, w.s.Bytes, IsRecord, func(r jsonl.Record) bool {
		f := js.Fields(gjson.Parse(string(r.Raw)))
		if !isHeader(f) {
			return true
		}
		v := f.Get("sessionId")
		off, n = r.Off+int64(v.Index), int64(len(v.Raw))
		return false
	}); err != nil {
		return fmt.Errorf("read the session's header: %w", err)
	}
	if n == 0 { // nothing names the session
		w.head()
	}
	w.out.Rope.AppendFrom(w.s.Reader, 0, off)
	if n > 0 {
		w.out.Rope.AppendString(js.Quote(w.out.ID))
	}
	w.out.Rope.AppendFrom(w.s.Reader, off+n, w.s.Bytes-off-n)
	return nil
}
