package render

import (
	"math"
	"strings"

	"cutline/render/text"
	"cutline/render/theme"
)

// graph is the picture of a timeline.
type graph struct {
	th     *theme.Theme
	d      TimelineData
	w, h   int // of the picture, of the columns
	gutter int
	cursor int
	scale  int            // tokens of the whole height
	over   int            // the row of the limit, h+1 without one
	lines  map[int]string // by row, the names of the lines in it
	half   []int          // height of each column in half cells
	guess  []bool         // no server reported the column
}

// columns is the width of the picture without its gutter.
func (g *graph) columns() int { return max(1, g.w-g.gutter) }

// at is the column of a point.
func (g *graph) at(point int) int {
	n, w := len(g.d.History), g.columns()
	if n >= w {
		return min(((point+1)*w-1)/n, w-1)
	}
	return min((point*w+n-1)/n, w-1)
}

// gutters sets the scale, the lines of the signals, and the cells in front of the picture, which hold the
// numbers and as much of the names as there is room for.
func (g *graph) gutters() {
	o := g.d.Out
	g.scale, g.over, g.lines = max(1, o.Window), g.h+1, map[int]string{}
	for _, s := range o.Signals {
		if lineName(s.Name) != "" {
			g.scale = max(g.scale, s.Limit, s.Peak)
		}
	}
	for _, p := range o.Points {
		g.scale = max(g.scale, int(p.Used))
	}
	for _, s := range o.Signals {
		if name := lineName(s.Name); name != "" {
			y := g.level(s.Limit)
			g.lines[y] = join(", ", g.lines[y], name)
			if !s.Early {
				g.over = min(g.over, y)
			}
		}
	}
	if g.w < timelineNumbers {
		return
	}
	g.gutter = timelineNumber + 2
	for y, n := range g.lines {
		g.lines[y] = firstNames(n, g.w/timelineNames, g.th.Shapes.Ellipsis)
		g.gutter = max(g.gutter, timelineNumber+2+text.Width(g.lines[y])+min(len(g.lines[y]), 1))
	}
}

// firstNames is as many names of a list, whole, as there is room for.
func firstNames(list string, w int, more string) string {
	for short := list; ; list = short + more {
		if text.Width(list) <= w {
			return list
		}
		at := strings.LastIndex(short, ", ")
		if at < 0 {
			return ""
		}
		short = short[:at]
	}
}

// measure sets the heights of the columns.
func (g *graph) measure() {
	o, w := g.d.Out, g.columns()
	g.half, g.guess = make([]int, w), make([]bool, w)
	for x := range w {
		n := len(o.Points)
		from, to := x*n/w, max(x*n/w+1, (x+1)*n/w)
		most, guess := 0, true
		for _, p := range o.Points[from:to] {
			most = max(most, int(p.Used))
			guess = guess && p.Estimated
		}
		g.guess[x] = guess
		if most > 0 {
			g.half[x] = max(1, int(math.Round(float64(most)/float64(g.scale)*float64(2*g.h))))
		}
	}
}

// lineName is how a signal that looks at tokens is called, empty for any other.
func lineName(signal string) string {
	switch signal {
	case "tokens":
		return "limit"
	case "reserve":
		return "reserve"
	case "background-start":
		return "start"
	case "background-persist":
		return "persist"
	}
	return ""
}

// level is the row of a number of tokens.
func (g *graph) level(tokens int) int {
	return min(max(int(math.Ceil(float64(tokens)/float64(g.scale)*float64(g.h))), 1), max(g.h, 1))
}

// row draws the cells at height y, from 1.
func (g *graph) row(y int) string {
	th, sh := g.th, &g.th.Shapes
	l := newLine(th, g.w)
	name, named := g.lines[y]
	g.label(l, y, name, named)
	kind := func(x int) (string, theme.Ink) {
		full, some := g.half[x] >= 2*y, g.half[x] == 2*y-1
		ink := th.Text
		if y > g.over || y == g.over && full {
			ink = th.Warn
		}
		switch {
		case (full || some) && g.guess[x]:
			return sh.Empty, th.Dim
		case full:
			return sh.Bar, ink
		case some:
			return sh.Half, ink
		case named:
			return sh.Dash, th.Dim
		}
		return " ", th.Text
	}
	for x, w := 0, g.columns(); x < w; {
		sign, ink := kind(x)
		to := x + 1
		for to < w {
			if s, _ := kind(to); s != sign || g.guess[to] != g.guess[x] {
				break
			}
			to++
		}
		l.repeat(ink, sign, to-x)
		x = to
	}
	return l.end(th.Text)
}

