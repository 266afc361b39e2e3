package ui

import (
	"image"
	"path/filepath"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/model/discover"
	"cutline/pipeline"
	"cutline/render/text"
	"cutline/ui/detail"
	"cutline/ui/picker"
)

// huntedMsg is what was found of sessions since the last one.
type huntedMsg struct {
	gen   int
	found []discover.Entry
	done  bool
	more  chan huntedMsg
}

// listedFirst is how many sessions are gathered before they show: more than a screen holds.
const listedFirst = 200

// huntEvery is how often the list changes at most while files are read: each picture takes some
// of the time that reading could have.
const huntEvery = 50 * time.Millisecond

// pick shows the list of sessions and begins to look for them, beside the screen.
func (a *App) pick() tea.Cmd {
	if a.engine.Sessions == nil {
		return a.say("sessions are not looked for here")
	}
	a.newPicks()
	a.arrange()
	ctx, gen := a.hunt.start()
	find, more := a.engine.Sessions, make(chan huntedMsg, 1)
	look := apart(func() tea.Msg {
		defer close(more)
		msg, sent := huntedMsg{gen: gen, more: more}, time.Time{}
		for e := range find(ctx) {
			msg.found = append(msg.found, e)
			if !e.Read && len(msg.found) < listedFirst || e.Read && time.Since(sent) < huntEvery { // they come faster than they can be drawn
				continue
			}
			select { // a screen that has not drawn the last ones yet gets these with the next
			case more <- msg:
				msg.found, sent = nil, time.Now()
			default:
			}
		}
		msg.done, msg.more = true, nil
		return msg
	})
	return tea.Batch(look, hear(more))
}

// newPicks gives the screen to an empty list of sessions.
func (a *App) newPicks() {
	now := time.Now
	if a.engine.Now != nil {
		now = a.engine.Now
	}
	a.picks, a.picking, a.inside, a.page, a.line = picker.New(a.th, now(), a.engine.Home), true, false, nil, nil
}

// hear waits for more of what is found.
func hear(more chan huntedMsg) tea.Cmd {
	return func() tea.Msg {
		msg, ok := <-more
		if !ok {
			return nil
		}
		return msg
	}
}

func (a *App) hunted(msg huntedMsg) tea.Cmd {
	if msg.gen != a.hunt.gen {
		return nil
	}
	a.picks.Add(msg.found)
	if msg.done {
		a.picks.Done()
		return nil
	}
	return hear(msg.more)
}

// pickAgain goes back to the list because a session of it could not be opened.
func (a *App) pickAgain() tea.Cmd {
	err := a.err
	a.err, a.picking = nil, true
	a.arrange()
	return a.failed("", err, "")
}

// pickerRect is the room between header and footer.
func (a *App) pickerRect() image.Rectangle { return image.Rect(0, 1, a.w, a.h-1) }

// pickerLines draws the list of sessions, or the page over it.
func (a *App) pickerLines() []string {
	r := a.pickerRect()
	if a.page != nil {
		return a.pane(r, a.page.Title, "esc back", a.page.Foot, a.page.View(), true)
	}
	return a.pane(r, a.picks.Title(), a.picks.Position(), a.picks.Foot(), a.picks.View(), true)
}

// openFirst answers what needs a session while the list of sessions has the screen.
const openFirst = "open a session first: enter"

// picks reports whether an action means something in the list of sessions.
func picks(action keymap.Action) bool {
	switch action {
	case keymap.Quit, keymap.Help, keymap.Mouse, keymap.Reload, keymap.Sessions, keymap.Seen, keymap.Command, keymap.Open, keymap.Back,
		keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown, keymap.Top, keymap.Bottom:
		return true
	}
	return false
}

// pickerDo carries out an action while the list of sessions has the screen.
func (a *App) pickerDo(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.Quit:
		return a.leave()
	case keymap.Help:
		return a.openPalette(false)
	case keymap.Palette:
		return a.openPalette(true)
	case keymap.Mouse:
		return a.toggleMouse()
	case keymap.Reload, keymap.Sessions:
		if a.inside {
			return a.pick()
		}
		return tea.Batch(a.pick(), a.say("looking for sessions again"))
	case keymap.Seen:
		return a.askSeen()
	case keymap.Command:
		return a.openLine(a.picks.Query())
	}
	if a.page != nil {
		return a.pageDo(action)
	}
	switch action {
	case keymap.Open:
		return a.openPicked()
	case keymap.Back:
		return a.unpick()
	}
	if !a.picks.Do(action) {
		return a.say(openFirst)
	}
	return nil
}

