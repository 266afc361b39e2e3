package pipeline

import (
	"fmt"

	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/pipeline/trigger"
)

// Differs says in a few words each what is otherwise in plan b than in plan a of the same session, the
// most important first: when it is due, who writes, where it is split, what is read, what comes out.
// It is empty when nothing of that is.
func Differs(a, b *Report) []string {
	var d otherwise
	d.trigger(&a.Trigger, &b.Trigger)
	d.word("writes the summary", a.Summary.Rung, b.Summary.Rung)
	if a.Nothing != b.Nothing {
		d.add("there is something to compact")
		if b.Nothing != "" {
			d[len(d)-1] = "nothing to compact"
		}
	}
	d.split(a, b)
	ca, cb := a.Slim.Counts, b.Slim.Counts
	d.more("cut", ca.Truncated, cb.Truncated)
	d.more("omitted", ca.Omitted, cb.Omitted)
	d.more("not read", ca.Dropped, cb.Dropped)
	d.more("masked", len(a.Partition.Masked), len(b.Partition.Masked))
	switch fa, fb := a.Slim.FairShare, b.Slim.FairShare; {
	case fa == fb:
	case fa < 0:
		d.add("share " + trace.Num(fb))
	case fb < 0 && cb.Truncated+cb.Omitted > 0: // what is left out largest first leaves the others whole
	case fb < 0:
		d.add("every share is enough")
	default:
		d.number("share", fa, fb)
	}
	if a.Slim.Rule != slim.None || b.Slim.Rule != slim.None {
		d.number("budget", a.Slim.Budget, b.Slim.Budget)
	}
	d.number("chars read", a.Slim.BudgetUsed, b.Slim.BudgetUsed)
	if summarize.Asks(b.Summary.Rung) {
		d.word("is the prompt", a.Pick.Family, b.Pick.Family)
	}
	d.more("of state", len(a.Reassemble.Injected), len(b.Reassemble.Injected))
	d.number("messages after", len(a.Reassemble.Draft.Items), len(b.Reassemble.Draft.Items))
	d.more("warned of", len(a.Warnings), len(b.Warnings))
	return d
}

// otherwise is what Differs has found so far.
type otherwise []string

func (d *otherwise) add(words string) { *d = append(*d, words) }

// more says how many more or fewer messages something happens to.
func (d *otherwise) more(what string, a, b int) {
	switch {
	case b > a:
		d.add(trace.Num(b-a) + " more " + what)
	case a > b:
		d.add(trace.Num(a-b) + " fewer " + what)
	}
}

func (d *otherwise) number(what string, a, b int) {
	if a != b {
		d.add(what + " " + trace.Num(a) + " → " + trace.Num(b))
	}
}

// word says that b has the part that a had.
func (d *otherwise) word(part, a, b string) {
	if a != b {
		d.add(b + " " + part)
	}
}

func (d *otherwise) trigger(a, b *trigger.Output) {
	switch {
	case b.Fires && !a.Fires:
		d.add("fires now")
	case a.Fires && !b.Fires:
		d.add("is not due any more")
	}
	d.number("limit", a.Limit, b.Limit)
	d.line("a summary is made early", a.Background.Start, b.Background.Start)
	d.line("it is applied", a.Background.Persist, b.Background.Persist)
}

// line says where one of the early lines went.
func (d *otherwise) line(what string, a, b trigger.Line) {
	switch {
	case a.Set && !b.Set:
		d.add(what + " at no line")
	case b.Set && (!a.Set || a.Threshold != b.Threshold):
		d.add(fmt.Sprintf("%s from %s on", what, trace.Num(b.Threshold)))
	}
}

func (d *otherwise) split(a, b *Report) {
	pa, pb := &a.Partition, &b.Partition
	switch {
	case pa.Split == pb.Split:
	case pb.Split < 0:
		d.add("everything is summarized")
	case pa.Split < 0:
		d.add(fmt.Sprintf("split at %d", pb.Split))
	default:
		d.add(fmt.Sprintf("split at %d → %d", pa.Split, pb.Split))
	}
	d.more("kept", len(pa.Tail), len(pb.Tail))
}
