package replay

import (
	"fmt"
	"strings"

	"cutline/pipeline/trace"
)

// What is called thrashing.
const (
	// MinAnswers is how many answers of the model two compactions should be apart. A compaction
	// is itself a request over the whole context; when fewer than five answers come of it, the
	// session spends its time and its memory on compacting. Answers and not turns are counted,
	// because an agent at work goes through hundreds of messages on one word of a person.
	MinAnswers = 5
	// MinSaved is the share that a compaction should free. The lines lie at some nine tenths of
	// the window, so that less than a twentieth is used up again by the next result of a tool.
	MinSaved = 0.05
)

// thrash finds compactions that come close together, save nearly nothing, or make the context
// larger. What a person asked for is never too early, and one that only blanked results costs
// next to nothing; both are left out.
func (out *Output) thrash() {
	var near, little, grew []string
	full, apart, least := 0, -1, 2.0
	for i := range out.Compactions {
		c := &out.Compactions[i]
		if c.Micro {
			continue
		}
		full++
		if full > 1 && c.Point >= 0 {
			if apart < 0 || c.Answers < apart {
				apart = c.Answers
			}
			if c.Answers < MinAnswers && c.Trigger != "manual" {
				near = append(near, trace.Num(c.Line))
			}
		}
		if c.SavedFrom == "" {
			continue
		}
		least = min(least, c.Saved)
		switch {
		case c.Saved < 0:
			grew = append(grew, trace.Num(c.Line))
		case c.Saved < MinSaved:
			little = append(little, fmt.Sprintf("%s: %s", trace.Num(c.Line), Percent(c.Saved)))
		}
	}
	say := func(lines []string, what string) {
		if n := len(lines); n > 0 {
			out.Thrash = append(out.Thrash, fmt.Sprintf("%s of %s %s (%s)", trace.Num(n), trace.Count(full, "compaction"), what, few(lines)))
		}
	}
	say(near, fmt.Sprintf("came less than %d answers after the one before", MinAnswers))
	say(little, fmt.Sprintf("saved less than %s", Percent(MinSaved)))
	say(grew, "made the context larger")
	out.Verdict = verdict(out.Thrash, full, apart, least)
}

// listed is how many lines a clause names.
const listed = 5

func few(lines []string) string {
	if len(lines) == 1 {
		return "line " + lines[0]
	}
	if n := len(lines) - listed; n > 0 {
		return "lines " + strings.Join(lines[:listed], ", ") + fmt.Sprintf(" and %s more", trace.Num(n))
	}
	return "lines " + strings.Join(lines, ", ")
}

func verdict(thrash []string, full, apart int, least float64) string {
	switch {
	case full == 0:
		return ""
	case len(thrash) > 0:
		return "thrashing: " + strings.Join(thrash, "; ")
	}
	words := "no thrashing: " + trace.Count(full, "compaction")
	if apart >= 0 {
		words += fmt.Sprintf(", at least %s apart", trace.Count(apart, "answer"))
	}
	switch {
	case least > 1: // nobody knows
	case full == 1:
		words += ", which saved " + Percent(least)
	default:
		words += ", each saved at least " + Percent(least)
	}
	return words
}

// Percent writes a share with one digit after the point.
func Percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
