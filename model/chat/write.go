package chat

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/unpack"
)

// Write makes the compacted list: the same dialect and the same document around it, kept
// elements byte for byte, the summary as one user message.
func Write(s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, error) {
	lay, ok := s.State.(*layout)
	if !ok {
		return nil, errors.New("the session was not read as a message list")
	}
	w := &writer{s: s, lay: lay, o: o, e: newEditor(), out: &model.Written{Rope: &model.Rope{}, Name: name(s.Path, lay.lines)}}
	if !d.Compacts() { // a list has no id
		w.out.Rope.AppendFrom(s.Reader, 0, s.Bytes)
		return w.out, nil
	}
	late, err := readLate(lay, o.Late)
	if err != nil {
		return nil, fmt.Errorf("read what was appended: %w", err)
	}
	if err := w.begin(); err != nil {
		return nil, err
	}
	for _, g := range groups(s, d.Items) {
		if g.summary {
			w.put(summary(s.Dialect, g.text, o.NewID))
			continue
		}
		if err := w.group(g, late.answered); err != nil {
			return nil, err
		}
	}
	for _, r := range late.records {
		if w.carry(r, o.Late) {
			w.out.Carried++
		} else {
			w.out.Missed++
		}
	}
	w.out.Missed += late.missed
	w.end()
	return w.out, nil
}

// name is the default file name: that of the input with a word before its ending.
func name(path string, lines bool) string {
	base := unpack.Name(filepath.Base(path))
	if path == "" || path == "-" {
		base = "session"
	}
	ext := ".json"
	if lines {
		ext = ".jsonl"
	}
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".compacted" + ext
}

type writer struct {
	s   *model.Session
	lay *layout
	o   model.WriteOptions
	e   *editor
	out *model.Written
	sep string // document: what stands between two elements
	n   int    // elements written so far
}

// begin writes what stands before the first message.
func (w *writer) begin() error {
	if w.lay.lines {
		for _, h := range w.lay.header {
			w.keep(h)
		}
		return nil
	}
	lead, err := model.ReadSource(w.s.Reader, model.Source{Off: w.lay.head, Len: w.lay.first - w.lay.head})
	if err != nil {
		return fmt.Errorf("read the list's beginning: %w", err)
	}
	w.sep = "," + string(lead)
	w.out.Rope.AppendFrom(w.s.Reader, w.lay.from, w.lay.first-w.lay.from)
	return nil
}

// end writes what stands behind the last message. A file always ends with a line end.
func (w *writer) end() {
	if !w.lay.lines {
		w.out.Rope.AppendFrom(w.s.Reader, w.lay.last, w.lay.to-w.lay.last)
		w.out.Rope.AppendString("\n")
	}
}

// put writes a new element.
func (w *writer) put(raw string) {
	w.between()
	w.out.Rope.AppendString(raw)
	w.after()
}

// keep writes an element as it stands in the file.
func (w *writer) keep(src model.Source) {
	w.between()
	w.out.Rope.AppendFrom(w.s.Reader, src.Off, src.Len)
	w.after()
}

func (w *writer) between() {
	if w.n++; w.n > 1 && !w.lay.lines {
		w.out.Rope.AppendString(w.sep)
	}
}

func (w *writer) after() {
	if w.lay.lines {
		w.out.Rope.AppendString("\n")
	}
}

// group writes one element of the input, or what is kept of it, and the results that close
// its calls. A call that is answered by what was appended meanwhile needs none.
func (w *writer) group(g group, answered map[string]bool) error {
	raw, err := model.ReadSource(w.s.Reader, g.src)
	if err != nil {
		return fmt.Errorf("read message %d at line %d: %w", g.rows[0], g.src.Line, err)
	}
	w.e.why, w.e.closing = nil, make(map[string]string)
	var added []model.Part
	for _, p := range g.added {
		if !answered[p.ID] {
			added = append(added, p)
			w.e.closing[p.ID] = p.OutputText()
		}
	}
	text := string(raw)
	if w.s.Rows[g.rows[0]].Is(model.Broken) {
		text = jsonl.Mend(text)
		w.e.because(badBytes)
	}
	text = masked(text, g.masks)
	if !g.system {
		text = w.e.element(text, g.want(string(raw)), w.lay.legacy[w.s.Rows[g.rows[0]].Source])
	}
	switch {
	case text == "":
	case len(w.e.why) == 0 && g.masks == nil:
		w.keep(g.src)
	default:
		w.put(text)
	}
	if len(w.e.why) > 0 {
		for _, row := range g.rows {
			w.out.Repairs = append(w.out.Repairs, model.Repair{Row: row, Reason: strings.Join(w.e.why, "; ")})
		}
	}
	for _, r := range w.e.results(added) {
		w.put(r)
	}
	return nil
}
