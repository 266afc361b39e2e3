package loss

import (
	"image"

	"cutline/render"
	"cutline/render/text"
)

// The sizes at which the pane is divided in another way, in cells.
const (
	twoColumns = 100 // from here on the text stands beside the list
	tall       = 13  // lines from which the bars stand in two columns
	columnFrom = 36  // cells of a column of bars
	worded     = 16  // lines from which it is said what the baselines are, one more for each remark
	roomy      = 20  // lines from which the baselines have bars, beside those of the classes
	leastItems = 8   // lines of the list that the bars leave; else only the class that is chosen has one
)

// frame is where the parts of the pane stand.
type frame struct {
	head    int // lines of the score
	classes int // lines of bars
	columns int // of classes; the second is that of the baselines where there is room
	beside  bool
	listTop int // the first line of items
	list    int // how many of them show
	text    image.Rectangle
}

// frame divides the pane.
func (p *Pane) frame() frame {
	if p.sub.Out == nil {
		return frame{}
	}
	if p.open {
		return frame{text: image.Rect(0, min(2, p.h), p.w, p.h)}
	}
	f := frame{columns: 1, beside: p.w >= twoColumns && p.h >= roomy && len(p.sub.Out.Baselines) > 0}
	f.head = len(p.head(f.beside))
	switch n := len(p.classes); {
	case n == 0:
	case f.beside:
		f.columns = 2
		f.classes = max(n, 1+len(p.sub.Out.Baselines))
	case p.w >= 2*columnFrom && p.h >= tall:
		f.columns = 2
		f.classes = (n + 1) / 2
	case n <= p.h-f.head-leastItems:
		f.classes = n
	default:
		f.classes = 1
	}
	f.listTop = f.head + f.classes + 1
	f.list = max(0, p.h-f.listTop)
	if p.w >= twoColumns {
		f.text = image.Rect(p.w*55/100, f.listTop, p.w, p.h)
	}
	return f
}

// arrange gives the list and the text their sizes.
func (p *Pane) arrange() {
	p.list.SetSize(len(p.shown), p.frame().list)
	if p.w > 0 && p.h > 0 {
		p.look()
	}
}

// head are the lines above the bars.
func (p *Pane) head(bars bool) []string {
	if p.sub.Out == nil || p.w < 1 {
		return nil
	}
	var out []string
	for _, l := range text.Wrap(render.Words(p.th, render.ScoreLine(p.sub.Out, p.sub.Saved)), max(1, p.w-2)) {
		out = append(out, " "+p.th.Title.Render(l))
	}
	if p.h >= tall {
		for _, l := range render.ScoreLegend(p.w - 2) {
			out = append(out, p.dim(text.Wrap(render.Words(p.th, l), max(1, p.w-2)))...)
		}
	}
	explained := p.h-p.remarks() >= worded
	if words := render.Beside(p.sub.Out, explained); words != "" && !bars {
		lines := text.Wrap(render.Words(p.th, words), max(1, p.w-2))
		if !explained {
			lines = []string{text.CutTail(render.Words(p.th, words), max(1, p.w-2), p.th.Shapes.Ellipsis)}
		}
		out = append(out, p.dim(lines)...)
	}
	if words := p.sub.Out.Verdict(); words != "" {
		out = append(out, " "+p.th.Warn.Render(text.CutTail(render.Words(p.th, "It "+words+"."), max(1, p.w-2), p.th.Shapes.Ellipsis)))
	}
	for _, n := range p.sub.Out.Caveats() {
		if p.h >= tall {
			out = append(out, " "+p.th.Dim.Render(text.CutTail(render.Words(p.th, n), max(1, p.w-2), p.th.Shapes.Ellipsis)))
		}
	}
	for _, n := range p.sub.Notes {
		for _, l := range text.Wrap(render.Words(p.th, n), max(1, p.w-2)) {
			out = append(out, " "+p.th.Warn.Render(l))
		}
	}
	return out
}

// remarks is how many things have to be known about the score.
func (p *Pane) remarks() int {
	n := len(p.sub.Out.Caveats()) + len(p.sub.Notes)
	if p.sub.Out.Verdict() != "" {
		n++
	}
	return n
}

// dim are lines of the head that can be passed over.
func (p *Pane) dim(lines []string) []string {
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		out = append(out, " "+p.th.Dim.Render(l))
	}
	return out
}

