package codex

import (
	"bytes"
	"io"
	"slices"

	"cutline/model"
	"cutline/model/jsonl"
)

// late gives the lines that were appended after the file was read and go on from where it
// stood. What follows another compaction, or turns taken back, cannot be carried; neither can
// the numbers of the server, which are of the history before this compaction. An agent that
// wrote the whole file anew has made another file of it, of which nothing is carried.
func (w *writer) late() ([]line, error) {
	in := w.o.Late
	if in == nil || in.Size <= w.s.Bytes || len(w.f.lines) == 0 {
		return nil, nil
	}
	last := w.f.lines[len(w.f.lines)-1].src
	end := last.Off + last.Len
	if !same(w.s, in, last) {
		return nil, nil
	}
	var lines []line
	var items, missed []item
	of := make(map[int64]int) // offset of a line → its item
	stopped := false
	_, err := jsonl.Scan(io.NewSectionReader(in.Reader, end, in.Size-end), in.Size-end, IsRecord, func(r jsonl.Record) bool {
		src := r.Source
		src.Off += end
		e := parse(string(r.Raw), src, r.Broken)
		stopped = stopped || e.class == compacted || e.class == rolled
		switch {
		case e.class == report:
			return true
		case e.class == spoken && e.item.kind != quiet:
			if stopped {
				missed = append(missed, e.item)
				return true
			}
			of[src.Off] = len(items)
			items = append(items, e.item)
		case stopped:
			return true
		}
		lines = append(lines, line{src, e.class, e.broken, e.bare})
		return true
	})
	if err != nil {
		return nil, err
	}
	w.out.Missed = len(group(missed))
	fits, err := w.fit(items)
	if err != nil {
		return nil, err
	}
	var out []line
	for _, l := range lines {
		if i, ok := of[l.src.Off]; !ok || fits[i] {
			out = append(out, l)
		}
	}
	return out, nil
}

// fit says which of the new items can be carried: not a call without a result, nor a result
// without a call, nor reasoning without what followed it. A result for a call that is kept
// goes into the list, behind that call, and is said as a repair; the others are counted as
// the messages that they make behind the summary.
func (w *writer) fit(items []item) (map[int]bool, error) {
	ids, err := w.ids(items)
	if err != nil {
		return nil, err
	}
	coming := make(map[string]bool)
	for i, id := range ids {
		coming[id] = coming[id] || id != "" && items[i].kind == output
	}
	kept, answered := w.open()
	calls := make(map[string]bool) // new ones that are carried
	fits := make(map[int]bool, len(items))
	for _, g := range group(items) {
		if slices.ContainsFunc(g, func(i int) bool {
			id := ids[i]
			if id == "" || items[i].kind == call {
				return id != "" && !coming[id]
			}
			return answered[id] || !calls[id] && !kept[id]
		}) {
			w.out.Missed++
			continue
		}
		behind := true
		for _, i := range g {
			fits[i] = true
			switch id := ids[i]; {
			case id == "":
			case items[i].kind == call:
				calls[id] = true
			default:
				answered[id] = true
				if !calls[id] {
					w.results[id] = piece{w.o.Late.Reader, items[i].src}
					fits[i], behind = false, false
				}
			}
		}
		if behind {
			w.out.Carried++
		}
	}
	for i := range items {
		fits[i] = fits[i] || items[i].kind == opaque
	}
	return fits, nil
}

// ids are what pairs the new calls and results, by item; empty where nothing has to be paired.
func (w *writer) ids(items []item) ([]string, error) {
	out := make([]string, len(items))
	for i, it := range items {
		if it.kind != call && it.kind != output {
			continue
		}
		b, err := model.ReadSource(w.o.Late.Reader, it.src)
		if err != nil {
			return nil, err
		}
		f, _, _ := body(string(b))
		if t := f.Text("type"); !callTypes[t] {
			out[i] = callID(t, f)
		}
	}
	return out, nil
}

// open are the calls of the kept messages, and those that have a result among them.
func (w *writer) open() (calls, answered map[string]bool) {
	calls, answered = make(map[string]bool), make(map[string]bool)
	for _, it := range w.d.Items {
		if it.Kind != model.KeptTail || len(it.Drop) > 0 {
			continue
		}
		for _, l := range w.s.LinksOf(it.Row) {
			if l.Result {
				answered[l.ID] = true
			} else {
				calls[l.ID] = true
			}
		}
	}
	return calls, answered
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
