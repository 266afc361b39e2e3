package ui

import "cutline/render/text"

// field draws what is typed in w cells. What has no room is hidden, with a sign where it is; the cursor is
// always to be seen.
func (a *App) field(w int) string {
	value, pos := []rune(a.line.Value()), a.line.Position()
	from, to := shownAround(value, pos, w)
	part := *a.line
	part.Width = 0 // all of the part is shown
	part.SetValue(string(value[from:to]))
	part.SetCursor(pos - from)
	left, right := "", ""
	if from > 0 {
		left = a.th.Dim.Render(a.th.Shapes.Ellipsis)
	}
	if to < len(value) {
		right = a.th.Dim.Render(a.th.Shapes.Ellipsis)
	}
	return left + part.View() + right
}

// shownAround is the part of a text around the cursor that w cells show beside the signs for what is hidden.
func shownAround(value []rune, pos, w int) (from, to int) {
	if text.Width(string(value))+1 <= w {
		return 0, len(value)
	}
	cells := func(from, to int) int {
		n := text.Width(string(value[from:to])) + 1 // the sign on the right, or the cursor behind the end
		if from > 0 {
			n++
		}
		return n
	}
	to = min(pos+1, len(value))
	for from = to; from > 0 && cells(from-1, to) <= w; {
		from--
	}
	for to < len(value) && cells(from, to+1) <= w {
		to++
	}
	return from, to
}
