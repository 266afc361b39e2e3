package claudecode

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"

	"cutline/model"
)

var errForeign = errors.New("the session was not read from a Claude Code file")

// Write makes a new session of a draft: a compaction boundary, the summary as the agent's own
// compaction would write it, and the kept records with new ids, chained one to the next. In
// them only the envelope changes; what else had to be changed is in Written.Repairs.
func Write(s *model.Session, d model.Draft, o model.WriteOptions) (*model.Written, error) {
	st, ok := s.State.(*state)
	if !ok {
		return nil, errForeign
	}
	w := &writer{s: s, st: st, d: d, o: o, out: &model.Written{Rope: &model.Rope{}}, renamed: map[string]string{}}
	if !d.Compacts() {
		return w.out, w.copy()
	}
	if err := w.collect(); err != nil {
		return nil, err
	}
	if err := w.late(); err != nil {
		return nil, fmt.Errorf("read what was appended meanwhile: %w", err)
	}
	w.session = o.NewID()
	if err := w.write(); err != nil {
		return nil, err
	}
	w.title()
	w.name()
	return w.out, nil
}

// name says what the new session is called.
func (w *writer) name() {
	w.out.ID, w.out.Name = w.session, w.session+".jsonl"
	w.out.Resume = Resume(w.s.CWD, w.session)
}

// writer is one compacted session being made.
type writer struct {
	s       *model.Session
	st      *state
	d       model.Draft
	o       model.WriteOptions
	out     *model.Written
	pieces  []*piece
	session string
	prev    string            // id of the line written last
	renamed map[string]string // new ids by old ones
	segment segment
}

// Classes of pieces, in the order in which they stand in the file.
const (
	classHead    = iota // in front of the summary
	classSummary        // the new one
	classOld            // an older compaction's summary
	classKept           // what that compaction kept
	classLive           // what followed it
	classLate           // what was appended to the input meanwhile
)

// piece is one line to write.
type piece struct {
	class  int
	off    int64 // of its record, for the order
	row    int   // -1 when it is no message of the session
	reader io.ReaderAt
	src    model.Source
	subs   int             // bit set of the messages of its record that are kept
	split  bool            // its record holds two messages
	drop   map[string]bool // ids of results that must go
	text   *string         // the summary
	result *model.Part     // a new result
	mask   string          // stands for the output of its results
}

// collect lists the lines that the draft asks for, in the order of the input: the lines of
// an answer may have results between them, and stay where they are.
func (w *writer) collect() error {
	at := map[int64]*piece{}
	last := &piece{class: classSummary}
	for i := range w.d.Items {
		it := &w.d.Items[i]
		switch it.Kind {
		case model.NewSummary:
			last = &piece{class: classSummary, row: -1, text: &it.Text}
			w.pieces = append(w.pieces, last)
			continue
		case model.NewResult:
			w.pieces = append(w.pieces, &piece{class: last.class, off: last.off, row: -1, result: &it.Part})
			continue
		case model.KeptSystem, model.KeptUserInfo, model.KeptTail:
		}
		if it.Row < 0 || it.Row >= len(w.s.Rows) {
			return fmt.Errorf("keep message %d of %d", it.Row, len(w.s.Rows))
		}
		row := w.s.Rows[it.Row]
		for _, src := range w.s.Sources[row.Source : row.Source+row.Sources] {
			p := at[src.Off]
			if p == nil {
				p = &piece{
					class: w.class(it.Kind, src.Off), off: src.Off, row: it.Row, reader: w.s.Reader, src: src,
					split: row.Is(model.Split), drop: map[string]bool{},
				}
				at[src.Off] = p
				w.pieces = append(w.pieces, p)
			}
			p.subs |= 1 << row.Sub
			p.mask = cmp.Or(it.Mask, p.mask)
			for _, id := range it.Drop {
				p.drop[id] = true
			}
			last = p
		}
	}
	w.sort()
	return nil
}

func (w *writer) sort() {
	slices.SortStableFunc(w.pieces, func(a, b *piece) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.off, b.off))
	})
}

func (w *writer) class(kind model.ItemKind, off int64) int {
	switch {
	case kind != model.KeptTail:
		return classHead
	case w.st.boundary < 0 || off > w.st.boundary && off != w.st.anchor:
		return classLive
	case off == w.st.anchor:
		return classOld
	}
	return classKept
}

// write writes the lines: the boundary, what stands in front of the summary, the summary, the
// tail. An agent that names its tail instead of writing it again gets it in front of the boundary.
func (w *writer) write() error {
	pieces := w.pieces
	if w.segmented() {
		kept := func(p *piece) bool { return p.class > classSummary && p.class < classLate }
		if err := w.keep(slices.DeleteFunc(slices.Clone(pieces), func(p *piece) bool { return !kept(p) })); err != nil {
			return err
		}
		pieces = slices.DeleteFunc(slices.Clone(pieces), kept)
	}
	w.boundary()
	for _, p := range pieces {
		if err := w.piece(p); err != nil {
			return err
		}
	}
	return nil
}

// piece writes one line.
func (w *writer) piece(p *piece) error {
	switch {
	case p.text != nil:
		w.summary(*p.text)
	case p.result != nil:
		w.result(*p.result)
	default:
		return w.record(p)
	}
	return nil
}
