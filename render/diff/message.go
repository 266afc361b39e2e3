package diff

import (
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"cutline/model"
	"cutline/pipeline/trace"
	"cutline/render"
)

// head adds the line that names a message: who speaks, and for a tool what about.
func (b *builder) head(k Kind, old, now int) {
	r := b.row(old, now)
	name := r.Role.String()
	switch {
	case r.Role == model.User && r.Origin == model.Injected:
		name = "user · injected"
	case r.Role == model.User && r.Origin == model.FromSummary && k == Plus:
		name = "user · the new summary"
	case r.Role == model.User && r.Origin == model.FromSummary:
		name = "user · earlier summary"
	case r.Role == model.Tool || r.Is(model.HasCall) && !r.Is(model.HasText):
		name += " · " + render.RowLabel(r, labelCells)
	}
	b.add(Row{Kind: k, Old: old, New: now, Text: name, Head: true, Fold: -1})
}

// row is what is known of a message, by its index on either side.
func (b *builder) row(old, now int) *model.Row {
	if old >= 0 {
		return &b.in.Before.Rows[old]
	}
	return &b.in.After.Rows[now]
}

// message adds the head of a message and its first lines; all of them when its fold is open.
func (b *builder) message(k Kind, old, now, fold int) {
	b.head(k, old, now)
	limit := headLines
	if fold >= 0 && b.open(fold) {
		limit = openLines
	}
	lines, more := b.read(old, now, limit)
	for _, s := range lines {
		b.add(Row{Kind: k, Old: -1, New: -1, Text: s, Fold: fold})
	}
	if more > 0 {
		b.more(k, trace.Count(more, "more line"), fold)
	}
}

// read gives the first lines of a message as a model reads it, and how many more there are.
func (b *builder) read(old, now, limit int) (lines []string, more int) {
	s, i := b.in.Before, old
	if old < 0 {
		s, i = b.in.After, now
	}
	m, err := s.Message(i)
	if err != nil {
		return []string{"(this message can no longer be read: " + err.Error() + ")"}, 0
	}
	t := strings.TrimPrefix(m.Transcript(), m.Role.String()+": ")
	return split(t, limit)
}

// split cuts a text into its first lines and counts the others. A line end at the very end
// makes no line.
func split(t string, limit int) (lines []string, more int) {
	t = strings.TrimSuffix(t, "\n")
	lines = make([]string, 0, min(limit, 64))
	for len(lines) < limit {
		s, rest, found := strings.Cut(t, "\n")
		lines = append(lines, s)
		if !found {
			return lines, 0
		}
		t = rest
	}
	return lines, strings.Count(t, "\n") + 1
}

// summaryLines are the lines of the new summary message.
func (b *builder) summaryLines(c render.Change) []string {
	if c.Summary < 0 {
		return nil
	}
	if c.Text != "" {
		lines, _ := split(c.Text, openLines)
		return lines
	}
	lines, _ := b.read(-1, c.Summary, openLines)
	return lines
}

// earlier finds the summary of an earlier compaction among the messages that went, when the
// new one has taken over some of its lines: then the two are compared line by line.
func (b *builder) earlier(gone []int, summary []string) (int, []string) {
	for _, i := range gone[:min(len(gone), headKept)] { // it stands in front
		if b.in.Before.Rows[i].Origin != model.FromSummary {
			continue
		}
		lines, more := b.read(i, -1, diffLimit)
		if more > 0 || len(summary) > diffLimit {
			return -1, nil
		}
		have := make(map[string]bool, len(lines))
		for _, s := range lines {
			have[s] = true
		}
		n := 0
		for _, s := range summary {
			if have[s] && strings.TrimSpace(s) != "" {
				n++
			}
		}
		if n >= commonSum {
			return i, lines
		}
		return -1, nil
	}
	return -1, nil
}

// repaired adds a message that both sides hold, but not alike.
func (b *builder) repaired(t render.Twin) {
	if b.repairs++; b.repairs > compared {
		b.head(Minus, t.Before, -1)
		b.head(Plus, -1, t.After)
		return
	}
	old, more := b.read(t.Before, -1, diffLimit)
	now, moreNow := b.read(-1, t.After, diffLimit)
	if more+moreNow > 0 {
		b.message(Minus, t.Before, -1, -1)
		b.message(Plus, -1, t.After, -1)
		return
	}
	b.head(Same, t.Before, t.After)
	b.compare(old, now, -1)
}

// around is how many equal lines are shown on either side of a change.
const around = 2

// compare adds two texts line by line, long runs folded.
func (b *builder) compare(old, now []string, fold int) {
	at := 0
	for _, d := range lcs.DiffLines(old, now) {
		b.equal(old[at:d.Start], at > 0, true, fold)
		b.lines(Minus, old[d.Start:d.End], fold, headSum, tailSum)
		b.lines(Plus, now[d.ReplStart:d.ReplEnd], fold, headSum, tailSum)
		at = d.End
	}
	b.equal(old[at:], at > 0, false, fold)
}

// equal adds lines that both sides share: those next to a change, and a count.
func (b *builder) equal(lines []string, after, before bool, fold int) {
	head, tail := 0, 0
	if after {
		head = around
	}
	if before {
		tail = around
	}
	b.lines(Same, lines, fold, head, tail)
}
