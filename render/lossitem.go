package render

import (
	"fmt"
	"strings"

	"cutline/render/text"
)

// itemChars is how much of a text a line of a report has.
const itemChars = 300

// LossItem is one item as a line of a Markdown list.
func LossItem(it *Item) string {
	where, of := it.Where()
	cost := fmt.Sprintf("−%.1f", it.Points)
	if it.Points < 0.05 {
		cost = "less than 0.1"
	}
	return fmt.Sprintf("- %s %s, %s, %s of the %s: %s\n", it.State, it.Class, where, cost, of, inline(it.Text))
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
