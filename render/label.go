package render

import (
	"cutline/model"
	"cutline/render/text"
	"cutline/render/theme"
)

// failedWord is the least cells of a label in which a failure is spelled out.
const failedWord = 30

// labelTo adds what a message is about, in exactly w cells: a failure, the tool, the words.
func labelTo(l *line, th *theme.Theme, in *theme.Inks, ink theme.Ink, r *model.Row, w int) {
	w = min(w, l.left)
	rest := l.left - w
	l.left = w
	if r.Is(model.Failed) {
		word := th.Shapes.Cross + " "
		if w >= failedWord {
			word = th.Shapes.Cross + " failed "
		}
		l.put(in.Warn, word)
	}
	verb, tool := labelTool(r)
	if verb != "" {
		l.put(in.Dim, verb+" ")
	}
	if tool != "" {
		l.put(ink, label(th, tool, l.left))
		if r.Label != "" {
			l.put(ink, " ")
		}
	}
	l.put(ink, label(th, r.Label, l.left))
	l.blank(in.Text, l.left)
	l.left = rest
}

// labelTool is what stands before the words: "call" for a message that is nothing but calls,
// and the tool of calls and results.
func labelTool(r *model.Row) (verb, tool string) {
	switch {
	case r.Is(model.HasText) && r.Role != model.Tool:
		return "", ""
	case r.Is(model.HasCall):
		return "call", r.Tool
	case r.Is(model.HasResult) && r.Tool == "":
		return "result", ""
	}
	return "", r.Tool
}

// RowRole is the letter of who speaks, as the rows have it.
func RowRole(th *theme.Theme, r *model.Row) string {
	letter, _ := role(th, &th.Inks, r)
	return letter
}

// RowLabel is the same as plain text, for titles: the tool and the words, clean, at most w cells.
func RowLabel(r *model.Row, w int) string {
	verb, tool := labelTool(r)
	return text.Label(join(" ", verb, text.Label(tool, w), text.Label(r.Label, w)), w)
}
