package render

import (
	"strings"

	"cutline/pipeline"
	"cutline/pipeline/summarize"
	"cutline/render/text"
	"cutline/render/theme"
)

// rungWords say what came of a rung.
var rungWords = map[pipeline.RungState]string{
	pipeline.RungAbove: "passed over (stage 2)", pipeline.RungNext: "is asked first", pipeline.RungSpare: "when all above fail", pipeline.RungWrote: "wrote it",
	pipeline.RungFailed: "gave none", pipeline.RungUnneeded: "not needed",
}

// Ladder draws the rungs of stage 5 as steps that lead down, each with its attempts and what came of
// them; the running attempt, when there is one, stands on its rung.
func Ladder(th *theme.Theme, rungs []pipeline.Rung, running *summarize.Progress, w int) []string {
	var out []string
	n := 0
	f := th.Shapes.Light
	first := true
	for i, g := range rungs {
		lead, rail := f.TeeLeft, f.Side
		if g.State == pipeline.RungAbove {
			lead, rail = " ", " "
		} else if first {
			lead, first = f.TopLeft, false
		}
		if i == len(rungs)-1 {
			rail = " "
			if lead != f.TopLeft {
				lead = f.BottomLeft
			} else {
				lead = f.Top
			}
		}
		mark, ink := th.Shapes.Dot, th.Skipped
		switch g.State {
		case pipeline.RungWrote:
			mark, ink = th.Shapes.Check, th.Ran
		case pipeline.RungFailed:
			mark, ink = th.Shapes.Cross, th.Warn
		case pipeline.RungAbove, pipeline.RungUnneeded:
			mark = th.Shapes.Skip
		case pipeline.RungNext:
			ink = th.Text
		case pipeline.RungSpare:
		}
		if running != nil && running.Rung == g.Name {
			mark, ink = th.Shapes.Right, th.Text
		}
		l := newLine(th, w)
		l.put(th.Border, " "+lead+f.Top+" ")
		if g.State == pipeline.RungAbove {
			l = newLine(th, w)
			l.blank(th.Text, 4)
		}
		l.put(ink, mark+" ")
		l.put(th.Title, text.Pad(g.Name, 12))
		state := rungWords[g.State]
		if running != nil && running.Rung == g.Name {
			state = "under way"
		}
		l.put(ink, state)
		out = append(out, l.end(th.Text))
		indent := " " + th.Border.Render(rail) + strings.Repeat(" ", 3)
		if w < 12 {
			continue
		}
		for _, a := range g.Attempts {
			out = append(out, indent+attemptRow(th, n, a, w-5))
			n++
			if a.Detail != "" && w > 30 {
				for _, s := range text.Wrap(words(th, a.Detail), w-5-attemptIndent-1) {
					out = append(out, indent+text.Fit(strings.Repeat(" ", attemptIndent)+th.Dim.Render(s), w-5))
				}
			}
		}
		if running != nil && running.Rung == g.Name {
			l := newLine(th, w-5)
			attemptHead(th, l, n, running.Rung, running.Model)
			l.put(th.Text, "  "+underway(running))
			out = append(out, indent+l.end(th.Text))
		}
	}
	return out
}

// underway says what the running attempt does.
func underway(p *summarize.Progress) string {
	if !p.Until.IsZero() {
		return "is waited for"
	}
	return "under way"
}
