package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cutline/pipeline/lab"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

func labAfter(_ *theme.Theme, r *lab.Row) string {
	if !r.Fits {
		return ">" + text.Num(r.After)
	}
	return text.Num(r.After)
}

func labNumber(of func(*lab.Row) int) func(*theme.Theme, *lab.Row) string {
	return func(_ *theme.Theme, r *lab.Row) string { return text.Num(of(r)) }
}

// labRetention, labPrecision and labPer1k are numbers of a score, when there is one.
func labRetention(r *lab.Row) (float64, bool) {
	return r.Retention.Score, r.Scored && r.Retention.N > 0
}

func labPrecision(r *lab.Row) (float64, bool) {
	return r.Retention.Precision, r.Scored && r.Retention.Checked > 0
}

func labPer1k(r *lab.Row) (float64, bool) { return r.Retention.Per1k, r.Scored && r.Retention.N > 0 }

// labScore writes such a number.
func labScore(digits int, of func(*lab.Row) (float64, bool)) func(*theme.Theme, *lab.Row) string {
	return func(_ *theme.Theme, r *lab.Row) string {
		n, ok := of(r)
		if !ok {
			return "-"
		}
		return strconv.FormatFloat(n, 'f', digits, 64)
	}
}

// labBest sorts by such a number, the largest first and none last.
func labBest(of func(*lab.Row) (float64, bool)) func(*lab.Row) float64 {
	return func(r *lab.Row) float64 {
		if n, ok := of(r); ok {
			return -n
		}
		return 1
	}
}

func labPart(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}

func labPercent(of func(*lab.Row) (int, int)) func(*theme.Theme, *lab.Row) string {
	return func(_ *theme.Theme, r *lab.Row) string {
		n, all := of(r)
		switch {
		case all == 0:
			return "-"
		case n < all: // all of them is said of nothing less
			return strconv.Itoa(min(99, int(100*labPart(n, all)+0.5))) + "%"
		}
		return "100%"
	}
}

func labPairs(_ *theme.Theme, r *lab.Row) string {
	if r.Broken > 0 {
		return trace.Num(r.Broken) + " parted"
	}
	return text.Num(r.Pairs)
}

func labFailing(r *lab.Row) int {
	n := 0
	for _, g := range r.Gates {
		if !g.Pass {
			n++
			if g.Hard {
				n += len(r.Gates)
			}
		}
	}
	return n
}

// labGates names the first gate that does not hold, a hard one before others.
func labGates(th *theme.Theme, r *lab.Row) string {
	if g, bad := reassemble.Failed(r.Gates); bad {
		return th.Shapes.Cross + " " + g.Name
	}
	for _, g := range r.Gates {
		if !g.Pass {
			return "! " + g.Name
		}
	}
	return th.Shapes.Check + " " + strconv.Itoa(len(r.Gates))
}

func labPrice(th *theme.Theme, r *lab.Row) string {
	switch p := r.Price; {
	case p.Known && p.Model == "":
		return "0"
	case !p.Known:
		return "unknown"
	case p.Dollars < 0.01:
		return "<$0.01"
	default:
		return th.Shapes.About + "$" + strconv.FormatFloat(p.Dollars, 'f', 2, 64)
	}
}

func labTook(d time.Duration) string {
	switch {
	case d <= 0:
		return "-"
	case d < time.Second:
		return strconv.Itoa(max(1, int(d.Milliseconds()))) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}

func labSet(r *lab.Row) string {
	out := make([]string, len(r.Set))
	for i, s := range r.Set {
		out[i] = s.Name + " " + s.Value
	}
	return strings.Join(out, ", ")
}

// LabTold says what failed before a summary was there, empty when nothing did.
func LabTold(r *lab.Row) string {
	if r.Result == nil {
		return ""
	}
	return Told(r.Result.Status.Attempts, r.Writer)
}

// LabPriced says what the price is of.
func LabPriced(r *lab.Row) string {
	if summarize.Asks(r.Writer) {
		return "the prompt and the answer"
	}
	return "the prompt and the longest answer"
}

// LabWords says of a strategy what its row has no room for.
func LabWords(r *lab.Row) []string {
	out := []string{r.Strategy + ": " + r.About}
	switch {
	case r.Result == nil:
		return append(out, r.Why)
	case !r.Fits:
		out = append(out, "its result is over the budget: it has no size that would fit")
	}
	if o := &r.Retention; r.Scored && o.N > 0 {
		words := fmt.Sprintf("RS %.0f [%.0f–%.0f] of %s", o.Score, o.Low, o.High, trace.Count(o.N, "fact"))
		if o.LowEvidence() {
			words += ", low evidence"
		}
		if n := len(o.Fabricated); n > 0 {
			words += fmt.Sprintf("; %s of %s not in the session", trace.Num(n), trace.Count(o.Checked, "named item"))
		}
		out = append(out, words)
	}
	if s := labSet(r); s != "" {
		out = append(out, "set so that it fits: "+s)
	}
	if told := LabTold(r); told != "" {
		out = append(out, told)
	}
	by := "by " + r.Writer
	switch p := r.Price; {
	case p.Known && p.Model == "":
		by += ", no model is asked"
	case p.Model == "":
		by += ", and no small model of the session's vendor is known to price it by"
	case p.Known:
		by += fmt.Sprintf(", $%.4f for %s of %s", p.Dollars, LabPriced(r), p.Model)
	default:
		by += ", the price of " + p.Model + " is not known"
	}
	return append(out, by)
}
