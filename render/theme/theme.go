// Package theme gives colours and shapes the names of their meanings, so that
// the panes say what a thing is and one place says how it looks. There are
// three hues: blue for the user's own words and for gain, orange for loss,
// grey for machinery. They stay apart for every common colour blindness. No
// state is told by colour alone: without colour the words and shapes remain.
package theme

import (
	"io"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Options choose between forms of a theme.
type Options struct {
	ASCII  bool   // shapes from ASCII only, for fonts and terminals that lack the others
	Colors Colors // a person's own, instead of the theme's
	Either bool   // nobody knows the background: colours that can be read on a dark and on a light one
}

// Inks are the styles by meaning. Each is for one segment of a row: render the
// segments one by one and join them, a style around styled text ends at the
// first inner reset.
type Inks struct {
	Text      Ink // the terminal's own
	User      Ink // what a person wrote
	Injected  Ink // a user message that no person wrote
	System    Ink
	Assistant Ink // the terminal's own
	Tool      Ink
	Summary   Ink // an earlier summary: bold, a fourth hue would sit too close

	Kept    Ink // the tail; on a row of OnKept the faint background says it too
	Whole   Ink // read in full
	Cut     Ink // read in part
	Omitted Ink // left out
	Lost    Ink // the part of a bar or text that is gone

	Ran      Ink // a stage that did its work
	Fallback Ink // a stage that took its second choice
	Skipped  Ink // a stage that was not needed or has not run

	Good  Ink // a check that holds
	Warn  Ink
	Error Ink
	Plus  Ink // only after, in a diff
	Minus Ink // only before, in a diff

	Key   Ink // a key to press
	Title Ink
	Dim   Ink // what may be overlooked
	Match Ink // a search hit: reverse
}

// Theme is everything a pane needs to know about looks.
type Theme struct {
	Inks
	OnKept   Inks // the same on the faint background of a kept row
	OnCursor Inks // one ink for all of it, in reverse: the row under the cursor
	Border   Ink
	Focus    Ink // the border of the pane that has the keys
	Code     Code
	Shapes   Shapes
	Dark     bool
	Either   bool // for any background
}

// Code are the styles of highlighted source. Orange marks removed lines only,
// so that loss keeps its colour.
type Code struct {
	Text, Keyword, String, Number, Comment, Head, Plus, Minus Ink
}

// New builds a theme for a background from the renderer's colour profile. With
// the profile termenv.Ascii (NO_COLOR, pipes) every ink leaves text as it is.
func New(r *lipgloss.Renderer, dark bool, opt Options) *Theme {
	p := palette{r, lightColours}
	switch {
	case opt.Either:
		p.colours = eitherColours
	case dark:
		p.colours = darkColours
	}
	p.colours = p.with(opt.Colors)
	t := &Theme{
		Inks:     p.inks(func(s lipgloss.Style) lipgloss.Style { return s }),
		OnKept:   p.inks(func(s lipgloss.Style) lipgloss.Style { return s.Background(p.faint) }),
		OnCursor: one(NewInk(r.NewStyle().Reverse(true))),
		Border:   NewInk(p.fore(p.grey)),
		Focus:    NewInk(r.NewStyle().Bold(true)),
		Code:     p.code(),
		Shapes:   unicodeShapes,
		Dark:     dark,
		Either:   opt.Either,
	}
	if opt.ASCII {
		t.Shapes = asciiShapes
	}
	return t
}

// one is the same ink for every meaning: several colours in reverse look like several blocks, and the words
// of the quiet ones are hard to read.
func one(k Ink) Inks {
	return Inks{
		Text: k, User: k, Injected: k, System: k, Assistant: k, Tool: k, Summary: k, Kept: k, Whole: k, Cut: k, Omitted: k, Lost: k,
		Ran: k, Fallback: k, Skipped: k, Good: k, Warn: k, Error: k, Plus: k, Minus: k, Key: k, Title: k, Dim: k, Match: k,
	}
}

// asciiKeys names the keys that have an arrow for a name.
var asciiKeys = strings.NewReplacer("↑", "up", "↓", "down", "←", "left", "→", "right")

// Keys is the name of keys as the theme can show it.
func (t *Theme) Keys(name string) string {
	if t.Shapes == asciiShapes {
		return asciiKeys.Replace(name)
	}
	return name
}

// Plain returns a theme without any colour, for tests and for pipes.
func Plain() *Theme { return New(renderer(termenv.Ascii), true, Options{}) }

// PlainASCII is Plain with ASCII shapes.
func PlainASCII() *Theme { return New(renderer(termenv.Ascii), true, Options{ASCII: true}) }

// Colour returns a theme with the 256 colours, whatever the environment says,
// for tests and for pictures.
func Colour(dark bool) *Theme { return New(renderer(termenv.ANSI256), dark, Options{}) }

// renderer returns a renderer that asks no terminal.
func renderer(p termenv.Profile) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(p)
	return r
}
