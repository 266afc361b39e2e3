// Package pipeline is six decisions about a session and their reasons: is it due, who
// summarizes, where is it split, what does the summarizer read, what does it write, and what
// is the session afterwards. Plan takes milliseconds and calls nobody; Run adds the summary.
package pipeline

import (
	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline/partition"
	"cutline/pipeline/pick"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// Env is all that a plan may know of the world, by value.
type Env struct {
	Rungs   []summarize.Info // the model summarizers that exist here; local always does
	Offline bool
	Tools   bool // the session's own file holds the agent's tools
	Calls   bool // somebody will really be called: a summarizer that does not exist cannot be planned for
	Counted int  // tokens of the live context by the tokenizer, 0 until they are known
	Sizes   []int
	Asked   []int               // messages in which a person asked for a compaction, looked for by whom a rule needs them
	Blocks  []reassemble.Block  // live state, as Collect found it
	Changes []reassemble.Change // what a person made of it
	Pins    []pin.Pin           // what a person wants kept word for word, as pin.Find has it
	// Segments is the folder of Params.Segments as it is on the disk; without one its number is 1.
	Segments segment.Folder
}

// Plan decides all that can be decided without a summary. It looks at rows only, never at
// text, and is safe to call at every key press.
func Plan(s *model.Session, p Params, e Env) Report {
	p = p.heard()
	r := Report{Params: p, Turns: s.Turns()}
	r.Tokens = gauge(s, p, e)
	images, turns := 0, 0
	for i := range s.Rows {
		images += s.Rows[i].Images
		if partition.Counts(s.Rows[i], p.Partition.SplitOn) && s.Rows[i].Origin != model.FromSummary {
			turns++
		}
	}
	r.Trigger = trigger.Run(trigger.Input{
		Used: r.Tokens.Used, Source: r.Tokens.Source, Window: r.Tokens.Window, Turns: turns, Images: images, Load: r.load(s), Said: p.Said, Asked: e.Asked, Params: p.Trigger,
	})
	r.Trigger.Decisions = append(r.Trigger.Decisions, ownLine(s, r.Tokens.Window)...)
	m, _ := tokens.Lookup(s.Model)
	who := p.Pick
	if p.Partition.Rule == partition.Mask && !p.Partition.Full && p.Partition.SplitAt < 0 {
		who.Rule = summarize.Note // every message stays, so there is nothing to summarize
	}
	r.Pick = pick.Run(pick.Input{Params: who, Rungs: e.Rungs, Offline: e.Offline, Vendor: m.Vendor, Tools: e.Tools, Plan: !e.Calls})
	r.stages34(s, e, r.Pick.Summarizer, squeeze{})
	r.Summary = planned(r.Pick, p)
	r.Summary.Decisions = append(r.Summary.Decisions, r.onePart()...)
	r.remember(s, e)
	r.Reassemble = reassemble.Run(reassemble.Input{
		Rows: s.Rows, Links: s.Links, Partition: r.Partition, Blocks: r.Blocks, Family: r.Pick.Family, Used: r.before(), Request: p.Instructions, Planned: true, Bare: r.bare(),
		Rule: p.Join, Exact: p.faithful(), ByReference: byReference(s),
	})
	r.Reassemble.Decisions = append(r.Reassemble.Decisions, r.remembered()...)
	r.warn(s)
	return r
}

// earlier is the message that holds the summary of the last compaction, 0 without one.
func earlier(s *model.Session) int {
	row := 0
	for _, c := range s.Compactions {
		row = max(row, c.Summary)
	}
	return row
}

// stages34 runs the split and the slimming for one rung; the ladder calls it again when it
// comes to another one, or has to send less, so that the report holds what was used.
func (r *Report) stages34(s *model.Session, e Env, rung string, less squeeze) {
	r.Partition = partition.Run(partition.Input{Rows: s.Rows, Links: s.Links, Entries: s.Entries, Params: r.Params.Partition, Earlier: earlier(s)})
	budget, suffix, from := r.budget(s, e, rung)
	sp := r.Params.Slim
	if less.budget > 0 {
		budget, from = less.budget, "made smaller after "+string(less.why)
	}
	if less.valve {
		sp.ToolValve = slim.Always
	}
	if !summarize.Asks(rung) {
		sp.Refill, sp.Quiet = true, true
	}
	if !r.Params.apart(rung) {
		sp.Form = slim.Transcript
	} else if r.Params.faithful() {
		sp.ToolValve, sp.FairValve, sp.BudgetBytes = slim.Off, slim.Off, 0
	}
	r.Reads = sp
	r.Slim = slim.Run(slim.Input{
		Rows: s.Rows, Sizes: e.Sizes, List: r.Partition.Read(), Budget: budget, From: from, Suffix: suffix, Params: sp, Hands: Hands(s, sp),
	})
	r.Nothing = r.nothing(s)
}

// planned is stage 5 before a run.
func planned(p pick.Output, params Params) Summary {
	out := Summary{Outcome: trace.Planned, Rung: p.Summarizer, Family: p.Family}
	d := trace.Decision{Rule: "summarizer", Chose: p.Summarizer + " will write the summary", Because: p.Reason}
	if params.SummaryFile != "" {
		d.Chose, d.Because = "the text of a file will be the summary", "--summary names it, so nobody is called"
		out.Rung = summarize.File
	}
	out.Decisions = append(out.Decisions, d, trace.Decision{
		Rule: "ladder", Chose: ladderText(p.Summarizer), Because: "a rung that fails hands over to the next, so that compaction never fails the task",
	})
	if params.Instructions != "" {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "instructions", Chose: "given to the summarizer in a block of their own", Because: params.Instructions,
		})
	}
	return out
}

func ladderText(rung string) string {
	switch rung {
	case summarize.Self:
		return "self, then external, then local, then a placeholder"
	case summarize.External:
		return "external, then local, then a placeholder"
	case summarize.Note:
		return "note, which cannot fail"
	case summarize.Slimmed:
		return "slim, then local, then a placeholder"
	}
	return "local, then a placeholder"
}
