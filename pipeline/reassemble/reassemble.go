// Package reassemble is stage 6: the compacted session. System message, user info, the
// summary message with the live state, and the tail, with what had to be repaired so that
// every tool result has its call and every call its result.
package reassemble

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/js"
	"cutline/pipeline/partition"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// Opening is the line that every agent of the first design recognises a summary by; what
// follows its first words is ours.
const Opening = "This session is being continued from a previous conversation that no longer fits the context window. What came before the kept messages is summarized here:"

// The rules of the summary message. OwnMessage is ours: wrapper, opening, state, and an instruction
// to go on. PrimeMessage is Prime Agent's opening and the summary in a tag.
const (
	OwnMessage   = "own"
	PrimeMessage = "prime"
)

// Continue is the instruction behind the summary.
const Continue = "Go on from exactly where the work stopped, as if there had been no break. Do not recap, do not acknowledge this summary, do not announce that you continue, and ask nothing that is answered above."

// ContinueBare is that instruction where no tail follows: the last task is in the summary alone.
const ContinueBare = "Go on from exactly where the work stopped. The last task is still the task: carry it on as if there had been no break. Put no further questions, do not acknowledge this summary, do not recap it, and begin with the work itself, without a preface."

// NoResult is the text of a tool result that stands for one that was never recorded.
const NoResult = "[no result was recorded: the call was still running, or was interrupted, when the session was compacted]"

// CarriedResult is the text of a tool result that stands for one that had to go, because its
// record answers the same call twice.
const CarriedResult = "[the call was answered more than once in one record; the results are carried in the summary message]"

// Mask stands for the output of a tool that had so many chars.
func Mask(chars int) string {
	return fmt.Sprintf("[output of an earlier tool call left out, %d chars]", chars)
}

// Input is all that the stage looks at.
type Input struct {
	Rows      []model.Row
	Links     []model.Link
	Partition partition.Output
	Blocks    []Block
	Family    string // of prompts; it says which state stands before the summary
	Carried   string // text of tool results that the tail cannot keep, see Orphans
	Summary   string // empty while there is none yet
	Request   string // instructions of the person, to be remembered in the draft
	Used      int    // tokens before, as the gauge shows them
	Bare      bool   // the strategy keeps no tail: the continue instruction is ContinueBare
	Planned   bool   // there is no summary yet: Summary is a placeholder
	Rule      string // OwnMessage or PrimeMessage; empty is OwnMessage
	Exact     bool   // PrimeMessage: no state is put beside the summary, and nothing of it is changed
	// ByReference: the format keeps the records of the tail as they stand, and nothing can be put between them.
	ByReference bool
	// Files are what the summarized part touched, for the draft.
	Files *model.Files
}

// Action says what becomes of one message of the live context.
type Action struct {
	Index  int    `json:"index"`
	Action string `json:"action"` // kept, summarized, truncated, omitted, dropped, reinjected, repaired, carried
	Reason string `json:"reason"`
	Size   int    `json:"size"`
	Kept   int    `json:"kept"`
}

// Output is what the stage decided.
type Output struct {
	Outcome   trace.Outcome
	Draft     model.Draft
	Repairs   []model.Repair
	Injected  []Block // the live state that is in the summary message
	Decisions []trace.Decision
}

// Orphans are the rows of the tail that hold a result whose call does not stay, with the
// ids of those results.
func Orphans(links []model.Link, tail []int) map[int][]string {
	in := make(map[int]bool, len(tail))
	for _, i := range tail {
		in[i] = true
	}
	out := make(map[int][]string)
	for _, l := range links {
		if l.Result && in[l.Row] && (l.Peer < 0 || !in[l.Peer]) {
			out[l.Row] = append(out[l.Row], l.ID)
		}
	}
	return out
}

// Run puts the session together.
func Run(in Input) Output {
	out := Output{Outcome: trace.Ran}
	if in.Planned {
		out.Outcome = trace.Planned
	}
	d := &out.Draft
	d.Trigger, d.TokensBefore, d.Instructions, d.FirstKept = "manual", in.Used, in.Request, -1
	d.Summary, d.Files = in.Summary, in.Files
	if in.Exact {
		in.Blocks = nil
	}
	if c := in.Partition.Cut; c != nil {
		d.KeptEntry = c.KeptID
	}
	blocks, repeated := apart(in.Blocks, in.Partition.Tail)
	out.Injected = slices.DeleteFunc(slices.Clone(blocks), func(b Block) bool { return b.Off })
	if in.Carried != "" {
		blocks = append(blocks[:len(blocks):len(blocks)], Block{Name: carriedBlock, Source: "tail", Text: safe("carried", in.Carried)})
	}
	before, after := Join(blocks, in.Family)
	d.State = strings.Trim(before+"\n\n"+after, "\n")
	if i := in.Partition.System; i >= 0 {
		d.Items = append(d.Items, model.Item{Kind: model.KeptSystem, Row: i})
	}
	if i := in.Partition.UserInfo; i >= 0 {
		d.Items = append(d.Items, model.Item{Kind: model.KeptUserInfo, Row: i})
	}
	text := wrap(in.Summary, before, after, in.Bare)
	if in.Rule == PrimeMessage {
		text = in.primeMessage(d.State)
	}
	d.Items = append(d.Items, model.Item{Kind: model.NewSummary, Row: -1, Text: text})
	out.tail(in)
	out.explain(in, blocks, repeated)
	return out
}

