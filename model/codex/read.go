package codex

import (
	"cmp"
	"fmt"
	"slices"

	"cutline/model"
	"cutline/model/jsonl"
	"cutline/model/measure"
)

// file is what the writer wants to know of the reading.
type file struct {
	lines   []line
	first   int          // the line that names the file, -1 without one
	id      string       // what it says
	opaque  []item       // live items that only the server can read
	list    int          // the line whose list the history begins with, 0 without one
	ordinal int64        // the highest number of a line, -1 when they are not numbered
	bare    int          // lines without envelope
	idle    int          // records of the first generation that say nothing
	damaged int          // lines of which nothing could be read
	time    string       // of the first line
	report  model.Source // the last line with numbers of the server, none without one
}

// line is one line of the input.
type line struct {
	src    model.Source
	class  class
	broken bool
	bare   bool
}

// Read reads a rollout. Of the usage, Input is the whole request of the last answer, what came
// from a cache included; it is never the sum over the thread.
func Read(in model.Input) (*model.Session, error) {
	s := &model.Session{Format: Name, Path: in.Path, Bytes: in.Size, Reader: in.Reader, Decoder: decoder{}}
	r := &reader{
		s: s, f: &file{first: -1, ordinal: -1}, rows: measure.New(s),
		h: &history{typed: make(map[uint64]bool), told: make(map[uint64]bool)},
	}
	res, err := jsonl.Scan(in.Reader, in.Size, IsRecord, r.add)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	s.Lines, s.Problems, s.State = res.Lines, res.Problems, r.f
	for _, p := range res.Problems {
		if !p.Whole && (p.Kind == "malformed" || p.Kind == "not-an-object") {
			r.f.damaged++
		}
	}
	if !r.words && len(r.events) > 0 { // only the screen's events are left of the conversation
		r.h.items = r.events
	}
	if err := r.messages(); err != nil {
		return nil, err
	}
	r.rows.Finish()
	r.past()
	r.history()
	slices.SortStableFunc(s.Problems, func(a, b model.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return s, nil
}

// reader collects what the lines say.
type reader struct {
	s      *model.Session
	f      *file
	h      *history
	rows   *measure.Builder
	words  bool    // a message is among the items
	events []item  // messages as the screen showed them
	title  string  // the first words of a person
	groups [][]int // of the live items, those of each message
	approx bool    // sizes are worked out from a few places of each text
	glance glance  // reused
	shape  shape   // reused
}

// add takes one line. Nothing of it is kept. It is false, and has done nothing, when an index
// is made and the line is no JSON as far as it was looked at.
func (r *reader) add(rec jsonl.Record) bool {
	good := r.glance.walk(rec.Raw)
	if !good && r.approx {
		return false
	}
	e, ok := r.skim(&r.glance, rec)
	if !ok || !good {
		if r.approx && !jsonl.Valid(rec.Raw) {
			return false
		}
		e = parse(string(rec.Raw), rec.Source, rec.Broken)
	}
	r.take(&e)
	return true
}

// take takes what a line says.
func (r *reader) take(e *entry) {
	f, s := r.f, r.s
	f.lines = append(f.lines, line{e.src, e.class, e.broken, e.bare})
	f.ordinal = max(f.ordinal, e.ordinal)
	s.Unknown += e.strange
	switch e.class {
	case meta, header:
		r.about(e)
	case context, spoken:
		if e.cwd != "" {
			s.CWD = clone(e.cwd)
		}
		if e.model != "" {
			s.Model = clone(e.model)
		}
	case named:
		s.Title = clone(e.words)
	case said:
		if !r.words {
			r.events = append(r.events, e.item)
		}
	case state:
		f.idle++
	case compacted:
		f.list = 0
		if e.listed {
			f.list = e.src.Line
		}
		r.words = r.words || len(e.list) > 0
	case report:
		if e.usage.context > 0 {
			f.report = e.src
		}
	case strange:
		s.Unknown++
	default:
	}
	if e.class == spoken {
		r.words = r.words || e.item.kind == answer || e.item.kind == user || e.item.kind == system
	}
	if r.words {
		r.events = nil
	}
	if e.bare {
		f.bare++
	}
	if e.window > 0 {
		s.Window = e.window
	}
	s.Usage.Total = max(s.Usage.Total, e.usage.total)
	if r.title == "" && (e.class == spoken || e.class == said) && e.item.origin == model.Person {
		r.title = measure.Label(typedWords(e.words))
	}
	r.h.apply(e)
}

// about takes the session's own data. The first line of them names the file; later ones come
// from resuming it, or from the session that it was forked from.
func (r *reader) about(e *entry) {
	f, s := r.f, r.s
	if f.first >= 0 {
		if e.id == f.id && e.version != "" {
			s.AgentVersion = clone(e.version)
		}
		return
	}
	f.first, f.id, f.time = len(f.lines)-1, clone(e.id), clone(e.time)
	s.ID, s.CWD, s.AgentVersion = f.id, clone(e.cwd), clone(e.version)
	if e.instructions > 0 {
		s.Attachments = append(s.Attachments, model.Attachment{Line: e.src.Line, Type: "instructions", Chars: e.instructions})
	}
	s.Attachments = append(s.Attachments, e.tools...)
}

// messages adds the live context.
func (r *reader) messages() error {
	items := r.h.items
	r.groups = group(items)
	for _, g := range r.groups {
		sources := make([]model.Source, len(g))
		var p measure.Piece
		id, flags := "", model.Flags(0)
		for n, i := range g {
			it := &items[i]
			if err := r.live(it); err != nil {
				return err
			}
			if sources[n] = it.src; n == 0 {
				p = it.live.Piece
			} else {
				p.Join(&it.live.Piece)
			}
			if id == "" {
				id = it.live.id
			}
			if it.broken {
				flags |= model.Broken
			}
			it.live = nil
		}
		if p.Role == model.User {
			p.Origin = r.h.origin(&items[g[0]])
		}
		r.rows.Put(&p, id, sources, 0, flags)
		if !r.rows.Stateful(&p) {
			continue
		}
		m, err := r.s.Message(r.rows.Len() - 1)
		if err != nil {
			return err
		}
		r.rows.State(m)
	}
	r.usage()
	return nil
}

// live reads an item of which only the place is known.
func (r *reader) live(it *item) error {
	if it.live != nil {
		return nil
	}
	raw, err := model.ReadSource(r.s.Reader, it.src)
	if err != nil {
		return fmt.Errorf("read line %d: %w", it.src.Line, err)
	}
	it.weigh(decode([]string{string(raw)}))
	return nil
}

// usage sets what the server reported last, and the message that it was about.
func (r *reader) usage() {
	h, u := r.h, &r.s.Usage
	n := len(h.reports)
	if n == 0 {
		return
	}
	last := h.reports[n-1]
	u.Known, u.Input, u.Output, u.Cached, u.Row = true, last.input, last.output, last.cached, -1
	end := min(last.at, len(h.items))
	if h.behind {
		for end < len(h.items) && h.items[end].kind.made() {
			end++
		}
	}
	for row, g := range r.groups {
		if g[0] < end && h.items[g[len(g)-1]].kind.made() {
			u.Row = row
		}
	}
}

// past sets what the file records of its past: compactions, earlier messages, turns that were
// taken back.
func (r *reader) past() {
	s, h := r.s, r.h
	if s.Title == "" {
		s.Title = r.title
	}
	s.Earlier = h.earlier
	s.Branches, s.BranchRows = h.rolls, h.dropped
	for n, c := range h.past {
		out := model.Compaction{Line: c.line, Before: c.before, After: c.after, Kept: c.kept, Summary: -1}
		if n == len(h.past)-1 {
			out.Summary = r.row(c.summary)
		}
		s.Compactions = append(s.Compactions, out)
	}
	r.unreadable()
}

// row is the message that an item became, -1 when it is none any more.
func (r *reader) row(i int) int {
	for row, g := range r.groups {
		if g[0] == i && r.h.items[i].origin == model.FromSummary {
			return row
		}
	}
	return -1
}

// unreadable says what the model is told of the past and nobody but the server can read.
func (r *reader) unreadable() {
	problem := func(line int, format string) {
		r.s.Problems = append(r.s.Problems, model.Problem{Line: line, Kind: "opaque-summary", Message: fmt.Sprintf(format, line)})
	}
	line := 0
	for _, it := range r.h.items {
		if it.kind != opaque {
			continue
		}
		r.f.opaque = append(r.f.opaque, it)
		if it.src.Line != line {
			line = it.src.Line
			problem(line, "line %d holds the summary of a compaction in an encrypted form that only its server can read; it stays in a compacted copy as it is")
		}
	}
	if n := len(r.h.past); n > 0 && line == 0 && r.h.past[n-1].summary < 0 {
		problem(r.h.past[n-1].line, "the summary of the compaction at line %d is not in this file; what stood before it is known only from what was kept")
	}
}

type decoder struct{}

// Decode reads the message of a row again.
func (decoder) Decode(records [][]byte, row model.Row) (model.Message, error) {
	raws := make([]string, len(records))
	for i, raw := range records {
		if !valid(raw) {
			return model.Message{}, errNoRecord
		}
		raws[i] = string(raw)
	}
	m := decode(raws)
	m.Broken = row.Is(model.Broken)
	return m, nil
}
