package claudecode

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

// member is one key of a JSON object and where it stands in its text.
type member struct {
	key      string
	at       int // of the key's opening quote
	from, to int // of the value
	value    gjson.Result
}

// members calls f with every key of an object, in order.
func members(raw []byte, f func(member)) {
	gjson.ParseBytes(raw).ForEach(func(k, v gjson.Result) bool {
		f(member{key: k.Str, at: k.Index, from: v.Index, to: v.Index + len(v.Raw), value: v})
		return true
	})
}

// edit puts other bytes in the place of a part of a text.
type edit struct {
	from, to int
	with     string
}

// record copies one record with a new envelope. Where nothing inside it changes, its bytes
// stay in the file and the rope points at them.
func (w *writer) record(p *piece) error {
	raw, err := model.ReadSource(p.reader, p.src)
	if err != nil {
		return fmt.Errorf("read line %d: %w", p.src.Line, err)
	}
	if !gjson.ValidBytes(raw) {
		return fmt.Errorf("read line %d: %w", p.src.Line, jsonl.ErrNoRecord)
	}
	inFile := true
	if sound := jsonl.Mend(string(raw)); sound != string(raw) {
		w.repair(p, "it held bytes that are no text, or half of a surrogate pair; they are U+FFFD now")
		raw, inFile = []byte(sound), false
	}
	edits, left := w.content(p, raw)
	if !left {
		return nil
	}
	id := w.o.NewID()
	edits = append(edits, w.ids(raw, id)...)
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	done := 0
	for _, e := range edits {
		w.span(p, raw, done, e.from, inFile)
		w.out.Rope.AppendString(e.with)
		done = e.to
	}
	w.span(p, raw, done, len(raw), inFile)
	w.out.Rope.AppendString("\n")
	w.prev = id
	return nil
}

// nearby is the length up to which a span is copied: pointing at it would cost more.
const nearby = 512

func (w *writer) span(p *piece, raw []byte, from, to int, inFile bool) {
	if inFile && to-from > nearby {
		w.out.Rope.AppendFrom(p.reader, p.src.Off+int64(from), int64(to-from))
		return
	}
	w.out.Rope.Append(bytes.Clone(raw[from:to]))
}

func (w *writer) repair(p *piece, reason string) {
	w.out.Repairs = append(w.out.Repairs, model.Repair{Row: p.row, Reason: reason})
}

// ids gives a record its new place: its own id, its parent's, the session's, and the new ids
// of the kept records that it names.
func (w *writer) ids(raw []byte, id string) []edit {
	want := map[string]string{"parentUuid": quoteOrNull(w.prev), "uuid": js.Quote(id), "sessionId": js.Quote(w.session)}
	missing := []string{"parentUuid", "uuid", "sessionId"}
	if w.st.whole { // it goes on as a session of its own
		want["isSidechain"] = "false"
	}
	if w.prev == "" && w.s.CWD != "" { // a session is at home where its first record is
		want["cwd"] = js.Quote(w.s.CWD)
		missing = append(missing, "cwd")
	}
	var out []edit
	old := ""
	members(raw, func(m member) {
		missing = slices.DeleteFunc(missing, func(k string) bool { return k == m.key })
		if m.key == "uuid" {
			old = m.value.Str
		}
		with, ok := want[m.key]
		switch {
		case ok:
		case m.key == "session_id":
			with = want["sessionId"]
		case m.key == "sourceToolAssistantUUID" || m.key == "logicalParentUuid":
			with = w.rename(m.value)
		case m.key == "supersedesUuids" && m.value.IsArray():
			m.value.ForEach(func(_, e gjson.Result) bool {
				if n := w.rename(e); n != "" {
					out = append(out, edit{e.Index, e.Index + len(e.Raw), n})
				}
				return true
			})
		}
		if with != "" {
			out = append(out, edit{m.from, m.to, with})
		}
	})
	if old != "" {
		w.renamed[old] = id
	}
	head := bytes.IndexByte(raw, '{') + 1
	for _, k := range missing {
		out = append(out, edit{head, head, js.Quote(k) + ":" + want[k] + ","})
	}
	return out
}

// rename is the new id of the record that a value names, quoted; empty when it is not kept.
func (w *writer) rename(v gjson.Result) string {
	if n, ok := w.renamed[v.Str]; ok {
		return js.Quote(n)
	}
	return ""
}
