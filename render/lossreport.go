package render

import (
	"fmt"
	"strings"

	"cutline/pipeline/retention"
	"cutline/render/text"
)

// LossData is what a report of losses is made of.
type LossData struct {
	File, Name string // the session, and which compaction it is
	Filters    string // what the items are limited to, empty when they are not
	Notes      []string
	Out        *retention.Output
	Saved      float64 // as ScoreLine has it
	Items      []Item
}

// LossReport is a score, its classes and its items as Markdown.
func LossReport(d LossData) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# What a compaction lost\n\n%s, %s\n\n**%s**\n\n%s.\n", inline(d.File), inline(d.Name), ScoreLine(d.Out, d.Saved), sentence(Bound))
	if words := Beside(d.Out); words != "" {
		fmt.Fprintf(&b, "\nAt the %s.", words)
		if verdict := d.Out.Verdict(); verdict != "" {
			fmt.Fprintf(&b, " It %s.", verdict)
		}
		b.WriteString("\n")
	}
	for _, n := range d.Notes {
		fmt.Fprintf(&b, "\n%s.\n", sentence(n))
	}
	b.WriteString("\n| class | kept | facts | weight |\n|---|---:|---:|---:|\n")
	for _, c := range d.Out.Classes {
		fmt.Fprintf(&b, "| %s | %s | %d | %.0f |\n", c.Class, percent(c.Kept), c.N, c.Weight)
	}
	fmt.Fprintf(&b, "\n## %s\n\n", sentence(ItemsCount(d.Items)))
	if d.Filters != "" {
		fmt.Fprintf(&b, "%s.\n\n", sentence(text.CleanLine(d.Filters)))
	}
	for i := range d.Items {
		b.WriteString(LossItem(&d.Items[i]))
	}
	return b.String()
}

// itemChars is how much of a text a line of a report has.
const itemChars = 300

// LossItem is one item as a line of a Markdown list.
func LossItem(it *Item) string {
	where, of := it.where()
	return fmt.Sprintf("- %s %s, %s, −%.1f of the %s: %s\n", it.State, it.Class, where, it.Points, of, inline(it.Text))
}

// inline is text of a session on one line of Markdown, word for word.
func inline(s string) string {
	s = text.Label(s, itemChars)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}

// sentence begins with a capital letter.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
