package partition

import (
	"fmt"

	"cutline/model"
	"cutline/pipeline/trace"
)

// name says which entry is meant: by its message where it has one.
func (w way) name(k int) string {
	switch {
	case k < 0 || k >= len(w.entries):
		return "nothing"
	case w.entries[k].Row >= 0:
		return fmt.Sprintf("message %d", w.entries[k].Row)
	}
	return fmt.Sprintf("entry %d (%s)", k, w.entries[k].Type)
}

// words says in short where a cut is.
func (w way) words(p Point) string {
	s := w.name(p.Kept) + " is the first that stays"
	if p.Split && p.Turn < p.Kept {
		s += fmt.Sprintf(", in a turn that begins with %s", w.name(p.Turn))
	}
	return s
}

// rows are the messages of the entries in [from, to).
func (w way) rows(from, to int) []int {
	var out []int
	for k := max(from, 0); k < min(to, len(w.entries)); k++ {
		if w.entries[k].Row >= 0 {
			out = append(out, w.entries[k].Row)
		}
	}
	return out
}

func (out *Output) warn(kind, message string, rows []int) {
	out.Warnings = append(out.Warnings, trace.Warning{Stage: "partition", Kind: kind, Message: message, Indices: rows})
}

// tell says how the cut was found and what it means.
func (out *Output) tell(w way, p Point) {
	say := func(rule, chose string, touches []int, because string, a ...any) {
		out.Decisions = append(out.Decisions, trace.Decision{Rule: rule, Chose: chose, Because: fmt.Sprintf(because, a...), Touches: touches})
	}
	out.tellRange(w, p, say)
	if d, ok := w.tellWalk(p); ok {
		out.Decisions = append(out.Decisions, d)
	}
	keep := trace.Num(w.in.Params.KeepRecent)
	at := w.rows(p.Kept, p.Kept+1)
	switch {
	case next(w.entries, p.Start) < 0:
		say("cut-point", "nothing may be parted", nil, "no message stands there with which the kept part may begin")
	case p.Reached < 0:
		say("cut-point", "everything stays, from "+w.name(p.Lead), at, "all of it is ≈ %s tokens, less than the %s that are kept", trace.Num(p.Walked), keep)
	case p.Lead == p.Reached:
		say("cut-point", "the kept part begins with "+w.name(p.Lead), at, "going back from the end, ≈ %s tokens ≥ %s are reached there", trace.Num(p.Walked), keep)
	case w.in.Params.AlignTurns && p.Lead == p.Kept && p.Lead < p.Reached:
		say("cut-point", "the kept part begins with "+w.name(p.Lead), at, "going back from the end, ≈ %s tokens ≥ %s are reached at %s, in the turn that begins here", trace.Num(p.Walked), keep, w.name(p.Reached))
	case p.Lead > p.Reached:
		say("cut-point", "the kept part begins with "+w.name(p.Lead), at, "going back from the end, ≈ %s tokens ≥ %s are reached at %s, with which it may not begin; this is the next place", trace.Num(p.Walked), keep, w.name(p.Reached))
	default:
		say("cut-point", "the kept part begins with "+w.name(p.Lead), at, "going back from the end, ≈ %s tokens ≥ %s are reached at %s, with which it may not begin; this is the place before", trace.Num(p.Walked), keep, w.name(p.Reached))
	}
	if p.Kept < p.Lead {
		say("pull-back", trace.Count(p.Lead-p.Kept, "entry or note")+" before it stay too", w.rows(p.Kept, p.Lead), "settings, labels and notes belong to what follows them")
	}
	out.tellTurn(w, p, say)
	out.tellEstimates(w)
	if n := len(out.Tail); n > 0 && out.Cut.Tokens == 0 {
		out.warn("empty-tail", "what stays holds no words: everything that was said would only be in the summary", out.Tail)
	}
	if out.Refused != "" {
		why := Why(out.Refused)
		if out.Refused == NothingNew {
			why += "; the original would pay a model to write a good summary again"
		}
		say("refused", out.Refused, nil, "%s", why)
	}
}

// tellRange says where the part begins that is looked at.
func (out *Output) tellRange(w way, p Point, say func(rule, chose string, touches []int, because string, a ...any)) {
	c := lastCompaction(w.entries)
	switch {
	case c < 0 && recounted(w.entries):
		say("range", "all of it is looked at", nil, "the format has an earlier summary among its messages; it is carried on and never the beginning of what stays")
	case c < 0:
		say("range", "all of it is looked at", nil, "no compaction stands before")
	case p.Start <= c:
		say("range", "looked at from "+w.name(p.Start), nil, "the last compaction kept it, so its summary does not hold it")
	default:
		say("range", "looked at from "+w.name(p.Start), nil, "the last compaction kept nothing before it that is on the path")
	}
}

// tellTurn says what becomes of the turn that the cut goes through, and of an earlier summary.
func (out *Output) tellTurn(w way, p Point, say func(rule, chose string, touches []int, because string, a ...any)) {
	switch {
	case p.Split && p.Turn < p.Kept:
		say("split-turn", fmt.Sprintf("its beginning, %s, is summarized and does not stay", trace.Count(len(out.Prefix), "message")), out.Prefix,
			"the turn of %s begins with %s, and the rest of it stays word for word", w.name(p.Kept), w.name(p.Turn))
	case p.Turn == p.Kept && p.Kept >= 0:
		say("split-turn", "no turn is parted", nil, "%s begins a turn", w.name(p.Kept))
	case len(out.Tail) > 0 && out.Refused == "":
		say("split-turn", "no turn is parted", nil, "what stays begins with a user's message, or no turn begins before it")
	}
	if p.Split && len(p.History(w.entries)) == 0 && recounted(w.entries) {
		if w.faithful {
			say("previous-summary", "lost", nil, "only the beginning of a turn is summarized, and the original asks for no history then; without --faithful it is carried on")
			out.warn("known-defect", "the earlier summary would be lost, as with the original; without --faithful it is carried on", out.Previous)
		} else {
			say("previous-summary", "carried on", nil, "only the beginning of a turn is summarized; the original would lose the earlier summary here")
		}
	}
	said, noted := out.Cut.Tokens, 0
	for _, e := range w.entries[min(p.Kept, len(w.entries)):] {
		if e.Is(model.Speaks) && !e.Is(model.Weighs) {
			noted += e.Est
		}
	}
	if noted > 0 {
		say("kept-tokens", "≈ "+trace.Num(said)+" tokens stay", nil, "≈ %s of them are notes, which the way back does not count", trace.Num(noted))
	}
}

// Why says in a clause what a refusal means.
func Why(refused string) string {
	switch refused {
	case Already:
		return "the last thing in the session is a compaction"
	case NothingNew:
		return "only an earlier summary stands before the cut"
	}
	return "what would stay is all there is"
}
