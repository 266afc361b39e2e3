package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
	"cutline/pipeline/slim"
	"cutline/pipeline/trace"
	"cutline/render/text"
)

// nextLens goes round the budgets to look with.
func (a *App) nextLens() tea.Cmd {
	a.lens = (a.lens + 1) % pipeline.Lenses
	a.stage = 3
	return a.replanThen(func(*pipeline.Report) tea.Cmd {
		return tea.Batch(a.follow(), a.say(fmt.Sprintf("lens: %s, %s chars", a.lensed, text.Num(a.report.Slim.Budget))))
	})
}

// minBudget is the least that the budget key goes down to.
const minBudget = 1000

// budget multiplies the budget by num/den, by hand; c uses it.
func (a *App) budget(num, den int) tea.Cmd {
	was := a.report.Slim.Budget
	if a.owed != nil && a.params.Slim.Budget > 0 { // a key before this one, which is not planned yet
		was = a.params.Slim.Budget
	}
	n := max(minBudget, was*num/den)
	a.params.Slim.Budget, a.lens, a.stage = n, pipeline.LensRung, 3
	cmd := a.say(fmt.Sprintf("budget %s → %s", text.Num(was), text.Num(n)))
	return tea.Batch(cmd, a.replanThen(func(before *pipeline.Report) tea.Cmd {
		return tea.Batch(a.follow(), a.say(fmt.Sprintf("budget %s → %s: %s", text.Num(before.Slim.Budget), text.Num(n), moved(&before.Slim, &a.report.Slim))))
	}))
}

// moved says which counts of messages are others than before.
func moved(was, is *slim.Output) string {
	before, now := was.Counts, is.Counts
	var out []string
	for _, c := range []struct {
		word     string
		was, now int
	}{{"whole", before.Full, now.Full}, {"cut", before.Truncated, now.Truncated}, {"omitted", before.Omitted, now.Omitted}, {"not read", before.Dropped, now.Dropped}} {
		if c.was != c.now {
			out = append(out, fmt.Sprintf("%s → %s %s", text.Num(c.was), text.Num(c.now), c.word))
		}
	}
	switch {
	case out == nil && is.Tool.Applied:
		return fmt.Sprintf("nothing changes: %s not read for another reason: p, tool-valve", trace.Count(now.Dropped, "message"))
	case out == nil:
		return "as many are whole, cut and omitted as before"
	}
	return strings.Join(out, ", ")
}

// reset gives budget, lens and split back to the design, and every message to the rules.
func (a *App) reset() tea.Cmd {
	d := pipeline.Defaults()
	a.params.Slim.Budget, a.params.Partition.SplitAt, a.lens = d.Slim.Budget, d.Partition.SplitAt, pipeline.LensRung
	words := "budget, lens and split as the design has them"
	if a.params.Slim.In != "" || a.params.Slim.Out != "" {
		a.params.Slim.In, a.params.Slim.Out = "", ""
		words += ", no message is forced"
	}
	return a.replanThen(func(*pipeline.Report) tea.Cmd { return tea.Batch(a.follow(), a.say(words)) })
}
