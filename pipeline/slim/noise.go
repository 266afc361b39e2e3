package slim

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline/trace"
)

// ToolNoise is what valve 1 counted. Narration are the words of the assistant beside a call.
type ToolNoise struct {
	Count     int     `json:"count"`
	Total     int     `json:"total"`
	Share     float64 `json:"share"`
	Fires     bool    `json:"fires"`   // by share and count, whatever the budget
	Applied   bool    `json:"applied"` // it did act
	Dropped   []int   `json:"dropped"`
	KeptCount int     `json:"keptCount"` // messages that stay if it acts
	Calls     int     `json:"-"`         // assistant messages that carry a call
	Output    int     `json:"-"`         // chars of the tool messages
	Wanted    int     `json:"-"`         // chars of all messages
	Chars     int     `json:"-"`         // chars that go
	Narration []int   `json:"-"`         // messages with narration
	Said      int     `json:"-"`         // chars of the narration, as messages of its own
	Stays     bool    `json:"-"`         // the narration does when the valve acts
	Held      int     `json:"-"`         // tool messages that a person forced in
	HeldCalls int     `json:"-"`         // calls, likewise
}

// narrates reports whether a message has words of the assistant beside a call.
func narrates(r model.Row) bool {
	return r.Role == model.Assistant && r.Is(model.HasCall|model.HasText)
}

// count looks at the messages and gives the positions of those that go, and the chars that they
// and the calls of the others free.
func (out *Output) count(in Input) (drop []int) {
	t := &out.Tool
	t.Stays = in.Params.Narration
	drop = make([]int, 0, len(out.Rows))
	for k := range out.Rows {
		if out.Rows[k].Hand == ForcedOut {
			continue
		}
		r, size := in.Rows[out.Rows[k].Index], out.Rows[k].Size
		held := out.Rows[k].Hand == ForcedIn
		t.Total++
		t.Wanted += size
		switch {
		case r.Role == model.Tool:
			t.Count++
			t.Output += size
			if held {
				t.Held++
			}
		case r.Role == model.Assistant && r.Is(model.HasCall):
			t.Calls++
			if held {
				t.HeldCalls++
				continue
			}
			if narrates(r) {
				t.Narration = append(t.Narration, out.Rows[k].Index)
				t.Said += r.Said
			}
			if narrates(r) && t.Stays {
				t.Chars += size - r.Said
				continue
			}
		default:
			continue
		}
		if held {
			continue
		}
		drop = append(drop, k)
		t.Chars += size
	}
	if t.Total > 0 {
		t.Share = float64(t.Count) / float64(t.Total)
	}
	return drop
}

// noise is valve 1.
func (out *Output) noise(in Input) {
	drop := out.count(in)
	t := &out.Tool
	t.Fires = t.Count > 0 && t.Share >= in.Params.ToolShare
	t.KeptCount = t.Total
	if t.Fires {
		t.KeptCount = t.Total - len(drop)
	}
	over := out.Chars+in.Suffix > out.Budget
	share := fmt.Sprintf("%s of %s messages are tool output: %s", trace.Num(t.Count), trace.Num(t.Total), compare(t.Share, in.Params.ToolShare))
	d := trace.Decision{Rule: "tool-noise", Chose: "not applied"}
	act := false
	switch v := in.Params.ToolValve; {
	case v == Off:
		d.Because = "the valve is off; " + share
	case v == Always && t.Count == 0:
		d.Because = "there is no tool message"
	case v == Always:
		act = true
		d.Because = "the valve is always on; " + share
	case !over:
		d.Because = fits(out, in)
		if t.Fires {
			d.Because += fmt.Sprintf("; over it, %s would not be read: %s", trace.Count(len(drop), "message"), share)
		}
	case !t.Fires:
		d.Because = share
	default:
		act = true
		d.Because = share + "; raw tool output is bulky, and what was concluded from it usually stands in the narration"
	}
	if act && len(drop) == t.Total {
		act = false
		d.Because = "nothing would be left: every message is tool output or a call"
		out.Outcome = trace.FellBack
		d.Fallback = true
	}
	if !act {
		out.Decisions = append(out.Decisions, d)
		out.tellShare(len(drop), act)
		return
	}
	t.Applied = true
	t.KeptCount = t.Total - len(drop)
	for _, k := range drop {
		out.Rows[k].Tier, out.Rows[k].Allocation = Dropped, 0
		t.Dropped = append(t.Dropped, out.Rows[k].Index)
	}
	d.Chose = fmt.Sprintf("%s not read, in pairs: %s chars", trace.Count(len(drop), "message"), trace.Num(t.Chars))
	d.Touches = t.Dropped
	out.Decisions = append(out.Decisions, d)
	out.tellShare(len(drop), act)
	out.narration(in)
}

