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

	// Of an index, what measuring its session needs.
	spots    []spot
	problems []model.Problem // those that no line is to blame for
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
	r := newReader(in)
	res, err := jsonl.Scan(in.Reader, in.Size, IsRecord, r.add)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	return r.session(res)
}

// Index is Read without a look at what a list does not show: the sizes of answers, calls and
// results are worked out from samples of their texts, and what no walk over its structure finds
// wrong is taken for good. It takes a small part of the time.
func Index(in model.Input) (*model.Session, error) {
	r := newReader(in)
	r.approx = true
	res, err := jsonl.Skim(in.Reader, in.Size, IsRecord, r.add)
	if err != nil {
		return nil, fmt.Errorf("skim: %w", err)
	}
	s, err := r.session(res)
	if err != nil {
		return nil, err
	}
	s.Approx = true
	slices.SortStableFunc(r.f.spots, func(a, b spot) int { return cmp.Compare(a.off, b.off) })
	r.f.spots = slices.Clip(r.f.spots)
	return s, nil
}

func newReader(in model.Input) *reader {
	s := &model.Session{Format: Name, Path: in.Path, Bytes: in.Size, Reader: in.Reader, Decoder: decoder{}}
	return &reader{
		s: s, f: &file{first: -1, ordinal: -1}, rows: measure.New(s),
		h: &history{typed: make(map[uint64]bool), told: make(map[uint64]bool)},
	}
}

// session makes the session of the lines that were read.
func (r *reader) session(res jsonl.Result) (*model.Session, error) {
	s := r.s
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
	case settings, spoken:
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

type decoder struct{}

// Decode reads the message of a row again.
func (decoder) Decode(records [][]byte, row model.Row) (model.Message, error) {
	raws := make([]string, len(records))
	for i, raw := range records {
		if !valid(raw) {
			return model.Message{}, jsonl.ErrNoRecord
		}
		raws[i] = string(raw)
	}
	m := decode(raws)
	m.Broken = row.Is(model.Broken)
	return m, nil
}
