package theme

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Ink is a style that has been worked out once: the sequences before and after
// a text. Rendering with it costs a concatenation. The zero Ink leaves text as
// it is.
type Ink struct {
	open, shut string
	style      lipgloss.Style
}

// NewInk works a style out. Only what concerns characters counts (colours,
// bold, reverse, underline): widths, margins and borders have no place in a
// segment.
func NewInk(s lipgloss.Style) Ink {
	const probe = "x"
	open, shut, _ := strings.Cut(s.Inline(true).Render(probe), probe)
	return Ink{open, shut, s}
}

// Render returns text in this ink. The text must hold no styling. On a text of
// several lines each line is styled by itself.
func (k Ink) Render(text string) string {
	if k.open == "" || text == "" {
		return text
	}
	if strings.IndexByte(text, '\n') < 0 {
		return k.open + text + k.shut
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = k.Render(l)
	}
	return strings.Join(lines, "\n")
}

// To appends text in this ink to a row that is being built; it is Render
// without the string in between.
func (k Ink) To(row *strings.Builder, text string) {
	if text == "" {
		return
	}
	row.WriteString(k.open)
	row.WriteString(text)
	row.WriteString(k.shut)
}

// Style returns the style that the ink was made from, for components that want one.
func (k Ink) Style() lipgloss.Style { return k.style }
