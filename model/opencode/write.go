package opencode

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

var errForeign = errors.New("the session was not read from one of OpenCode")

// Write makes a document of a draft that `opencode import` takes: the data of the session with a
// new id, a compaction that holds the summary, and the kept messages. A message and its parts get
// new ids: the old ones are taken, in the database of the agent, and an import leaves out what has
// one of these.
func Write(s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, error) {
	f, ok := s.State.(*file)
	if !ok {
		return nil, errForeign
	}
	ids := NewIDs(o)
	w := &writer{s: s, f: f, o: o, ids: ids, out: &model.Written{Rope: &model.Rope{}}}
	w.out.ID = ids.Session()
	w.out.Name = w.out.ID + ".json"
	w.out.Resume = Resume(w.out.ID)
	if !d.Compacts() {
		w.copy()
		return w.out, nil
	}
	pieces, err := w.pieces(d)
	if err != nil {
		return nil, err
	}
	w.number(pieces)
	w.put("{\"info\":" + w.info() + ",\n\"messages\":[")
	sep := "\n"
	for _, p := range pieces {
		for _, record := range w.records(p, d) {
			w.put(sep + record)
			sep = ",\n"
		}
	}
	w.put("\n]}\n")
	if f.damaged > 0 {
		w.repair(-1, fmt.Sprintf("%d damaged element(s) are not carried into the new file", f.damaged))
	}
	w.late()
	return w.out, nil
}

// Resume is the agent's command that goes on with a session in a file: it takes the file into its
// database first, and puts it into the project in whose folder it runs.
func Resume(id string) string {
	return "opencode import " + model.ResumeFile + " && opencode -s " + id
}

// writer is one compacted session being made.
type writer struct {
	s   *model.Session
	f   *file
	o   model.WriteOptions
	ids *IDs
	out *model.Written

	ask, answer string // ids of the compaction
	first       int64  // when the first message was made, in Unix milliseconds
}

func (w *writer) put(text string) { w.out.Rope.AppendString(text) }

func (w *writer) repair(row int, reason string) {
	w.out.Repairs = append(w.out.Repairs, model.Repair{Row: row, Reason: reason})
}

// piece is one record to write, or the summary.
type piece struct {
	summary *string
	id      string // its new id
	raw     string // the record, mended and with what stays of its parts
	said    bool   // it is an earlier summary
	at      int64  // when it was made, in Unix milliseconds; an earlier summary stands before what it kept
	rows    []int
	masks   map[int]string // texts that stand for the output of results, by sub
}

// pieces are the records that the draft asks for, as far as something of them stays.
func (w *writer) pieces(d model.Draft) ([]*piece, error) {
	var out []*piece
	at := map[int64]*piece{}
	for i := range d.Items {
		it := &d.Items[i]
		switch it.Kind {
		case model.NewSummary:
			out = append(out, &piece{summary: &it.Text})
			continue
		case model.NewResult: // a part holds a call and its result: none can lack
			continue
		case model.KeptSystem, model.KeptUserInfo, model.KeptTail:
		}
		row := &w.s.Rows[it.Row]
		src := w.s.Sources[row.Source+row.Sources-1]
		p := at[src.Off]
		if p == nil {
			raw, err := model.ReadSource(w.s.Reader, src)
			if err == nil && !json.Valid(raw) {
				err = jsonl.ErrNoRecord
			}
			if err != nil {
				return nil, fmt.Errorf("read line %d: %w", src.Line, err)
			}
			p = &piece{raw: string(raw), said: row.Origin == model.FromSummary && row.Sources > 0}
			at[src.Off] = p
			out = append(out, p)
		}
		p.rows = append(p.rows, it.Row)
		if it.Mask != "" {
			if p.masks == nil {
				p.masks = map[int]string{}
			}
			p.masks[row.Sub] = it.Mask
		}
	}
	kept := out[:0]
	for _, p := range out {
		if p.summary != nil || w.fit(p) {
			kept = append(kept, p)
		}
	}
	return kept, nil
}

