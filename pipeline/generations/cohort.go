package generations

import (
	"cmp"
	"context"
	"slices"

	"cutline/model"
	"cutline/pipeline/retention"
)

// alive is from which share on a fact is still there: half of it.
const alive = 0.5

// Death is a fact that did not last: in a generation less than half of it is there.
type Death struct {
	retention.Fact     // as the last generation has it
	At             int // the first generation without it
	Back           int // a later one that has it again and from which on it stays, since what came later says it too; 0: none
}

// First are n of the deaths, in their order: the heaviest of each generation, then the next ones.
func (g *Generations) First(n int) []Death {
	rank := make([]int, len(g.Deaths)) // within their generation
	order := make([]int, len(g.Deaths))
	for i := range g.Deaths {
		order[i] = i
		if i > 0 && g.Deaths[i].At == g.Deaths[i-1].At {
			rank[i] = rank[i-1] + 1
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank[a] - rank[b] })
	order = order[:min(n, len(order))]
	slices.Sort(order)
	out := make([]Death, len(order))
	for k, i := range order {
		out[k] = g.Deaths[i]
	}
	return out
}

// cohort are the facts that are followed.
type cohort struct {
	of       retention.Input // what they are taken from; without a Source there is none yet
	at, back []int           // of each fact, as in Death; 0: it lives
}

// settle fixes the facts: those of the first compaction. Its messages are the first ones of the
// session, so that they have the same numbers there.
func (c *cohort) settle(s *model.Session, first retention.Input) {
	if c.of.Source == nil {
		c.of = first
		c.of.Source, c.of.Rows = s, s.Rows
	}
}

// look scores a context by the facts. They come in the same order every time.
func (c *cohort) look(ctx context.Context, step *Step, now retention.Input, out *Generations) error {
	in := c.of
	in.Kept, in.Instead, in.Summary, in.Tokens = now.Kept, now.Instead, now.Summary, now.Tokens
	o, err := retention.Score(ctx, in)
	if err != nil {
		return err
	}
	if o.N == 0 { // there is nothing to follow, and no score
		return nil
	}
	if c.at == nil {
		c.at, c.back = make([]int, len(o.Facts)), make([]int, len(o.Facts))
	}
	step.Score, step.Low, step.High, step.Inventions = o.Score, o.Low, o.High, o.Fabricated
	for _, k := range o.Classes {
		step.Classes[k.Class] = Share{k.N, k.Kept}
	}
	out.Facts, out.Deaths = o.N, nil
	for i, f := range o.Facts {
		switch {
		case f.Kept < alive && c.at[i] == 0:
			c.at[i] = step.N
			step.Deaths++
		case f.Kept < alive:
			c.back[i] = 0
		case c.at[i] > 0 && c.back[i] == 0:
			c.back[i] = step.N
		}
		if c.at[i] > 0 {
			out.Deaths = append(out.Deaths, Death{f, c.at[i], c.back[i]})
		}
	}
	slices.SortStableFunc(out.Deaths, func(a, b Death) int { return cmp.Or(a.At-b.At, cmp.Compare(b.Points, a.Points)) })
	return nil
}

// texts are what a context says. What cannot be read keeps nothing.
func texts(s *model.Session) []string {
	out := make([]string, 0, len(s.Rows))
	for i := range s.Rows {
		if m, err := s.Message(i); err == nil {
			out = append(out, retention.Text(m))
		}
	}
	return out
}
