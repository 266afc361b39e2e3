package pipeline

import (
	"cutline/model"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/summarize/prompt"
)

// budget is what the rung may read, in chars, and the chars of its request outside messages.
func (r *Report) budget(s *model.Session, e Env, rung string) (budget, suffix int, from string) {
	budget, from = slim.ModelBudget, "of a model"
	if r.Params.Slim.Strict {
		budget, from = slim.StrictBudget, "of a model, strict profile"
	}
	if !summarize.Asks(rung) {
		replaced := 0
		for _, i := range r.Partition.Read() {
			replaced += s.Rows[i].Rendered
		}
		budget, from = local.Budget(r.Tokens.Window, replaced), "of the local summarizer"
		if rung != summarize.Local {
			from = "as the local summarizer would have"
		}
	}
	if r.Params.Slim.Budget > 0 {
		budget, from = r.Params.Slim.Budget, "set by hand"
	}
	switch rung {
	case summarize.Local:
		return budget, local.Suffix(budget), from
	case summarize.Note, summarize.Slimmed:
		return budget, 0, from
	}
	for _, info := range e.Rungs {
		if info.Rung == rung {
			ask := prompt.Input{Family: r.Pick.Family, Instructions: r.Params.Instructions, Replay: rung == summarize.Self}
			if r.Params.apart(rung) {
				suffix = r.suffixes(ask)
				continue
			}
			suffix = ask.About(s.Rows, r.Partition.Read(), r.Partition.Tail).Suffix()
		}
	}
	if r.Params.Slim.Budget > 0 && suffix >= budget {
		suffix, from = 0, "set by hand for the messages alone: the prompt is larger"
	}
	return budget, suffix, from
}

// before is the tokens before a compaction as the result will name them.
func (r *Report) before() int {
	if r.Context > 0 && r.Params.UsedTokens == 0 {
		return r.Context
	}
	return r.Tokens.Used
}

// squeeze is what a failed attempt asks of the next one's input.
type squeeze struct {
	budget int // chars, 0: as planned
	valve  bool
	why    summarize.Kind
}
