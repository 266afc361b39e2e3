package records

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"cutline/model"
	"cutline/model/measure"
)

// Decode gives the messages that neighbouring records make together: mostly one message of
// one record. Hint is what only the records around them say; its values are the format's own,
// and 0 says nothing. Complaint says, as the end of a sentence, what is wrong with the shape
// of the records; it is empty when nothing is. It must not depend on anything else, because
// messages are decoded again when somebody looks at them.
type Decode func(records []string, hint int) (out []model.Message, complaint string)

// Builder makes a session of records, in the order in which they are added.
type Builder struct {
	S *model.Session
	// Numbered says that calls have no ids in this format: they get some, and a result
	// without an id answers the first open call of the last message that has any.
	Numbered bool

	file   *File
	decode Decode
	rows   *measure.Builder
	hints  map[int]int      // by the row's first source
	ids    map[int][]string // the same: ids given to the calls and results that have none
	open   []string         // given ids that nothing has answered
	calls  int              // ids given
}

// New starts a session of a file.
func New(in model.Input, format string, f *File, decode Decode) *Builder {
	b := &Builder{
		S: &model.Session{
			Format: format, Path: in.Path, Bytes: in.Size, Reader: in.Reader, Lines: f.Lines,
		},
		file: f, decode: decode, hints: make(map[int]int), ids: make(map[int][]string),
	}
	b.S.Decoder = b
	b.rows = measure.New(b.S)
	return b
}

// Add appends the messages that records make together, and gives the rows that they became,
// none when they are no message.
func (b *Builder) Add(hint int, records ...Record) []int {
	raws := make([]string, len(records))
	sources := make([]model.Source, len(records))
	broken := false
	for i, r := range records {
		raws[i], sources[i] = r.Raw, r.Source
		broken = broken || r.Broken
	}
	out, complaint := b.decode(raws, hint)
	if complaint != "" {
		b.Problem(records[0].Line, "shape", "the record at line %d %s", records[0].Line, complaint)
	}
	rows := make([]int, len(out))
	for k, m := range out {
		var flags model.Flags
		if len(out) > 1 {
			flags = model.Split
		}
		at := len(b.S.Sources)
		if hint != 0 {
			b.hints[at] = hint
		}
		if b.Numbered {
			b.number(at, m.Parts)
		}
		m.Broken = broken
		rows[k] = b.rows.Len()
		b.rows.Add(m, sources, k, flags)
	}
	return rows
}

// number gives ids to the calls and results that have none. What an earlier message has called
// gets no result any more once another calls.
func (b *Builder) number(at int, parts []model.Part) {
	if slices.ContainsFunc(parts, func(p model.Part) bool { return p.Kind == model.Call && p.ID == "" }) {
		b.open = nil
	}
	for i := range parts {
		p := &parts[i]
		switch {
		case p.ID != "":
			continue
		case p.Kind == model.Call:
			b.calls++
			p.ID = fmt.Sprintf("call-%d", b.calls)
			b.open = append(b.open, p.ID)
		case p.Kind == model.Result && len(b.open) > 0:
			p.ID, b.open = b.open[0], b.open[1:]
		case p.Kind != model.Result:
			continue
		}
		b.ids[at] = append(b.ids[at], p.ID)
	}
}

// Open reports whether a call that was given an id still waits for its result.
func (b *Builder) Open() bool { return len(b.open) > 0 }

// Problem notes what could not be taken as it stands.
func (b *Builder) Problem(line int, kind, format string, a ...any) {
	b.S.Problems = append(b.S.Problems, model.Problem{Line: line, Kind: kind, Message: fmt.Sprintf(format, a...)})
}

// Finish settles the session. It is ErrNone's when no message was added.
func (b *Builder) Finish() (*model.Session, error) {
	if b.rows.Len() == 0 {
		return nil, ErrNone
	}
	b.rows.Finish()
	b.S.Problems = append(b.S.Problems, b.file.Problems...)
	slices.SortStableFunc(b.S.Problems, func(x, y model.Problem) int { return cmp.Compare(x.Line, y.Line) })
	return b.S, nil
}

// History fills the history of a finished session that was tracked. Hint is that of a number in
// the track.
func (b *Builder) History(t *measure.Track, live measure.Live, hint func(n int) int) error {
	return t.History(b.S, live, func(n int, sources []model.Source) ([]model.Message, error) {
		raws := make([]string, len(sources))
		for i, src := range sources {
			raw, err := model.ReadSource(b.S.Reader, src)
			if err != nil {
				return nil, fmt.Errorf("read line %d: %w", src.Line, err)
			}
			raws[i] = string(raw)
		}
		out, _ := b.decode(raws, hint(n))
		return out, nil
	})
}

var errChanged = errors.New("it is not the record any more that was read; the file has changed")

// Decode reads the message of a row again.
func (b *Builder) Decode(raws [][]byte, row model.Row) (model.Message, error) {
	records := make([]string, len(raws))
	for i, r := range raws {
		records[i] = string(r)
	}
	out, _ := b.decode(records, b.hints[row.Source])
	if row.Sub >= len(out) {
		return model.Message{}, errChanged
	}
	m := out[row.Sub]
	ids := b.ids[row.Source]
	for i := range m.Parts {
		p := &m.Parts[i]
		if len(ids) > 0 && p.ID == "" && (p.Kind == model.Call || p.Kind == model.Result) {
			p.ID, ids = ids[0], ids[1:]
		}
	}
	m.Broken = row.Is(model.Broken)
	return m, nil
}

// Reported sets what the server said of the answer in a row, in tokens: the whole input, what
// of it came from a cache, and the output. Each answer is to be told once, in order.
func (b *Builder) Reported(row, input, cached, output int) {
	u := &b.S.Usage
	u.Total += output
	if input > 0 {
		u.Known, u.Input, u.Cached, u.Output, u.Row = true, input, cached, output, row
	}
}
