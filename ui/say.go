package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/render"
	"cutline/render/text"
)

// say answers a key with a sentence, which fades.
func (a *App) say(words string) tea.Cmd {
	a.tell(render.Info, words)
	return a.later(noticeTime, fadedMsg{a.notice.gen})
}

// unmeant answers a key that means nothing where it is pressed. What stands over the footer weighs more, unless it
// was an answer too, and a key that is held is answered once.
func (a *App) unmeant(key string) tea.Cmd {
	const words = " means nothing here; ? shows the keys"
	if key == " " {
		key = "space"
	}
	said := text.Label(key, 16) + words
	if len(key) == 1 && key[0] >= '0' && key[0] <= '9' && a.s != nil && !a.picking {
		said = key + " means nothing here; : and a number go to that message"
	}
	switch {
	case a.past.text == said: // its clock goes on
		a.notice = a.past
		return nil
	case a.notice.text != "":
		return nil
	}
	return a.say(said)
}

// done tells good news, which fades.
func (a *App) done(words string) tea.Cmd {
	a.tell(render.Good, words)
	return a.later(noticeTime, fadedMsg{a.notice.gen})
}

// complain shows an error, which stays until a key is pressed.
func (a *App) complain(words string) tea.Cmd {
	a.tell(render.Problem, words)
	return nil
}

// failed shows an error, with words around it.
func (a *App) failed(before string, err error, after string) tea.Cmd {
	return a.refuse(err, before+err.Error()+after)
}

// refuse shows an error in other words than its own.
func (a *App) refuse(err error, words string) tea.Cmd {
	a.tell(render.Problem, words)
	a.notice.err = err
	return nil
}

// hush takes good news and answers away when something else is opened: they spoke of what was there. An
// error stays until a key is pressed.
func (a *App) hush() {
	if a.notice.kind != render.Problem {
		a.notice.text = ""
	}
}

// tell puts a sentence over the footer until another one comes.
func (a *App) tell(kind render.NoticeKind, words string) {
	a.notice = notice{text: text.CleanLine(words), kind: kind, gen: a.notice.gen + 1}
}

func (a *App) later(d time.Duration, msg tea.Msg) tea.Cmd {
	if a.engine.Later != nil {
		return a.engine.Later(d, msg)
	}
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}

func (a *App) faded(msg fadedMsg) tea.Cmd {
	if msg.gen == a.notice.gen {
		a.notice.text = ""
	}
	return nil
}
