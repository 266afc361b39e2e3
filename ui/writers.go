package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/pick"
	"cutline/pipeline/summarize"
	"cutline/pipeline/summarize/provider"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// writers are all who could write the summary, local first.
func (a *App) writers() []pick.Writer {
	if a.engine.Writers == nil {
		p := a.params.Pick
		p.Summarizer, p.Provider, p.Model = summarize.Local, "", ""
		return []pick.Writer{{Name: summarize.Local, Pick: p, Chosen: a.report.Pick.Summarizer == summarize.Local}}
	}
	return a.engine.Writers(a.s, a.params)
}

// writerHeads part the writers: those that can be chosen and write, servers of one's own of which nobody knows
// whether they run before they are asked, and the others.
var writerHeads = []string{"can write", "can write if the server runs: only c asks it", "cannot yet"}

// headOf is the part in which a writer stands.
func headOf(wr *pick.Writer) int {
	switch {
	case wr.Missing != "":
		return 2
	case mayNotRun(wr):
		return 1
	}
	return 0
}

// mayNotRun reports whether a writer is a server that a person starts.
func mayNotRun(wr *pick.Writer) bool {
	p, ok := provider.ByName(wr.Name)
	return ok && p.Local
}

// writerLines are the lines of the page of writers: those that can be chosen, then the others.
func (a *App) writerLines(w int) []page.Line {
	var out []page.Line
	for part, head := range writerHeads {
		headed := false
		for i := range a.send.writers {
			wr := a.send.writers[i]
			if headOf(&wr) != part {
				continue
			}
			if !headed {
				headed = true
				if len(out) > 0 {
					out = append(out, page.Line{Item: -1})
				}
				out = append(out, page.Line{Item: -1, Text: a.th.Title.Render(text.CutTail(head, max(1, w), a.th.Shapes.Ellipsis))})
			}
			out = append(out, a.writerLine(i, wr, w)...)
		}
	}
	return out
}

// nameCells is the room for a provider's name.
const nameCells = 12

func (a *App) writerLine(i int, wr pick.Writer, w int) []page.Line {
	ink, mark := a.th.Text, "  "
	words := "no model: facts and quotes, here on this machine; nothing is sent"
	switch {
	case wr.Missing != "":
		ink, words = a.th.Dim, wr.Missing
	case wr.Name != summarize.Local:
		words = wr.Model
		if words == "" {
			words = "the model that the server has"
		}
		words += " at " + wr.Host
		if wr.Key != "" {
			words += ", key from " + wr.Key
		}
	}
	if wr.Chosen {
		mark = a.th.Shapes.Check + " "
	}
	words = render.Words(a.th, text.CleanLine(words))
	parts := text.Wrap(words, max(8, w-nameCells-2))
	out := make([]page.Line, 0, len(parts))
	for k, part := range parts {
		name := ""
		if k > 0 {
			mark = "  "
		} else {
			name = text.CutTail(text.CleanLine(wr.Name), nameCells-1, a.th.Shapes.Ellipsis)
		}
		out = append(out, page.Line{Item: i, Text: a.th.Good.Render(mark) + ink.Render(text.Pad(name, nameCells)+part)})
	}
	return out
}

// chooseWriter makes a writer the one that c runs. Nothing is sent by it.
func (a *App) chooseWriter(wr pick.Writer) tea.Cmd {
	if wr.Missing != "" {
		return a.say(wr.Name + ": " + wr.Missing)
	}
	was := a.report.Pick.Summarizer
	a.params.Pick = wr.Pick
	a.send.drop()
	a.send.agreed = agreement{}
	a.stage = 1
	a.replan()
	now := a.report.Pick.Summarizer
	who := "local writes the summary; nothing is sent"
	if wr.Name != summarize.Local {
		model := wr.Model
		if model == "" {
			model = "the model that it has"
		}
		who = fmt.Sprintf("%s %s writes the summary; nothing was sent, c asks first", wr.Name, model)
		if mayNotRun(&wr) {
			who = fmt.Sprintf("%s writes if it runs at %s; nothing was sent, c asks first", strings.TrimSpace(wr.Name+" "+wr.Model), wr.Host)
		}
	}
	if was != now {
		who += fmt.Sprintf(" (%s before)", was)
	}
	cmd := a.closePage()
	return tea.Batch(cmd, a.say(who))
}
