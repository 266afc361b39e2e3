// Package lint looks for what makes a summary bad although it passes every gate: tool output copied
// in place of its outcome, a correction of a person that is lost, a next step out of thin air. It
// needs no model, and what it cannot prove by words it does not say: a clean summary has no
// finding, one without findings is not proved to be good. What words mean is data (data/*.txt).
package lint

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/slim"
)

// The names of the rules a to h.
const (
	QuotedResult   = "quoted-result"    // a: a tool result word for word in place of its outcome
	LostCorrection = "lost-correction"  // b: no part of the summary reflects a correction of a person
	Ungrounded     = "ungrounded-step"  // c: the next step quotes nothing that was said last, or nobody asked for it
	Preface        = "preface"          // d: an acknowledgement or a recap before the summary
	Section        = "section"          // e: missing, out of order, doubled, or empty without a reason
	UserMessages   = "user-messages"    // f: a message is missing from All User Messages, or nobody wrote one that is there
	CopiedSegment  = "copied-segment"   // g: a passage that stands in a segment file anyway
	Reopened       = "reopened-request" // h: the next step is a request that was completed
)

// Names are all of them, from a to h.
var Names = []string{QuotedResult, LostCorrection, Ungrounded, Preface, Section, UserMessages, CopiedSegment, Reopened}

// How much a finding weighs. Warn: who goes on with the summary can be misled. Note: it costs room.
const (
	Warn = "warn"
	Note = "note"
)

// Finding is one place where a summary breaks a rule.
type Finding struct {
	Rule     string // a to h
	Name     string // stable, see the constants
	Message  string // one sentence
	From, To int    // bytes of the summary; equal where something is missing
	Line     int    // of From, from 1
	Index    int    // the message that it is about, -1 for none
	Severity string // Warn or Note
}

// Input is a summary and what it is the summary of.
type Input struct {
	Source  slim.Source
	Rows    []model.Row
	List    []int // the summarized messages, in order
	Tail    []int // what stays word for word
	Todos   []model.Todo
	Summary string
	// Sections are the titles that the summary was asked to have, in their order; nil for none.
	Sections []string
	// Quotes is how many chars of a tool result the writer quotes by design, 0 for none. Longer
	// quotations count.
	Quotes int
	Copied []int // messages that stand in segment files too, in order
}

// every is after how many messages the context is asked.
const every = 64

// Run gives the findings in the order of their places. The same input gives the same findings. When
// ctx ends, there are none.
func Run(ctx context.Context, in Input) []Finding {
	if strings.TrimSpace(in.Summary) == "" {
		return nil
	}
	o := outlineOf(in.Summary, in.Sections)
	t := read(ctx, in)
	if t == nil {
		return nil
	}
	out := slices.Concat(t.results(&o), t.corrections(&o), t.step(&o), opens(&o), o.check(), t.users(&o))
	if ctx.Err() != nil {
		return nil
	}
	for i := range out {
		out[i].Line = 1 + strings.Count(in.Summary[:out[i].From], "\n")
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Index, b.Index))
	})
	return out
}

// shown is how much of a text a sentence quotes, in chars.
const shown = 80

// brief is the beginning of a text on one line, for a sentence.
func brief(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > shown {
		s = strings.TrimSpace(string(r[:shown-1])) + "…"
	}
	return fmt.Sprintf("%q", s)
}
