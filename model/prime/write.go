package prime

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/pattern"
)

// isoMillis is the time of entries: ISO 8601 in UTC with milliseconds.
const isoMillis = "2006-01-02T15:04:05.000Z"

// byReference is said of a message whose result or call stands in the part that is no longer
// in the context.
const byReference = "kept as it stands: the format keeps records by reference"

// Write makes the compacted session: a copy of the file under a new id, and one compaction
// entry below the leaf. Records are never changed, so a tail is kept by naming its first
// entry. A call without a result needs nothing here: the agent gives it one whenever it sends
// the conversation. No command is known that resumes a session by its file, so none is given.
func Write(s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, error) {
	f, ok := s.State.(*file)
	if !ok {
		return nil, errors.New("the session was not read as a Prime Agent session")
	}
	if f.leaf == 0 || f.entries[f.leaf].id == "" {
		return nil, errors.New("the last entry has no id, so nothing can be put below it")
	}
	w := &writer{s: s, f: f, d: d, o: o, out: &model.Written{Rope: &model.Rope{}, ID: o.NewID()}}
	w.out.Name = name(s.Path, w.out.ID, o)
	if err := w.copy(); err != nil {
		return nil, err
	}
	if !d.Compacts() {
		w.repairs()
		return w.out, nil
	}
	for _, it := range d.Items {
		if it.Mask != "" {
			return nil, model.ErrMask
		}
	}
	id := w.fresh()
	line, err := w.compaction(id)
	if err != nil {
		return nil, err
	}
	w.out.Rope.AppendString(line + "\n")
	if err := w.late(id); err != nil {
		return nil, fmt.Errorf("read what was appended: %w", err)
	}
	w.repairs()
	return w.out, nil
}

// timed is a file name of pi: the time of creation before the id.
var timed = pattern.New(`^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z_.+\.jsonl$`)

// name is the default file name, in the manner of the input's.
func name(path, id string, o model.WriteOptions) string {
	if timed.MatchString(filepath.Base(path)) {
		return strings.NewReplacer(":", "-", ".", "-").Replace(o.Now.UTC().Format(isoMillis)) + "_" + id + ".jsonl"
	}
	return id + ".jsonl"
}

type writer struct {
	s   *model.Session
	f   *file
	d   model.Draft
	o   model.WriteOptions
	out *model.Written
}

// copy writes all records, each on a line of its own: glued ones are parted, and damaged
// lines and values that are no records stay behind, because the agent loses what stands on
// one line with them, and stops at some.
func (w *writer) copy() error {
	f := w.f
	raw, err := model.ReadSource(w.s.Reader, f.entries[0].src)
	if err != nil {
		return fmt.Errorf("read the header: %w", err)
	}
	header := string(raw)
	if f.migrated {
		header = f.update(header, 0)
	}
	w.out.Rope.AppendString(js.Set(header, "id", js.Quote(w.out.ID)) + "\n")
	if f.migrated {
		for i := 1; i < len(f.entries); i++ {
			raw, err := model.ReadSource(w.s.Reader, f.entries[i].src)
			if err != nil {
				return fmt.Errorf("read line %d: %w", f.entries[i].src.Line, err)
			}
			w.out.Rope.AppendString(f.update(string(raw), i) + "\n")
		}
		return nil
	}
	for i := 1; i < len(f.entries); { // lines that follow each other are one piece of the file
		from := f.entries[i].src
		end, line := from.Off+from.Len, from.Line
		for i++; i < len(f.entries) && f.entries[i].src.Off == end+1 && f.entries[i].src.Line == line+1; i++ {
			end, line = end+1+f.entries[i].src.Len, line+1
		}
		w.out.Rope.AppendFrom(w.s.Reader, from.Off, end-from.Off)
		w.out.Rope.AppendString("\n")
	}
	return nil
}

// fresh is an id that no entry has: eight hexadecimal digits, or all of them when those of
// many tries are taken.
func (w *writer) fresh() string {
	const tries, digits = 100, 8
	id := ""
	for range tries {
		id = w.o.NewID()
		if hex := strings.ToLower(strings.ReplaceAll(id, "-", "")); len(hex) > digits { // the end of an id is its random part
			short := hex[len(hex)-digits:]
			if _, taken := w.f.index[short]; !taken {
				return short
			}
		}
	}
	return id
}