// label fills the gutter of a row: the lines in it, or the top of the scale.
func (g *graph) label(l *line, y int, name string, named bool) {
	if g.gutter == 0 {
		return
	}
	th, side := g.th, g.th.Shapes.Light.Side
	words := ""
	switch {
	case named:
		words, side = g.limits(y), g.th.Shapes.Light.TeeRight
		words = join(" ", name, words)
	case y == g.h:
		words = text.Short(g.scale)
	}
	l.number(th.Dim, text.CutTail(words, g.gutter-2, th.Shapes.Ellipsis), g.gutter-2)
	l.put(th.Border, " "+side)
}

// limits is the least of the limits in a row.
func (g *graph) limits(y int) string {
	least := math.MaxInt
	for _, s := range g.d.Out.Signals {
		if lineName(s.Name) != "" && g.level(s.Limit) == y {
			least = min(least, s.Limit)
		}
	}
	return text.Short(least)
}

// signs draws the row of the recorded compactions, or of what began to fire.
func (g *graph) signs(recorded bool) string {
	th, sh := g.th, &g.th.Shapes
	l := newLine(th, g.w)
	title, sign := "due", sh.Down
	if recorded {
		title, sign = "done", sh.Event
	}
	if g.gutter > 0 {
		l.number(th.Dim, text.CutTail(title, g.gutter-1, sh.Ellipsis), g.gutter-1)
		l.blank(th.Text, 1)
	}
	cells := make([]string, g.columns())
	at := -1
	for n, m := range g.d.Marks {
		if (m.Compaction >= 0) != recorded {
			continue
		}
		x, s := g.at(m.Point), sign
		if recorded && g.d.Out.Compactions[m.Compaction].Micro {
			if s = sh.Dot; cells[x] != "" {
				s = cells[x]
			}
		}
		cells[x] = s
		if n == g.cursor {
			at = x
		}
	}
	for x, s := range cells {
		switch {
		case s == "":
			l.blank(th.Text, 1)
		case x == at:
			l.put(th.OnCursor.Title, s)
		case recorded:
			l.put(th.Summary, s)
		default:
			l.put(th.Warn, s)
		}
	}
	return l.end(th.Text)
}

// axis draws the foot of the picture, with the cursor on it.
func (g *graph) axis() string {
	th, sh := g.th, &g.th.Shapes
	l := newLine(th, g.w)
	if g.gutter > 0 {
		l.number(th.Dim, "0", g.gutter-2)
		l.put(th.Border, " "+sh.Light.BottomLeft)
	}
	if g.cursor < 0 || g.cursor >= len(g.d.Marks) {
		l.repeat(th.Border, sh.Rule, l.left)
		return l.end(th.Text)
	}
	x := g.at(g.d.Marks[g.cursor].Point)
	l.repeat(th.Border, sh.Rule, x)
	l.put(th.Key, sh.Up)
	l.repeat(th.Border, sh.Rule, l.left)
	return l.end(th.Text)
}

// foot names the two ends of the picture.
func (g *graph) foot() string {
	th := g.th
	l := newLine(th, g.w)
	l.blank(th.Dim, g.gutter)
	h := g.d.History
	left, right := "line "+text.Num(int(h[0].Line)), "line "+text.Num(int(h[len(h)-1].Line))
	what := text.Num(len(h)) + " messages"
	guessed := false
	for _, x := range g.guess {
		guessed = guessed || x
	}
	if guessed {
		what += ", " + th.Shapes.Empty + " estimated"
	}
	l.put(th.Dim, left)
	rest := l.left - text.Width(right)
	if pad := (rest - text.Width(what)) / 2; pad > 1 {
		l.put(th.Dim, strings.Repeat(" ", pad)+what)
		rest -= pad + text.Width(what)
	}
	if rest > 0 {
		l.blank(th.Dim, rest)
		l.put(th.Dim, right)
	}
	return l.end(th.Text)
}
