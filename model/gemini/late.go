package gemini

import (
	"bytes"
	"io"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/document"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// late takes over the messages that were appended to the input after it was read. Lines that
// change what stood before them change another list than that of the new file, so what follows
// them is only counted; so is a record with a call that has no result yet, and one that answers a call of
// another record. A document is written anew as a whole: what it holds more is counted.
func (w *writer) late() error {
	in := w.o.Late
	if in == nil || in.Size <= w.s.Bytes {
		return nil
	}
	if w.f.doc != nil {
		doc, err := document.Read(*in)
		if err != nil { // it is being written
			return nil
		}
		doc.Records("messages", func(r jsonl.Record) bool {
			it := parse(string(r.Raw), r.Source, r.Broken)
			if _, known := w.f.ids[it.id]; !known && said([]item{it}) > 0 {
				w.out.Missed++
			}
			return true
		})
		return nil
	}
	end := w.f.last.Off + w.f.last.Len
	if w.f.last.Len == 0 || !w.same(in) {
		return nil
	}
	stopped := false
	var carry []string
	at := map[string]int{}
	_, err := jsonl.Scan(io.NewSectionReader(in.Reader, end, in.Size-end), in.Size-end, IsRecord, func(r jsonl.Record) bool {
		raw := string(r.Raw)
		f := js.Fields(gjson.Parse(raw))
		if f.Text(keyRewind) != "" || js.Fields(f.Get(keySet)).Has("messages") {
			stopped = true
			return true
		}
		it := parse(raw, r.Source, r.Broken)
		if !isMessage(f) || said([]item{it}) == 0 {
			return true
		}
		if _, known := w.f.ids[it.id]; known || stopped || !alone(raw) {
			w.out.Missed++
			return true
		}
		if i, again := at[it.id]; again {
			carry[i] = raw
			return true
		}
		at[it.id] = len(carry)
		carry = append(carry, raw)
		return true
	})
	for _, raw := range carry {
		w.out.Carried += len(decode(raw, nil))
		w.put(jsonl.Mend(raw))
	}
	return err
}

// alone reports whether all calls and results of a record are pairs.
func alone(raw string) bool {
	open := map[string]int{}
	for _, m := range decode(raw, nil) {
		for _, p := range m.Parts {
			switch p.Kind {
			case model.Call:
				open[p.ID]++
			case model.Result:
				open[p.ID]--
			default:
			}
		}
	}
	for _, n := range open {
		if n != 0 {
			return false
		}
	}
	return true
}

// same reports whether the last record still stands where it stood: an agent that wrote the
// file anew has made another file of it.
func (w *writer) same(in *model.Input) bool {
	was, err := model.ReadSource(w.s.Reader, w.f.last)
	if err != nil {
		return false
	}
	is, err := model.ReadSource(in.Reader, w.f.last)
	return err == nil && bytes.Equal(was, is)
}