// View draws exactly the size of the pane.
func (p *Pane) View() []string {
	if p.w < 1 || p.h < 1 {
		return nil
	}
	if p.sub.Out == nil {
		return text.Box(p.without(), p.w, p.h)
	}
	it := p.At()
	if p.open && it != nil {
		return text.Box(append(p.about(it), p.text.lines(p.th)...), p.w, p.h)
	}
	f := p.frame()
	out := append(make([]string, 0, p.h), p.head(f.beside)...)
	out = append(out, p.bars(f)...)
	right := p.w
	if !f.text.Empty() {
		right = f.text.Min.X - 1
	}
	out = append(out, p.rule(right))
	var list []string
	for k := p.list.Top; k < len(p.shown) && k < p.list.Top+f.list; k++ {
		list = append(list, render.ItemLine(p.th, &p.items[p.shown[k]], k == p.list.Cursor, right))
	}
	if len(p.shown) == 0 {
		list = append(list, p.th.Dim.Render(text.Cut("  "+p.nothing(), right)))
	}
	list = text.Box(list, right, f.list)
	if !f.text.Empty() {
		var lines []string
		if it != nil {
			lines = p.text.lines(p.th)
		}
		side := p.th.Border.Render(p.th.Shapes.Light.Side)
		for i, l := range text.Box(lines, f.text.Dx(), f.list) {
			list[i] += side + l
		}
	}
	return text.Box(append(out, list...), p.w, p.h)
}

// about are the lines above the text of an item that has the pane.
func (p *Pane) about(it *render.Item) []string {
	w := max(1, p.w-2)
	states := render.MessageStates
	switch {
	case it.Index < 0 && p.sub.Out.Partial:
		states = render.PartialStates
	case it.Index < 0:
		states = render.SummaryStates
	}
	return []string{
		" " + p.th.Title.Render(text.Cut(render.ItemWords(p.th, it), w)),
		" " + p.th.Dim.Render(text.Cut(render.StateLegend(p.th, states), w)),
	}
}

// without is what shows when there is no score.
func (p *Pane) without() []string {
	words := p.sub.Why
	if p.sub.Scoring {
		words = "scoring: every fact of what was replaced is looked for in what stands there now"
	}
	lines := text.Wrap(render.Words(p.th, words), max(1, p.w-4))
	out := make([]string, 1, 1+len(lines))
	for _, l := range lines {
		out = append(out, "  "+l)
	}
	return out
}

func (p *Pane) nothing() string {
	if f := p.Filters(); f != "" {
		return "nothing here is lost or invented: " + f + "; esc lifts it"
	}
	return "nothing is lost, and nothing invented"
}

// rule parts the bars from the list, and says what of it shows.
func (p *Pane) rule(w int) string {
	title, right := render.ItemsCount(p.items), ""
	if p.w < twoColumns { // else it stands in the frame
		right = p.sub.Offer
	}
	if f := p.Filters(); f != "" {
		title, right = text.Num(len(p.shown))+" of "+text.Num(len(p.items))+" "+p.th.Shapes.Dot+" "+f, "esc all"
	}
	line := render.Titled(p.th, render.Words(p.th, title), right, w, false)
	if w == p.w {
		return line
	}
	words := ""
	if it := p.At(); it != nil {
		words = render.ItemWords(p.th, it)
	}
	return line + render.Titled(p.th, words, "", p.w-w, false)
}

// bars are the classes: all of them, or the one that is chosen.
func (p *Pane) bars(f frame) []string {
	if f.beside {
		return p.barsBeside(f)
	}
	if f.classes*f.columns < len(p.classes) {
		return []string{p.oneBar()}
	}
	out := make([]string, 0, f.classes)
	for i := range f.classes {
		line := ""
		for c := range f.columns {
			w := p.w / f.columns
			if c == f.columns-1 {
				w = p.w - c*w
			}
			if k := c*f.classes + i; k < len(p.classes) {
				line += render.ClassLine(p.th, p.classes[k], k == p.class, w)
			}
		}
		out = append(out, text.Fit(line, p.w))
	}
	return out
}

// barsBeside are the classes, and beside them what else would score at the same tokens.
func (p *Pane) barsBeside(f frame) []string {
	w := p.w / 2
	left, right := make([]string, 0, f.classes), render.BaselineLines(p.th, p.sub.Out, p.w-w)
	for k := range p.classes {
		left = append(left, render.ClassLine(p.th, p.classes[k], k == p.class, w))
	}
	left, right = text.Box(left, w, f.classes), text.Box(right, p.w-w, f.classes)
	for i := range left {
		left[i] += right[i]
	}
	return left
}

// oneBar is the class that is chosen, or how to choose one.
func (p *Pane) oneBar() string {
	if p.class >= 0 {
		return render.ClassLine(p.th, p.classes[p.class], true, p.w)
	}
	return " " + p.th.Dim.Render(text.Cut(render.Words(p.th, "a lower bound · "+text.Num(len(p.classes))+" classes: "+p.th.Keys("← →")+" go through them"), max(1, p.w-2)))
}
