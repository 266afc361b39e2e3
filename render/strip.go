package render

import (
	"strconv"
	"strings"

	"cutline/pipeline"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

// StripHeight is the number of lines of StripBoxes.
const StripHeight = 4

// outcome is how a stage ended: its mark, its word, its ink.
func outcome(th *theme.Theme, o trace.Outcome) (mark, word string, ink theme.Ink) {
	word = outcomeWord(o)
	switch o {
	case trace.Ran:
		return th.Shapes.Check, word, th.Ran
	case trace.FellBack:
		return th.Shapes.Fall, word, th.Fallback
	case trace.Skipped:
		return th.Shapes.Skip, word, th.Skipped
	case trace.Planned:
	}
	return th.Shapes.Dot, word, th.Skipped
}

func outcomeWord(o trace.Outcome) string {
	switch o {
	case trace.Ran:
		return "ran"
	case trace.FellBack:
		return "fell back"
	case trace.Skipped:
		return "not needed"
	case trace.Planned:
	}
	return "not run"
}

// title is a stage as the strip names it: 4 slim.
func title(i int, s pipeline.Stage) string { return strconv.Itoa(i+1) + " " + s.Title }

// Headline is a stage in one line: its title, and in one sentence what it decided. Beside it, where there
// is room, stand a few words about the others.
func Headline(th *theme.Theme, s pipeline.Stage, beside string, w int) string {
	l := newLine(th, w)
	l.blank(th.Text, 1)
	l.put(th.Title, s.Title+": ")
	l.put(th.Text, label(th, words(th, s.Headline), l.left-1))
	beside = text.CleanLine(words(th, beside))
	if n := text.Width(beside); n > 0 && l.left > n+2 {
		l.blank(th.Text, l.left-n-1)
		l.put(th.Dim, beside)
	}
	return l.end(th.Text)
}

// Due is whether a session is due, in a word or two: what stage 1 says before its numbers.
func Due(trigger pipeline.Stage) string {
	word, _, _ := strings.Cut(trigger.Headline, ":")
	return word
}

// Sentence draws one of our sentences across the screen: whole, or up to the end of a phrase.
func Sentence(th *theme.Theme, s string, w int) string {
	l := newLine(th, w)
	l.blank(th.Text, 1)
	l.put(th.Text, phrase(th, s, max(l.left-1, 0)))
	return l.end(th.Text)
}

// StripLine draws the six stages in one line, the selected one in brackets; selected is 0 to
// 5, or -1 for none. When there is no room for all titles the others are numbers and marks.
func StripLine(th *theme.Theme, stages [6]pipeline.Stage, selected, w int) string {
	l := newLine(th, w)
	spans := stripSpans(stages, selected, w)
	for i, s := range stages {
		mark, word, ink := outcome(th, s.Outcome)
		name := title(i, s)
		if spans.short && i != selected {
			name = strconv.Itoa(i + 1)
		}
		open, shut := " ", " "
		if i == selected {
			open, shut = "[", "]"
		}
		l.put(th.Title, open)
		if i == selected {
			l.put(th.Title, name+" ")
		} else {
			l.put(th.Text, name+" ")
		}
		l.put(ink, mark)
		if spans.words {
			l.put(ink, " "+word)
		}
		l.put(th.Title, shut)
		l.blank(th.Text, spans.gap)
	}
	return l.end(th.Text)
}

// StripLineAt is the stage under cell x of StripLine, -1 when there is none.
func StripLineAt(stages [6]pipeline.Stage, selected, w, x int) int {
	spans := stripSpans(stages, selected, w)
	at := 0
	for i, n := range spans.cells {
		if x >= at && x < at+n && x < w {
			return i
		}
		at += n + spans.gap
	}
	return -1
}

// strip is how the strip of one line shares its room.
type strip struct {
	cells [6]int
	gap   int  // blanks between two stages, beside the brackets
	short bool // numbers without titles
	words bool // outcomes in words too
}

func stripSpans(stages [6]pipeline.Stage, selected, w int) strip {
	long, bare := 0, 0
	s := strip{gap: 1}
	var word [6]int
	for i := range stages {
		s.cells[i] = text.Width(title(i, stages[i])) + 4 // mark, blank, brackets
		long += s.cells[i]
		word[i] = len(outcomeWord(stages[i].Outcome)) + 1
		bare += word[i]
	}
	switch {
	case long+bare+5*s.gap <= w:
		s.words = true
		for i := range s.cells {
			s.cells[i] += word[i]
		}
	case long+5*s.gap <= w:
	case long <= w:
		s.gap = 0
	default:
		s.gap, s.short = 0, true
		for i := range s.cells {
			if i != selected {
				s.cells[i] = 5
			}
		}
	}
	return s
}

// boxSpan is where box i of six begins and ends when they share w cells without a hole. The last boxes
// have the cells that are over, so that no box is narrower on a wider screen.
func boxSpan(i, w int) (from, to int) {
	at := func(i int) int { return i*(w/6) + max(0, i-6+w%6) }
	return at(i), at(i + 1)
}

// StripBoxAt is the stage under cell x of StripBoxes, -1 outside.
func StripBoxAt(w, x int) int {
	for i := range 6 {
		if from, to := boxSpan(i, w); x >= from && x < to {
			return i
		}
	}
	return -1
}

// StripBoxes draws the six stages as boxes, StripHeight lines; the selected one has the
// heavy border. Where there is no room for boxes the strip of one line stands in their place.
func StripBoxes(th *theme.Theme, stages [6]pipeline.Stage, selected, w int) []string {
	if w < minBoxes {
		return text.Box([]string{StripLine(th, stages, selected, w)}, w, StripHeight)
	}
	withWord := true // all boxes have the word, or none
	for i, s := range stages {
		withWord = withWord && text.Width(title(i, s))+3+len(outcomeWord(s.Outcome)) <= w/6-4
	}
	var out [StripHeight]*line
	for k := range out {
		out[k] = newLine(th, w)
	}
	for i, s := range stages {
		from, to := boxSpan(i, w)
		stageBox(out, th, title(i, s), s, to-from, i == selected, withWord)
	}
	lines := make([]string, StripHeight)
	for k := range out {
		lines[k] = out[k].end(th.Text)
	}
	return lines
}

// minBoxes is the least width at which every box has room for its title.
const minBoxes = 90 // cells

// stageBox adds one box of n cells to the four lines.
func stageBox(out [StripHeight]*line, th *theme.Theme, name string, s pipeline.Stage, n int, selected, withWord bool) {
	f, edge := border(th, selected)
	mark, word, ink := outcome(th, s.Outcome)
	in := n - 4 // borders, and a blank inside each
	if withWord {
		mark += " " + word
	}
	head := th.Text
	if selected {
		head = th.Title
	}
	out[0].put(edge, f.TopLeft)
	out[0].repeat(edge, f.Top, n-2)
	out[0].put(edge, f.TopRight)

	out[1].put(edge, f.Side)
	out[1].blank(th.Text, 1)
	out[1].column(head, name, in-text.Width(mark))
	out[1].put(ink, mark)
	out[1].blank(th.Text, 1)
	out[1].put(edge, f.Side)

	out[2].put(edge, f.Side)
	out[2].blank(th.Text, 1)
	out[2].column(th.Dim, phrase(th, s.Headline, in), in)
	out[2].blank(th.Text, 1)
	out[2].put(edge, f.Side)

	out[3].put(edge, f.BottomLeft)
	out[3].repeat(edge, f.Top, n-2)
	out[3].put(edge, f.BottomRight)
}
