package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
	"cutline/pipeline/trace"
	"cutline/render/text"
	"cutline/ui/page"
)

// keepParams shows what would change in the settings file, and asks.
func (a *App) keepParams() tea.Cmd {
	if a.engine.Settings == nil || a.engine.SaveSettings == nil {
		return a.say("there is no settings file here")
	}
	path, old, err := a.engine.Settings()
	if err != nil {
		return a.failed("the settings cannot be read: ", err, "")
	}
	began := a.began
	wanted := pipeline.Wanted(old, a.params, a.strategies(), func(name string) bool {
		row, ok := pipeline.Lookup(name)
		return ok && a.engine.Source != nil && a.engine.Source(name) == "flag" && row.Get(&a.params) == row.Get(&began)
	})
	if len(wanted.Set)+len(wanted.Drop) == 0 {
		return a.say("the settings file says the same already" + a.onceSet())
	}
	now, changes, err := wanted.Keep(old)
	if err != nil {
		return a.keepByHand(path, wanted, err)
	}
	var lines []string
	for _, c := range changes {
		if c.Old != "" {
			lines = append(lines, a.th.Shapes.Minus+" "+text.CleanLine(c.Old))
		}
		if c.New != "" {
			lines = append(lines, a.th.Shapes.Plus+" "+text.CleanLine(c.New))
		}
	}
	head := "This is what would change in " + text.CleanLine(path) + a.onceSet() + ". All other lines stay as they are."
	a.line, a.query = nil, ""
	a.page = page.Text(page.Bank, "settings", "nothing is written yet", a.th, head+"\n\n"+strings.Join(lines, "\n"))
	a.arrange()
	a.ask("Write that to the settings file? y, or any other key for no", func(yes bool) tea.Cmd {
		a.page = nil
		a.arrange()
		if !yes {
			return a.say("not written")
		}
		if err := a.engine.SaveSettings(old, now); err != nil {
			return a.failed("the settings are not written: ", err, "")
		}
		return a.done(fmt.Sprintf("written to %s: %s; the next start has it", text.CleanLine(path), trace.Count(len(changes), "line")))
	})
	return nil
}

// keepByHand shows the lines for a file that cannot be changed line by line.
func (a *App) keepByHand(path string, wanted pipeline.Unkept, err error) tea.Cmd {
	body := "Not written: in " + text.CleanLine(path) + " " + text.CleanLine(err.Error()) + ". These lines say it, at the top of the file:\n\n" + text.Clean(strings.Join(wanted.Lines(), "\n"))
	if len(wanted.Drop) > 0 {
		body += "\n\nand these names go: " + text.CleanLine(strings.Join(wanted.Drop, ", "))
	}
	a.line, a.query = nil, ""
	a.page = page.Text(page.Prompt, "settings", "nothing is written", a.th, body)
	a.arrange()
	return nil
}

// onceSet says which of the changed parameters are no settings, to follow a sentence.
func (a *App) onceSet() string {
	var names []string
	for _, row := range pipeline.Table {
		if row.Once && row.Get(&a.params) != a.ownDefault(row) {
			names = append(names, row.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (left out, since of this session alone: " + strings.Join(names, ", ") + ")"
}
