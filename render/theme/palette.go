package theme

import (
	"fmt"
	"strconv"

	"github.com/charmbracelet/lipgloss"

	"cutline/model/pattern"
)

// colours are the hues for one background. The 256-colour numbers reach a
// contrast of 4.5 on common backgrounds. Where a terminal has 16 colours, its
// owner has chosen them: grey is its plain text then, and orange on a light
// background is magenta, because its yellow cannot be read there.
type colours struct {
	blue, orange, grey, faint lipgloss.TerminalColor
}

var (
	darkColours  = colours{hue("75", "12"), hue("214", "11"), hue("246", "7"), hue("235", "")}
	lightColours = colours{hue("25", "4"), hue("94", "5"), hue("241", ""), hue("255", "")}
	// eitherColours have a contrast of 3 on black and on white; a background of their own they have not.
	eitherColours = colours{hue("33", "12"), hue("166", "5"), hue("243", ""), hue("", "")}
)

func hue(of256, of16 string) lipgloss.TerminalColor {
	return lipgloss.CompleteColor{TrueColor: of256, ANSI256: of256, ANSI: of16}
}

// Colors are colours by what they stand for, each a number of the 256 colours or #rrggbb; what is
// empty stays as the theme has it. Whoever sets one answers for its contrast.
type Colors struct {
	Person string // what a person wrote, what is gained
	Loss   string // what is lost, warnings
	Quiet  string // machinery: tools, borders, what may be overlooked
	Kept   string // the background of a kept message
}

// Set sets a colour by its name, in lower case.
func (c *Colors) Set(name, value string) error {
	at, ok := map[string]*string{"person": &c.Person, "loss": &c.Loss, "quiet": &c.Quiet, "kept": &c.Kept}[name]
	if !ok {
		return fmt.Errorf("there is no colour %q; person, loss, quiet and kept are", name)
	}
	if n, err := strconv.ParseUint(value, 10, 8); (err != nil || strconv.FormatUint(n, 10) != value) && !hexColour.MatchString(value) {
		return fmt.Errorf("%s: %q is no colour; a number up to 255 is, or #rrggbb", name, value)
	}
	*at = value
	return nil
}

var hexColour = pattern.New(`^#[0-9a-fA-F]{6}$`)

// with takes a person's own colours, which a terminal of fewer ones shows as near as it can.
func (c colours) with(own Colors) colours {
	set := func(at *lipgloss.TerminalColor, value string) {
		if value != "" {
			*at = lipgloss.Color(value)
		}
	}
	set(&c.blue, own.Person)
	set(&c.orange, own.Loss)
	set(&c.grey, own.Quiet)
	set(&c.faint, own.Kept)
	return c
}

// palette makes inks from colours.
type palette struct {
	r *lipgloss.Renderer
	colours
}

func (p palette) fore(c lipgloss.TerminalColor) lipgloss.Style { return p.r.NewStyle().Foreground(c) }

// inks builds every meaning; ground puts a style on the background of its row.
func (p palette) inks(ground func(lipgloss.Style) lipgloss.Style) Inks {
	own := NewInk(ground(p.r.NewStyle()))
	bold := NewInk(ground(p.r.NewStyle().Bold(true)))
	blue := NewInk(ground(p.fore(p.blue)))
	blueBold := NewInk(ground(p.fore(p.blue).Bold(true)))
	orange := NewInk(ground(p.fore(p.orange)))
	orangeBold := NewInk(ground(p.fore(p.orange).Bold(true)))
	grey := NewInk(ground(p.fore(p.grey)))
	return Inks{
		Text: own, User: blueBold, Injected: grey, System: grey, Assistant: own, Tool: grey, Summary: bold,
		Kept: own, Whole: own, Cut: orange, Omitted: grey, Lost: grey,
		Ran: blue, Fallback: orange, Skipped: grey,
		Good: blue, Warn: orange, Error: orangeBold, Plus: blue, Minus: orange,
		Key: bold, Title: bold, Dim: grey, Match: NewInk(ground(p.r.NewStyle()).Reverse(true)),
	}
}

func (p palette) code() Code {
	own, blue, grey := NewInk(p.r.NewStyle()), NewInk(p.fore(p.blue)), NewInk(p.fore(p.grey))
	bold := NewInk(p.r.NewStyle().Bold(true))
	return Code{
		Text: own, Keyword: bold, String: blue, Number: blue, Comment: grey,
		Head: bold, Plus: blue, Minus: NewInk(p.fore(p.orange)),
	}
}
