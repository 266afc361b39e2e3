package diff

import (
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/text"
)

// builder collects the rows.
type builder struct {
	in      Input
	out     Result
	repairs int // repaired messages so far
}

func (b *builder) add(r Row) { b.out.Rows = append(b.out.Rows, r) }

func (b *builder) open(fold int) bool { return b.in.Open != nil && b.in.Open(fold) }

// more adds the line that stands for what is not shown.
func (b *builder) more(k Kind, s string, fold int) {
	b.add(Row{Kind: k, Old: -1, New: -1, Text: s, More: true, Fold: fold})
}

// gone adds the messages that went: the first and the last with their first lines, the
// others as a count, or, when they are unfolded, as one line each.
func (b *builder) gone(list []int) {
	n := len(list)
	few := n <= headGone+tailGone+1
	for k, i := range list {
		switch {
		case few || k < headGone || k >= n-tailGone:
			b.message(Minus, i, -1, -1)
		case b.open(FoldGone):
			b.head(Minus, i, -1)
		case k == headGone:
			size := 0
			for _, j := range list[headGone : n-tailGone] {
				size += b.in.Before.Rows[j].Rendered
			}
			b.more(Minus, trace.Count(n-headGone-tailGone, "message")+", "+text.Short(size)+" chars", FoldGone)
		}
	}
}

// fresh adds the new summary.
func (b *builder) fresh(at int, lines []string) {
	if at < 0 {
		return
	}
	b.head(Plus, -1, at)
	b.lines(Plus, lines, FoldSummary, headSum, tailSum)
}

// lines adds a text, folded to its beginning and end.
func (b *builder) lines(k Kind, lines []string, fold, head, tail int) {
	n := len(lines)
	all := b.open(fold) || n <= head+tail+1
	for i, s := range lines {
		switch {
		case all || i < head || i >= n-tail:
			b.add(Row{Kind: k, Old: -1, New: -1, Text: s, Fold: fold})
		case i == head:
			b.more(k, trace.Count(n-head-tail, "more line"), fold)
		}
	}
}

// same adds messages of both sides. Those that were repaired, came or went are always shown;
// of the others the first ones, and a count.
func (b *builder) same(list []render.Twin, fold int) {
	shown, hidden := 0, 0
	flush := func() {
		if hidden > 0 {
			b.more(Same, trace.Count(hidden, "message")+" the same", fold)
			hidden = 0
		}
	}
	for _, t := range list {
		switch {
		case t.After < 0:
			flush()
			b.message(Minus, t.Before, -1, -1)
		case t.Before < 0:
			flush()
			b.message(Plus, -1, t.After, -1)
		case !t.Same(b.in.Before, b.in.After):
			flush()
			b.repaired(t)
		case shown < headKept:
			shown++
			b.message(Same, t.Before, t.After, fold)
		case b.open(fold):
			b.head(Same, t.Before, t.After)
		default:
			hidden++
		}
	}
	flush()
}

func without(list []int, i int) []int {
	out := make([]int, 0, len(list))
	for _, k := range list {
		if k != i {
			out = append(out, k)
		}
	}
	return out
}
