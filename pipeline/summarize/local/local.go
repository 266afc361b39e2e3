// Package local is the summarizer that needs no model and no network: it puts a summary
// together by rule, from what the session's own messages prove. It is the last rung that says
// anything, so it never fails, never guesses, and says how it was made. The same messages give
// the same text, byte for byte.
package local

import (
	"context"

	"cutline/model/js"
	"cutline/pipeline/facts"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

const (
	// MinBudget is the least chars of a summary: below that nine headings leave no room for facts.
	MinBudget = 1500
	// SectionShare is the share of the budget that is reserved for the sections; what is left is
	// the digest's. It is fixed because a plan must know the digest's room before any text is read.
	SectionShare = 0.5
	// windowPercent is the share of the context window that a summary may take; from later
	// public builds of the desktop agent whose stages we follow.
	windowPercent = 2
	// charsPerToken turns tokens of the window into chars.
	charsPerToken = 4
	// shrink is by how much a summary must be smaller than what it replaces.
	shrink = 4
)

// Summarizer is the local rung.
type Summarizer struct{ window int }

// New makes a local summarizer for a model whose context window has so many tokens; 0 when it
// is not known.
func New(window int) Summarizer { return Summarizer{window} }

// Budget is how many chars a summary may have when it replaces so many: a share of the window
// but at least what a retry may shrink a budget to, never more than a quarter of what it
// replaces, and never less than MinBudget.
func Budget(window, replaced int) int {
	room := max(slim.MinBudget, min(slim.ModelBudget, window*windowPercent*charsPerToken/100))
	return max(MinBudget, min(room, replaced/shrink))
}

// Suffix is how many chars of a budget are reserved for the sections.
func Suffix(budget int) int { return int(float64(budget) * SectionShare) }

// Info says what a plan may know.
func (s Summarizer) Info() summarize.Info {
	return summarize.Info{Rung: summarize.Local, Window: s.window}
}

// Summarize writes the summary. The only error is that of ctx.
func (s Summarizer) Summarize(ctx context.Context, req summarize.Request, on func(summarize.Progress)) (summarize.Answer, error) {
	tell := func(done int) {
		if on != nil {
			on(summarize.Progress{Rung: summarize.Local, Done: done, Of: len(req.List)})
		}
	}
	f, err := facts.Collect(ctx, req.Source, req.Rows, req.List, tell)
	if err != nil {
		return summarize.Answer{}, err
	}
	digest, err := digest(ctx, req)
	if err != nil {
		return summarize.Answer{}, err
	}
	b := builder{req: req, facts: f, digest: digest, earlier: earlier(req), words: keywords(req.Instructions)}
	b.budget = req.Slim.Budget
	if b.budget <= 0 {
		replaced := 0
		for _, i := range req.List {
			replaced += req.Rows[i].Rendered
		}
		b.budget = Budget(s.window, replaced)
	}
	text := js.Prefix(b.text(), b.budget) // the frame alone is larger than a budget set very low by hand
	return summarize.Answer{Text: text}, nil
}