// fit takes out of a record what cannot stay, and reports whether anything is left.
func (w *writer) fit(p *piece) bool {
	tell := func(reason string) {
		for _, row := range p.rows {
			w.repair(row, reason)
		}
	}
	if sound := jsonl.Mend(p.raw); sound != p.raw {
		p.raw = sound
		tell("it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now")
	}
	p.raw = masked(p.raw, p.masks)
	f := js.Fields(gjson.Parse(p.raw))
	list := f.Get("parts")
	var stay []string
	n, reason := 0, ""
	if js.Fields(f.Get("info")).Text("role") == "assistant" && !p.said {
		stay, n = w.steps(p, list)
		reason = "what else stood in the same record is not kept"
	} else {
		list.ForEach(func(_, e gjson.Result) bool {
			if n++; p.said || js.Fields(e).Text("type") != partCompaction {
				stay = append(stay, e.Raw)
			}
			return true
		})
		reason = "it asks for a compaction that has not come about; that is left out, since the agent would begin with it"
	}
	if len(stay) == n {
		return true
	}
	tell(reason)
	p.raw = p.raw[:list.Index] + "[" + strings.Join(stay, ",") + "]" + p.raw[list.Index+len(list.Raw):]
	return len(stay) > 0
}

// steps are the parts of an answer that belong to kept messages, and how many parts there are.
func (w *writer) steps(p *piece, list gjson.Result) (stay []string, n int) {
	kept := map[int]bool{}
	for _, row := range p.rows {
		kept[w.s.Rows[row].Sub] = true
	}
	sub := 0
	for _, s := range steps(list) {
		n += len(s.parts)
		if kept[sub] {
			for _, e := range s.parts {
				stay = append(stay, e.Raw)
			}
		}
		if sub++; len(s.results) > 0 {
			sub++
		}
	}
	return stay, n
}

// number gives every message that is written its new id, in order, and finds the time that the
// compaction must have to stand in front: the agent orders messages by their times.
func (w *writer) number(pieces []*piece) {
	w.first = w.o.Now.UnixMilli()
	for _, p := range pieces {
		if p.summary != nil {
			w.ask, w.answer = w.ids.Message(), w.ids.Message()
			continue
		}
		info := js.Fields(js.Fields(gjson.Parse(p.raw)).Get("info"))
		p.id, p.at = w.ids.message(info.Text("id")), created(info)
	}
	for i := len(pieces) - 1; i >= 0; i-- {
		switch p := pieces[i]; {
		case p.summary != nil:
		case p.said:
			w.first = min(w.first, p.at)
			p.at = w.first
		case p.at > 0:
			w.first = min(w.first, p.at)
		}
	}
	w.first = max(w.first, 2)
}

// info is the data of the session. It is a main session of its own, not shared, and nothing of
// it is taken back.
func (w *writer) info() string {
	info := w.f.doc.Fields.Get("info").Raw
	now := w.o.Now.UnixMilli()
	info = cut(info, "parentID", "share", "revert", "time")
	info = js.Set(info, "id", js.Quote(w.out.ID))
	return jsonl.Mend(js.Set(info, "time", fmt.Sprintf(`{"created":%d,"updated":%d}`, now, now)))
}

// cut takes members out of an object.
func cut(object string, keys ...string) string {
	var kept []string
	n := 0
	gjson.Parse(object).ForEach(func(k, v gjson.Result) bool {
		n++
		name, _ := js.Unquote(k.Raw)
		for _, key := range keys {
			if name == key {
				return true
			}
		}
		kept = append(kept, k.Raw+":"+v.Raw)
		return true
	})
	if len(kept) == n {
		return object
	}
	return "{" + strings.Join(kept, ",") + "}"
}

// late counts the messages that the file holds now and did not hold when it was read. A document
// is written anew as a whole, and the new one is no continuation of it.
func (w *writer) late() {
	if in := w.o.Late; in != nil && in.Size > w.s.Bytes {
		now, err := Read(*in)
		if err != nil { // it is being written
			return
		}
		known := make(map[string]bool)
		for i := range w.f.all {
			known[w.f.all[i].id] = true
		}
		for _, it := range now.State.(*file).all {
			if !known[it.id] {
				w.out.Missed++
			}
		}
	}
}
