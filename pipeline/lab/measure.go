package lab

import (
	"strings"

	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline"
	"cutline/pipeline/summarize"
)

// charsPerToken is the estimate of a prompt that nobody has counted.
const charsPerToken = 4

// measure fills in what a result is compared by.
func (b *Bench) measure(row *Row, res *pipeline.Result) {
	row.Result, row.Gates, row.After = res, res.Gates, res.Status.TokensAfter
	row.Writer = res.Report.Summary.Rung
	kept, sum := make(map[int]bool), 0
	for i, a := range res.Actions(b.s) {
		switch a.Action {
		case "kept":
			row.Kept++
			sum += b.s.Rows[i].Tokens
			kept[i] = true
		case "summarized":
			row.Summarized++
		case "truncated", "repaired":
			row.Truncated++
		case "omitted":
			row.Omitted++
		default:
			row.Dropped++
		}
	}
	row.KeptTokens = int(float64(sum) * b.scale)
	var text strings.Builder
	for _, it := range res.Report.Reassemble.Draft.Items {
		if it.Kind == model.NewSummary {
			text.WriteString(it.Text)
		}
		if it.Mask != "" || it.Kind == model.KeptTail {
			kept[it.Row] = true // its calls and its words are there, whatever of an output is not
		}
	}
	row.Words, row.WordsKept = b.prose.words(kept, text.String())
	row.Files, row.FilesKept = b.prose.named(kept, text.String(), b.s.CWD)
	for _, l := range res.After.Links {
		if l.Result && l.Peer >= 0 {
			row.Pairs++
		}
	}
	p := model.Mismatched(res.After.Links, nil)
	row.Broken = len(p.Orphans) + len(p.Unanswered) + len(p.Doubled)
	row.Fits = b.target <= 0 || row.After <= b.target
	row.Price = b.price(row.Params, res)
}

// price is what the summary costs: nothing where a strategy asks nobody, else that of the model that
// wrote it, or would.
func (b *Bench) price(p pipeline.Params, res *pipeline.Result) Price {
	if rung := res.Report.Pick.Summarizer; rung == summarize.Note || rung == summarize.Slimmed {
		return Price{Known: true}
	}
	out := Price{Model: b.in.Model}
	var in, answer int
	if summarize.Asks(res.Report.Pick.Summarizer) {
		for _, a := range res.Report.Summary.Attempts {
			if a.Model != "" {
				out.Model = a.Model
			}
			in, answer = in+a.InputTokens, answer+a.OutputTokens
		}
	}
	if in == 0 { // nobody has counted: what a model would read, and the longest answer
		p.Pick.Summarizer, p.Slim.Budget = summarize.External, 0
		r := pipeline.Plan(b.s, p, pipeline.Env{})
		in, answer = (r.Slim.BudgetUsed+r.Slim.Suffix)/charsPerToken, b.in.Output
	}
	m, _ := tokens.Lookup(out.Model)
	out.Dollars, out.Known = m.Price.Cost(in, answer)
	return out
}
