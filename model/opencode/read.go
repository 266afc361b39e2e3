package opencode

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/document"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
	"cutline/model/store"
)

var errNone = errors.New("it holds no session of OpenCode")

// file is what the writer wants to know of the reading.
type file struct {
	doc     *document.File
	all     items
	pairs   []pair
	damaged int // elements of which nothing could be read
}

// Read reads a session that was exported, one of those in the agent's database, or one that is a
// folder of files. Of the usage, Input is the whole request, what came from a cache included, and
// Output has the reasoning in it.
func Read(in model.Input) (*model.Session, error) {
	if store.Is(in) {
		return readStore(in)
	}
	doc, err := document.Read(in)
	if err != nil {
		return nil, err
	}
	if looksAlone(doc.Fields) {
		return readFolder(in, doc.Text)
	}
	if !doc.Fields.Get("info").IsObject() || !doc.Fields.Get("messages").IsArray() {
		return nil, errNone
	}
	return read(in, doc), nil
}

func read(in model.Input, doc *document.File) *model.Session {
	s := &model.Session{Format: Name, Path: in.Path, Bytes: in.Size, Reader: in.Reader, Lines: doc.Lines, Decoder: decoder{}}
	f := &file{doc: doc}
	info := js.Fields(doc.Fields.Get("info"))
	s.ID, s.CWD, s.AgentVersion = info.Text("id"), info.Text("directory"), info.Text("version")
	if t := info.Text("title"); !unnamed(t) {
		s.Title = measure.Label(t)
	}
	s.Problems = doc.Records("messages", func(r jsonl.Record) bool {
		if !isRecord(js.Fields(gjson.ParseBytes(r.Raw))) {
			s.Unknown++
			return true
		}
		f.all = append(f.all, parse(string(r.Raw), r.Source, r.Broken))
		return true
	})
	f.damaged = len(slices.DeleteFunc(slices.Clone(s.Problems), func(p model.Problem) bool { return p.Kind != "not-an-object" })) + s.Unknown
	f.revert(s, js.Fields(info.Get("revert")))
	f.pairs = f.all.pairs()
	s.State = f
	rows := f.messages(s)
	f.tell(s, rows)
	f.past(s, rows)
	for i := range f.all {
		f.all[i].raw, f.all[i].pruned = "", nil // it stands in the file
	}
	slices.SortStableFunc(s.Problems, func(a, b model.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return s
}

// unnamed reports whether a title is the one that a session has until it gets its own.
func unnamed(title string) bool {
	return strings.HasPrefix(title, "New session - ") || strings.HasPrefix(title, "Child session - ")
}

// revert marks what the person has taken back: the agent forgets it with the next prompt. Of the
// message that is named, a part may stay.
func (f *file) revert(s *model.Session, o js.Object) {
	from := slices.IndexFunc(f.all, func(it item) bool { return it.id != "" && it.id == o.Text("messageID") })
	if from < 0 {
		return
	}
	if o.Text("partID") != "" {
		from++
	}
	for i := from; i < len(f.all); i++ {
		f.all[i].gone = true
		s.BranchRows += len(decode(f.all[i].raw))
	}
	if s.BranchRows > 0 {
		s.Branches = 1
	}
}

// messages adds the live context, and gives the first row and the number of rows of each record
// that is in it.
func (f *file) messages(s *model.Session) map[int][2]int {
	rows := make(map[int][2]int)
	b := measure.New(s)
	title := ""
	for _, g := range f.all.context(f.pairs, len(f.all)) {
		sources := make([]model.Source, len(g))
		broken := false
		for k, i := range g {
			sources[k] = f.all[i].src
			broken = broken || f.all[i].broken
		}
		last := g[len(g)-1]
		ms := decode(f.all[last].raw)
		flags := model.Flags(0)
		if len(ms) > 1 {
			flags = model.Split
		}
		rows[last] = [2]int{b.Len(), len(ms)}
		for sub, m := range ms {
			m.Broken = broken
			b.Add(m, sources, sub, flags)
			switch {
			case m.Role == model.Assistant && m.Model != "":
				s.Model = strings.Clone(m.Model)
			case title == "" && m.Origin == model.Person:
				title = measure.Label(m.Text())
			}
		}
	}
	b.Finish()
	if s.Title == "" {
		s.Title = title
	}
	return rows
}

// tell sets what the records say of usage. What was answered before the last compaction says
// nothing of the context after it.
func (f *file) tell(s *model.Session, rows map[int][2]int) {
	after := -1
	if n := len(f.pairs); n > 0 {
		after = f.pairs[n-1].answer
	}
	for i := range f.all {
		it := &f.all[i]
		s.Usage.Total += it.usage.output
		at, live := rows[i]
		if !live || i <= after || it.usage.zero() || it.failed || it.summary || at[1] == 0 {
			continue
		}
		row := at[0] + at[1] - 1
		for s.Rows[row].Role != model.Assistant {
			row--
		}
		s.Usage.Known, s.Usage.Input, s.Usage.Cached, s.Usage.Output, s.Usage.Row = true, it.usage.input, it.usage.cached, it.usage.output, row
	}
}
