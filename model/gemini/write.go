package gemini

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

const (
	isoMillis = "2006-01-02T15:04:05.000Z" // times in a session: ISO 8601 in UTC with milliseconds
	fileTime  = "2006-01-02T15-04"         // the time in a name: UTC, to the minute
	shortID   = 8                          // characters of the session's id in a name
	nearby    = 512                        // bytes up to which a record is copied: pointing at it would cost more
)

var errForeign = errors.New("the session was not read from a chat of Gemini CLI")

// Write makes a new chat of a draft, in the form of the input: what is said of the session, the
// summary as a message of the user, and the kept records as they are.
func Write(s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, error) {
	f, ok := s.State.(*file)
	if !ok {
		return nil, errForeign
	}
	w := &writer{s: s, f: f, o: o, out: &model.Written{Rope: &model.Rope{}, ID: o.NewID()}}
	w.out.Name = "session-" + o.Now.UTC().Format(fileTime) + "-" + w.out.ID[:min(shortID, len(w.out.ID))] + "." + s.Dialect
	w.out.Resume = "gemini --resume " + w.out.ID
	if !d.Compacts() {
		return w.out, w.copy()
	}
	w.head()
	for _, p := range pieces(s, d.Items) {
		if err := w.piece(p); err != nil {
			return nil, err
		}
	}
	if err := w.late(); err != nil {
		return nil, fmt.Errorf("read what was appended meanwhile: %w", err)
	}
	w.out.Rope.AppendString(w.end)
	if f.damaged > 0 {
		w.repair(-1, fmt.Sprintf("%d damaged line(s) or element(s) are not carried into the new file", f.damaged))
	}
	return w.out, nil
}

// writer is one compacted session being made.
type writer struct {
	s     *model.Session
	f     *file
	o     model.WriteOptions
	out   *model.Written
	sep   string // document: what stands between two elements
	end   string // document: what stands behind the last one
	count int    // records written so far
}

// piece is one record to write.
type piece struct {
	summary *string
	src     model.Source
	rows    []int                 // the messages of the record that are kept, in order
	drop    []string              // ids of results that must go
	results map[string]model.Part // results for calls that have none, by the id of the call
	mask    string                // stands for the output of its results
}

// pieces are the records that the draft asks for: two messages may share one, and a new result
// belongs into the record of its call.
func pieces(s *model.Session, items []model.Item) []*piece {
	var out []*piece
	var told map[int][]string
	if d, ok := s.Decoder.(decoder); ok {
		told = d.told
	}
	at := map[int64]*piece{}
	called := map[string]*piece{}
	for i := range items {
		it := &items[i]
		switch it.Kind {
		case model.NewSummary:
			out = append(out, &piece{summary: &it.Text})
			continue
		case model.NewResult:
			p := called[it.Part.ID]
			if it.Row >= 0 {
				p = at[s.Sources[s.Rows[it.Row].Source].Off]
			}
			if p != nil {
				p.results[it.Part.ID] = it.Part
			}
			continue
		case model.KeptSystem, model.KeptUserInfo, model.KeptTail:
		}
		src := s.Sources[s.Rows[it.Row].Source]
		p := at[src.Off]
		if p == nil {
			p = &piece{src: src, results: map[string]model.Part{}}
			at[src.Off] = p
			out = append(out, p)
		}
		p.rows = append(p.rows, it.Row)
		p.drop = append(p.drop, it.Drop...)
		p.mask = cmp.Or(it.Mask, p.mask)
		for _, id := range told[s.Rows[it.Row].Source] { // its answer tells it too, unless it is not kept
			if called[id] == nil {
				p.drop = append(p.drop, id)
			}
		}
		for _, l := range s.LinksOf(it.Row) {
			if !l.Result {
				called[l.ID] = p
			}
		}
	}
	return out
}

func (w *writer) now() string { return js.Quote(w.o.Now.UTC().Format(isoMillis)) }

func (w *writer) repair(row int, reason string) {
	w.out.Repairs = append(w.out.Repairs, model.Repair{Row: row, Reason: reason})
}

// between begins a record.
func (w *writer) between() {
	if w.count++; w.count > 1 && w.f.doc != nil {
		w.out.Rope.AppendString(w.sep)
	}
}

// put writes a record that is new, or not as it was.
func (w *writer) put(raw string) {
	w.between()
	w.out.Rope.AppendString(raw)
	w.after()
}

func (w *writer) after() {
	if w.f.doc == nil {
		w.out.Rope.AppendString("\n")
	}
}

// piece writes one record. Where nothing in it changes, its bytes stay in the file and the rope
// points at them.
func (w *writer) piece(p *piece) error {
	if p.summary != nil {
		w.put(w.message("user", js.Quote(strings.ToValidUTF8(*p.summary, "\ufffd"))))
		return nil
	}
	raw, err := model.ReadSource(w.s.Reader, p.src)
	if err == nil && !jsonl.Valid(raw) {
		err = jsonl.ErrNoRecord
	}
	if err != nil {
		return fmt.Errorf("read line %d: %w", p.src.Line, err)
	}
	text, reasons := w.fit(string(raw), p)
	for _, reason := range reasons {
		for _, row := range p.rows {
			w.repair(row, reason)
		}
	}
	switch {
	case text == "":
	case text != string(raw):
		w.put(text)
	case len(raw) <= nearby:
		w.put(text)
	default:
		w.between()
		w.out.Rope.AppendFrom(w.s.Reader, p.src.Off, p.src.Len)
		w.after()
	}
	w.loose(p)
	return nil
}

// message is a new record.
func (w *writer) message(kind, content string) string {
	return `{"id":` + js.Quote(w.o.NewID()) + `,"timestamp":` + w.now() + `,"type":"` + kind + `","content":` + content + `}`
}

// loose writes the results that no call in a list of calls can take: those of calls that stand
// in the content of an answer.
func (w *writer) loose(p *piece) {
	if len(p.results) == 0 {
		return
	}
	var b bytes.Buffer
	for _, id := range slices.Sorted(maps.Keys(p.results)) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(response(id, p.results[id]))
	}
	w.put(w.message("user", "["+b.String()+"]"))
}

// response is a result as a part of a content.
func response(id string, r model.Part) string {
	key := "output"
	if r.Failed {
		key = "error"
	}
	return `{"functionResponse":{"id":` + js.Quote(id) + `,"name":` + js.Quote(r.Name) + `,"response":{"` + key + `":` +
		js.Quote(strings.ToValidUTF8(r.OutputText(), "\ufffd")) + `}}}`
}
