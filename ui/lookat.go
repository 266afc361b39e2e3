package ui

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/render"
)

// lookedAtMsg says that the editor is done with the file, or with a copy of a record.
type lookedAtMsg struct {
	what string
	err  error
}

// lookAt opens the message in the person's editor: the session's file at its line where the editor can be
// told not to write, else a copy of the record, which can be written to as anybody likes.
func (a *App) lookAt() tea.Cmd {
	i := a.list.Selected()
	if i < 0 {
		return a.say("there is no message to open")
	}
	line := a.s.Rows[i].Line
	if path := a.filePath(); path != "" && line > 0 && !a.s.Copied && a.s.Packed == "" && a.engine.Show != nil {
		if cmd := a.engine.Show(path, line); cmd != nil {
			what := fmt.Sprintf("the file was open at line %d, read only", line)
			return tea.ExecProcess(cmd, func(err error) tea.Msg { return lookedAtMsg{what, err} })
		}
	}
	return a.lookAtCopy(i)
}

// lookAtCopy gives the editor the record of message i in a file of its own, which is removed at the end.
func (a *App) lookAtCopy(i int) tea.Cmd {
	raw, err := a.s.Raw(i)
	if err == nil && len(raw) == 0 {
		return a.say(fmt.Sprintf("no record of the file holds message %d", i))
	}
	var f *os.File
	if err == nil {
		f, err = os.CreateTemp("", fmt.Sprintf("cutline-message-%d-*.json", i))
	}
	if err != nil {
		return a.failed("open the record: ", err, "")
	}
	path := f.Name()
	a.scraps = append(a.scraps, path)
	for k, r := range raw {
		raw[k] = []byte(render.Record(r, false))
	}
	_, err = f.Write(append(bytes.Join(raw, []byte("\n")), '\n'))
	if err = errors.Join(err, f.Close()); err != nil {
		return a.failed("open the record: ", err, "")
	}
	what := fmt.Sprintf("a copy of the record of message %d was open; the session's file is as it was", i)
	return tea.ExecProcess(a.engine.Edit(path), func(err error) tea.Msg { return lookedAtMsg{what, err} })
}

func (a *App) lookedAt(msg lookedAtMsg) tea.Cmd {
	if msg.err != nil {
		return a.failed("the editor failed: ", msg.err, "")
	}
	return a.say(msg.what)
}

// sweep removes the copies that editors were given.
func (a *App) sweep() {
	for _, path := range a.scraps {
		_ = os.Remove(path) // files of our own in the system's folder for temporary files
	}
	a.scraps = nil
}
