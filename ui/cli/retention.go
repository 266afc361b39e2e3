package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cutline/pipeline/retention"
	"cutline/pipeline/trace"
	"cutline/render"
	"cutline/render/text"
)

const (
	lossCells = 60 // cells of a lost or an invented text on a line
	lossChars = 300
	lossLines = 10 // losses that -v lists; the receipt has all
)

// The score of what a compaction kept. Lists are empty, never absent.
type (
	retentionJSON struct {
		Score      float64          `json:"score"` // 0 to 100, as the next three
		Low        float64          `json:"low"`
		High       float64          `json:"high"`
		Precision  *float64         `json:"precision,omitempty"` // absent when most of the source is missing
		N          int              `json:"n"`
		FactsPer1k float64          `json:"factsPer1k,omitempty"` // absent when the tokens are not known
		Classes    []classJSON      `json:"classes"`
		Lost       []lossJSON       `json:"lost"`
		Baselines  []baselineJSON   `json:"baselines"`
		Caveats    []string         `json:"caveats"`              // what else has to be known, a sentence each
		Fabricated *[]inventionJSON `json:"fabricated,omitempty"` // score has it beside
	}

	classJSON struct {
		Class  string  `json:"class"`
		Weight float64 `json:"weight"`
		N      int     `json:"n"`
		Kept   float64 `json:"kept"` // 0 to 1
	}

	lossJSON struct {
		Class  string  `json:"class"`
		Text   string  `json:"text"`
		Index  int     `json:"index"`  // the message in which it stands
		Weight float64 `json:"weight"` // points of the score that are lost with it
	}

	// baselineJSON is what else could stand there with as many tokens.
	baselineJSON struct {
		Name  string  `json:"name"`
		Score float64 `json:"score"`
	}

	inventionJSON struct {
		Class string `json:"class"`
		Text  string `json:"text"`
		Line  int    `json:"line"` // of the summary, from 1
		From  int    `json:"from"` // bytes of the summary
		To    int    `json:"to"`
	}
)

func retentionOf(o *retention.Output) *retentionJSON {
	out := &retentionJSON{
		Score: o.Score, Low: o.Low, High: o.High, Precision: known(o.Precision, !o.Partial), N: o.N, FactsPer1k: o.Per1k,
		Classes: make([]classJSON, 0, len(o.Classes)), Lost: make([]lossJSON, 0, len(o.Lost)),
		Baselines: make([]baselineJSON, 0, len(o.Baselines)),
	}
	made := make([]inventionJSON, 0, len(o.Fabricated))
	out.Fabricated = &made
	out.Caveats = append([]string{}, o.Caveats()...)
	for _, c := range o.Classes {
		out.Classes = append(out.Classes, classJSON{c.Class.String(), c.Weight, c.N, c.Kept})
	}
	for _, l := range o.Lost {
		out.Lost = append(out.Lost, lossJSON{l.Class.String(), shortLoss(l.Text), l.Index, l.Points})
	}
	for _, b := range o.Baselines {
		out.Baselines = append(out.Baselines, baselineJSON{b.Name, b.Score})
	}
	for _, f := range o.Fabricated {
		made = append(made, inventionJSON{f.Class, f.Text, f.Line, f.From, f.To})
	}
	return out
}

// shortLoss is as much of a lost text as a program is told.
func shortLoss(words string) string {
	if r := []rune(words); len(r) > lossChars {
		return string(r[:lossChars]) + "…"
	}
	return words
}

// beside is what else could stand there, in one line; empty when there is nothing to compare with.
func beside(o *retention.Output) string {
	words := make([]string, 0, len(o.Baselines))
	for _, b := range o.Baselines {
		words = append(words, fmt.Sprintf("%s %.0f", b.Name, b.Score))
	}
	if len(words) == 0 {
		return ""
	}
	return "at the same tokens: " + strings.Join(words, " · ")
}

// retention writes a score: its line, what else would score, what is invented, and with -v the classes and the losses.
func (p printer) retention(o *retention.Output, compression float64, verbose bool) {
	p.line("retention", p.t.Text, render.ScoreLine(o, compression))
	if words := beside(o); words != "" {
		p.line("", p.t.Text, words)
	}
	if words := o.Verdict(); words != "" {
		p.line("", p.t.Warn, words)
	}
	for _, words := range o.Caveats() {
		p.line("", p.t.Dim, words)
	}
	n := len(o.Fabricated)
	for i, f := range o.Fabricated {
		if i == fewLines && !verbose {
			p.line("", p.t.Warn, fmt.Sprintf("%s more are not in the session", trace.Num(n-i)))
			break
		}
		p.line("", p.t.Warn, fmt.Sprintf("not in the session: %s %s, line %d of the summary", f.Class, text.Label(f.Text, lossCells), f.Line))
	}
	if n := len(o.Unfound); n > 0 {
		p.line("", p.t.Dim, trace.Count(n, "item")+" of the summary not found in what the file holds, which need not be invented")
	}
	if !verbose {
		return
	}
	for _, c := range o.Classes {
		p.line("", p.t.Text, fmt.Sprintf("%s: %.0f%% of %s kept, weight %.0f", c.Class, 100*c.Kept, trace.Count(c.N, "fact"), c.Weight))
	}
	for i, l := range o.Lost {
		if i == lossLines {
			p.line("", p.t.Dim, fmt.Sprintf("%s more are lost or weakened", trace.Num(len(o.Lost)-i)))
			break
		}
		p.lost(&l, lossCells)
	}
}

// lost writes one loss, its text on so many cells.
func (p printer) lost(l *retention.Loss, cells int) {
	word := "lost"
	if l.Kept > 0 {
		word = "weakened"
	}
	p.line("", p.t.Text, fmt.Sprintf("%s: %s %s, message %d, −%.1f", word, l.Class, text.Label(l.Text, cells), l.Index, l.Points))
}

// bounds are what a score has to hold.
type bounds struct {
	least float64 // score, 0: any
	most  int     // inventions, -1: any
}

// flags are those that set the bounds.
func (b *bounds) flags(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&b.least, "min-retention", 0, "fail when the retention score is below `N`, of 100")
	cmd.Flags().IntVar(&b.most, "max-fabricated", -1, "fail when more than `N` items of the summary are not in the session (-1: any)")
}

// check refuses bounds that no score can have.
func (b bounds) check() error {
	if b.least < 0 || b.least > 100 {
		return usagef("--min-retention: %g is not between 0 and 100", b.least)
	}
	return nil
}

// refuse says why a score is not good enough, or nothing.
func (b bounds) refuse(o *retention.Output) error {
	switch {
	case o.Score < b.least:
		return fmt.Errorf("--min-retention: the retention score is %.1f, less than %g", o.Score, b.least)
	case b.most >= 0 && len(o.Fabricated) > b.most:
		f := o.Fabricated[0]
		is := "are"
		if len(o.Fabricated) == 1 {
			is = "is"
		}
		return fmt.Errorf("--max-fabricated: %s of the summary %s not in the session, more than %d; the first is the %s %q in its line %d",
			trace.Count(len(o.Fabricated), "item"), is, b.most, f.Class, text.Label(f.Text, lossCells), f.Line)
	}
	return nil
}
