package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// complains reports whether an error shows: what is asked or typed lies over it.
func (a *App) complains() bool {
	return a.notice.text != "" && a.notice.kind == render.Problem && a.asking == nil && a.line == nil && !a.copying && !a.frame.TooSmall
}

// wantsMore reports whether a key opens the whole error.
func (a *App) wantsMore(msg tea.KeyMsg) bool {
	action, ok := keymap.Only(keymap.Trouble, msg.String())
	return ok && action == keymap.WholeError
}

// moreHint says what can be done about an error that shows.
func (a *App) moreHint() string {
	for _, r := range keymap.Table {
		if r.Action == keymap.WholeError {
			return a.th.Keys(r.Show) + " " + r.Word + " · any key"
		}
	}
	return "any key"
}

// wholeError opens the error of the notice as a page, each cause on a line.
func (a *App) wholeError() tea.Cmd {
	n := a.notice
	a.notice.text = ""
	lines := []string{render.Words(a.th, n.text)}
	if c := causes(n.err); len(c) > 0 {
		lines = append(lines, "", "It came about so, the last line is where it began:", "")
		for _, words := range c {
			lines = append(lines, "  "+render.Words(a.th, words))
		}
	}
	a.page = page.Text(page.Failure, "what went wrong", "", a.th, strings.Join(lines, "\n"))
	a.arrange()
	return nil
}

// causes are the errors that an error wraps, from the outermost on, each in the words that it adds itself;
// empty when it wraps none. Errors that were joined follow each other.
func causes(err error) []string {
	if err == nil {
		return nil
	}
	var out []string
	var add func(error)
	add = func(err error) {
		inner := wrapped(err)
		words := err.Error()
		if len(inner) == 1 {
			words = strings.TrimSuffix(strings.TrimSuffix(words, inner[0].Error()), ": ")
		}
		if _, joined := err.(interface{ Unwrap() []error }); !joined || len(inner) < 2 {
			if words = text.CleanLine(words); words != "" {
				out = append(out, words)
			}
		}
		for _, e := range inner {
			add(e)
		}
	}
	add(err)
	if len(out) < 2 {
		return nil
	}
	return out
}

// wrapped are the errors that an error wraps itself.
func wrapped(err error) []error {
	switch e := err.(type) { //nolint:errorlint // one step is looked at, not the chain
	case interface{ Unwrap() error }:
		if inner := e.Unwrap(); inner != nil {
			return []error{inner}
		}
	case interface{ Unwrap() []error }:
		return e.Unwrap()
	}
	return nil
}