// Wrap is the summary message: wrapper, opening, live state before the summary, the summary, live
// state after it, continue instruction. The message begins with the wrapper, by which every agent
// of the first design knows it, so what comes before the summary stands inside.
func Wrap(summary, before, after string) string { return wrap(summary, before, after, false) }

func wrap(summary, before, after string, bare bool) string {
	var b strings.Builder
	b.WriteString("<conversation_summary>\n" + Opening + "\n\n")
	if before != "" {
		b.WriteString(before + "\n\n")
	}
	b.WriteString(summarize.NeutralizeOuter(summary) + "\n</conversation_summary>\n\n")
	if after != "" {
		b.WriteString(after + "\n\n")
	}
	if bare {
		b.WriteString(ContinueBare)
	} else {
		b.WriteString(Continue)
	}
	return b.String()
}

// primeMessage is the summary message as Prime Agent sends it, and the live state behind it. Where the
// format has a place for the summary, its agent makes the message when it sends it.
func (in Input) primeMessage(state string) string {
	summary := in.Summary
	if !in.Exact {
		summary = summarize.Neutralize(summary)
	}
	text := model.PrimeOpening + "\n\n<summary>\n" + summary + "\n</summary>"
	if state != "" {
		text += "\n\n" + state
	}
	return text
}

// tail adds the kept messages and repairs pairs that would be broken.
func (out *Output) tail(in Input) {
	tail := in.Partition.Tail
	if len(tail) == 0 {
		return
	}
	from := in.Partition.Unbroken()
	out.Draft.FirstKept = from
	masked := make(map[int]bool, len(in.Partition.Masked))
	for _, i := range in.Partition.Masked {
		masked[i] = true
	}
	orphans := Orphans(in.Links, tail)
	open := make(map[int][]model.Link) // calls of the tail without a result in it
	for _, l := range in.Links {
		// A record is named by ids, so one that holds a call's result twice loses both.
		if !l.Result && (l.Peer < 0 || slices.Contains(orphans[l.Peer], l.ID)) {
			open[l.Row] = append(open[l.Row], l)
		}
	}
	for _, i := range tail {
		item := model.Item{Kind: model.KeptTail, Row: i, Drop: orphans[i], Apart: from < 0 || i < from}
		if masked[i] {
			item.Mask = Mask(in.Rows[i].Chars)
		}
		out.Draft.Items = append(out.Draft.Items, item)
		if len(item.Drop) > 0 {
			out.Repairs = append(out.Repairs, model.Repair{Row: i, Reason: fmt.Sprintf("%s without a call in the tail; the text is carried in the summary message", trace.Count(len(item.Drop), "tool result"))})
		}
		if in.ByReference {
			continue
		}
		for _, l := range open[i] {
			if l.ID == "" { // nothing can answer it
				continue
			}
			text, why := NoResult, "has no result"
			if l.Peer >= 0 {
				text, why = CarriedResult, "is answered more than once in one record"
			}
			out.Draft.Items = append(out.Draft.Items, model.Item{Kind: model.NewResult, Row: i, Part: model.Part{
				Kind: model.Result, ID: l.ID, Name: l.Name, Failed: true, Output: []model.Part{{Kind: model.Text, Text: text}},
			}})
			out.Repairs = append(out.Repairs, model.Repair{Row: i, Reason: fmt.Sprintf("call %q %s; one that says so is put behind it", l.ID, why)})
		}
	}
}

// explain says what was put together and why.
func (out *Output) explain(in Input, blocks, repeated []Block) {
	var parts []string
	if in.Partition.System >= 0 {
		parts = append(parts, "system")
	}
	if in.Partition.UserInfo >= 0 {
		parts = append(parts, "user info")
	}
	parts = append(parts, "summary", fmt.Sprintf("tail of %d", len(in.Partition.Tail)))
	if n := len(in.Partition.Masked); n > 0 {
		parts = append(parts, trace.Count(n, "output")+" of it masked")
	}
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: "order", Chose: strings.Join(parts, " · "), Because: "system, user info, summary message, tail: the order in which the agent sends them", Touches: in.Partition.Tail,
	})
	for _, b := range blocks {
		out.Decisions = append(out.Decisions, b.decide(false, leads[in.Family] && (b.Name == modeBlock || b.Name == rootBlock)))
	}
	for _, b := range repeated {
		out.Decisions = append(out.Decisions, b.decide(true, false))
	}
	if len(out.Repairs) > 0 {
		rows := make([]int, 0, len(out.Repairs))
		for _, r := range out.Repairs {
			rows = append(rows, r.Row)
		}
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "repair", Chose: trace.Count(len(out.Repairs), "repair") + " in the tail", Because: out.Repairs[0].Reason, Touches: rows, Fallback: true,
		})
		if !in.Planned {
			out.Outcome = trace.FellBack
		}
	}
}

func chars(s string) int { return js.Units(s) }
