package slim

import (
	"fmt"
	"slices"

	"cutline/model/js"
	"cutline/pipeline/trace"
)

// preamble is what stands before the first message when something was omitted.
func preamble(omitted int) string {
	if omitted == 0 {
		return ""
	}
	return fmt.Sprintf("[%d message(s) omitted due to size limits; omitted content may appear anywhere in the conversation. See transcript file for full history.]", omitted) + Separator
}

// fair is valve 2: it gives each message that valve 1 left its share.
func (out *Output) fair(in Input) {
	kept := make([]int, 0, len(out.Rows)) // positions in out.Rows
	sizes := make([]int, 0, len(out.Rows))
	sum, held, n := 0, 0, 0 // chars wanted, those of them that are forced in, and messages
	for k := range out.Rows {
		if out.Rows[k].Tier != Full {
			continue
		}
		n++
		if out.Rows[k].Hand == ForcedIn {
			held += out.Rows[k].Size
			continue
		}
		kept = append(kept, k)
		sizes = append(sizes, out.Rows[k].Size)
		sum += out.Rows[k].Size
	}
	suffix := in.Suffix + js.Units(out.Tool.NoiseNote())
	sum += held
	separators := max(0, n-1) * len(Separator)
	out.ContentBudget = max(0, out.Budget-suffix-separators-js.Units(preamble(n)))
	over := sum+separators+suffix > out.Budget
	d := trace.Decision{Rule: "max-min", Chose: "not applied"}
	switch v := in.Params.FairValve; {
	case v == Off:
		d.Because = "the valve is off"
		if over {
			d.Because += fmt.Sprintf("; %s chars stay over the budget of %s", trace.Num(sum+separators+suffix), trace.Num(out.Budget))
		}
	case v == Auto && !over:
		d.Because = fmt.Sprintf("%s chars fit the budget of %s (%s)", trace.Num(sum+separators+suffix), trace.Num(out.Budget), in.From)
	default:
		out.share(in, kept, sizes, sum, held)
		return
	}
	out.Decisions = append(out.Decisions, d)
}

// share fills in the allocations and says how they came about.
func (out *Output) share(in Input, kept, sizes []int, sum, held int) {
	left, room := make([]bool, len(sizes)), max(0, out.ContentBudget-held)
	if in.Params.Refill {
		left, room = out.refill(in, kept, sizes, room)
	}
	among := sizes
	if slices.Contains(left, true) {
		among = make([]int, 0, len(sizes))
		for k, s := range sizes {
			if !left[k] {
				among = append(among, s)
			}
		}
	}
	shares := Shares(among, room)
	var cut, gone, refilled []int
	n := 0
	for k, at := range kept {
		row := &out.Rows[at]
		if left[k] {
			row.Allocation, row.Tier = 0, Omitted
			refilled = append(refilled, row.Index)
			continue
		}
		row.Allocation = shares[n]
		n++
		switch {
		case row.Allocation >= row.Size:
			continue
		case row.Allocation < in.Params.MinUseful:
			row.Tier = Omitted
			gone = append(gone, row.Index)
		default:
			row.Tier = Truncated
			row.Protected = in.Rows[row.Index].Query > 0
			cut = append(cut, row.Index)
		}
		if out.FairShare < 0 || row.Allocation < out.FairShare {
			out.FairShare = row.Allocation
		}
	}
	d := trace.Decision{Rule: "max-min", Chose: "every message is whole", Touches: cut}
	d.Because = fmt.Sprintf("%s chars wanted, %s allowed for content", trace.Num(sum), trace.Num(out.ContentBudget))
	switch {
	case held > out.ContentBudget:
		d.Because += fmt.Sprintf("; what is forced in takes %s, more than that", trace.Num(held))
	case held > 0:
		d.Because += fmt.Sprintf(", %s of them for what is forced in", trace.Num(held))
	}
	switch {
	case out.FairShare >= 0:
		d.Chose = fmt.Sprintf("fair share %s: %s whole, %s cut", trace.Num(out.FairShare), trace.Num(out.whole()), trace.Num(len(cut)))
	case len(refilled) > 0:
		d.Chose = "every other message is whole"
	}
	out.Decisions = append(out.Decisions, d)
	if len(refilled) > 0 {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "refill", Chose: fmt.Sprintf("the %s omitted, the rest shared again", trace.Count(len(refilled), "largest message")),
			Because: fmt.Sprintf("else a share would be under %s chars, which tells the reader nothing", trace.Num(in.Params.MinUseful)), Touches: refilled,
		})
	}
	if len(gone) > 0 {
		out.Decisions = append(out.Decisions, trace.Decision{
			Rule: "min-useful", Chose: trace.Count(len(gone), "message") + " omitted",
			Because: fmt.Sprintf("a share under %s chars is not worth sending", trace.Num(in.Params.MinUseful)), Touches: gone,
		})
	}
}

