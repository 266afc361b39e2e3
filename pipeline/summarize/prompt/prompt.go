// Package prompt writes what a model is asked: a family of prompts for each kind of model, as
// text files that a person can read.
package prompt

import (
	"cutline/model/js"
	"cutline/pipeline/summarize"
)

// Input is what a prompt is made of.
type Input struct {
	Family       string // terse, nine, xai, external, prime; another one counts as external
	Transcript   string // the slimmed messages as one text; empty for a model that replays its session
	Instructions string // what the person asked of this compaction, may be empty
	Shorter      bool   // ask for a shorter answer
}

// Build writes the prompt.
func Build(in Input) summarize.Prompt {
	return summarize.Prompt{Turns: []summarize.Turn{{Role: "user", Text: in.Transcript + "\n\nSummarize the conversation."}}}
}

// Suffix is how many chars a prompt has beside its transcript.
func Suffix(family, instructions string) int {
	n := 0
	p := Build(Input{Family: family, Instructions: instructions})
	for _, t := range p.Turns {
		n += js.Units(t.Text)
	}
	return n + js.Units(p.System)
}
