package render

import (
	"cutline/render/text"
	"cutline/render/theme"
)

// FrameWidth and FrameHeight are the cells and lines that Frame takes from its content.
const (
	FrameWidth  = 2
	FrameHeight = 2
)

// Titled draws a rule with a title on the left and more on the right; it heads a pane of a
// stacked layout. The pane that has the keys gets a heavy one.
func Titled(th *theme.Theme, title, right string, w int, focus bool) string {
	f, ink := border(th, focus)
	l := newLine(th, w)
	edgeLine(l, th, f.Top, title, right, ink, focus, 2)
	return l.end(ink)
}

// Frame draws a box of w by h cells around lines: title and right stand in its upper border,
// foot on the right of the lower one. Lines may be styled; there is room for w-FrameWidth
// cells in h-FrameHeight lines. The box of the pane that has the keys is heavy.
func Frame(th *theme.Theme, title, right, foot string, lines []string, w, h int, focus bool) []string {
	if h <= 0 {
		return nil
	}
	if w < 2 || h < 2 {
		return text.Box(lines, w, h)
	}
	f, ink := border(th, focus)
	out := make([]string, 0, h)
	top := newLine(th, w-1)
	top.put(ink, f.TopLeft)
	edgeLine(top, th, f.Top, title, right, ink, focus, 1)
	out = append(out, top.end(ink)+ink.Render(f.TopRight))
	side := ink.Render(f.Side)
	for _, s := range text.Box(lines, w-FrameWidth, h-FrameHeight) {
		out = append(out, side+s+side)
	}
	low := newLine(th, w-1)
	low.put(ink, f.BottomLeft)
	edgeLine(low, th, f.Top, "", foot, ink, false, 1)
	return append(out, low.end(ink)+ink.Render(f.BottomRight))
}

// border is the frame and the ink of a pane with or without the keys.
func border(th *theme.Theme, focus bool) (*theme.Frame, theme.Ink) {
	if focus {
		return &th.Shapes.Heavy, th.Focus
	}
	return &th.Shapes.Light, th.Border
}

// edgeLine fills the rest of a line with sign, a title near its start and words near its
// end, edge cells from each. The words on the right go first when there is no room.
func edgeLine(l *line, th *theme.Theme, sign, title, right string, ink theme.Ink, focus bool, edge int) {
	w := l.left
	title, right = label(th, words(th, title), w-2*edge-2), words(th, right)
	need := 2 * edge
	if title != "" {
		need += text.Width(title) + 2
	}
	if room := w - need - 3; right != "" && text.Width(right) > room {
		right = ""
	}
	l.repeat(ink, sign, edge)
	if title != "" {
		name := th.Text
		if focus {
			name = th.Title
		}
		l.blank(ink, 1)
		l.put(name, title)
		l.blank(ink, 1)
	}
	if right == "" {
		l.repeat(ink, sign, l.left)
		return
	}
	l.repeat(ink, sign, l.left-text.Width(right)-2-edge)
	l.blank(ink, 1)
	l.put(th.Dim, right)
	l.blank(ink, 1)
	l.repeat(ink, sign, edge)
}