// compaction is the new entry.
func (w *writer) compaction(id string) (string, error) {
	kept, quoted := w.kept(id)
	files, named, err := w.touched(kept)
	if err != nil {
		return "", fmt.Errorf("collect the files: %w", err)
	}
	summary := w.d.Summary
	if w.d.State != "" {
		summary += "\n\n" + w.d.State
	}
	for _, row := range quoted {
		m, err := w.s.Message(row)
		if err != nil {
			return "", err
		}
		summary += "\n\n" + quote(m)
	}
	if !named {
		summary += Tags(files)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `{"type":"compaction","id":%s,"parentId":%s,"timestamp":%s,"summary":%s,"firstKeptEntryId":%s,"tokensBefore":%d,"details":%s,"fromHook":false`,
		js.Quote(id), js.Quote(w.f.entries[w.f.leaf].id), js.Quote(w.o.Now.UTC().Format(isoMillis)), js.Quote(summary), js.Quote(kept.id), w.d.TokensBefore, details(files))
	if w.d.Instructions != "" {
		b.WriteString(`,"customInstructions":` + js.Quote(w.d.Instructions))
	}
	b.WriteString("}")
	return b.String(), nil
}

// touched are the files of the summarized part: those of the draft, which its summary names
// already, or else what the messages say.
func (w *writer) touched(kept tail) (files model.Files, named bool, err error) {
	if f := w.d.Files; f != nil {
		return *f, true, nil
	}
	files, err = w.f.filesOf(w.s, func(row int) bool { return kept.from >= 0 && row >= kept.from })
	return files, false, err
}

// tail is where the kept part begins.
type tail struct {
	id   string // its first entry; the compaction's own when nothing is kept
	from int    // its first row, -1 when nothing is kept
}

// kept finds the kept part, and the messages of the draft that cannot be kept by naming an
// entry: those that are kept by themselves before it, and an earlier compaction's summary,
// which the agent reads only while that compaction is the last.
func (w *writer) kept(own string) (tail, []int) {
	t := tail{own, -1}
	var quoted []int
	summary := -1 // the row of an earlier compaction's summary
	if n := len(w.s.Compactions); n > 0 {
		summary = w.s.Compactions[n-1].Summary
	}
	if w.d.FirstKept >= 0 && w.d.FirstKept < len(w.s.Rows) {
		t.from = w.d.FirstKept
		if t.from == summary {
			quoted = append(quoted, t.from)
			t.from++
		}
		if t.from < len(w.s.Rows) {
			t.id = w.s.Rows[t.from].ID
		} else {
			t.from = -1
		}
	}
	if _, ok := w.f.index[w.d.KeptEntry]; ok {
		t.id = w.d.KeptEntry
	}
	for _, it := range w.d.Items {
		before := it.Kind == model.KeptSystem || it.Kind == model.KeptUserInfo || it.Kind == model.KeptTail && it.Apart
		if before && it.Row >= 0 && it.Row < len(w.s.Rows) && (t.from < 0 || it.Row < t.from) {
			quoted = append(quoted, it.Row)
		}
	}
	for _, row := range quoted {
		w.repair(row, "the format keeps only what stands from one entry on: its words are quoted at the end of the summary")
	}
	return t, quoted
}

// quote is a message inside a summary, word for word.
func quote(m model.Message) string {
	name := "kept_message"
	if m.Origin == model.FromSummary {
		name = "earlier_summary"
	}
	return "<" + name + ">\n" + m.Text() + "\n</" + name + ">"
}

func (w *writer) repair(row int, reason string) {
	w.out.Repairs = append(w.out.Repairs, model.Repair{Row: row, Reason: reason})
}

// repairs says what the new file does not hold as the old one did, or what it holds although
// its other half is gone. Row -1 is the file itself.
func (w *writer) repairs() {
	for _, it := range w.d.Items {
		if it.Kind != model.KeptTail || it.Apart {
			continue
		}
		if len(it.Drop) > 0 {
			w.repair(it.Row, byReference)
		}
		if w.f.migrated && w.f.version < 3 {
			if e := w.f.entries[w.f.index[w.s.Rows[it.Row].ID]]; e.role == roleHook {
				w.repair(it.Row, "its role has the name that newer files give it, as the agent does on opening an old file")
			}
		}
	}
	if w.f.migrated {
		w.repair(-1, fmt.Sprintf("the file is written in version %d, as the agent does on opening one of version %d", max(version, w.f.version), w.f.version))
	}
	if w.f.damaged > 0 {
		w.repair(-1, fmt.Sprintf("%d damaged line(s) are not carried into the new file", w.f.damaged))
	}
}
