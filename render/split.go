package render

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/partition"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// SplitData says where and why the session is split.
type SplitData struct {
	At      int    // message index at which the tail starts, -1 when everything is summarized
	SplitOn string // the rule: person or any
	ByHand  bool
	Rescued bool // everything is summarized, and one message is kept too
	Kept    int  // Rescued: its index
	Full    bool // everything is summarized because it was asked for
	Keep    int  // tokens that stay, by the rule of a cut point; 0 under another rule
	Newest  int  // tokens that stay at the end, by a rule that asks nothing else of them; 0 under another rule
	Masked  int  // outputs for which a marker stands, while all stays
	Too     int  // messages that stay, though all are summarized
	Turn    int  // message at which the turn begins that is cut, -1 when none is
	Cap     int  // tokens that the tail may hold, when it begins inside a turn because of that; else 0
}

// SplitOf takes from a report what SplitRule draws.
func SplitOf(r *pipeline.Report) SplitData {
	d := SplitData{
		At: r.Partition.Split, ByHand: r.Partition.ByHand, Rescued: r.Partition.Rescued && r.Partition.Split < 0,
		SplitOn: r.Params.Partition.SplitOn, Full: r.Params.Partition.Full, Turn: -1,
	}
	if len(r.Partition.Prefix) > 0 {
		d.Turn = r.Partition.Prefix[0]
	}
	if r.Partition.Cut != nil {
		d.Keep = r.Params.Partition.KeepRecent
	}
	switch r.Params.Partition.Rule {
	case partition.Recent, partition.Ends:
		d.Newest = r.Params.Partition.KeepRecent
	}
	d.Masked = len(r.Partition.Masked)
	if d.At < 0 {
		d.Too = len(r.Partition.Tail)
	}
	if r.Partition.Capped != nil {
		d.Cap = r.Params.Partition.TailCap
	}
	if d.Rescued && len(r.Partition.Tail) > 0 {
		d.Kept = r.Partition.Tail[0]
	}
	return d
}

// words is the split in words: what happens, and by which rule.
func (d SplitData) words() (what, why string) {
	switch {
	case d.Rescued:
		return fmt.Sprintf("all summarized; message %d kept too", d.Kept), "last words typed"
	case d.At < 0 && d.Full:
		return "all summarized, no tail", "as asked"
	case d.Masked > 0:
		return "all kept", trace.Count(d.Masked, "output") + " masked"
	case d.Too > 0:
		return "all summarized", fmt.Sprintf("%s kept word for word too", text.Num(d.Too))
	case d.At < 0:
		return "all summarized, no tail", ""
	case d.ByHand:
		return fmt.Sprintf("split at %d", d.At), "by hand"
	case d.Keep > 0 && d.Turn >= 0:
		return fmt.Sprintf("cut at %d in the turn from %d", d.At, d.Turn), "tokens to keep: " + text.Num(d.Keep)
	case d.Keep > 0:
		return fmt.Sprintf("cut at %d", d.At), "tokens to keep: " + text.Num(d.Keep)
	case d.Newest > 0:
		return fmt.Sprintf("split at %d", d.At), "newest tokens to keep: " + text.Num(d.Newest)
	case d.Cap > 0:
		return fmt.Sprintf("split at %d", d.At), "in its turn, tokens at most " + text.Num(d.Cap)
	case d.SplitOn == "any":
		return fmt.Sprintf("split at %d", d.At), "last user message of any origin"
	}
	return fmt.Sprintf("split at %d", d.At), "last message a person typed"
}

// SplitRule draws the rule between what is summarized and what is kept.
func SplitRule(th *theme.Theme, d SplitData, w int) string {
	what, why := d.words()
	right := []string{th.Shapes.Up + " summarized   kept " + th.Shapes.Down, "kept " + th.Shapes.Down}
	switch {
	case d.Masked > 0:
		right = nil
	case d.At < 0:
		right = []string{th.Shapes.Up + " summarized"}
	}
	return rule{sign: th.Shapes.Split, edge: 2, line: th.Title, head: th.Title, tail: th.Dim}.draw(th, what, why, w, right...)
}

// OtherRule draws the hint where the other split-on, person or any, would cut.
func OtherRule(th *theme.Theme, splitOn string, w int) string {
	return rule{sign: th.Shapes.Dash, edge: 1, line: th.Dim, head: th.Dim, tail: th.Dim}.draw(th, "split-on "+splitOn+" would cut here", "", w)
}

// TurnRule draws where the turn begins that the cut goes through.
func TurnRule(th *theme.Theme, turn, w int) string {
	return rule{sign: th.Shapes.Dash, edge: 1, line: th.Dim, head: th.Dim, tail: th.Dim}.draw(th, fmt.Sprintf("the turn that is cut begins here, at %d", turn), "summarized up to the cut", w)
}

// CompactionRule draws the place of an earlier compaction.
func CompactionRule(th *theme.Theme, c model.Compaction, w int) string {
	what := "compacted here before"
	if c.Micro {
		what = "old tool results blanked here before"
	}
	how := label(th, c.Trigger, 40)
	switch {
	case c.Micro && c.SavedToks > 0:
		how = join(", ", how, text.Num(c.SavedToks)+" tokens saved")
	case c.Before > 0 && c.After > 0:
		how = join(", ", how, text.Num(c.Before)+" "+th.Shapes.Right+" "+text.Num(c.After)+" tokens")
	case c.Before > 0:
		how = join(", ", how, "at "+text.Num(c.Before)+" tokens")
	}
	var kept []string
	if c.Kept > 0 {
		kept = []string{text.Num(c.Kept) + " kept"}
	}
	return rule{sign: th.Shapes.Rule, edge: 2, line: th.Dim, head: th.Summary, tail: th.Dim, between: ": "}.draw(th, what, how, w, kept...)
}

// rule is a line across with words in it.
type rule struct {
	sign             string // the cell that it is made of
	edge             int    // cells of it before the first word
	line, head, tail theme.Ink
	between          string // between what and why, " · " when empty
}

// draw puts what and why on the left, and on the right the first of the words that there
// is room for. Why goes last.
func (r rule) draw(th *theme.Theme, what, why string, w int, right ...string) string {
	if r.between == "" {
		r.between = " " + th.Shapes.Dot + " "
	}
	need := r.edge + text.Width(what) + 2 // the blanks around it
	if need > w {
		r.edge = 0
	}
	if n := text.Width(r.between) + text.Width(why); why != "" && need+n <= w {
		need += n
	} else {
		why = ""
	}
	tail := ""
	for _, s := range right {
		const around = 6 // cells: a blank on both sides, and two cells of the line on both sides
		if tail == "" && need+text.Width(s)+around <= w {
			tail = s
		}
	}
	l := newLine(th, w)
	l.repeat(r.line, r.sign, r.edge)
	if r.edge > 0 {
		l.blank(r.line, 1)
	}
	l.put(r.head, what)
	if why != "" {
		l.put(r.tail, r.between+why)
	}
	l.blank(r.line, 1)
	if tail == "" {
		l.repeat(r.line, r.sign, l.left)
		return l.end(r.line)
	}
	l.repeat(r.line, r.sign, l.left-text.Width(tail)-4)
	l.put(r.tail, " "+tail+" ")
	l.repeat(r.line, r.sign, 2)
	return l.end(r.line)
}
