package render

import (
	"fmt"
	"strings"

	"cutline/model"
	"cutline/pipeline"
	"cutline/pipeline/trace"
)

// ResultsData is what the comparison of two results of one session is built from.
type ResultsData struct {
	Before *model.Session
	A, B   *pipeline.Result
	Open   bool // the texts are shown whole
}

// resultText is how many lines of a summary show before the rest is folded.
const resultText = 12

// BuildResults pairs what two results made of the same messages, for two columns: the summaries line
// by line, then every message that one of them keeps. What neither keeps is counted.
func BuildResults(d ResultsData) []SidePair {
	none := Side{Index: -1, Fold: -1}
	rule := func(left, right string) SidePair {
		return SidePair{Side{Kind: SideRule, Index: -1, Fold: -1, Text: left}, Side{Kind: SideRule, Index: -1, Fold: -1, Text: right}}
	}
	out := []SidePair{rule(resultRule(d.A), resultRule(d.B))}
	a, b := d.text(d.A, SideGone), d.text(d.B, SideNew)
	for k := range max(len(a), len(b)) {
		p := SidePair{none, none}
		if k < len(a) {
			p.Before = a[k]
		}
		if k < len(b) {
			p.After = b[k]
		}
		out = append(out, p)
	}
	keptA, keptB := keptRows(d.Before, d.A), keptRows(d.Before, d.B)
	out = append(out, rule(keptWords(keptA), keptWords(keptB)))
	for i := 0; i < len(d.Before.Rows); {
		from := i
		for i < len(d.Before.Rows) && !keptA[i] && !keptB[i] {
			i++
		}
		if i > from {
			s := Side{Kind: SideFold, Mark: SideNone, Index: -1, Fold: -1, Text: trace.Count(i-from, "message") + " in neither"}
			out = append(out, SidePair{s, s})
			continue
		}
		p := SidePair{none, none}
		switch {
		case keptA[i] && keptB[i]:
			p = SidePair{message(SideSame, d.Before, i, -1), message(SideSame, d.Before, i, -1)}
		case keptA[i]:
			p.Before = message(SideGone, d.Before, i, -1)
		default:
			p.After = message(SideNew, d.Before, i, -1)
		}
		out = append(out, p)
		i++
	}
	return out
}

// OneColumn puts the lines of two columns below each other, for a screen that has no room for both:
// what only the first has, what only the second has, what both have once.
func OneColumn(pairs []SidePair) []Side {
	out := make([]Side, 0, len(pairs)+32)
	var late []Side // lines of the second side, until the first one's are done
	flush := func() { out, late = append(out, late...), nil }
	for _, p := range pairs {
		switch a, b := p.Before, p.After; {
		case a.Kind == SideRule:
			flush()
			a.Text = join(" | ", a.Text, b.Text)
			out = append(out, a)
		case a.Kind == SideSame, a.Kind == SideFold && a.Mark == SideNone:
			flush()
			out = append(out, a)
		default:
			if a.Kind != SideNone {
				out = append(out, a)
			}
			if b.Kind != SideNone {
				late = append(late, b)
			}
		}
	}
	flush()
	return out
}

func resultRule(r *pipeline.Result) string {
	return fmt.Sprintf("%s: %s tokens, by %s", r.Report.Params.Strategy, trace.Num(r.Status.TokensAfter), r.Report.Summary.Rung)
}

func keptWords(kept map[int]bool) string {
	return "keeps " + trace.Count(len(kept), "message")
}

// keptRows are the messages of the input that a result keeps, those with a marker for their output
// not.
func keptRows(s *model.Session, r *pipeline.Result) map[int]bool {
	kept := make(map[int]bool)
	for _, a := range r.Actions(s) {
		if a.Action == "kept" || a.Action == "repaired" {
			kept[a.Index] = true
		}
	}
	return kept
}

// text is the summary of a result, line by line, marked as that of its side.
func (d ResultsData) text(r *pipeline.Result, mark SideKind) []Side {
	var out []Side
	lines := strings.Split(strings.TrimSpace(r.Report.Summary.Text), "\n")
	for k, s := range lines {
		if k == resultText && len(lines) > resultText+1 && !d.Open {
			return append(out, Side{Kind: SideFold, Mark: mark, Index: -1, Fold: FoldSummary, Text: trace.Count(len(lines)-k, "more line")})
		}
		out = append(out, Side{Kind: SideText, Mark: mark, Index: -1, Text: s, Fold: FoldSummary})
	}
	return out
}
