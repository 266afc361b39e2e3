package timeline

import (
	"fmt"

	"cutline/model"
	"cutline/model/measure"
	"cutline/pipeline/replay"
	"cutline/render"
	"cutline/render/text"
	"cutline/render/theme"
	"cutline/ui/scroll"
)

// inspection is one recorded compaction, looked into: its numbers, the summary that it wrote,
// what it kept, what it summarized.
type inspection struct {
	k       int // which compaction
	title   string
	facts   []string
	summary string
	kept    []int32
	out     []int32
	own     int // its own point, -1
	lines   []row
	list    scroll.List
	labels  map[int32]string
}

// row is one line: words, or a message of the history.
type row struct {
	text  string
	ink   func(*theme.Theme) theme.Ink
	head  bool
	point int32 // -1 for words
}

// inspect opens a compaction.
func (p *Pane) inspect(k int) {
	c := &p.d.Out.Compactions[k]
	in := &inspection{k: k, title: c.Title(), own: c.Point, labels: map[int32]string{}}
	in.facts = p.facts(c)
	if k < len(p.s.Replacements) {
		r := &p.s.Replacements[k]
		in.kept, in.out = r.Kept, r.Out
	}
	var err error
	if in.summary, err = p.s.CompactionText(k); err != nil {
		in.summary = err.Error()
	}
	if in.summary == "" {
		in.summary = "The file holds no summary that can be read."
		if c.Micro {
			in.summary = "None was written: only old tool results were blanked."
		}
	}
	p.open = in
	p.SetSize(p.w, p.h)
	in.list.To(0)
}

// facts are what is known of a compaction, as its mark says it.
func (p *Pane) facts(c *replay.Compaction) []string {
	for n, m := range p.d.Marks {
		if m.Compaction == c.Index {
			return p.d.MarkWords(n)
		}
	}
	return c.Facts()
}

// build makes the lines for a width. Messages are read when they are drawn.
func (in *inspection) build(th *theme.Theme, w int) {
	in.lines = in.lines[:0]
	plain := func(t *theme.Theme) theme.Ink { return t.Text }
	head := func(format string, a ...any) {
		if len(in.lines) > 0 {
			in.lines = append(in.lines, row{point: -1, ink: plain})
		}
		in.lines = append(in.lines, row{fmt.Sprintf(format, a...), func(t *theme.Theme) theme.Ink { return t.Title }, true, -1})
	}
	words := func(s string) {
		for _, l := range text.Wrap(s, max(1, w-3)) {
			in.lines = append(in.lines, row{"  " + l, plain, false, -1})
		}
	}
	head("what is known of it")
	for _, f := range in.facts {
		words(text.CleanLine(f))
	}
	head("its summary")
	words(text.Clean(in.summary))
	points := func(list []int32) {
		for _, i := range list {
			in.lines = append(in.lines, row{point: i})
		}
	}
	if len(in.kept) > 0 {
		head("kept word for word %s %s", th.Shapes.Dot, text.Num(len(in.kept)))
		points(in.kept)
	}
	if len(in.out) > 0 {
		head("summarized %s %s", th.Shapes.Dot, text.Num(len(in.out)))
		points(in.out)
	}
}

// row is the live message that the cursor is on, -1 when it is on none. On the words at the
// top it is the summary.
func (in *inspection) row(s *model.Session) int {
	if in.list.Cursor >= len(in.lines) {
		return -1
	}
	i := int(in.lines[in.list.Cursor].point)
	if i < 0 {
		i = in.own
	}
	if i < 0 || i >= len(s.History) {
		return -1
	}
	return int(s.History[i].Row)
}

// view draws the lines that show.
func (in *inspection) view(th *theme.Theme, s *model.Session, w, h int) []string {
	out := make([]string, 0, h)
	for i := in.list.Top; i < len(in.lines) && len(out) < h; i++ {
		l, at := &in.lines[i], i == in.list.Cursor
		if l.point >= 0 {
			out = append(out, render.PointLine(th, s.History[l.point], in.label(s, l.point), at, true, w))
			continue
		}
		mark := " "
		if at {
			mark = th.Key.Render(th.Shapes.Cursor)
		}
		out = append(out, mark+l.ink(th).Render(text.Cut(l.text, max(0, w-1))))
	}
	return text.Box(out, w, h)
}

// readable is the size in bytes up to which a record is read for its first words; a larger
// one would be felt at the keys.
const readable = 256 << 10

// label are the first words of a message, or what its tool was called with.
func (in *inspection) label(s *model.Session, i int32) string {
	if l, ok := in.labels[i]; ok {
		return l
	}
	l := labelOf(s, int(i))
	in.labels[i] = l
	return l
}

func labelOf(s *model.Session, i int) string {
	p := &s.History[i]
	r := model.Row{}
	switch {
	case p.Row >= 0:
		r = s.Rows[p.Row]
	case p.Len > readable:
		return "a record of " + text.Bytes(int(p.Len))
	default:
		m, err := s.Past(i)
		if err != nil {
			return err.Error()
		}
		r = measure.Row(m)
	}
	if r.Tool != "" {
		return r.Tool + " " + r.Label
	}
	return r.Label
}
