package ui

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
	"cutline/render"
	"cutline/render/report"
	"cutline/render/text"
	"cutline/ui/loss"
)

// exportedMsg says that what shows, or what was lost, was written to a file.
type exportedMsg struct {
	path, body string
	err        error
}

// copyItem copies the item under the cursor.
func (a *App) copyItem() tea.Cmd {
	it := a.loss.pane.At()
	if it == nil {
		return a.say("there is nothing to copy")
	}
	return a.copyText(it.State.String()+" "+it.Class, render.LossItem(it))
}

// copyItems copies the list as it shows.
func (a *App) copyItems() tea.Cmd {
	items := a.loss.pane.Shown()
	if len(items) == 0 {
		return a.say("there is nothing to copy")
	}
	var b strings.Builder
	for i := range items {
		b.WriteString(render.LossItem(&items[i]))
	}
	return a.copyText(text.Num(len(items))+" items", b.String())
}

// askExport opens the line for the path that what was lost is written to.
func (a *App) askExport() tea.Cmd {
	sub := a.loss.pane.Subject()
	switch {
	case sub.Out == nil:
		return a.say("there is no score to write yet")
	case a.engine.Export == nil:
		return a.say("no file can be written here")
	}
	name := filepath.Base(a.path)
	cmd := a.openLine(strings.TrimSuffix(name, filepath.Ext(name)) + ".losses.md")
	a.writing, a.into = true, a.export
	return cmd
}

// export writes score, classes and the list as it shows.
func (a *App) export(path string) tea.Cmd {
	p := a.loss.pane
	sub := p.Subject()
	if sub.Out == nil {
		return a.say("not written: the score is gone")
	}
	return a.exportTo(path, lossReport(a.s.Path, sub, p.Filters(), p.Shown()), false)
}

// reported is how much of a text a line of a report has, in cells.
const reported = 300

// lossReport is a score with the items that show, as Markdown.
func lossReport(path string, sub loss.Subject, filters string, items []render.Item) string {
	one := pipeline.Scored{Output: *sub.Out}
	one.Lost, one.Fabricated = nil, nil // those that show come instead
	part := report.Of(sub.Name, render.ScoreLine(sub.Out, sub.Saved), &one)
	part.Notes = append(part.Notes, sub.Notes...)
	if filters != "" {
		part.Notes = append(part.Notes, "what follows is limited: "+filters)
	}
	for i := range items {
		it := &items[i]
		where, of := it.Where()
		row := report.Row{Kind: it.State.String() + " " + it.Class, Place: where, Text: text.Label(it.Text, reported), More: fmt.Sprintf("−%.1f of the %s", it.Points, of)}
		if it.Pinned {
			row.Kind += ", pinned"
		}
		if it.Index < 0 {
			part.Invented = append(part.Invented, row)
		} else {
			part.Lost = append(part.Lost, row)
		}
	}
	doc := report.Report{Session: []string{path}, Parts: []report.Part{part}}
	return doc.Markdown()
}

func (a *App) exportTo(path, body string, force bool) tea.Cmd {
	write := a.engine.Export
	return func() tea.Msg { return exportedMsg{path, body, write(path, body, force)} }
}

// exported says what came of it, and asks before it replaces a file.
func (a *App) exported(msg exportedMsg) tea.Cmd {
	switch {
	case errors.Is(msg.err, ErrExists):
		a.ask(fmt.Sprintf("%s exists. Replace it? y, or any other key for no", text.CleanLine(msg.path)), func(yes bool) tea.Cmd {
			if !yes {
				return a.say("not written")
			}
			return a.exportTo(msg.path, msg.body, true)
		})
		return nil
	case msg.err != nil:
		return a.failed("", msg.err, "; W can write it somewhere else")
	}
	return a.done(fmt.Sprintf("written: %s, %s", msg.path, text.Bytes(len(msg.body))))
}
