// Package pipeline is six decisions about a session and their reasons: is it due, who
// summarizes, where is it split, what does the summarizer read, what does it write, and what
// is the session afterwards. Plan takes milliseconds and calls nobody; Run adds the summary.
package pipeline

import (
	"fmt"

	"cutline/model"
	"cutline/model/tokens"
	"cutline/pipeline/partition"
	"cutline/pipeline/pick"
	"cutline/pipeline/pin"
	"cutline/pipeline/reassemble"
	"cutline/pipeline/segment"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/local"
	"cutline/pipeline/summarize/prompt"
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

// load is how full the context is by the arithmetic of the rule that looks at it.
func (r *Report) load(s *model.Session) trigger.Load {
	if r.Params.Trigger.Rule != trigger.RuleReserve {
		return trigger.Load{}
	}
	l := partition.Context(s)
	r.Context = l.Tokens
	return trigger.Load{Tokens: l.Tokens, Since: l.Since, Known: l.From >= 0, Stale: l.Stale, Failed: l.Failed, Overflow: l.Overflow, Over: l.Over}
}

// earlier is the message that holds the summary of the last compaction, 0 without one.
func earlier(s *model.Session) int {
	row := 0
	for _, c := range s.Compactions {
		row = max(row, c.Summary)
	}
	return row
}

// squeeze is what a failed attempt asks of the next one's input.
type squeeze struct {
	budget int // chars, 0: as planned
	valve  bool
	why    summarize.Kind
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

// before is the tokens before a compaction as the result will name them.
func (r *Report) before() int {
	if r.Context > 0 && r.Params.UsedTokens == 0 {
		return r.Context
	}
	return r.Tokens.Used
}

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

// nothing says why there is nothing to compact.
func (r *Report) nothing(s *model.Session) string {
	switch {
	case len(s.Rows) > 0 && r.Partition.Refused != "":
		return partition.Why(r.Partition.Refused)
	case r.Params.faithful() && r.Partition.Cut != nil && r.Partition.Refused == "":
		return "" // the original goes on with whatever there is
	}
	if len(r.Partition.Masked) > 0 {
		return ""
	}
	kept := make(map[int]bool, len(r.Partition.Both))
	for _, i := range r.Partition.Both {
		kept[i] = true
	}
	for _, i := range r.Partition.Read() {
		if s.Rows[i].Origin != model.FromSummary && !kept[i] {
			return ""
		}
	}
	if r.Params.Partition.Rule == partition.Mask && len(s.Rows) > 0 {
		return "no output of a tool is old enough to be masked"
	}
	switch n := len(r.Partition.Read()) - len(r.Partition.Both); {
	case len(s.Rows) == 0:
		return "the session has no messages"
	case n <= 0:
		return "no message stands before the split"
	default:
		return "only an earlier summary stands before the split"
	}
}

// gauge is how full the context is, by the best source there is.
func gauge(s *model.Session, p Params, e Env) Tokens {
	t := Tokens{Encoding: tokens.O200k.String(), Counted: e.Counted}
	for i := range s.Rows {
		t.Estimated += s.Rows[i].Tokens
	}
	m, known := tokens.Lookup(s.Model)
	if known {
		t.Encoding, t.Exact = m.Encoding.String(), m.Exact
	}
	switch {
	case p.UsedTokens > 0:
		t.Used, t.Source = p.UsedTokens, "flag"
	case s.Usage.Known:
		t.Used, t.Source = s.Usage.Input, "reported"
		t.Since = s.Usage.Output
		for i := s.Usage.Row + 1; i > 0 && i < len(s.Rows); i++ {
			t.Since += s.Rows[i].Tokens
		}
	case e.Counted > 0:
		t.Used, t.Source = e.Counted, "counted"
	default:
		t.Used, t.Source = t.Estimated, "estimated"
	}
	switch {
	case p.Window > 0:
		t.Window, t.WindowSource = p.Window, "flag"
	case s.Window > 0:
		t.Window, t.WindowSource = s.Window, "file"
	case known && len(m.Windows) > 0:
		t.Window, t.WindowSource = m.Windows[0], "model"
		if s.Usage.Known && s.Usage.Input > t.Window {
			if w := m.NextWindow(s.Usage.Input); w > 0 {
				t.Window, t.WindowSource = w, "inferred"
			}
		}
	default:
		t.WindowSource = "unknown"
	}
	return t
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

// warn gathers the warnings of all stages.
func (r *Report) warn(s *model.Session) {
	if t := &r.Trigger; t.LimitSource == "reserve" && t.Limit == 0 && r.Tokens.Window > 0 {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "trigger", Kind: "reserve", Message: fmt.Sprintf("the reserve of %s tokens leaves nothing of a window of %s: the session would be compacted after every turn; give a smaller --reserve",
				trace.Num(r.Params.Trigger.Reserve), trace.Num(r.Tokens.Window)),
		})
	}
	r.Warnings = append(r.Warnings, r.Partition.Warnings...)
	if r.Params.faithful() && len(r.Pins) > 0 {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: StageNames[5], Kind: "pins", Message: trace.Count(len(r.Pins), "pin") + " not honoured: --faithful puts nothing beside the summary, as the original does",
		})
	}
	if r.Slim.Error != "" {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "slim", Kind: r.Slim.Error, Message: "nothing fits the budget: a summarizer would read only markers; give a larger --budget",
		})
	}
	size, tail := 0, 0
	for i := range s.Rows {
		size += s.Rows[i].Tokens
	}
	for _, i := range r.Partition.Tail {
		tail += s.Rows[i].Tokens
	}
	if n := len(r.Partition.Tail); n > 1 && tail*2 > size {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "partition", Kind: "large-tail", Indices: r.Partition.Tail[:1],
			Message: fmt.Sprintf("the tail is %.0f%% of the context (≈ %s of %s tokens); compacting frees less than the other ≈ %s%s",
				100*float64(tail)/float64(size), trace.Num(tail), trace.Num(size), trace.Num(size-tail), r.capHint()),
		})
	}
	if r.Trigger.Limit > 0 && tail >= r.Trigger.Limit {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "partition", Kind: "tail-over-limit", Indices: r.Partition.Tail[:1],
			Message: fmt.Sprintf("the tail alone is ≈ %s tokens, over the limit of %s: compaction cannot bring the context under it", trace.Num(tail), trace.Num(r.Trigger.Limit)),
		})
	}
	if len(r.Partition.Masked) > 0 && s.Format == "prime" {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "partition", Kind: "not-writable", Message: "in its own format it cannot be written so: " + model.ErrMask.Error(), Indices: r.Partition.Masked,
		})
	}
	if r.Slim.Chars > 0 && r.Slim.Chars < local.MinBudget && r.Params.Slim.Rule != slim.None {
		r.Warnings = append(r.Warnings, trace.Warning{
			Stage: "slim", Kind: "thin", Message: fmt.Sprintf("only %s chars would be summarized; there is next to nothing to gain", trace.Num(r.Slim.Chars)),
		})
	}
}

// capHint says what may be done about a large tail.
func (r *Report) capHint() string {
	switch p := &r.Params.Partition; {
	case p.Rule == partition.CutPoint:
		return "; a smaller --keep-recent keeps less"
	case p.TailCap == 0 && !r.Partition.ByHand:
		return "; --tail-cap N lets it begin inside its turn"
	}
	return ""
}

// Window is the context window of a session in tokens, 0 when it is not known.
func Window(s *model.Session, p Params) int { return gauge(s, p, Env{}).Window }
