// Package fill says what the context of a session is filled with: messages by who said them,
// results by tool and by file, attachments, images, thoughts, and the overhead that the server
// reported and nothing in the file explains. The parts add up to the gauge.
package fill

import (
	"fmt"
	"math"
	"slices"

	"cutline/model"
	"cutline/pipeline/trace"
)

// Input is all that Run looks at.
type Input struct {
	Pieces []Piece
	Rows   int // messages of the live context
	Used   int // tokens, as the gauge has them
	Source string
	// Answer is the message that the server reported Used with: what stands before it is in that
	// number. -1 when it is not in the live context.
	Answer int
	Line   int // of that answer, 0 when unknown
	Since  int // tokens that came after
	Fit    Fit
}

// Output is what the context is filled with.
type Output struct {
	Total               int     // tokens: the sum of the parts
	Source              string  // of Total: reported, counted, estimated
	Answer              int     // the answer that Total was reported with; -1 when it is none
	Messages            int     // that are in Total
	Since               int     // tokens that came after, not in Total
	Parts               []Node  // by kind, largest first
	Files               []Node  // the calls and results that name a file, by file; a second view of what is in Parts
	Fit                 Fit     // what the reports say of the estimator
	Factor              float64 // what each estimated token was multiplied with
	Explained, Overhead int     // tokens; Overhead is -1 when no server has said what it counts
	Decisions           []trace.Decision
}

// The sources of numbers that are more than an estimate: a server named it, a tokenizer counted.
const (
	reported = "reported"
	counted  = "counted"
)

// Run adds the pieces up.
func Run(in Input) Output {
	out := Output{Total: in.Used, Source: in.Source, Answer: -1, Messages: in.Rows, Overhead: -1, Fit: in.Fit, Factor: 1}
	pieces := in.Pieces
	if in.Source == reported {
		out.Answer, out.Since = in.Answer, in.Since
		pieces = before(in)
		if in.Answer >= 0 {
			out.Messages = in.Answer
		}
	}
	est, told, messages := sums(pieces)
	if in.Source == reported && told > in.Used { // then what the file tells is no more than a guess
		pieces = slices.Clone(pieces)
		for i := range pieces {
			pieces[i].Est, pieces[i].Told = pieces[i].Est+pieces[i].Told, 0
		}
		est, told, messages = sums(pieces)
	}
	out.scale(in, est, told, messages)
	b := newBuilder(pieces)
	b.add(pieces, est, out.Explained-told)
	if out.Overhead > 0 {
		b.parts.under(Overhead.String(), Kinded).grow(out.Overhead, 0)
	}
	out.Parts, out.Files = b.parts.done(out.Total), b.files.done(out.Total)
	return out
}

// sums adds up estimates and what the file tells; messages are the estimates of messages alone.
func sums(pieces []Piece) (est, told, messages int) {
	for i := range pieces {
		est, told = est+pieces[i].Est, told+pieces[i].Told
		if pieces[i].Row >= 0 {
			messages += pieces[i].Est
		}
	}
	return est, told, messages
}

// before are the pieces that stand before the reported answer.
func before(in Input) []Piece {
	if in.Answer < 0 {
		return in.Pieces
	}
	out := make([]Piece, 0, len(in.Pieces))
	for _, p := range in.Pieces {
		if p.Row >= 0 && p.Row < in.Answer || p.Row < 0 && (p.line < in.Line || in.Line == 0) {
			out = append(out, p)
		}
	}
	return out
}

// scale decides what an estimated token counts for, and what is left over.
func (out *Output) scale(in Input, est, told, messages int) {
	decide := func(rule, chose, because string, fallback bool) {
		out.Decisions = append(out.Decisions, trace.Decision{Rule: rule, Chose: chose, Because: because, Fallback: fallback})
	}
	one := "an estimated token counts as one"
	switch {
	case in.Source == reported && in.Fit.Good:
		out.Factor = in.Fit.Factor
		decide(RuleCalibration, fmt.Sprintf("an estimated token counts as %.2f", out.Factor), fmt.Sprintf(
			"a line through %s of this file, half of them within %s tokens of it",
			trace.Count(in.Fit.Points, "report"), trace.Num(in.Fit.Spread)), false)
	case in.Source == reported:
		decide(RuleCalibration, one, in.Fit.Why, true)
	case in.Source == counted && messages > 0:
		out.Factor = float64(in.Used) / float64(messages)
		decide(RuleCalibration, fmt.Sprintf("an estimated token counts as %.2f", out.Factor), fmt.Sprintf(
			"the tokenizer counted %s tokens in the messages, and the estimate is %s", trace.Num(in.Used), trace.Num(messages)), false)
	default:
		decide(RuleCalibration, one, "no server has reported a number and no tokenizer has counted", true)
	}
	out.Explained = told + int(math.Round(out.Factor*float64(est)))
	if in.Source != reported {
		out.Total = out.Explained
		decide(RuleOverhead, "what stands in no line of the file is not known", "no server has said how many tokens a request had; attachments are added to what the gauge shows", true)
		return
	}
	if gone := min(in.Fit.Blanked, out.Explained-told); gone > 0 {
		out.Explained -= gone
		decide(RuleBlanked, trace.Num(gone)+" tokens of the file are not sent any more", "the reports fell by that much: most likely old thoughts or results were left out. Which ones the file does not say, so all messages are made smaller alike", true)
	}
	if out.Explained > in.Used {
		decide(RuleTooMuch, "all messages are made smaller alike", fmt.Sprintf("the file would hold %s tokens, and %s were reported", trace.Num(out.Explained), trace.Num(in.Used)), true)
		out.Explained = in.Used
	}
	if est > 0 {
		out.Factor = float64(out.Explained-told) / float64(est)
	}
	out.Overhead = in.Used - out.Explained
	because := "most likely the system prompt and the definitions of tools, and thoughts that the file does not show"
	switch {
	case out.Overhead == 0:
		because = "everything that was reported is in the file"
	case out.Overhead > mostPrompt:
		because = "more than a system prompt and the definitions of tools would take: the session goes on from messages that the file does not hold"
	}
	decide(RuleOverhead, trace.Num(out.Overhead)+" of "+trace.Num(in.Used)+" tokens stand in no line of the file", because, false)
	if in.Fit.Good {
		decide(RuleFixed, trace.Num(in.Fit.Fixed)+" tokens stand in every request", "where the line begins, before the first message", false)
	}
}

// The rules of the decisions.
const (
	RuleCalibration = "calibration"
	RuleBlanked     = "blanked"
	RuleTooMuch     = "too-much"
	RuleOverhead    = "overhead"
	RuleFixed       = "fixed"
)

// mostPrompt is how many tokens a system prompt and the definitions of tools take at most, by
// what was seen of agents with many servers of tools; ours.
const mostPrompt = 100_000

// AnswerOf is the answer that the server reported the session's usage with, and its line.
func AnswerOf(s *model.Session) (row, line int) {
	if !s.Usage.Known || s.Usage.Row < 0 || s.Usage.Row >= len(s.Rows) {
		return -1, 0
	}
	return s.Usage.Row, s.Rows[s.Usage.Row].Line
}
