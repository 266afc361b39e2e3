package pipeline

import (
	"math"

	"cutline/model"
	"cutline/pipeline/fill"
)

// After is the state of the context after a run: what the gauge showed before, less what the
// counter says is gone, each counted token at its scale. It is an estimate when the number before was the server's.
func After(res *Result) Tokens {
	t := res.Report.Tokens
	gone := float64(res.Status.TokensBefore - res.Status.TokensAfter)
	if res.Scale > 0 {
		gone *= res.Scale
	}
	t.Used = max(0, t.Used-int(math.Round(gone)))
	t.Source, t.Since = "estimated", 0
	return t
}

// scale is how many tokens of the gauge a counted token of the messages is. A server counts otherwise than
// our tokenizer; what its reports say of the estimator says it of the counter too. The messages are
// never more than all that was reported.
func scale(s *model.Session, counted int, t Tokens) float64 {
	if t.Source != "reported" || counted <= 0 {
		return 1
	}
	k := 1.0
	if fit := fill.Calibrate(s); fit.Good {
		est := 0
		for i := range s.Rows {
			est += s.Rows[i].Tokens
		}
		k = fit.Factor * float64(est) / float64(counted)
	}
	return min(k, float64(t.Used)/float64(counted))
}
