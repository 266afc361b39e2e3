package prime

import (
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"cutline/model"
	"cutline/model/js"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// Read reads a session file of any version. The live context is that of the leaf that is asked
// for, else of the last entry: the file says nothing else about where its agent stands.
func Read(in model.Input) (*model.Session, error) {
	s := &model.Session{Format: Format, Path: in.Path, Bytes: in.Size, Reader: in.Reader, Decoder: decoder{}}
	b := measure.New(s)
	f, err := open(s, in)
	if err != nil {
		return nil, err
	}
	s.State = f
	if in.Leaf != "" {
		if err := f.choose(in.Leaf); err != nil {
			return nil, err
		}
	}
	path, problem := f.walk(f.leaf)
	f.path = path
	if problem != nil {
		s.Problems = append(s.Problems, *problem)
	}
	rows, err := f.rows(s, b)
	if err != nil {
		return nil, err
	}
	for k, i := range path {
		e := &f.entries[i]
		row, ok := rows[k]
		if !ok {
			row = -1
		}
		s.Entries = append(s.Entries, entryOf(e, row, len(s.Records)))
		s.Records = append(s.Records, e.src)
		if e.model != "" {
			s.Model = e.model
		}
	}
	unsaid(s, f)
	f.history(s, rows)
	f.usage(s, rows)
	b.Finish()
	if err := f.leaves(s); err != nil {
		return nil, err
	}
	if err := f.points(s, rows); err != nil {
		return nil, err
	}
	return s, nil
}

// open scans the file and builds its tree.
func open(s *model.Session, in model.Input) (*file, error) {
	f := &file{shared: make(map[string]usage)}
	ok := true
	res, err := jsonl.Scan(in.Reader, in.Size, IsRecord, func(r jsonl.Record) bool {
		raw := string(r.Raw)
		e := parse(raw, r.Source, r.Broken)
		if len(f.entries) == 0 {
			if ok = f.header(s, e, raw); !ok {
				return false
			}
		}
		f.entries = append(f.entries, e)
		switch {
		case e.kind == "child_usage_attributed":
			v := js.Fields(gjson.Parse(raw))
			f.shared[v.Text("targetId")] = usageOf(v.Get("aggregateUsage"))
		case e.kind == "session_info":
			s.Title = e.name
		case !e.known:
			s.Unknown++
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if !ok || len(f.entries) == 0 {
		return nil, ErrNoHeader
	}
	s.Lines, s.Problems = res.Lines, res.Problems
	for _, p := range res.Problems {
		if p.Whole {
			continue
		}
		switch p.Kind {
		case "malformed", "not-an-object":
			f.damaged++
		}
	}
	f.migrate()
	f.grow()
	for id, u := range f.shared {
		if i, ok := f.index[id]; ok && f.entries[i].role == roleAssistant {
			f.entries[i].usage = u
		}
	}
	return f, nil
}

// header takes the first record; false when it is no header.
func (f *file) header(s *model.Session, e entry, raw string) bool {
	v := js.Fields(gjson.Parse(raw))
	if e.kind != "session" || v.Get("id").Type != gjson.String {
		return false
	}
	f.version = 1
	if n := v.Get("version"); n.Type == gjson.Number {
		f.version = int(n.Int())
	}
	s.ID, s.CWD = e.id, v.Text("cwd")
	return true
}

// rows adds the messages of the live context and says which row each position of the path
// became. What the agent keeps from the model has no row.
func (f *file) rows(s *model.Session, b *measure.Builder) (map[int]int, error) {
	order, _ := f.context(f.path)
	rows := make(map[int]int, len(order))
	var unsent []int // lines
	for _, k := range order {
		e := &f.entries[f.path[k]]
		if e.hidden {
			unsent = append(unsent, e.src.Line)
			continue
		}
		raw, err := model.ReadSource(s.Reader, e.src)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", e.src.Line, err)
		}
		m := decode(string(raw))
		m.ID, m.Broken = e.id, e.broken
		var flags model.Flags
		if e.failed {
			flags = model.Failed
		}
		rows[k] = b.Len()
		b.Add(m, []model.Source{e.src}, 0, flags)
	}
	if len(unsent) > 0 {
		slices.Sort(unsent)
		s.Problems = append(s.Problems, model.Problem{
			Line: unsent[0], Kind: "not-sent",
			Message: fmt.Sprintf("%d record(s) from line %d on are shown by the agent and never sent to the model; they are not part of the live context", len(unsent), unsent[0]),
		})
	}
	return rows, nil
}

// history sets what the session says about its past: compactions, branches, earlier messages.
func (f *file) history(s *model.Session, rows map[int]int) {
	s.Branches, s.BranchRows = f.branches()
	last := f.lastCompaction(f.path)
	for k, i := range f.path {
		e := &f.entries[i]
		if e.kind != "compaction" {
			if k < last && e.produces() && !e.hidden {
				if _, live := rows[k]; !live {
					s.Earlier++
				}
			}
			continue
		}
		c := model.Compaction{Line: e.src.Line, Before: e.before, Summary: -1}
		for j := f.kept(f.path, k); j < k; j++ {
			if x := &f.entries[f.path[j]]; x.produces() && !x.hidden {
				c.Kept++
			}
		}
		if k == last {
			c.Summary = rows[k]
		}
		s.Compactions = append(s.Compactions, c)
	}
}

// usage sets what the server said of the latest good answer after the last compaction. The
// format counts cached input apart, so the request is the sum of the three. An answer whose
// numbers are all zero says nothing.
func (f *file) usage(s *model.Session, rows map[int]int) {
	for i := range f.entries {
		s.Usage.Total += f.entries[i].usage.output
	}
	for k := len(f.path) - 1; k > f.lastCompaction(f.path); k-- {
		e := &f.entries[f.path[k]]
		u := e.usage
		sum := u.input + u.cacheRead + u.cacheWrite
		if e.failed || !u.there || sum == 0 {
			continue
		}
		s.Usage.Known, s.Usage.Input, s.Usage.Output, s.Usage.Cached = true, sum, u.output, u.cacheRead
		s.Usage.Row = rows[k]
		return
	}
}

type decoder struct{}

// Decode reads the message of a row again.
func (decoder) Decode(records [][]byte, row model.Row) (model.Message, error) {
	if len(records) != 1 {
		return model.Message{}, fmt.Errorf("%d records", len(records))
	}
	m := decode(string(records[0]))
	m.ID, m.Broken = row.ID, row.Is(model.Broken)
	return m, nil
}
