package render

import (
	"fmt"
	"strings"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// SideKind says what one line of the compare view is.
type SideKind uint8

// The kinds of lines.
const (
	SideNone SideKind = iota // nothing on this side
	SideSame                 // a message that both sides hold
	SideGone                 // only before
	SideNew                  // only after
	SideText                 // a line of the new summary's text
	SideFold                 // messages or lines that are not shown
	SideRule                 // the split
)

// Side is one line of one side of the compare view.
type Side struct {
	Kind  SideKind
	Mark  SideKind   // SideFold: what is folded: SideGone or SideNew
	Index int        // the message's index on its side, -1 for a line that is no message
	Row   *model.Row // SideSame, SideGone, SideNew
	Text  string     // SideText, SideFold, SideRule
	Size  int        // chars, 0 when there is none to show
	Fold  int        // the fold that the line is or belongs to, -1 for none
}

// SidePair is one line of the compare view in two columns.
type SidePair struct{ Before, After Side }

// SidesData is what the compare view is built from.
type SidesData struct {
	Before *model.Session
	Report *pipeline.Report
	After  *model.Session
	Open   func(fold int) bool // which folds are open; nil for none
}

// The folds of the compare view.
const (
	FoldGone    = iota // the messages that were summarized
	FoldSummary        // the text of the summary
)

// What a fold leaves to be seen.
const (
	goneHead, goneTail = 3, 2  // messages
	textHead, textTail = 10, 1 // lines
)

// BuildSides pairs the lines of before and after for two columns. What went and the summary
// that stands for it are side by side, and both sides are in step again at the split.
func BuildSides(d SidesData) []SidePair {
	c := ChangeOf(d.Before, d.Report, d.After)
	out := make([]SidePair, 0, len(c.Front)+len(c.Tail)+32)
	for _, t := range c.Front {
		out = append(out, d.pair(t))
	}
	gone, fresh := d.gone(c), d.fresh(c)
	for k := range max(len(gone), len(fresh)) {
		p := SidePair{Side{Index: -1, Fold: -1}, Side{Index: -1, Fold: -1}}
		if k < len(gone) {
			p.Before = gone[k]
		}
		if k < len(fresh) {
			p.After = fresh[k]
		}
		out = append(out, p)
	}
	what, _ := SplitOf(d.Report).words()
	kept := "kept word for word"
	if len(c.Tail) == 0 {
		kept = "nothing is kept"
	}
	out = append(out, SidePair{
		Side{Kind: SideRule, Index: -1, Fold: -1, Text: what},
		Side{Kind: SideRule, Index: -1, Fold: -1, Text: kept},
	})
	for _, t := range c.Tail {
		out = append(out, d.pair(t))
	}
	return out
}

// BuildUnified lists the lines of before and after in one column.
func BuildUnified(d SidesData) []Side {
	c := ChangeOf(d.Before, d.Report, d.After)
	out := make([]Side, 0, len(c.Front)+len(c.Tail)+32)
	for _, t := range c.Front {
		out = append(out, d.single(t))
	}
	out = append(out, d.gone(c)...)
	out = append(out, d.fresh(c)...)
	what, _ := SplitOf(d.Report).words()
	out = append(out, Side{Kind: SideRule, Index: -1, Fold: -1, Text: what})
	for _, t := range c.Tail {
		out = append(out, d.single(t))
	}
	return out
}

func (d SidesData) open(fold int) bool { return d.Open != nil && d.Open(fold) }

// single is a message in the unified form: by its index before, if it had one.
func (d SidesData) single(t Twin) Side {
	p := d.pair(t)
	if t.Before < 0 {
		return p.After
	}
	return p.Before
}

// pair is a message on both sides, or on the one where it is.
func (d SidesData) pair(t Twin) SidePair {
	none := Side{Index: -1, Fold: -1}
	switch {
	case t.After < 0:
		return SidePair{message(SideGone, d.Before, t.Before, -1), none}
	case t.Before < 0:
		return SidePair{none, message(SideNew, d.After, t.After, -1)}
	}
	return SidePair{message(SideSame, d.Before, t.Before, -1), message(SideSame, d.After, t.After, -1)}
}

func message(k SideKind, s *model.Session, i, fold int) Side {
	r := &s.Rows[i]
	return Side{Kind: k, Index: i, Row: r, Size: r.Rendered, Fold: fold}
}

// gone are the messages that were summarized, folded to the first and the last ones.
func (d SidesData) gone(c Change) []Side {
	fold, open := FoldGone, d.open(FoldGone)
	n := len(c.Gone)
	if n <= goneHead+goneTail+1 { // a fold of one message saves nothing
		fold, open = -1, true
	}
	out := make([]Side, 0, min(n, 16))
	for k, i := range c.Gone {
		if open || k < goneHead || k >= n-goneTail {
			out = append(out, message(SideGone, d.Before, i, fold))
		} else if k == goneHead {
			out = append(out, d.folded(c.Gone[goneHead:n-goneTail]))
		}
	}
	return out
}

// folded is the line that stands for messages that are not shown.
func (d SidesData) folded(list []int) Side {
	size, tools := 0, 0
	for _, i := range list {
		size += d.Before.Rows[i].Rendered
		if d.Before.Rows[i].Role == model.Tool {
			tools++
		}
	}
	s := trace.Count(len(list), "message")
	if tools > 0 {
		s += fmt.Sprintf(", %s of them tool output", text.Num(tools))
	}
	return Side{Kind: SideFold, Mark: SideGone, Index: -1, Text: s, Size: size, Fold: FoldGone}
}

// fresh are the lines of the new summary.
func (d SidesData) fresh(c Change) []Side {
	if c.Summary < 0 {
		return nil
	}
	open := d.open(FoldSummary)
	out := []Side{message(SideNew, d.After, c.Summary, FoldSummary)}
	lines := make([]string, 0, 64)
	for s := range strings.SplitSeq(c.Text, "\n") {
		if len(out) == 1 && len(lines) == 0 && strings.HasPrefix(out[0].Row.Label, s) {
			continue // the row above shows it
		}
		if open || strings.TrimSpace(s) != "" {
			lines = append(lines, s)
		}
	}
	n := len(lines)
	open = open || n <= textHead+textTail+1
	for k, s := range lines {
		if open || k < textHead || k >= n-textTail {
			out = append(out, Side{Kind: SideText, Index: -1, Text: s, Fold: FoldSummary})
		} else if k == textHead {
			out = append(out, Side{
				Kind: SideFold, Mark: SideNew, Index: -1, Text: trace.Count(n-textHead-textTail, "more line"), Fold: FoldSummary,
			})
		}
	}
	return out
}

// SideLine draws one side of a pair, or one line of the unified form. The index column has
// indexWidth cells on both sides, see IndexWidth.
func SideLine(th *theme.Theme, s Side, indexWidth int, cursor, focus bool, w int) string {
	in := underCursor(th, &th.Inks, cursor && focus)
	l := newLine(th, w)
	if cursor {
		l.put(th.Title, th.Shapes.Cursor)
	} else {
		l.blank(in.Text, 1)
	}
	if s.Kind == SideRule {
		r := rule{sign: th.Shapes.Split, edge: 2, line: in.Title, head: in.Title, tail: in.Dim}
		l.out.WriteString(r.draw(th, words(th, s.Text), "", l.left))
		return l.out.String()
	}
	sideBody(l, th, in, s, indexWidth)
	return l.end(in.Text)
}
