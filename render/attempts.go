package render

import (
	"fmt"
	"slices"
	"strings"

	"cutline/pipeline/summarize"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/render/theme"
)

const attemptIndent = 4 // cells, for the number

func attemptHead(th *theme.Theme, l *line, i int, rung, model string) {
	l.number(th.Dim, fmt.Sprint(i+1), attemptIndent-1)
	l.blank(th.Text, 1)
	l.put(th.Title, rung)
	if model != "" {
		l.put(th.Text, " "+label(th, model, 28))
	}
}

func attemptRow(th *theme.Theme, i int, a trace.Attempt, w int) string {
	l := newLine(th, w)
	attemptHead(th, l, i, a.Rung, a.Model)
	if a.Error == "" {
		l.put(th.Good, "  "+th.Shapes.Check)
	} else {
		l.put(th.Warn, "  "+th.Shapes.Cross+" "+label(th, a.Error, 28))
	}
	parts := []string{took(a.Millis)}
	if a.InputTokens+a.OutputTokens > 0 {
		parts = append(parts, fmt.Sprintf("%s tokens in, %s out", text.Num(a.InputTokens), text.Num(a.OutputTokens)))
	}
	parts = append(parts, "budget "+text.Num(a.Budget))
	for _, p := range parts { // whole, or not at all
		if text.Width(p)+3 > l.left {
			break
		}
		l.put(th.Dim, "  "+p)
	}
	return l.end(th.Text)
}

func took(ms int64) string {
	if ms < 1000 {
		return fmt.Sprintf("%d ms", ms)
	}
	return fmt.Sprintf("%.1f s", float64(ms)/1000)
}

// Told says in words what became of a run in which an attempt failed, empty when none did:
// "external gave Overloaded three times; local wrote it".
func Told(list []trace.Attempt, by string) string {
	var parts []string
	for i := 0; i < len(list); {
		rung := list[i].Rung
		var kinds []string
		times := map[string]int{}
		for ; i < len(list) && list[i].Rung == rung; i++ {
			if k := list[i].Error; k != "" {
				if times[k]++; !slices.Contains(kinds, k) {
					kinds = append(kinds, k)
				}
			}
		}
		for k, kind := range kinds {
			if n := times[kind]; n > 1 || len(kinds) > 1 {
				kinds[k] = kind + " " + often(n)
			}
		}
		if len(kinds) > 0 {
			parts = append(parts, rung+" gave "+strings.Join(kinds, " and "))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	switch by {
	case summarize.Placeholder:
		parts = append(parts, "nobody wrote a summary")
	default:
		parts = append(parts, by+" wrote it")
	}
	return text.CleanLine(strings.Join(parts, "; "))
}

func often(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	case 3:
		return "three times"
	}
	return fmt.Sprintf("%d times", n)
}
