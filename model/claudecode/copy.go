package claudecode

import (
	"fmt"

	"cutline/model/js"
	"cutline/model/jsonl"
)

// copy writes the file as it is, with a new session's id in every record. The ids of records
// name them within a file, and stay.
func (w *writer) copy() error {
	w.session = w.o.NewID()
	w.name()
	done := int64(0)
	id := js.Quote(w.session)
	_, err := jsonl.Scan(w.s.Reader, w.s.Bytes, IsRecord, func(r jsonl.Record) bool {
		members(r.Raw, func(m member) {
			if m.key != "sessionId" && m.key != "session_id" {
				return
			}
			w.out.Rope.AppendFrom(w.s.Reader, done, r.Off+int64(m.from)-done)
			w.out.Rope.AppendString(id)
			done = r.Off + int64(m.to)
		})
		return true
	})
	if err != nil {
		return fmt.Errorf("read the records: %w", err)
	}
	w.out.Rope.AppendFrom(w.s.Reader, done, w.s.Bytes-done)
	return nil
}
