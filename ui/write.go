package ui

import (
	"errors"
	"fmt"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline"
	"cutline/render"
	"cutline/render/text"
)

// edit hands the summary to the editor.
func (a *App) edit() tea.Cmd {
	if a.result == nil {
		return a.say(compactFirst)
	}
	old := a.result.Report.Summary.Text
	return a.handOver("summary", old, func(path string, err error) tea.Msg { return editedMsg{path, old, err} })
}

// handOver gives the editor a text in a file of its own, which takeBack reads.
func (a *App) handOver(what, body string, then func(path string, err error) tea.Msg) tea.Cmd {
	f, err := os.CreateTemp("", "cutline-"+what+"-*.md")
	if err != nil {
		return a.failed("edit the "+what+": ", err, "")
	}
	path := f.Name()
	_, err = f.WriteString(body)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path)
		return a.failed("edit the "+what+": ", err, "")
	}
	a.editing = path
	return tea.ExecProcess(a.engine.Edit(path), func(err error) tea.Msg { return then(path, err) })
}

// takeBack reads what the editor has left in the file, and removes it.
func (a *App) takeBack(path string) (string, error) {
	b, err := os.ReadFile(path)
	a.editing = ""
	_ = os.Remove(path) // a file of our own in the system's folder for temporary files
	return string(b), err
}

func (a *App) edited(msg editedMsg) tea.Cmd {
	body, err := a.takeBack(msg.path)
	switch {
	case msg.err != nil:
		return a.failed("the editor failed: ", msg.err, "; the summary stays as it was")
	case err != nil:
		return a.failed("read the edited summary: ", err, "")
	case body == msg.old || a.result == nil:
		return a.say("the summary is unchanged")
	}
	ctx, gen := a.run.start()
	s, old, world := a.from, a.result, a.engine.World(a.from, a.params)
	return func() tea.Msg {
		res, err := pipeline.Amend(ctx, s, old, body, world)
		return compactedMsg{gen: gen, result: res, err: err, edited: true}
	}
}

// save writes the result.
func (a *App) save(path string, force bool) tea.Cmd {
	write, s, res := a.engine.Save, a.from, a.result
	return func() tea.Msg {
		saved, err := write(s, res, path, force)
		return savedMsg{saved, path, err}
	}
}

func (a *App) saved(msg savedMsg) tea.Cmd {
	switch {
	case errors.Is(msg.err, ErrExists):
		a.ask(fmt.Sprintf("%s exists. Replace it? y, or any other key for no", text.CleanLine(msg.path)), func(yes bool) tea.Cmd {
			if !yes {
				return a.say("not written")
			}
			return a.save(msg.path, true)
		})
		return nil
	case msg.err != nil:
		return a.failed("", msg.err, "; w can write it somewhere else")
	}
	a.written, a.resume = msg.saved.Path, msg.saved.Resume
	a.farewell = "written  " + text.CleanLine(msg.saved.Path) + "\n"
	if msg.saved.Resume != "" {
		a.farewell += "resume   " + text.CleanLine(msg.saved.Resume) + "\n"
	}
	if msg.saved.Note != "" {
		a.farewell += "         " + text.CleanLine(msg.saved.Note) + "\n"
	}
	words := "written: "
	if msg.saved.Resume != "" {
		words = "written; how to resume it is said when you leave: "
	}
	a.tell(render.Good, words+msg.saved.Path)
	return a.deposit()
}

// ErrExists is Engine.Save's answer when the file exists and may not be replaced unasked.
var ErrExists = errors.New("the file exists")
