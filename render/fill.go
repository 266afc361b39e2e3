package render

import (
	"fmt"
	"slices"
	"strconv"

	"cutline/model"
	"cutline/pipeline/fill"
	"cutline/render/text"
	"cutline/render/theme"
)

// The columns of what fills the context, in cells.
const (
	fillTokens = 11
	fillShare  = 8
	fillCount  = 8
	fillBar    = 12 // a shorter bar shows nothing, and the names get its room
	fillLeast  = 24 // for names
	fillName   = 60 // of the room for names on a wide screen
)

// fillTitles are the kinds of what is in a context, in plain words.
var fillTitles = map[fill.Kind]string{
	fill.System: "system messages", fill.Definitions: "definitions of tools", fill.Attached: "attachments", fill.Person: "words of a person",
	fill.Injected: "injected messages", fill.Summary: "earlier summary", fill.Words: "words of the assistant", fill.Thinking: "thinking",
	fill.Calls: "calls of tools", fill.Results: "results of tools", fill.Images: "images", fill.Overhead: "in no line of the file",
}

// FillTitle names a part of the context that is no message; a kind in plain words.
func FillTitle(n *fill.Node) string {
	if n.Kind == fill.Kinded {
		for k, title := range fillTitles {
			if k.String() == n.Name {
				return title
			}
		}
	}
	if n.Name == "" {
		return "without a name"
	}
	return text.CleanLine(n.Name)
}

// FillName is FillTitle in at most w cells; of a long path the end stays.
func FillName(th *theme.Theme, n *fill.Node, w int) string {
	if n.Kind == fill.Named && n.Name != "" {
		return folder(th, n.Name, "", w)
	}
	return label(th, FillTitle(n), w)
}

// fillColumns is the room for the name, for the bar and for when it came, in w cells.
func fillColumns(w int) (name, bar, when int) {
	rest := max(w-2-fillTokens-fillShare-fillCount, 0)
	if rest >= fillLeast+2+fillBar+2+fill.Slots {
		when = fill.Slots
		rest -= when + 2
	}
	name = min(max(rest*2/3, min(rest, fillLeast)), fillName)
	if bar = rest - name - 2; bar < fillBar {
		return rest, 0, when
	}
	return name, bar, when
}

// FillHead names the columns of FillLine.
func FillHead(th *theme.Theme, what string, w int) string {
	l := newLine(th, w)
	name, bar, when := fillColumns(w)
	l.blank(th.Dim, 2)
	l.column(th.Dim, what, name)
	l.number(th.Dim, "tokens", fillTokens)
	l.number(th.Dim, "share", fillShare)
	l.number(th.Dim, "parts", fillCount)
	if when > 0 {
		l.blank(th.Dim, 2+bar+2)
		l.put(th.Dim, "when, own scale")
	}
	return l.end(th.Dim)
}

// FillLine is one part of the context in one row of w cells: what it is, its tokens, its share of
// the whole, of how many parts it is made, a bar beside that of the largest, and, where there is room, when in the
// context it came. Row is the message of a part that is one.
func FillLine(th *theme.Theme, n *fill.Node, row *model.Row, largest int, at bool, w int) string {
	in, cursor := &th.Inks, " "
	if at {
		in, cursor = &th.OnCursor, th.Shapes.Cursor
	}
	l := newLine(th, w)
	name, bar, when := fillColumns(w)
	l.put(in.Text, cursor)
	l.blank(in.Text, 1)
	fillLabel(l, th, in, n, row, name)
	approx := "~"
	if n.Kind == fill.Kinded && n.Name == fill.Overhead.String() {
		approx = ""
	}
	l.number(in.Text, approx+text.Num(n.Tokens), fillTokens)
	l.number(in.Dim, fmt.Sprintf("%.1f%%", 100*n.Share), fillShare)
	count := text.Num(n.Count)
	if n.Kind == fill.Message || n.Kind == fill.Kinded && n.Name == fill.Overhead.String() {
		count = ""
	}
	l.number(in.Dim, count, fillCount)
	if bar > 0 {
		in := &th.Inks // the cursor would turn the bars inside out
		l.blank(in.Text, 2)
		k := part(n.Tokens, max(largest, 1), bar)
		l.repeat(fillInk(in, n), th.Shapes.Bar, k)
		l.blank(in.Text, bar-k)
	}
	if when > 0 {
		l.blank(th.Text, 2)
		fillWhen(l, th, &th.Inks, n)
	}
	return l.end(in.Text)
}

// fillWhen draws when in the context a part came: a step for each slot in which some of it did, the highest
// where the most of it did.
func fillWhen(l *line, th *theme.Theme, in *theme.Inks, n *fill.Node) {
	steps, most := th.Shapes.Steps, slices.Max(n.When[:])
	for _, tokens := range n.When {
		if tokens <= 0 {
			l.put(in.Dim, " ")
			continue
		}
		l.put(fillInk(in, n), steps[min(len(steps)-1, tokens*len(steps)/most)])
	}
}

// fillLabel is the name of a part in so many cells.
func fillLabel(l *line, th *theme.Theme, in *theme.Inks, n *fill.Node, row *model.Row, cells int) {
	rest := l.left - min(cells, l.left)
	l.left -= rest
	switch {
	case n.Kind == fill.Message && row != nil:
		letter, ink := role(th, in, row)
		l.number(in.Dim, strconv.Itoa(n.Row), 5)
		l.blank(in.Text, 1)
		l.put(ink, letter+" ")
		labelTo(l, th, in, ink, row, l.left-1)
	default:
		l.put(in.Text, FillName(th, n, l.left-1))
	}
	l.blank(in.Text, l.left)
	l.left = rest
}

// fillInk is grey for what nobody can look into.
func fillInk(in *theme.Inks, n *fill.Node) theme.Ink {
	if n.Row < 0 {
		return in.Lost
	}
	return in.Whole
}

// FillWords say how the numbers came about, a sentence each.
func FillWords(th *theme.Theme, out *fill.Output) []string {
	lines := append(make([]string, 0, 1+len(out.Decisions)), fillTotal(out))
	for _, d := range out.Decisions {
		lines = append(lines, words(th, d.Chose+": "+d.Because))
	}
	return lines
}

// fillTotal is what the parts add up to.
func fillTotal(out *fill.Output) string {
	switch {
	case out.Source != "reported":
		return fmt.Sprintf("%s tokens, %s, of %s messages and what was attached", text.Num(out.Total), out.Source, text.Num(out.Messages))
	case out.Answer < 0:
		return fmt.Sprintf("%s tokens, as the server reported them last", text.Num(out.Total))
	}
	words := fmt.Sprintf("%s tokens, as the server reported them with message %d: what stands before it", text.Num(out.Total), out.Answer)
	if out.Since > 0 {
		words += fmt.Sprintf("; about %s came after and are not in the parts", text.Num(out.Since))
	}
	return words
}
