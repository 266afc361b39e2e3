package codex

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
)

const (
	isoMillis = "2006-01-02T15:04:05.000Z" // the time of lines: ISO 8601 in UTC with milliseconds
	fileTime  = "2006-01-02T15-04-05"      // the time in a name: local, to the second
)

var errForeign = errors.New("the session was not read from a Codex rollout")

// Write makes the compacted session: a copy of the file under a new id, and one line that
// replaces the history by the context that the agent told the model at the start, the kept
// items, and the summary as the last of them, as the agent's own compactions do.
func Write(s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, error) {
	f, ok := s.State.(*file)
	if !ok {
		return nil, errForeign
	}
	w := &writer{s: s, f: f, d: d, o: o, out: &model.Written{Rope: &model.Rope{}, ID: o.NewID()}, results: make(map[string]piece), masks: make(map[int]string)}
	w.out.Name = "rollout-" + o.Now.Format(fileTime) + "-" + w.out.ID + ".jsonl"
	w.out.Resume = Resume(s.CWD, w.out.ID)
	if err := w.copy(); err != nil {
		return nil, err
	}
	if !d.Compacts() {
		w.repairs()
		return w.out, nil
	}
	late, err := w.late()
	if err != nil {
		return nil, fmt.Errorf("read what was appended meanwhile: %w", err)
	}
	if err := w.compaction(); err != nil {
		return nil, err
	}
	for _, l := range late {
		if err := w.line(w.o.Late.Reader, l, w.added); err != nil {
			return nil, err
		}
	}
	w.repairs()
	return w.out, nil
}

// writer is one compacted session being made.
type writer struct {
	s       *model.Session
	f       *file
	d       model.Draft
	o       model.WriteOptions
	out     *model.Written
	added   int64            // lines that are new
	left    int              // tokens of the messages of the new history, estimated
	mended  int              // lines of the copy that held bytes that are no text
	results map[string]piece // results that came meanwhile, by the id of their call
	masks   map[int]string   // texts that stand for the output of results, by row
}

// piece is an item in a file.
type piece struct {
	reader io.ReaderAt
	src    model.Source
}

// read gives the bytes of a piece, which must be what they were.
func read(p piece) ([]byte, error) {
	b, err := model.ReadSource(p.reader, p.src)
	if err == nil && !valid(b) {
		err = jsonl.ErrNoRecord
	}
	if err != nil {
		return nil, fmt.Errorf("read line %d: %w", p.src.Line, err)
	}
	return b, nil
}

func (w *writer) now() string { return w.o.Now.UTC().Format(isoMillis) }

func (w *writer) repair(row int, reason string) {
	w.out.Repairs = append(w.out.Repairs, model.Repair{Row: row, Reason: reason})
}

// copy writes all lines of the input. Damaged lines stay behind; what was glued is parted.
func (w *writer) copy() error {
	if w.f.first < 0 { // nothing names the session
		w.out.Rope.AppendString(w.head(nil) + "\n")
	}
	for i := 0; i < len(w.f.lines); {
		from := w.f.lines[i]
		if i == w.f.first || !from.plain() {
			if err := w.single(i); err != nil {
				return err
			}
			i++
			continue
		}
		end, n := from.src.Off+from.src.Len, from.src.Line // lines that follow each other are one piece of the file
		for i++; i < len(w.f.lines); i++ {
			l := w.f.lines[i]
			if i == w.f.first || !l.plain() || l.src.Off != end+1 || l.src.Line != n+1 {
				break
			}
			end, n = l.src.Off+l.src.Len, l.src.Line
		}
		w.out.Rope.AppendFrom(w.s.Reader, from.src.Off, end-from.src.Off)
		w.out.Rope.AppendString("\n")
	}
	return nil
}

// plain reports whether a line can be copied as it is.
func (l line) plain() bool { return !l.broken && !l.bare && l.class != header && l.class != state }

