package gemini

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/document"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// The dialects of the format.
const (
	Document = "json"  // the session is one JSON value
	Lines    = "jsonl" // a record a line
)

// file is what the writer wants to know of the reading.
type file struct {
	doc     *document.File // nil in JSON Lines
	header  string         // JSON Lines: the first line, with what later lines set in it
	last    model.Source   // JSON Lines: the last line
	ids     map[string]int // ids of the live records
	damaged int            // lines, or elements, of which nothing could be read
}

// Read reads a session. Of the usage, Input is the whole request, what came from a cache
// included, and Output has the thoughts in it.
func Read(in model.Input) (*model.Session, error) {
	s := &model.Session{Format: Name, Path: in.Path, Bytes: in.Size, Reader: in.Reader}
	f := &file{doc: whole(in)}
	h := &history{at: map[string]int{}, output: map[string]int{}, reader: in.Reader}
	if f.doc != nil {
		s.Dialect, s.Lines = Document, f.doc.Lines
		readDocument(s, f.doc, h)
	} else {
		s.Dialect = Lines
		if err := readLines(s, in, f, h); err != nil {
			return nil, err
		}
	}
	for _, p := range s.Problems {
		if !p.Whole && (p.Kind == "malformed" || p.Kind == "not-an-object") {
			f.damaged++
		}
	}
	s.State, f.ids = f, h.at
	if err := messages(s, h); err != nil {
		return nil, err
	}
	if s.Dialect == Lines { // a document holds the live context alone
		if err := h.history(s); err != nil {
			return nil, err
		}
	}
	s.Problems = append(s.Problems, h.problems...)
	slices.SortStableFunc(s.Problems, func(a, b model.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return s, nil
}

// whole is the file as one JSON value, nil when it is JSON Lines. A file whose first line is a
// whole object and no session is not read as a whole.
func whole(in model.Input) *document.File {
	var first []byte
	_ = jsonl.Lines(in.Reader, in.Size, func(_ int64, n int, line []byte, _ bool) bool { // reading it again gives the error
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\ufeff"))
		}
		first = bytes.Clone(bytes.Trim(line, " \t\r\x00"))
		return len(first) == 0
	})
	if len(first) > 0 && json.Valid(first) && !LooksDocument(first) {
		return nil
	}
	doc, err := document.Read(in)
	if err != nil || !LooksDocument([]byte(doc.Text)) {
		return nil
	}
	return doc
}

func readDocument(s *model.Session, doc *document.File, h *history) {
	about(s, doc.Fields)
	s.Problems = doc.Records("messages", func(r jsonl.Record) bool {
		h.put(parse(string(r.Raw), r.Source, r.Broken))
		return true
	})
	s.Unknown = h.unknown
}

func readLines(s *model.Session, in model.Input, f *file, h *history) error {
	res, err := jsonl.Scan(in.Reader, in.Size, IsRecord, func(r jsonl.Record) bool {
		f.last = r.Source
		f.line(s, h, string(r.Raw), r)
		return true
	})
	if err != nil {
		return fmt.Errorf("scan: %w", err)
	}
	s.Lines, s.Problems, s.Unknown = res.Lines, res.Problems, h.unknown
	return nil
}

// line takes one line. The agent itself looks for these things in this order.
func (f *file) line(s *model.Session, h *history, raw string, r jsonl.Record) {
	o := js.Fields(gjson.Parse(raw))
	switch {
	case o.Text(keyRewind) != "":
		h.rewind(o.Text(keyRewind), r.Line)
	case isMessage(o):
		h.put(parse(raw, r.Source, r.Broken))
	case o.Get(keySet).IsObject():
		set := js.Fields(o.Get(keySet))
		about(s, set)
		f.set(set)
		h.checkpoint(set, r)
	case isHeader(o):
		about(s, o)
		if f.header == "" {
			f.header = `{}`
		}
		f.set(o)
		h.checkpoint(o, r)
	default:
		h.unknown++
	}
}

// set remembers data of the session for the first line of another file.
func (f *file) set(o js.Object) {
	if f.header == "" {
		return
	}
	for _, m := range o {
		if m.Key != "messages" {
			f.header = js.Set(f.header, m.Key, m.Value.Raw)
		}
	}
}

// about takes what is said of the session.
func about(s *model.Session, o js.Object) {
	if id := o.Text("sessionId"); id != "" {
		s.ID = strings.Clone(id)
	}
	if t := o.Text("summary"); t != "" {
		s.Title = measure.Label(t)
	}
}

// messages adds the live context.
func messages(s *model.Session, h *history) error {
	b := measure.New(s)
	d := decoder{told: map[int][]string{}}
	s.Decoder = d
	h.live = measure.Live{}
	done := map[string]bool{} // ids of results that stand in a record of an answer
	rows := make([]int, len(h.items))
	title := ""
	for i := range h.items {
		it := &h.items[i]
		rows[i] = -1
		if it.kind != user && it.kind != answer {
			continue
		}
		raw, err := model.ReadSource(s.Reader, it.src)
		if err != nil {
			return fmt.Errorf("read line %d: %w", it.src.Line, err)
		}
		var told []string
		if it.kind == user {
			for _, id := range it.results {
				if done[id] {
					told = append(told, id)
				}
			}
		} else {
			for _, id := range it.results {
				done[id] = true
			}
		}
		ms := decode(string(raw), told)
		flags := model.Flags(0)
		if len(ms) > 1 {
			flags = model.Split
		}
		for sub, m := range ms {
			m.Broken = it.broken
			if len(told) > 0 {
				d.told[len(s.Sources)] = told
			}
			rows[i] = b.Len()
			h.live[it.n] = append(h.live[it.n], b.Len())
			b.Add(m, []model.Source{it.src}, sub, flags)
			switch {
			case m.Role == model.Assistant && m.Model != "":
				s.Model = strings.Clone(m.Model)
			case title == "" && m.Origin == model.Person:
				title = measure.Label(m.Text())
			}
		}
		if len(ms) > 1 && it.kind == answer {
			rows[i]-- // the answer, not its results
		}
	}
	b.Finish()
	if s.Title == "" {
		s.Title = title
	}
	h.tell(s, rows)
	return nil
}
