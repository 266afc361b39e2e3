package render

import (
	"fmt"
	"strings"
	"time"

	"cutline/pipeline/summarize"
	"cutline/render/text"
	"cutline/render/theme"
)

// RunData is how far a model is with a summary.
type RunData struct {
	At    summarize.Progress
	Since time.Duration // from the beginning of the run
	Wait  time.Duration // until the next attempt, 0 when none is waited for
	Stop  string        // how it is stopped, may be empty
}

// Running draws in one line who writes, which attempt it is, how much has come, or what is waited for,
// and how long it has taken. What a person can see elsewhere goes first when there is no room.
func Running(th *theme.Theme, d RunData, w int) string {
	who, rest, stop := d.At.Rung, []string{attempt(d)}, ""
	model := text.Label(d.At.Model, 40)
	switch {
	case d.Wait > 0:
		rest = append(rest, d.At.Why)
	case d.At.Of > 0:
		rest = append(rest, fmt.Sprintf("%s of %s messages", text.Num(d.At.Done), text.Num(d.At.Of)))
	default:
		rest = append(rest, text.Num(d.At.Done)+" chars")
	}
	rest = append(rest, fmt.Sprintf("%d s", int(d.Since.Seconds())))
	if d.Stop != "" {
		stop = " " + th.Shapes.Dot + " " + d.Stop
	}
	dot := " " + th.Shapes.Dot + " "
	full := who
	if model != "" {
		full += " " + model
	}
	tail := ""
	for _, r := range rest {
		if r != "" {
			tail += dot + r
		}
	}
	for _, s := range []string{full + tail + stop, full + tail, who + tail} {
		if text.Width(words(th, text.CleanLine(s)))+2 <= w {
			return Sentence(th, s, w)
		}
	}
	// Why it waits is the part of any length.
	return Sentence(th, who+strings.Replace(tail, dot+d.At.Why, "", 1), w)
}

// attempt says which one it is, and when it begins.
func attempt(d RunData) string {
	if d.At.Tries <= 0 {
		return ""
	}
	s := fmt.Sprintf("attempt %d of %d", d.At.Try, d.At.Tries)
	if d.Wait > 0 {
		s += fmt.Sprintf(" in %d s", seconds(d.Wait))
	}
	return s
}

// seconds rounds up, so that a countdown ends at 1.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// Waiting is what stands where the answer will be, until it comes.
func Waiting(d RunData) string {
	switch {
	case d.Wait > 0:
		return fmt.Sprintf("%s\n\nAttempt %d of %d begins in %d s.", text.CleanLine(d.At.Why), d.At.Try, d.At.Tries, seconds(d.Wait))
	case d.At.Rung == summarize.Local:
		return "The local summarizer writes it now."
	}
	return "The prompt is on its way; nothing of an answer has come yet."
}
