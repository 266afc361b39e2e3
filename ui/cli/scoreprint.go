package cli

import (
	"bufio"
	"fmt"

	"cutline/pipeline"
	"cutline/pipeline/trace"
)

// printScores writes scores for people, and where their report is.
func (c *command) printScores(out *bufio.Writer, all scored, written string) {
	p := c.printer(out)
	p.header(all.session)
	if written != "" {
		p.line("report", p.t.Text, written)
	}
	if all.after != nil {
		one := &all.scores[0]
		p.line("after", p.t.Title, all.after.Path)
		p.line("tokens", p.t.Text, fmt.Sprintf("%s → %s, counted over messages", trace.Num(one.Before), trace.Num(one.After)))
		p.scored(one, c.opts.verbose)
		return
	}
	if len(all.scores) == 0 {
		p.line("score", p.t.Text, "the file records no compaction; give what became of it as a second file")
	}
	for i := range all.scores {
		one := &all.scores[i]
		p.blank()
		p.line("compacted", p.t.Title, occasion(one))
		if one.Why != "" {
			p.line("", p.t.Dim, "no score: "+one.Why)
		}
		p.scored(one, c.opts.verbose)
	}
}

// occasion is where, why and by how much a compaction was made.
func occasion(one *pipeline.Scored) string {
	words := fmt.Sprintf("line %d", one.Line)
	if one.Trigger != "" {
		words += ", " + one.Trigger
	}
	if one.Before > 0 && one.After > 0 {
		words += fmt.Sprintf(": %s → %s tokens", trace.Num(one.Before), trace.Num(one.After))
	}
	return words
}

// scored writes what is known of one compaction.
func (p printer) scored(one *pipeline.Scored, verbose bool) {
	if one.Why == "" {
		p.retention(&one.Output, one.Saved(), verbose)
		if one.Partial() {
			p.line("", p.t.Warn, one.Gap())
		}
	}
	shown := fewLines
	if verbose {
		shown = len(one.Lint)
	}
	p.lint(one.Lint, shown)
	p.gates(one.Gates)
}
