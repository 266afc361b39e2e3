package chat

import (
	"bytes"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/jsonl"
)

// late is what was appended to the input after it was read.
type late struct {
	records  []model.Source
	answered map[string]bool // calls that it answers
	missed   int
}

// readLate looks behind the last record that was read. Lines that are messages can be
// carried over: nothing but their order ties them to the rest. What was put into a document
// cannot, because the whole document was written anew.
func readLate(lay *layout, in *model.Input) (late, error) {
	l := late{answered: make(map[string]bool)}
	if in == nil || in.Size <= lay.to {
		return l, nil
	}
	if !lay.lines {
		doc, err := model.ReadSource(in.Reader, model.Source{Len: in.Size})
		if err != nil {
			return l, err
		}
		if found, ok := find(gjson.ParseBytes(bytes.TrimPrefix(doc, []byte("\ufeff")))); ok {
			l.missed = max(0, len(found.messages.Array())-lay.count)
		}
		return l, nil
	}
	_, err := jsonl.Scan(in.Reader, in.Size, nil, func(r jsonl.Record) bool {
		if r.Off < lay.to {
			return true
		}
		out, _ := read(string(r.Raw))
		if len(out) == 0 {
			l.missed++
			return true
		}
		l.records = append(l.records, r.Source)
		for _, m := range out {
			for _, p := range m.Parts {
				if p.Kind == model.Result {
					l.answered[p.ID] = true
				}
			}
		}
		return true
	})
	return l, err
}

// carry writes a record that was appended; false when nothing of it can be kept.
func (w *writer) carry(r model.Source, in *model.Input) bool {
	raw, err := model.ReadSource(in.Reader, r)
	if err != nil {
		return false
	}
	w.e.why, w.e.closing = nil, nil
	text := w.e.element(jsonl.Mend(string(raw)), nil, "")
	if text == "" {
		return false
	}
	w.put(text)
	return true
}