// whole is how many messages are read in full.
func (out *Output) whole() int {
	n := 0
	for k := range out.Rows {
		if out.Rows[k].Tier == Full {
			n++
		}
	}
	return n
}

// finish counts the tiers, checks the real length and folds markers when they cost too much.
func (out *Output) finish(in Input) {
	for k := range out.Rows {
		switch out.Rows[k].Tier {
		case Full:
			out.Counts.Full++
		case Truncated:
			out.Counts.Truncated++
		case Omitted:
			out.Counts.Omitted++
		case Dropped:
			out.Counts.Dropped++
		}
	}
	out.Preamble = preamble(out.Counts.Omitted) + out.Tool.NoiseNote()
	out.BudgetUsed = out.length()
	if out.Counts.Omitted > 1 && !out.Quiet && out.BudgetUsed+in.Suffix > out.Budget {
		was := out.BudgetUsed
		out.Folded = true
		if out.BudgetUsed = out.length(); out.BudgetUsed < was {
			out.Decisions = append(out.Decisions, trace.Decision{
				Rule: "fold-markers", Chose: "runs of omitted messages share one marker",
				Because: fmt.Sprintf("the markers alone would make the text %s chars, over the budget of %s", trace.Num(was), trace.Num(out.Budget)),
			})
		}
	}
	if len(out.Rows) > 0 && out.Counts.Full+out.Counts.Truncated == 0 {
		out.Error, out.Outcome = CannotTruncate, trace.FellBack
		d := trace.Decision{
			Rule: "cannot-truncate", Chose: "nothing could be kept in full or cut", Fallback: true,
			Because: fmt.Sprintf("%s share %s chars, and each needs at least %s", trace.Count(out.Counts.Omitted, "message"), trace.Num(out.ContentBudget), trace.Num(in.Params.MinUseful)),
		}
		if out.Counts.Omitted == 0 {
			d.Because = "every message is forced out by hand"
		}
		out.Decisions = append(out.Decisions, d)
	}
}

// length is the length in chars of the text that Text gives. A cut that would split a code
// point keeps one unit less, so the text may be shorter by as many units as messages are cut.
func (out *Output) length() int {
	n, pieces := js.Units(out.Preamble), 0
	out.Pieces(func(run []Allocation) {
		pieces++
		if len(run) > 1 {
			n += js.Units(foldedMarker(run))
			return
		}
		n += run[0].written()
	})
	return n + max(0, pieces-1)*len(Separator)
}

// longestMarker is a bound on the chars of a cut message's label and marker: the words and a
// number of 19 digits.
const longestMarker = 64

// digits is how many digits a size has.
func digits(n int) int {
	d := 1
	for ; n >= 10; n /= 10 {
		d++
	}
	return d
}

// written is the length of what stands in the place of a message. It is the allocation, but a
// marker is written whole although the allocation may be smaller.
func (a Allocation) written() int {
	switch a.Tier {
	case Omitted: // the length of its marker, which thousands of messages may have
		return len("[omitted  message,  chars]") + len(a.Role.String()) + digits(a.Size)
	case Truncated:
		if a.Allocation >= longestMarker {
			return a.Allocation
		}
		n := js.Units(a.Marker())
		if a.Protected {
			n += len(a.Role.String()) + len(": ")
		}
		return max(a.Allocation, n)
	case Full, Dropped:
	}
	return a.Allocation
}

// Pieces calls f with what stands in each place of the slimmed text: one allocation, or a
// run of omitted ones that share a marker. Dropped messages have no place, and under Quiet
// omitted ones neither.
func (out *Output) Pieces(f func(run []Allocation)) {
	for k := 0; k < len(out.Rows); k++ {
		a := out.Rows[k]
		if a.Tier == Dropped || a.Tier == Omitted && out.Quiet {
			continue
		}
		if a.Tier != Omitted || !out.Folded {
			f(out.Rows[k : k+1])
			continue
		}
		run := []Allocation{a}
		for k+1 < len(out.Rows) && (out.Rows[k+1].Tier == Omitted || out.Rows[k+1].Tier == Dropped) {
			if k++; out.Rows[k].Tier == Omitted {
				run = append(run, out.Rows[k])
			}
		}
		f(run)
	}
}

// foldedMarker stands for a run of omitted messages.
func foldedMarker(run []Allocation) string {
	size := 0
	for _, a := range run {
		size += a.Size
	}
	return fmt.Sprintf("[omitted %d messages, %d chars]", len(run), size)
}
