package fill

import (
	"cmp"
	"slices"

	"cutline/model"
)

// pair is one answer: the estimated tokens that stood before it, and the reported ones without
// those that the file itself names.
type pair struct {
	est, real float64
	run       int // counts how often the reports fell before it
}

// By how much a report must be below the one before it for something to have been taken out. Old
// thoughts, which some models do not get again, are less.
const (
	leastFall = 2_000 // tokens; ours
	fallShare = 0.03  // of the report before; ours
)

// reports walks the history from the last compaction on and takes each report with what stood
// before it. What is on a branch that was left counts for nothing. Tokens that the agent says to
// have saved by blanking old results, which the file shows whole, are added to the reports behind
// it.
func reports(s *model.Session) (out []pair, saved int) {
	from, before := 0, 0
	for i := range s.History {
		if k := int(s.History[i].Compaction); k >= 0 && k < len(s.Replacements) && s.Replacements[k].Out != nil {
			from, before = i+1, s.Replacements[k].Left
		}
	}
	attached := attachments(s)
	slices.SortStableFunc(attached, func(a, b Piece) int { return cmp.Compare(a.line, b.line) })
	told, last, run := 0, 0, 0
	for i := from; i < len(s.History); i++ {
		p := &s.History[i]
		switch {
		case p.Gone:
			continue
		case p.Is() && p.Row < 0: // a blanking: of a compaction that replaced anything the walk stands behind the last
			saved += s.Compactions[p.Compaction].SavedToks
			continue
		}
		for len(attached) > 0 && attached[0].line < int(p.Line) {
			before += attached[0].Est
			told += attached[0].Told
			attached = attached[1:]
		}
		if n := int(p.Tokens) + saved; p.Tokens > 0 {
			if fell := last - n; fell > leastFall && float64(fell) > fallShare*float64(last) {
				run++
			}
			last = n
			out = append(out, pair{float64(before), float64(n - told), run})
		}
		before += int(p.Est)
	}
	return out, saved
}
