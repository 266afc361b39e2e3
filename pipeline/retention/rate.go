package retention

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"cutline/pipeline/facts"
)

// draws is how often the facts are drawn anew for the interval, and the share that is cut off at
// either end of the scores that come out.
const (
	draws = 1000
	cut   = 0.025
)

// points is the score of facts that were looked for, and the sum of the weights of their classes.
func points(items [len(weights)][]item) (sum, score float64) {
	kept := 0.0
	for c, list := range items {
		if len(list) > 0 {
			sum += weights[c]
			kept += weights[c] * share(list)
		}
	}
	if sum == 0 {
		return 0, 100
	}
	return sum, 100 * kept / sum
}

// rate makes a score of facts that were looked for.
func rate(items [len(weights)][]item) Output {
	out := Output{Precision: 100, Low: 100, High: 100}
	for c, list := range items {
		if len(list) > 0 {
			out.Classes = append(out.Classes, Class{Class: facts.Class(c), Weight: weights[c], N: len(list), Kept: share(list)})
			out.N += len(list)
		}
	}
	var sum float64
	if sum, out.Score = points(items); sum == 0 {
		return out
	}
	out.Low, out.High = interval(items, sum)
	out.Low, out.High = min(out.Low, out.Score), max(out.High, out.Score)
	for c, list := range items {
		total := 0.0
		for i := range list {
			total += list[i].weight
		}
		for i := range list {
			x := &list[i]
			f := Fact{
				Class: x.Class, Text: x.Text, Index: x.Row, Part: x.Part, Span: x.Span, Mentions: x.Mentions, Kept: x.kept,
				Points: 100 * weights[c] / sum * x.weight / total,
			}
			out.Facts = append(out.Facts, f)
			if f.Kept < 1 {
				out.Lost = append(out.Lost, Loss{Class: f.Class, Text: f.Text, Index: f.Index, Kept: f.Kept, Points: f.Points * (1 - f.Kept)})
			}
		}
	}
	slices.SortStableFunc(out.Lost, func(a, b Loss) int { return cmp.Compare(b.Points, a.Points) })
	return out
}

// share is how much of a class is kept, by the weight of its facts.
func share(list []item) float64 {
	sum, kept := 0.0, 0.0
	for i := range list {
		sum += list[i].weight
		kept += list[i].weight * list[i].kept
	}
	return kept / sum
}

// interval draws the facts of every class anew, with the same seed each time.
func interval(items [len(weights)][]item, sum float64) (low, high float64) {
	r := rand.New(rand.NewPCG(1, 2))
	scores := make([]float64, draws)
	for k := range scores {
		for c, list := range items {
			if len(list) == 0 {
				continue
			}
			all, kept := 0.0, 0.0
			for range list {
				x := &list[r.IntN(len(list))]
				all += x.weight
				kept += x.weight * x.kept
			}
			scores[k] += 100 * weights[c] * kept / all / sum
		}
	}
	slices.Sort(scores)
	at := int(cut * draws)
	return scores[at], scores[draws-1-at]
}
