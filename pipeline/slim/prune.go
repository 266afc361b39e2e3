package slim

import (
	"fmt"
	"strings"

	"cutline/model"
	"cutline/pipeline/trace"
)

// OpenCode's own numbers and exceptions, from its public source, packages/opencode/src/session/compaction.ts.
const (
	// PruneKeep is how many tokens of the newest outputs of tools stay.
	PruneKeep = 40_000
	// pruneLeast is the least tokens that are worth pruning.
	pruneLeast = 20_000
	// pruneTurns is how many of a person's newest messages are not looked behind of.
	pruneTurns = 2
	// pruneNever is the tool whose output stays: what a skill says holds as long as the session.
	pruneNever = "skill"
)

// prune leaves out old outputs of tools, as OpenCode does before it has a session summarized. The
// calls stay, and a marker says what is missing. Of the newest ones so many tokens stay.
func (out *Output) prune(in Input) {
	var old []int // positions in out.Rows
	total, tokens, turns := 0, 0, 0
	for k := len(out.Rows) - 1; k >= 0; k-- {
		r := &in.Rows[out.Rows[k].Index]
		if r.Typed() {
			turns++
		}
		if turns < pruneTurns || out.Rows[k].Hand != ByRule || r.Role != model.Tool || !r.Is(model.HasResult) || strings.EqualFold(r.Tool, pruneNever) {
			continue
		}
		if total += r.Tokens; total > in.Params.PruneKeep {
			old = append(old, k)
			tokens += r.Tokens
		}
	}
	d := trace.Decision{Rule: "prune", Chose: "not applied", Because: fmt.Sprintf(
		"beyond the newest %s tokens of outputs, and the newest %s of a person, ≈ %s tokens are old", trace.Num(in.Params.PruneKeep), trace.Count(pruneTurns, "message"), trace.Num(tokens),
	)}
	if tokens < min(pruneLeast, in.Params.PruneKeep) || len(old) == 0 || len(old) == len(out.Rows) {
		d.Because += fmt.Sprintf("; from %s on it would be worth it", trace.Num(pruneLeast))
		out.Decisions = append(out.Decisions, d)
		return
	}
	for i := len(old) - 1; i >= 0; i-- {
		a := &out.Rows[old[i]]
		a.Tier, a.Allocation = Omitted, 0
		d.Touches = append(d.Touches, a.Index)
	}
	d.Chose = "the outputs of " + trace.Count(len(old), "old tool call") + " are not read; the calls are"
	out.Decisions = append(out.Decisions, d)
}
