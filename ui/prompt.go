package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline/query"
	"cutline/pipeline/summarize"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// togglePrompt shows what would be sent or read, or closes it.
func (a *App) togglePrompt() tea.Cmd {
	switch {
	case a.page != nil && a.page.Kind == page.Prompt:
		return a.closePage()
	case a.preview || a.s.Approx:
		return a.say("the session is still being read")
	case a.send.what != "":
		return a.say("the prompt is being prepared; esc stops it")
	case a.report.Nothing != "":
		return a.say("nothing to compact: " + a.report.Nothing)
	}
	e := a.errandOf(a.params)
	if rung := a.report.Pick.Summarizer; writerOf(e.world.Summarizers, rung) == nil {
		return a.complain("there is no " + rung + " summarizer here to write a prompt; M shows who could write, local among them")
	}
	return a.prepare(e, false)
}

// showPrompt opens the page of a prompt; the text is clean.
func (a *App) showPrompt(e *errand, n summarize.Notice, sends bool, body string) tea.Cmd {
	rung := e.plan.Pick.Summarizer
	head := fmt.Sprintf("Nothing is sent: this is what the %s summarizer reads, here on this machine.", rung)
	if sends {
		head = fmt.Sprintf("This is what %s would send to %s, word for word; looking at it sends nothing. %s", rung, text.CleanLine(n.Host), upper(render.Hidden(n.Hidden))+".")
	}
	a.line, a.query = nil, ""
	a.page = page.Text(page.Prompt, "prompt "+a.th.Shapes.Dot+" "+rung, "/ finds "+a.th.Shapes.Dot+" esc goes back", a.th, head+"\n\n"+body)
	a.arrange()
	return nil
}

// findInText goes to the next place in a page of text, and remembers what is looked for.
func (a *App) findInText(typed string) tea.Cmd {
	p, err := query.Compile(typed)
	switch {
	case err != nil:
		return a.say(err.Error())
	case !p.Empty():
		a.find.pattern = p
	}
	return a.nextInText(keymap.HitNext)
}

// nextInText goes on to the next place, or to the one before.
func (a *App) nextInText(action keymap.Action) tea.Cmd {
	p, d := a.find.pattern, +1
	if action == keymap.HitPrev {
		d = -1
	}
	switch {
	case p.Empty():
		return a.say(findFirst)
	case !a.page.Find(p, d):
		return a.say(fmt.Sprintf("%q is not in the text", p.String()))
	}
	return a.say(fmt.Sprintf("%q; n and N go on", p.String()))
}

// upper begins a sentence.
func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
