// Package retention scores what a compaction kept of a session, item by item and without a model.
// It is a lower bound: what stands in the context in other words is not found, and that something
// stands there does not mean that it is obeyed.
//
// Facts come from the messages that the compaction dropped. Each is looked for in what the model
// will read instead: the summary, the re-injected state and the tail. The other way round, what the
// summary names is looked for in the session, and what is not there is invented.
package retention

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/slim"
)

// LowEvidence is the number of facts below which a score says little.
const LowEvidence = 20

// Input is a session, what was dropped of it, and what stands there instead.
type Input struct {
	Source  slim.Source
	Rows    []model.Row
	Dropped []int // the messages that are not in the new context as they were, in order
	Todos   []model.Todo
	From    int      // message that wrote the todos, -1 when it is not in Rows
	Root    string   // folder of the project, to know a file by its relative path; may be empty
	Kept    []string // texts of the new context that stay whatever stands for the dropped: state and tail, see Text
	Instead []string // texts beside the summary that stand for the dropped and claim nothing: masked outputs, a note
	Summary string
	// Also are further texts of the session in which what the summary names may stand; may be nil.
	Also    iter.Seq[string]
	Tokens  int  // of the new context, 0 when unknown
	Partial bool // most of what was dropped is missing from the source
}

// Output is a score and what led to it.
type Output struct {
	Score      float64 // 0 to 100
	Low, High  float64 // 95 % interval
	N          int     // facts
	Per1k      float64 // facts kept for 1000 tokens of the new context, 0 when its tokens are unknown
	Classes    []Class // those with facts, in the order of facts.Class
	Facts      []Fact  // all that count, by class, the heaviest of each first
	Lost       []Loss  // what is not kept whole, the most points first
	Checked    int     // what the summary names and was looked for in the session
	Precision  float64 // share of it that is there, 0 to 100; 100 when nothing was checked
	Named      []Claim // what was checked, each at its first place in the summary, in order
	Fabricated []Claim // those of Named that are not supported
	// Partial: most of the source is missing, so what is not found is not known to be invented. Then it
	// stands in Unfound instead of Fabricated, and Precision is only the share that was found.
	Partial bool
	Unfound []Claim
	// Earlier is how much of the earlier summaries that were dropped stands in the new context, 0 to 1;
	// HadEarlier says that there was one.
	Earlier    float64
	HadEarlier bool
	Baselines  []Baseline // of Compare
}

// LowEvidence reports whether there are too few facts for the score to say much.
func (o *Output) LowEvidence() bool { return o.N < LowEvidence }

// Class is the part of the score that one class of facts has.
type Class struct {
	Class  facts.Class
	Weight float64 // in the score, as among all classes
	N      int
	Kept   float64 // 0 to 1, by the weight of its facts
}

// Fact is a fact that counts.
type Fact struct {
	Class    facts.Class
	Text     string
	Index    int        // the message in which it stands first
	Part     int        // the part of that message
	Span     facts.Span // in that part's text, as facts.Fact has it; zero when it stands nowhere as text
	Mentions int
	Kept     float64 // 0 to 1
	Points   float64 // of the score that it is worth; (1 − Kept) of them are lost
}

// Loss is a fact that is not kept, or not whole.
type Loss struct {
	Class  facts.Class
	Text   string
	Index  int     // the message in which it stands first
	Kept   float64 // 0 to below 1
	Points float64 // of the score that its loss costs
}

// Claim is something that the summary names.
type Claim struct {
	Class     string // path, identifier, number, link or quote
	Text      string
	From, To  int  // bytes of the summary
	Line      int  // of From, from 1
	Supported bool // it is in the session
}

// weights are what a class counts in the score.
var weights = [...]float64{
	facts.Constraint: 25, facts.Ask: 20, facts.File: 15, facts.State: 10, facts.Error: 10, facts.Identifier: 8, facts.Number: 5, facts.Command: 4, facts.Link: 3,
}

// Score looks for the facts of what was dropped. The same input gives the same output. The only
// error is that of ctx; a message that cannot be read proves nothing.
func Score(ctx context.Context, in Input) (Output, error) {
	out, _, err := scored(ctx, &in)
	return out, err
}

// scored is a score and what else can be looked through for the same facts.
func scored(ctx context.Context, in *Input) (Output, *finder, error) {
	in.Source = &held{Source: in.Source, ctx: ctx}
	f, err := finderOf(ctx, *in)
	if err != nil {
		return Output{}, nil, err
	}
	items, err := f.look(ctx, append(slices.Clone(in.Instead), in.Summary))
	if err != nil {
		return Output{}, nil, fmt.Errorf("look for what was dropped: %w", err)
	}
	out := rate(items)
	if in.Tokens > 0 {
		kept := 0.0
		for _, list := range items {
			for i := range list {
				kept += list[i].kept
			}
		}
		out.Per1k = 1000 * kept / float64(in.Tokens)
	}
	if out.Earlier, out.HadEarlier, err = f.earlier(ctx, in); err != nil {
		return Output{}, nil, fmt.Errorf("look for the earlier summary: %w", err)
	}
	if err := check(ctx, *in, &out); err != nil {
		return Output{}, nil, fmt.Errorf("look for what the summary names: %w", err)
	}
	return out, f, nil
}
