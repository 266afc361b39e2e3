package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// openPalette opens the list of commands, to look through or to type in.
func (a *App) openPalette(typing bool) tea.Cmd {
	if !typing && a.inKeys() {
		return a.closePage()
	}
	a.hush()
	if a.s != nil && !a.picking {
		in := a.labInput(a.params)
		a.palette = palette{strategies: in.Strategies, given: in.Given, writers: a.writers()}
	}
	foot := "enter runs it " + a.th.Shapes.Dot + " / searches"
	a.page = page.New(page.Keys, "commands and keys", foot, a.th, a.keyLines(""))
	a.page.Below(belowLines, a.commandWords)
	a.arrange()
	if typing {
		a.query = ""
		return a.openLine("")
	}
	return nil
}

// belowLines is the room for the sentence of the command under the cursor.
const belowLines = 3

// keyLines are the commands that have the words which were typed.
func (a *App) keyLines(typed string) func(w int) []page.Line {
	return func(w int) []page.Line {
		a.palette.found = a.commands(typed)
		const keys = 13
		name := min(36, max(12, w/3)) // the longest names have so many
		out := make([]page.Line, 0, len(a.palette.found))
		for i, c := range a.palette.found {
			ink, words := a.th.Text, c.sentence
			if c.why != "" {
				ink, words = a.th.Dim, c.why
			}
			mark := ""
			if c.chosen {
				mark = a.th.Shapes.Check + " "
			}
			head := text.Pad(text.CutTail(mark+text.CleanLine(c.name), name-1, a.th.Shapes.Ellipsis), name)
			out = append(out, page.Line{Item: i, Text: a.th.Key.Render(text.Pad(text.Cut(c.show, keys-1), keys)) + ink.Render(head+text.CutTail(render.Words(a.th, text.CleanLine(words)), max(1, w-keys-name), a.th.Shapes.Ellipsis))})
		}
		if len(out) == 0 {
			out = append(out, page.Line{Item: -1, Text: "no command has all of these words; esc"})
		}
		return out
	}
}

// commandWords are what the command under the cursor does, and what it waits for.
func (a *App) commandWords(item, w int) []string {
	if item < 0 || item >= len(a.palette.found) {
		return nil
	}
	c := a.palette.found[item]
	words := c.sentence
	if c.why != "" {
		words += " Not now: " + c.why
	}
	out := text.Wrap(render.Words(a.th, text.CleanLine(words)), max(1, w))
	for i := range out {
		out[i] = a.th.Dim.Render(out[i])
	}
	return out
}

// runCommand closes the list and runs what the cursor is on; what cannot run says why and leaves it open.
func (a *App) runCommand(item int) tea.Cmd {
	if item < 0 || item >= len(a.palette.found) {
		return nil
	}
	c := a.palette.found[item]
	if c.why != "" {
		return a.say(nameOf(keymap.Action(c.name)) + ": " + c.why)
	}
	a.page, a.line, a.query = nil, nil, ""
	a.arrange()
	return c.run()
}
