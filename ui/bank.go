package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// Deposit is what a result would add to a memory bank.
type Deposit struct {
	Dir   string
	Diff  string                 // what would change, word for word; empty when the summary is there already
	Says  string                 // the same in one line
	Write func() (string, error) // carries it out, and says what was done
}

// bankedMsg says what would be added to a memory bank, before the session is written to path.
type bankedMsg struct {
	path    string
	result  *pipeline.Result
	deposit *Deposit // nil when there is no bank
	err     error
}

// depositedMsg says what became of a memory bank.
type depositedMsg struct {
	says string
	err  error
}

// writeTo writes the result, after it was asked about the memory bank where there is one.
func (a *App) writeTo(path string) tea.Cmd {
	a.bank = nil
	if a.engine.Bank == nil {
		return a.save(path, false)
	}
	bank, s, res := a.engine.Bank, a.from, a.result
	return func() tea.Msg {
		d, err := bank(s, res)
		return bankedMsg{path, res, d, err}
	}
}

// banked shows what would change in the bank, and asks. A no writes the session alone, any other key nothing.
func (a *App) banked(msg bankedMsg) tea.Cmd {
	switch {
	case msg.result != a.result: // another one was made meanwhile
		return a.say("not written: there is another result by now; w writes that one")
	case msg.err != nil:
		a.ask("No memory bank: "+text.CleanLine(msg.err.Error())+". Write the session alone? y, or any other key for no", func(yes bool) tea.Cmd {
			if !yes {
				return a.say("not written")
			}
			return a.save(msg.path, false)
		})
		return nil
	case msg.deposit == nil || msg.deposit.Diff == "":
		return a.save(msg.path, false)
	}
	d := msg.deposit
	head := "This is what would change in the memory bank " + text.CleanLine(d.Dir) + ": " + text.CleanLine(d.Says) + "."
	a.line, a.query = nil, ""
	a.page = page.Text(page.Bank, "memory bank", "nothing is written yet", a.th, head+"\n\n"+text.Clean(d.Diff))
	a.arrange()
	leave := func() { a.page = nil; a.arrange() }
	a.ask("Add it to the memory bank too? y yes, n the session alone, esc writes nothing", func(yes bool) tea.Cmd {
		leave()
		if yes {
			a.bank = d
		}
		return a.save(msg.path, false)
	})
	a.asking.leave = func() tea.Cmd { leave(); return a.say("not written; w asks again") }
	return nil
}

// scrolls moves through the page of the bank while it asks, and reports whether a key was meant for that.
func (a *App) scrolls(msg tea.KeyMsg) bool {
	if a.page == nil || a.page.Kind != page.Bank {
		return false
	}
	key := msg.String()
	if msg.Type == tea.KeySpace {
		key = " "
	}
	switch action, _ := keymap.Find(keymap.Page, key); action {
	case keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom:
		return a.page.Do(action)
	default:
		return false
	}
}

// deposit writes the bank that was agreed to, once the session is written.
func (a *App) deposit() tea.Cmd {
	d := a.bank
	a.bank = nil
	if d == nil {
		return nil
	}
	return func() tea.Msg {
		says, err := d.Write()
		return depositedMsg{says, err}
	}
}

func (a *App) deposited(msg depositedMsg) tea.Cmd {
	if msg.err != nil {
		a.farewell += "bank     not written: " + text.CleanLine(msg.err.Error()) + "\n"
		return a.failed("the session is written, but not the memory bank: ", msg.err, "")
	}
	a.farewell += "bank     " + text.CleanLine(msg.says) + "\n"
	a.tell(render.Good, "written, and the memory bank: "+msg.says)
	return nil
}
