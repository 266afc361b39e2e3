package ui

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model"
	"cutline/render/text"
	"cutline/ui/detail"
)

// askCopy waits for the key that says what is copied; the footer names them.
func (a *App) askCopy() tea.Cmd {
	a.copying = true
	return nil
}

// copyKey takes that key. One that means nothing here copies nothing.
func (a *App) copyKey(key string) tea.Cmd {
	a.copying = false
	action, ok := keymap.Only(keymap.Clip, key)
	if !ok {
		return a.say("nothing was copied; y and then m, r, l, s, c, j or p copies")
	}
	return a.copyDo(action)
}

// copyDo copies what a key stands for, or says why there is nothing.
func (a *App) copyDo(action keymap.Action) tea.Cmd {
	a.copying = false
	i := a.list.Selected()
	switch action {
	case keymap.Back:
		return nil
	case keymap.CopySummary:
		if a.result == nil || a.result.Report.Summary.Text == "" {
			return a.say("there is no summary yet; c makes one")
		}
		return a.copyText("summary", a.result.Report.Summary.Text)
	case keymap.CopyCommand:
		if a.resume != "" {
			return a.copyText("the command that resumes the written session", a.resume)
		}
		return a.copyText("the command for the agent", strings.TrimSpace("/compact "+a.params.Instructions))
	}
	if i < 0 {
		return a.say("there is no message to copy")
	}
	what := fmt.Sprintf("message %d", i)
	switch action {
	case keymap.CopyPlace:
		where, why := a.placeOf(i)
		if where == "" {
			return a.say(why)
		}
		return a.copyText("the place of "+what, where)
	case keymap.CopyRecord:
		raw, err := a.s.Raw(i)
		switch {
		case err != nil:
			return a.failed("copy: ", err, "")
		case len(raw) == 0:
			return a.say(fmt.Sprintf("no record of the file holds %s", what))
		}
		return a.copyText("the record of "+what, string(bytes.Join(raw, []byte("\n"))))
	}
	mode := map[keymap.Action]detail.Mode{keymap.CopyMessage: detail.Whole, keymap.CopyRead: detail.Read, keymap.CopyLost: detail.Lost}[action]
	if a.list.Fate(i).Slim == nil && mode != detail.Whole {
		if mode == detail.Lost {
			return a.say(what + " goes to no summarizer, so nothing of it is cut")
		}
		return a.say(what + " goes to no summarizer; y and m copy it whole")
	}
	x := a.subject(i)
	x.mode, x.open = mode, true
	body := content(x).Body
	if body == "" {
		return a.say(map[detail.Mode]string{detail.Whole: what + " is empty", detail.Read: "nothing is read in the place of " + what, detail.Lost: "all of " + what + " is read"}[mode])
	}
	return a.copyText([...]string{detail.Read: what + " as it is read", detail.Lost: "what is not read of " + what, detail.Whole: what}[mode], body)
}

// copiedMsg says that a text is on the clipboard.
type copiedMsg struct {
	what string
	n    int
	err  error
}

// copyText puts a text on the clipboard, beside the screen: the system's may take its time.
func (a *App) copyText(what, body string) tea.Cmd {
	put := a.engine.Copy
	return func() tea.Msg {
		clean := text.Copied(body)
		return copiedMsg{what, len([]rune(clean)), put(clean)}
	}
}

func (a *App) copied(msg copiedMsg) tea.Cmd {
	if msg.err != nil {
		return a.failed("copy: ", msg.err, "")
	}
	return a.done(fmt.Sprintf("%s copied, %s chars, control sequences taken out", msg.what, text.Num(msg.n)))
}

// placeOf is where message i stands, as editors and grep write it; else it says why there is no such place.
func (a *App) placeOf(i int) (where, why string) {
	row := &a.s.Rows[i]
	path := a.filePath()
	switch {
	case path == "":
		return "", "the session is not in a file"
	case a.s.Copied || row.Line == 0:
		return "", fmt.Sprintf("message %d stands on no line of the file", i)
	}
	return fmt.Sprintf("%s:%d", path, row.Line), ""
}

// filePath is the file of the session, empty when it comes from somewhere else.
func (a *App) filePath() string {
	if a.engine.Stat == nil || a.s.Path == "" {
		return ""
	}
	path, err := filepath.Abs(a.s.Path)
	if err != nil {
		return a.s.Path
	}
	return path
}

// recordBytes are the bytes of the records of a message.
func recordBytes(s *model.Session, i int) int64 {
	var n int64
	row := &s.Rows[i]
	for _, src := range s.Sources[row.Source : row.Source+row.Sources] {
		n += src.Len
	}
	return n
}
