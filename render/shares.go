package render

import (
	"cmp"
	"math"
	"slices"

	"cutline/pipeline/slim"
	"cutline/render/text"
	"cutline/render/theme"
)

// SortShares is the allocations by size, small to large, as Shares draws them. Sort once
// for a plan and not for a frame.
func SortShares(rows []slim.Allocation) []slim.Allocation {
	const bits = 11 // of a size that one pass sorts by, the lowest first
	order, next := make([]int32, len(rows)), make([]int32, len(rows))
	top := 0
	for i, r := range rows {
		order[i], top = int32(i), max(top, r.Size)
	}
	for shift := 0; top>>shift > 0; shift += bits {
		digit := func(i int32) int { return rows[i].Size >> shift & (1<<bits - 1) }
		var at [1<<bits + 1]int // where the next one with a digit goes
		for _, i := range order {
			at[digit(i)+1]++
		}
		for d := range 1 << bits {
			at[d+1] += at[d]
		}
		for _, i := range order {
			d := digit(i)
			next[at[d]] = i
			at[d]++
		}
		order, next = next, order
	}
	out := make([]slim.Allocation, len(rows))
	for k, i := range order {
		out[k] = rows[i]
	}
	return out
}

func bySize(a, b slim.Allocation) int { return cmp.Compare(a.Size, b.Size) }

// Shares draws the sizes of all messages as columns, small to large: what is granted full,
// what is lost shaded, and the fair share as a line across. Sizes are drawn on a log scale
// when on a linear one the fair share would not be seen; the legend says so. It takes exactly
// w by h cells; fair is -1 when every message is whole.
func Shares(th *theme.Theme, rows []slim.Allocation, fair, w, h int) []string {
	if h <= 0 || w <= 0 {
		return text.Box(nil, w, h)
	}
	if !slices.IsSortedFunc(rows, bySize) {
		rows = SortShares(rows)
	}
	c := chart{th: th, fair: fair, w: w, h: h}
	legend := min(max(h-3, 0), 2)
	c.h -= legend
	if len(rows) > 0 {
		c.top = rows[len(rows)-1].Size
		c.log = fair >= 0 && c.top > 0 && fair*c.h < 2*c.top
	}
	c.sample(rows)
	out := make([]string, 0, h)
	for y := c.h; y >= 1; y-- {
		out = append(out, c.row(y))
	}
	if legend > 1 {
		out = append(out, c.axis())
	}
	if legend > 0 {
		out = append(out, c.legend(rows))
	}
	return out
}

// chart is the picture of the shares.
type chart struct {
	th    *theme.Theme
	fair  int
	w, h  int // of the columns
	top   int // chars of the largest message
	log   bool
	size  []int // height of each column in cells
	given []int // height of its granted part
}

// height is a number of chars in cells, at least one for anything.
func (c *chart) height(n int) int {
	if n <= 0 || c.top <= 0 {
		return 0
	}
	f := float64(n) / float64(c.top)
	if c.log {
		f = math.Log1p(float64(n)) / math.Log1p(float64(c.top))
	}
	return min(max(int(math.Round(f*float64(c.h))), 1), c.h)
}

// sample picks one message for every column: the largest of those that share it.
func (c *chart) sample(rows []slim.Allocation) {
	c.size, c.given = make([]int, c.w), make([]int, c.w)
	n := len(rows)
	if n == 0 {
		return
	}
	for x := range c.w {
		k := x * n / c.w
		if n > c.w {
			k = (x+1)*n/c.w - 1
		}
		a := rows[k]
		c.size[x] = c.height(a.Size)
		switch a.Tier {
		case slim.Full:
			c.given[x] = c.size[x]
		case slim.Truncated: // what is lost is at least one cell
			c.given[x] = min(c.height(a.Allocation), max(c.size[x]-1, 1))
		case slim.Omitted, slim.Dropped:
		}
	}
}

// row draws the cells at height y, from 1.
func (c *chart) row(y int) string {
	th, sh := c.th, &c.th.Shapes
	l := newLine(c.th, c.w)
	line := c.fair >= 0 && y == c.height(c.fair)
	kind := func(x int) int {
		switch {
		case y <= c.given[x]:
			return 0
		case y <= c.size[x]:
			return 1
		case line:
			return 2
		}
		return 3
	}
	if label := text.Num(max(c.fair, 0)); c.fair >= 0 && y == c.height(c.fair)+1 && c.free(len(label)+2, y) {
		l.put(th.Cut, " "+label)
	}
	for x := c.w - l.left; x < c.w; {
		k, to := kind(x), x+1
		for to < c.w && kind(to) == k {
			to++
		}
		switch k {
		case 0:
			l.repeat(th.Whole, sh.Bar, to-x)
		case 1:
			l.repeat(th.Lost, sh.Empty, to-x)
		case 2:
			l.repeat(th.Cut, sh.Dash, to-x)
		default:
			l.blank(th.Text, to-x)
		}
		x = to
	}
	return l.end(th.Text)
}

// free reports whether the first n columns stay below height y.
func (c *chart) free(n, y int) bool {
	for x := range min(n, c.w) {
		if c.size[x] >= y {
			return false
		}
	}
	return n <= c.w
}

// axis names the two ends.
func (c *chart) axis() string {
	l := newLine(c.th, c.w)
	right := "largest " + text.Short(c.top)
	if c.w >= len("smallest")+len(right)+2 {
		l.put(c.th.Dim, "smallest")
	}
	l.blank(c.th.Dim, l.left-len(right))
	l.put(c.th.Dim, right)
	return l.end(c.th.Text)
}

// legend says what the signs mean, the most important first.
func (c *chart) legend(rows []slim.Allocation) string {
	sh := &c.th.Shapes
	l := newLine(c.th, c.w)
	if len(rows) == 0 {
		l.put(c.th.Dim, "nothing is summarized")
		return l.end(c.th.Text)
	}
	words := []string{sh.Bar + " granted", sh.Empty + " not read"}
	if c.fair >= 0 {
		words = append(words, sh.Dash+" fair share")
	}
	scale := "linear"
	if c.log {
		scale = "log scale"
	}
	room := c.w - len(scale) - 2
	for i, s := range words {
		if n := text.Width(s); n+2 <= room {
			if i > 0 {
				l.blank(c.th.Dim, 2)
			}
			l.put(c.th.Dim, s)
			room -= n + 2
		}
	}
	l.blank(c.th.Dim, l.left-len(scale))
	l.put(c.th.Dim, scale)
	return l.end(c.th.Text)
}