// backLeaves reports whether esc in the list of sessions ends the program.
func (a *App) backLeaves() bool {
	return a.page == nil && a.picks.Query() == "" && a.s == nil && (a.inside && !a.fromList || !a.inside && a.several == nil)
}

// unpick lifts the search, goes back to the open session, or leaves.
func (a *App) unpick() tea.Cmd {
	switch {
	case a.picks.Query() != "":
		a.picks.Find("")
		return nil
	case a.s == nil && a.inside:
		return a.leaveInside()
	case a.s == nil && a.several != nil:
		return a.pickInside()
	case a.s == nil:
		return a.leave()
	}
	a.hunt.stop()
	a.picking = false
	a.arrange()
	return a.follow()
}

// pickerTyped takes a key while the line of the list of sessions is open.
func (a *App) pickerTyped(msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEsc:
		a.line = nil
		a.picks.Find("")
		return nil
	case tea.KeyEnter:
		a.line = nil
		return a.openPicked()
	case tea.KeyUp:
		a.picks.Do(keymap.Up)
		return nil
	case tea.KeyDown:
		a.picks.Do(keymap.Down)
		return nil
	default:
	}
	l, cmd := a.line.Update(msg)
	a.line = &l
	if l.Value() != a.picks.Query() {
		a.picks.Find(l.Value())
	}
	return cmd
}

// openPicked opens the session under the cursor of the list.
func (a *App) openPicked() tea.Cmd {
	e, ok := a.picks.Selected()
	if !ok {
		return a.say("there is no session under the cursor")
	}
	return a.mayLose("Open another one", func() tea.Cmd {
		a.around.visits = nil
		if e.Path == "" { // in the same file
			return a.enter(a.engine.Choose(e.Session), a.path)
		}
		a.several = nil
		return a.enter(a.engine.At(e.Path, e.Session), filepath.Base(e.Path))
	})
}

// mayLose does what puts away the open session. A result that was not written would be lost, so
// that is asked.
func (a *App) mayLose(what string, then func() tea.Cmd) tea.Cmd {
	if a.running != nil && a.running.answer != nil {
		a.ask("a model is writing the summary. "+what+" all the same? y, or any other key for no", func(yes bool) tea.Cmd {
			if !yes {
				return a.say("not done; the model goes on")
			}
			return then()
		})
		return nil
	}
	if a.result == nil || a.written != "" {
		return then()
	}
	a.ask("the compacted "+text.CleanLine(a.path)+" was not written. "+what+" all the same? y, or any other key for no", func(yes bool) tea.Cmd {
		if !yes {
			return a.say("not done; " + a.path + " stays open, w writes the result")
		}
		return then()
	})
	return nil
}

// enter puts away what is open and opens another session.
func (a *App) enter(engine Engine, name string) tea.Cmd {
	for _, j := range []*job{&a.load, &a.run, &a.find.job, &a.sift.job, &a.light, &a.around.job} {
		j.stop()
	}
	a.send.drop()
	a.ahead.off()
	a.forget()
	a.exchange(nil, nil)
	a.engine, a.path, a.picking = engine, name, false
	a.around.kin, a.around.trunk.leaf = nil, ""
	a.shut()
	a.err, a.running, a.view, a.page, a.came = nil, nil, planView, nil, nil
	a.labs.halt()
	a.labs.pane, a.labs.run = nil, nil
	a.lines.halt()
	a.lines.pane, a.lines.below = nil, nil
	a.focus, a.zoom, a.stage, a.mode, a.lens = 0, false, 3, detail.Read, pipeline.LensRung
	a.unmark()
	a.params.Instructions = ""
	a.tail = follower{on: a.tail.on, gen: a.tail.gen + 1}
	a.arrange()
	return a.begin()
}