// single writes a line of the copy that cannot stay as it is.
func (w *writer) single(i int) error {
	l := w.f.lines[i]
	if i != w.f.first {
		return w.line(w.s.Reader, l, 0)
	}
	b, err := read(piece{w.s.Reader, l.src})
	if err != nil {
		return err
	}
	raw := jsonl.Mend(string(b))
	f := js.Fields(gjson.Parse(raw))
	if l.class == header {
		w.out.Rope.AppendString(w.head(f) + "\n")
		return nil
	}
	old := f.Get("payload")
	if !old.IsObject() {
		return fmt.Errorf("read line %d: %w", l.src.Line, jsonl.ErrNoRecord)
	}
	p := js.Fields(old)
	id := js.Quote(w.out.ID)
	payload := js.Set(old.Raw, "id", id)
	if s := p.Text("session_id"); s != "" && s == p.Text("id") {
		payload = js.Set(payload, "session_id", id)
	}
	w.out.Rope.AppendString(js.Set(raw, "payload", payload) + "\n")
	return nil
}

// line writes a line as it is, a bare item in an envelope, and a record that says nothing not
// at all. Shift is how many numbered lines were put in front of it.
func (w *writer) line(from io.ReaderAt, l line, shift int64) error {
	if l.class == state || l.class == header {
		return nil
	}
	b, err := read(piece{from, l.src})
	if err != nil {
		return err
	}
	raw := jsonl.Mend(string(b))
	if raw != string(b) {
		w.mended++
	}
	if n := gjson.Get(raw, "ordinal"); shift > 0 && w.f.ordinal >= 0 && n.Exists() {
		raw = js.Set(raw, "ordinal", strconv.FormatInt(n.Int()+shift, 10))
	}
	if l.bare {
		raw = `{"timestamp":` + js.Quote(w.time()) + `,"type":"response_item","payload":` + raw + `}`
	}
	w.out.Rope.AppendString(raw + "\n")
	return nil
}

// time is the time of lines that have none.
func (w *writer) time() string {
	if w.f.time != "" {
		return w.f.time
	}
	return w.now()
}

// head is a first line for a file that has none that today's agent can read. Old is the header
// of the first generation, nil without one.
func (w *writer) head(old js.Object) string {
	version := w.s.AgentVersion
	if version == "" {
		version = "unknown"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"timestamp":%[1]s,"type":"session_meta","payload":{"id":%[2]s,"timestamp":%[1]s,"cwd":%[3]s,"originator":"codex_cli_rs","cli_version":%[4]s`,
		js.Quote(w.time()), js.Quote(w.out.ID), js.Quote(w.s.CWD), js.Quote(version))
	for _, k := range []string{"instructions", "git"} {
		if v := old.Get(k); v.Exists() {
			b.WriteString("," + js.Quote(k) + ":" + v.Raw)
		}
	}
	return b.String() + "}}"
}

// repairs says what the new file does not hold as the old one did. Row -1 is the file itself.
func (w *writer) repairs() {
	f := w.f
	if f.damaged > 0 {
		w.repair(-1, fmt.Sprintf("%d damaged line(s) are not carried into the new file", f.damaged))
	}
	if w.mended > 0 {
		w.repair(-1, fmt.Sprintf("%d line(s) held bytes that are no text, or half of a surrogate pair; they are U+FFFD now", w.mended))
	}
	switch {
	case f.bare > 0:
		reason := fmt.Sprintf("%d item(s) of the first generation of the format are written in the envelope that today's agent reads", f.bare)
		if f.idle > 0 {
			reason += fmt.Sprintf("; %d record(s) of its state, which say nothing, are left out", f.idle)
		}
		w.repair(-1, reason)
	case f.first < 0:
		w.repair(-1, "the file does not name its session; a first line that does was added")
	}
}

// Resume is the agent's command that goes on with a session. It finds the file by its id, and
// works in the folder where it is given.
func Resume(cwd, id string) string { return model.InFolder(cwd, "codex resume "+id) }
