package claudecode

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"slices"

	"cutline/model"
	"cutline/model/jsonl"
)

// newcomer is a record that was appended to the input after it was read.
type newcomer struct {
	rec            *rec
	calls, results []string
}

// late takes over what was appended to the input meanwhile and continues the session that was
// read. Another session's lines, and what goes back to an earlier message, are only counted.
func (w *writer) late() error {
	if w.o.Late == nil || w.o.Late.Size <= w.s.Bytes {
		return nil
	}
	in := *w.o.Late
	start, err := w.unread(in.Reader)
	if err != nil {
		return err
	}
	k := &skimmer{}
	if _, err := jsonl.Scan(io.NewSectionReader(in.Reader, start, in.Size-start), in.Size-start, IsRecord, k.take); err != nil {
		return err
	}
	var list []newcomer
	for _, r := range w.following(k.recs) {
		r.src.Off += start
		c := newcomer{rec: r}
		raw, err := model.ReadSource(in.Reader, r.src)
		if err != nil {
			return err
		}
		for _, m := range decode([][]byte{raw}) {
			for _, p := range m.Parts {
				switch p.Kind {
				case model.Call:
					c.calls = append(c.calls, p.ID)
				case model.Result:
					c.results = append(c.results, p.ID)
				default:
				}
			}
		}
		list = append(list, c)
	}
	w.carry(list, in.Reader)
	return nil
}

// unread is the offset of the first byte that no record was made of: where the input ended,
// or where the line began that was being written at that moment.
func (w *writer) unread(r io.ReaderAt) (int64, error) {
	const step = 64 << 10
	buf := make([]byte, step)
	for end := w.s.Bytes; end > w.st.end; {
		from := max(end-step, w.st.end)
		b := buf[:end-from]
		if _, err := r.ReadAt(b, from); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		end = from
	}
	return w.st.end, nil
}

// following are the new messages that hang below the old leaf. A result hangs below the call
// that it answers, which need not be the last record; whether it fits is seen by its id.
func (w *writer) following(recs []rec) []*rec {
	below := maps.Clone(w.st.below)
	var out []*rec
	for i := range recs {
		r := &recs[i]
		if r.kind < user || r.side && !w.st.whole || r.uuid != "" && below[r.uuid] {
			continue
		}
		on := below[r.parent] || r.parent == "" && !r.rooted && !w.st.chosen || r.result
		switch {
		case !on && (r.message() || r.queued):
			w.out.Missed++
			continue
		case !on:
			continue
		case r.uuid != "":
			below[r.uuid] = true
		}
		if r.message() || r.queued {
			out = append(out, r)
		}
	}
	return out
}

// carry adds the new messages whose calls and results fit: a call that has no result yet, and
// a result whose call is not there, would make a session that no server accepts.
func (w *writer) carry(list []newcomer, r io.ReaderAt) {
	calls, answered := w.open()
	coming := map[string]bool{}
	for _, c := range list {
		for _, id := range c.results {
			coming[id] = true
		}
	}
	for _, c := range list {
		fits := !slices.ContainsFunc(c.calls, func(id string) bool { return !coming[id] }) &&
			(c.rec.kind != user || !slices.ContainsFunc(c.results, func(id string) bool { return !calls[id] || answered[id] }))
		if !fits {
			w.out.Missed++
			continue
		}
		for _, id := range c.calls {
			calls[id] = true
		}
		for _, id := range c.results {
			answered[id] = true
			w.pieces = slices.DeleteFunc(w.pieces, func(p *piece) bool { return p.result != nil && p.result.ID == id })
		}
		w.out.Carried++
		w.pieces = append(w.pieces, &piece{class: classLate, off: c.rec.src.Off, row: -1, reader: r, src: c.rec.src})
	}
	w.sort()
}

// open are the calls of the kept messages, and those that have a result among them.
func (w *writer) open() (calls, answered map[string]bool) {
	calls, answered = map[string]bool{}, map[string]bool{}
	for _, it := range w.d.Items {
		if it.Kind == model.NewSummary || it.Kind == model.NewResult {
			continue
		}
		for _, l := range w.s.LinksOf(it.Row) {
			switch {
			case !l.Result:
				calls[l.ID] = true
			case !slices.Contains(it.Drop, l.ID):
				answered[l.ID] = true
			}
		}
	}
	return calls, answered
}
