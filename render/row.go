package render

import (
	"strconv"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/render/text"
	"cutline/render/theme"
)

// RowData is one message of the transcript list.
type RowData struct {
	Index      int        // its index in the session
	IndexWidth int        // cells of the index column, see IndexWidth
	Row        *model.Row // what is known of it
	Fate       pipeline.Fate
	FairShare  int  // chars; -1 when every message is whole
	MaxSize    int  // chars of the largest message, the scale of the bars when there is no fair share
	Cursor     bool // the cursor stands here
	Focus      bool // the list has the keys
	Pinned     bool // something of it is pinned
	Linked     bool // the other half of the cursor's call and result
	Hit        bool // it holds what is looked for
}

// IndexWidth is the cells that the index of the last of n messages takes, at least 3.
func IndexWidth(n int) int { return max(len(strconv.Itoa(max(n-1, 0))), 3) }

// The columns of a row, in cells.
const (
	sizeCells = 6  // "203.6k", "1.20M", "12.34M"
	fateCells = 13 // "cut to 203.6k", "kept repaired"
	minBar    = 6
	maxBar    = 24
	minLabel  = 12
	niceLabel = 24 // below this the bar gives up cells first
)

// columns are the widths of a row's flexible columns; 0 for one that is not there.
type columns struct{ label, size, bar, fate int }

// columnsFor shares w cells out. When it gets narrow the bar shrinks first, then the label;
// then the bar goes, then the size, and last the label takes what the fate leaves.
func columnsFor(w, indexWidth int) columns {
	c := columns{size: sizeCells, fate: fateCells}
	room := w - indexWidth - 6 - 1 - c.fate // marks, role and blanks; the fate and its blank
	withSize := room - 1 - c.size
	if withSize-1-minBar >= minLabel {
		c.bar = min(max(withSize-1-niceLabel, minBar), max(w/5, minBar), maxBar)
		c.label = withSize - 1 - c.bar
		return c
	}
	if withSize >= minLabel {
		c.label = withSize
		return c
	}
	c.size = 0
	c.label = max(room, 0)
	return c
}

// Row draws one message of the transcript list: cursor, index, role, words, size, bar, fate.
func Row(th *theme.Theme, d RowData, w int) string {
	in := &th.Inks
	if d.Fate.Kept {
		in = &th.OnKept
	}
	in = underCursor(th, in, d.Cursor && d.Focus)
	c := columnsFor(w, d.IndexWidth)
	l := newLine(th, w)
	l.put(th.Title, cursorMark(th, d))
	if d.Pinned {
		l.put(in.Key, pinSign(true))
	} else {
		l.blank(in.Text, 1)
	}
	l.number(in.Dim, strconv.Itoa(d.Index), d.IndexWidth)
	l.blank(in.Text, 1)
	switch {
	case d.Fate.Kept:
		l.put(in.Kept, th.Shapes.Kept)
	case d.Fate.Prefix:
		l.put(in.Dim, th.Shapes.Turn)
	default:
		l.blank(in.Text, 1)
	}
	letter, ink := role(th, in, d.Row)
	l.put(ink, letter)
	l.blank(in.Text, 1)
	labelTo(l, th, in, ink, d.Row, c.label)
	if c.size > 0 {
		l.blank(in.Text, 1)
		l.number(in.Text, text.Short(sizeOf(d)), c.size)
	}
	if c.bar > 0 {
		l.blank(in.Text, 1)
		on := in
		if d.Cursor && d.Focus { // a bar in reverse would show the opposite of what it means
			on = &th.Inks
		}
		b := bar{size: sizeOf(d), share: d.FairShare, scale: d.MaxSize, state: barOf(d.Fate.Slim)}
		b.draw(l, th, on, c.bar)
	}
	l.blank(in.Text, 1)
	word, ink := FateWord(in, d.Row, d.Fate)
	l.column(ink, word, l.left)
	return l.end(in.Text)
}

// underCursor is the inks of a row: those of the cursor where it stands in the pane that has the keys.
func underCursor(th *theme.Theme, in *theme.Inks, here bool) *theme.Inks {
	if here {
		return &th.OnCursor
	}
	return in
}

// sizeOf is what the message asks for: its size in the slimmed text, or as it is rendered.
func sizeOf(d RowData) int {
	if d.Fate.Slim != nil {
		return d.Fate.Slim.Size
	}
	return d.Row.Rendered
}

// cursorMark is the cell in front of a row: the cursor, a sign at what was found, or a thin line at the
// other half of a call and its result.
func cursorMark(th *theme.Theme, d RowData) string {
	switch {
	case d.Cursor:
		return th.Shapes.Cursor
	case d.Hit:
		return th.Shapes.Event
	case d.Linked:
		return th.Shapes.Light.Side
	}
	return " "
}

// role is the letter of who speaks, and the ink of their words.
func role(th *theme.Theme, in *theme.Inks, r *model.Row) (string, theme.Ink) {
	switch r.Role {
	case model.System:
		return "S", in.System
	case model.Assistant:
		return "A", in.Assistant
	case model.Tool:
		return "T", in.Tool
	case model.User:
	}
	switch r.Origin {
	case model.Injected:
		return "i", in.Injected
	case model.FromSummary:
		return th.Shapes.Sum, in.Summary
	case model.Person, model.NoOrigin:
	}
	return "U", in.User
}

// FateWord is what becomes of a message in one or two words, and their ink.
func FateWord(in *theme.Inks, r *model.Row, f pipeline.Fate) (string, theme.Ink) {
	state := barOf(f.Slim)
	switch {
	case f.Kept && f.Repaired:
		return "kept repaired", in.Fallback
	case f.Masked:
		return "masked", in.Cut
	case f.Kept && (state == barWhole || state == barHeld):
		return "kept+read", in.Kept
	case f.Kept && state == barCut:
		return "kept+cut", in.Cut
	case f.Kept:
		return "kept", in.Kept
	case f.Aside:
		return "aside", in.Dim
	case f.Slim == nil && r.Is(model.Empty):
		return "empty", in.Omitted
	case f.Slim == nil:
		return "left out", in.Omitted
	}
	switch f.Slim.Hand {
	case slim.ForcedIn:
		return "forced in", in.Whole
	case slim.ForcedOut:
		return "forced out", in.Omitted
	case slim.ByRule:
	}
	switch f.Slim.Tier {
	case slim.Truncated:
		return "cut to " + text.Short(f.Slim.Allocation), in.Cut
	case slim.Omitted:
		return "omitted", in.Omitted
	case slim.Dropped:
		return "not read", in.Omitted
	case slim.Full:
	}
	if f.Slim.Said {
		return "words only", in.Cut
	}
	return "whole", in.Whole
}