// tellShare says what share the tool output has by messages and by chars, and what would be left
// without it: the share by messages is over the limit in nearly every session, so alone it says
// little.
func (out *Output) tellShare(drop int, act bool) {
	t := &out.Tool
	if t.Count == 0 {
		return
	}
	verb := "would leave"
	if act {
		verb = "leaves"
	}
	d := trace.Decision{
		Rule:  "tool-share",
		Chose: fmt.Sprintf("tool output is %.1f%% of the messages and %s of the chars", 100*t.Share, percent(t.Output, t.Wanted)),
		Because: fmt.Sprintf("%s of %s messages, %s of %s chars; without it and its calls the valve %s %s of %s chars", trace.Num(t.Count), trace.Num(t.Total),
			trace.Num(t.Output), trace.Num(t.Wanted), verb, trace.Count(t.Total-drop, "message"), trace.Num(t.Wanted-t.Chars)),
	}
	if n := len(t.Narration); n > 0 && !act && !t.Stays {
		d.Because += fmt.Sprintf("; with --keep-narration %s of %s chars", trace.Count(t.Total-drop+n, "message"), trace.Num(t.Wanted-t.Chars+t.Said))
	}
	out.Decisions = append(out.Decisions, d)
}

// narration keeps the words beside the calls that valve 1 leaves out, or says that they go too.
func (out *Output) narration(in Input) {
	t := &out.Tool
	if len(t.Narration) == 0 {
		return
	}
	if !t.Stays {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "tool-noise-narration", Chose: fmt.Sprintf("%s with words of the assistant are not read either, %s chars of words", trace.Count(len(t.Narration), "message"), trace.Num(t.Said)),
			Because: "a message that carries a call is not read at all; with --keep-narration its words are", Touches: t.Narration,
		})
		return
	}
	whole := 0
	for k := range out.Rows {
		if row := &out.Rows[k]; row.Tier != Dropped && row.Hand == ByRule && narrates(in.Rows[row.Index]) {
			whole += row.Size
			said := in.Rows[row.Index].Said
			row.Size, row.Allocation, row.Said = said, said, true
		}
	}
	out.Decisions = append(out.Decisions, trace.Decision{
		Rule: "keep-narration", Chose: fmt.Sprintf("%s with words of the assistant stay without the calls, %s of %s chars", trace.Count(len(t.Narration), "message"), trace.Num(t.Said), trace.Num(whole)),
		Because: "what was concluded from the output stands in them; reasoning and pictures beside a call go with it", Touches: t.Narration,
	})
}

// NoiseNote is the line that tells the reader what valve 1 left out; empty when it did not act.
func (t ToolNoise) NoiseNote() string {
	if !t.Applied {
		return ""
	}
	n, outputs, calls := len(t.Narration), t.Count-t.Held, t.Calls-t.HeldCalls
	if n == 0 || !t.Stays {
		return fmt.Sprintf("[%d tool message(s) and %d message(s) with tool calls are left out.]", outputs, calls) + Separator
	}
	return fmt.Sprintf("[%d tool message(s), %d message(s) with tool calls and the tool calls of %d more message(s) are left out.]", outputs, calls-n, n) + Separator
}

func compare(share, limit float64) string {
	op := "<"
	if share >= limit {
		op = "≥"
	}
	return fmt.Sprintf("%.1f%% %s %.4g%%", 100*share, op, 100*limit)
}

// percent is a share of a whole for a sentence; of nothing it is nothing.
func percent(part, whole int) string {
	return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(max(1, whole)))
}
