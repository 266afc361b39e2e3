package pipeline

import (
	"slices"

	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
)

// Rung is a step of stage 5's ladder, as it stands before or after a run.
type Rung struct {
	Name     string
	State    RungState
	Attempts []trace.Attempt
}

// RungState says what came of a rung.
type RungState uint8

// The states. RungAbove is better than the one that was picked; RungNext would be asked first, RungSpare after it.
const (
	RungAbove RungState = iota
	RungNext
	RungSpare
	RungWrote
	RungFailed
	RungUnneeded
)

// Ladder lists the rungs of stage 5 from the best down, with what was tried so far.
func (r *Report) Ladder(tried []trace.Attempt) []Rung {
	all := []string{summarize.Self, summarize.External, summarize.Local}
	own := rungs(r.Pick.Summarizer)
	var out []Rung
	for _, name := range all {
		if !slices.Contains(own, name) && own[0] != summarize.Note && own[0] != summarize.Slimmed {
			out = append(out, Rung{Name: name, State: RungAbove})
		}
	}
	if own[0] != summarize.Note {
		own = append(own, summarize.Placeholder)
	}
	by := r.Summary.Rung
	if r.Summary.Outcome == trace.Planned {
		by = "" // it is who would be asked
	}
	if by != "" && !slices.Contains(own, by) { // a text that a person gave
		own = append([]string{by}, own...)
	}
	for i, name := range own {
		g := Rung{Name: name, State: RungSpare}
		for _, a := range tried {
			if a.Rung == name {
				g.Attempts = append(g.Attempts, a)
			}
		}
		switch done := by != "" && len(tried) > 0; {
		case name == by:
			g.State = RungWrote
		case len(g.Attempts) > 0:
			g.State = RungFailed
		case done && slices.Index(own, by) >= 0:
			g.State = RungUnneeded
		case i == 0 && !done:
			g.State = RungNext
		}
		out = append(out, g)
	}
	return out
}
