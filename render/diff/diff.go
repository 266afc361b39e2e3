// Package diff compares what a model reads before and after a compaction, line by line. It
// knows how the two are made (what stands in front is the same, then messages went and a
// summary came, then the tail is the same), so that it reads the few messages that show and
// never the text of a whole session.
package diff

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/trace"
	"cutline/render"
)

// Kind says on which side a row stands.
type Kind uint8

// The kinds of rows.
const (
	Same Kind = iota
	Minus
	Plus
	Rule // the split
)

// Row is one line of the diff.
type Row struct {
	Kind     Kind
	Old, New int    // Head: the message's index on each side, -1 where it is not; else -1
	Text     string // not cleaned, without its line end
	Why      string // Rule: what holds below it
	Head     bool   // the line that names a message
	More     bool   // the line stands for lines or messages that are not shown
	Fold     int    // the fold that the line belongs to, -1 for none
}

// The folds of a diff, for Input.Open.
const (
	FoldFront   = iota // the messages in front
	FoldGone           // the messages that went
	FoldSummary        // the text of the summary
	FoldTail           // the messages of the tail
)

// Input is what is compared.
type Input struct {
	Before *model.Session
	Report *pipeline.Report
	After  *model.Session
	Open   func(fold int) bool // which folds are open; nil for none
}

// Result is the diff, where its changes begin, and its size in messages.
type Result struct {
	Rows            []Row
	Hunks           []int // rows at which a run of changes begins
	Gone, New, Kept int   // messages that went, that came, and that stayed
}

// What is shown of what is folded. The rest of a message is a line that says how much more
// there is.
const (
	headLines  = 4  // of a message
	headGone   = 3  // messages
	tailGone   = 1  // messages
	headKept   = 3  // messages
	headSum    = 40 // lines of the summary
	tailSum    = 3  // lines of the summary
	openLines  = 2000
	commonSum  = 3    // lines that an earlier summary must share with the new one to be compared with it
	diffLimit  = 2000 // lines of a side beyond which two texts are not compared
	labelCells = 80
	compared   = 20 // repaired messages that are compared line by line
)

// Build compares. The number of messages that it reads does not depend on the session.
func Build(in Input) Result {
	c := render.ChangeOf(in.Before, in.Report, in.After)
	b := builder{in: in}
	b.same(c.Front, FoldFront)
	gone := c.Gone
	summary := b.summaryLines(c)
	if old, lines := b.earlier(c.Gone, summary); old >= 0 {
		b.head(Minus, old, -1)
		b.head(Plus, -1, c.Summary)
		b.compare(lines, summary, FoldSummary)
		gone = without(gone, old)
		b.gone(gone)
	} else {
		b.gone(gone)
		b.fresh(c.Summary, summary)
	}
	b.rule(c.Tail)
	b.same(c.Tail, FoldTail)
	b.out.count(c)
	b.out.hunks()
	return b.out
}

// rule adds the line of the split.
func (b *builder) rule(tail []render.Twin) {
	what, why := "everything is summarized", ""
	if at := b.in.Report.Partition.Split; at >= 0 {
		what = fmt.Sprintf("split at %d", at)
	}
	other := 0
	for _, t := range tail {
		if !t.Same(b.in.Before, b.in.After) {
			other++
		}
	}
	switch {
	case len(tail) == 0:
	case other == 0:
		why = "below it both sides are the same, word for word"
	default:
		why = "below it both sides are the same but for " + trace.Count(other, "message")
	}
	b.add(Row{Kind: Rule, Old: -1, New: -1, Text: what, Why: why, Fold: -1})
}

// count is the messages of each side.
func (r *Result) count(c render.Change) {
	r.Gone = len(c.Gone)
	if c.Summary >= 0 {
		r.New = 1
	}
	for _, list := range [2][]render.Twin{c.Front, c.Tail} {
		for _, t := range list {
			switch {
			case t.After < 0:
				r.Gone++
			case t.Before < 0:
				r.New++
			default:
				r.Kept++
			}
		}
	}
}

// hunks finds where runs of changes begin.
func (r *Result) hunks() {
	changed := func(k int) bool { return r.Rows[k].Kind == Minus || r.Rows[k].Kind == Plus }
	for k := range r.Rows {
		if changed(k) && (k == 0 || !changed(k-1)) {
			r.Hunks = append(r.Hunks, k)
		}
	}
}
