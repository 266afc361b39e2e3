package fill

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Fit is what a session's own reports say of the estimator: reported ≈ Fixed + Factor × estimated.
type Fit struct {
	Good   bool
	Why    string  // why it is not good, empty when it is
	Factor float64 // real tokens for each estimated one; 1 when it is not good
	Fixed  int     // tokens that stand in every request and in no line of the file
	Points int     // answers with a reported number since the last compaction
	Spread int     // median distance of the points from the line, in tokens
	// Blanked are tokens that the file holds and the agent does not send any more: what it says to
	// have saved by blanking old results, and by how much the reports fell without any record.
	Blanked int
}

// What a line must have to be used; ours.
const (
	minPoints = 6     // fewer say more of the last answers than of the estimator
	minReach  = 2_000 // estimated tokens between the first point and the last; less is noise
	minShare  = 0.1   // the same, of the largest estimate: the line is drawn on to zero
	maxSpread = 0.1   // of what the reports grew by
	maxBelow  = 0.02  // of the largest report, by which the line may begin below zero
	minFactor = 0.5   // no known tokenizer is as far from the estimate as these two
	maxFactor = 3.0
	maxPoints = 300 // points of which pairs are made: their number grows with the square
)

// Calibrate fits the line through the reports since the last compaction, by the median of the
// slopes of all pairs, each weighing as much as its two lie apart: a few requests that are unlike
// the others do not move it. Where the reports fell, a new line begins, with the same slope.
func Calibrate(s *model.Session) Fit {
	points, saved := reports(s)
	f := Fit{Factor: 1, Points: len(points), Blanked: saved}
	if len(points) < minPoints {
		f.Why = fmt.Sprintf("%s with a reported number since the last compaction, and a line needs %d", trace.Count(len(points), "answer"), minPoints)
		return f
	}
	lo, hi := span(points, func(p pair) float64 { return p.est })
	if hi-lo < max(minReach, minShare*hi) {
		f.Why = fmt.Sprintf("between the first report and the last only ≈ %s tokens were added, too few to draw a line", trace.Num(int(hi-lo)))
		return f
	}
	var slopes []weighed
	few := thin(points, maxPoints)
	for i := range few {
		for _, q := range few[i+1:] {
			if d := q.est - few[i].est; q.run == few[i].run && d > 0 {
				slopes = append(slopes, weighed{(q.real - few[i].real) / d, d})
			}
		}
	}
	if len(slopes) < minPoints {
		f.Why = "the reports fell too often to draw a line"
		return f
	}
	f.settle(points, middle(slopes))
	return f
}

// weighed is a slope and its weight.
type weighed struct{ value, weight float64 }

// middle is the median by weight.
func middle(v []weighed) float64 {
	slices.SortFunc(v, func(a, b weighed) int { return cmp.Compare(a.value, b.value) })
	half, sum := 0.0, 0.0
	for _, x := range v {
		half += x.weight / 2
	}
	for _, x := range v {
		if sum += x.weight; sum >= half {
			return x.value
		}
	}
	return 0
}

// settle takes the line when it is plausible, else says why not.
func (f *Fit) settle(points []pair, slope float64) {
	rest := make([]float64, len(points)) // what the slope leaves of each report
	for i, p := range points {
		rest[i] = p.real - slope*p.est
	}
	var first, last float64 // where the first line begins, and the last
	var off []float64
	for i := 0; i < len(points); {
		j := i
		for j < len(points) && points[j].run == points[i].run {
			j++
		}
		last = median(slices.Clone(rest[i:j]))
		if i == 0 {
			first = last
		}
		for _, r := range rest[i:j] {
			off = append(off, math.Abs(r-last))
		}
		i = j
	}
	spread := median(off)
	f.Spread = int(math.Round(spread))
	lo, hi := span(points, func(p pair) float64 { return p.real })
	switch {
	case slope < minFactor || slope > maxFactor:
		f.Why = fmt.Sprintf("the reports grow by %.2f tokens for each estimated one, which no tokenizer does", slope)
	case first < -maxBelow*hi:
		f.Why = "the line would begin below zero: part of what the file holds was not sent"
	case points[len(points)-1].real < first:
		f.Why = fmt.Sprintf("the last report is below the %s tokens with which the line begins: the context was made anew, and no line of the file says so", trace.Num(int(math.Round(first))))
	case spread > maxSpread*(hi-lo):
		f.Why = fmt.Sprintf("half of the reports are more than %s tokens off the line", trace.Num(f.Spread))
	default:
		f.Good, f.Factor, f.Fixed = true, slope, int(math.Round(max(first, 0)))
		f.Blanked += int(math.Round(max(first-last, 0)))
	}
}

// span is the least and the largest value of the points.
func span(points []pair, of func(pair) float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, p := range points {
		lo, hi = min(lo, of(p)), max(hi, of(p))
	}
	return lo, hi
}

// thin takes n of the points, evenly.
func thin(points []pair, n int) []pair {
	if len(points) <= n {
		return points
	}
	out := make([]pair, n)
	for i := range out {
		out[i] = points[i*(len(points)-1)/(n-1)]
	}
	return out
}

// median of values, which are sorted by it; 0 for none.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	n := len(v) / 2
	if len(v)%2 == 1 {
		return v[n]
	}
	return (v[n-1] + v[n]) / 2
}
