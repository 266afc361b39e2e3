package partition

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Step is one entry that the way back from the end counted.
type Step struct {
	Entry int // position on the path
	Est   int // its tokens, as estimated
	Sum   int // with all that stand behind it
}

// The steps of a way that are told: where it begins, and where it ends.
const (
	firstSteps = 2
	lastSteps  = 6
)

// steps are those of the way to a cut: all up to the one with which the budget was reached.
func (w way) steps(p Point) []Step {
	var out []Step
	sum := 0
	for k := len(w.entries) - 1; k >= max(p.Start, p.Reached); k-- {
		if w.entries[k].Is(model.Weighs) {
			sum += w.entries[k].Est
			out = append(out, Step{k, w.entries[k].Est, sum})
		}
	}
	return out
}

// tellWalk says how the way back from the end went, with its running sum.
func (w way) tellWalk(p Point) (trace.Decision, bool) {
	steps := w.steps(p)
	if len(steps) == 0 {
		return trace.Decision{}, false
	}
	last := steps[len(steps)-1]
	keep := trace.Num(w.in.Params.KeepRecent)
	d := trace.Decision{Rule: "walk", Chose: fmt.Sprintf("%s counted, ≈ %s tokens, fewer than %s", trace.Count(len(steps), "message"), trace.Num(last.Sum), keep)}
	if p.Reached >= 0 {
		d.Chose = fmt.Sprintf("%s counted; %s takes the sum from ≈ %s to ≈ %s, over the %s that are kept", trace.Count(len(steps), "message"), w.name(last.Entry), trace.Num(last.Sum-last.Est), trace.Num(last.Sum), keep)
		if last.Sum == w.in.Params.KeepRecent {
			d.Chose = strings.Replace(d.Chose, "over the", "which is the", 1)
		}
	}
	var said []string
	more := len(steps) - firstSteps - lastSteps
	for i, s := range steps {
		if more > 1 && i >= firstSteps && i < firstSteps+more {
			if i == firstSteps {
				said = append(said, fmt.Sprintf("… %s more …", trace.Num(more)))
			}
			continue
		}
		said = append(said, fmt.Sprintf("%s +%s = %s", w.name(s.Entry), trace.Num(s.Est), trace.Num(s.Sum)))
		d.Touches = append(d.Touches, w.rows(s.Entry, s.Entry+1)...)
	}
	slices.Sort(d.Touches)
	d.Because = "back from the end: " + strings.Join(said, ", ")
	return d, true
}

// tellEstimates sets the estimates of what stays beside our own count: chars ÷ 4 is far too low where
// a token is less than four chars, as in Chinese, or in JSON.
func (out *Output) tellEstimates(w way) {
	if len(out.Tail) == 0 {
		return
	}
	counted := 0
	for _, i := range out.Tail {
		counted += w.in.Rows[i].Tokens
	}
	est := out.Cut.Tokens
	d := trace.Decision{Rule: "estimate", Chose: fmt.Sprintf("what stays is ≈ %s tokens by chars ÷ 4, ≈ %s by our own measure", trace.Num(est), trace.Num(counted)), Because: "the cut goes by chars ÷ 4, as in the original: an estimate, too low for Chinese, Japanese and JSON"}
	out.Decisions = append(out.Decisions, d)
	if est >= leastEstimate && 2*counted > 3*est {
		out.warn("low-estimate", fmt.Sprintf("what stays is ≈ %s tokens and not the ≈ %s of the estimate by chars ÷ 4; a smaller --keep-recent keeps what was meant", trace.Num(counted), trace.Num(est)), out.Tail[:1])
	}
}

// leastEstimate is the tokens below which an estimate that is off does not matter.
const leastEstimate = 1000
