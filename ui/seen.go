package ui

import (
	"fmt"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/render"
	"cutline/render/picture"
	"cutline/render/report"
	"cutline/render/text"
)

// seen is what showed when its export was asked for.
type seen struct {
	lines []string // the screen
	place string   // what it shows, in a word
	plan  bool     // the list of messages, which has forms of its own
	dark  bool
}

// askSeen opens the line for the path that what shows is written to. A picture is that of this moment.
func (a *App) askSeen() tea.Cmd {
	if a.engine.Export == nil {
		return a.say("no file can be written here")
	}
	a.hush() // a notice is not what is meant
	now := seen{lines: a.Lines(), place: a.shownAs(), dark: a.th.Dark}
	now.plan = now.place == planPlace && a.s != nil
	base := "sessions"
	if !a.picking {
		base = filepath.Base(a.path)
		base = strings.TrimSuffix(base, filepath.Ext(base))
	}
	cmd := a.openLine(base + "." + now.place + ".md")
	a.writing, a.into = true, func(path string) tea.Cmd { return a.exportSeen(path, &now) }
	return cmd
}

// planPlace is the list of messages.
const planPlace = "plan"

// shownAs is what shows, as a part of a file's name.
func (a *App) shownAs() string {
	switch {
	case a.picking:
		return "list"
	case a.page != nil:
		return "page"
	case a.in != nil:
		return strings.ReplaceAll(a.in.scope.String(), " ", "-")
	case a.view == sidesView:
		return "after"
	case a.view == diffView:
		return "diff"
	}
	return planPlace
}

// exportSeen writes what showed in the form that the ending of the path names.
func (a *App) exportSeen(path string, now *seen) tea.Cmd {
	title := "cutline: " + filepath.Base(a.path) + ", " + now.place
	form := strings.ToLower(filepath.Ext(path))
	var body string
	switch form {
	case ".md":
		body = a.seenMarkdown(title, now)
	case ".html":
		body = picture.Page(now.lines, picture.Options{Dark: now.dark, Title: title})
	case ".svg":
		body = picture.SVG(now.lines, picture.Options{Dark: now.dark, Title: title})
	case ".txt":
		body = strings.Join(bare(now.lines), "\n") + "\n"
	case ".json":
		if !now.plan || a.engine.Inspect == nil {
			return a.complain("not written: only the list of messages has a JSON form; .md, .html, .svg and .txt are there everywhere")
		}
		var err error
		if body, err = a.engine.Inspect(a.s, &a.report); err != nil {
			return a.complain("not written: " + err.Error())
		}
	default:
		return a.complain(fmt.Sprintf("not written: %q says no form; the name ends in .md, .html, .svg, .json or .txt", path))
	}
	return a.exportTo(path, body, false)
}

// seenMarkdown is the list of messages with the reasons of the selected stage, or the screen as it is.
func (a *App) seenMarkdown(title string, now *seen) string {
	if !now.plan {
		return report.Screen(title, bare(now.lines))
	}
	doc := report.Plan{Title: title}
	for _, i := range a.list.Rows() {
		r := &a.s.Rows[i]
		fate, _ := render.FateWord(&a.th.Inks, r, a.list.Fate(i))
		doc.Messages = append(doc.Messages, report.Message{Index: i, Role: render.RowRole(a.th, r), Chars: r.Rendered, Tokens: r.Tokens, Fate: fate, Label: render.RowLabel(r, reported)})
	}
	st := a.report.Stages()[a.stage]
	doc.Stage, doc.Headline = stageTitle(a.stage), st.Headline
	doc.Reasons.Decide(st.Name, st.Decisions)
	return doc.Markdown()
}

// bare are lines without styling, and without the blanks at their ends.
func bare(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		var b strings.Builder
		for g := range text.Glyphs(l) {
			if g.Cells > 0 {
				b.WriteString(g.Text)
			}
		}
		out[i] = strings.TrimRight(b.String(), " ")
	}
	return out
}
