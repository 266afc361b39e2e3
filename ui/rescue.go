package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/render/text"
	"cutline/ui/giveback"
)

// rescuing is the choice of what is given back of a compaction that the session records.
type rescuing struct {
	job
	pane *giveback.Pane
	of   *pipeline.Rescue  // nil while it is read
	now  *pipeline.Preview // what comes of the choice, nil while that is made
}

type (
	rescueReadMsg struct { // what the compaction lost was read
		gen int
		of  *pipeline.Rescue
		err error
	}
	rescuePreviewMsg struct { // what comes of a choice
		gen int
		now pipeline.Preview
		err error
	}
	rescuedMsg struct { // the session was put together
		gen  int
		done *pipeline.Rescued
		err  error
	}
	rescueSavedMsg struct {
		gen  int
		path string
		done *pipeline.Rescued
		err  error
	}
)

// openRescue opens the choice for the recorded compaction that shows.
func (a *App) openRescue() tea.Cmd {
	if why := a.noRescue(); why != "" {
		return a.say(why)
	}
	l := &a.loss
	r := &a.rescue
	r.pane, r.of, r.now = giveback.New(a.th), nil, nil
	a.openRoom(&room{body: r.pane, scope: keymap.Rescue, name: "what to give back", do: a.rescueDo, left: r.stop})
	ctx, gen := r.start()
	s, read, o := a.s, a.engine.Rescue, pipeline.RescueOptions{Compaction: l.k + 1}
	return apart(func() tea.Msg {
		of, err := read(ctx, s, o)
		return rescueReadMsg{gen, of, err}
	})
}

// noRescue says why nothing is given back of the compaction that shows, empty when something can be.
func (a *App) noRescue() string {
	switch {
	case a.engine.Rescue == nil:
		return "nothing can be rescued here"
	case a.ofResult():
		return "this is your own result: * pins what it lost; [ goes to what the session records"
	case !a.rescues():
		return "there is no compaction here to rescue"
	}
	return ""
}

// rescues reports whether a recorded compaction shows of which something can be given back.
func (a *App) rescues() bool {
	return a.engine.Rescue != nil && a.at(keymap.Loss) && !a.ofResult() && a.loss.pastOf == a.s && len(a.loss.past) > 0
}

// rescueRead takes what was read.
func (a *App) rescueRead(msg rescueReadMsg) tea.Cmd {
	r := &a.rescue
	switch {
	case msg.gen != r.gen || errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		return tea.Batch(a.leaveRescue(), a.failed("", msg.err, ""))
	}
	r.of = msg.of
	r.pane.Show(msg.of)
	return a.previewRescue()
}

// previewRescue looks beside the screen at what comes of the choice.
func (a *App) previewRescue() tea.Cmd {
	r := &a.rescue
	r.now = nil
	ctx, gen := r.start()
	of, choice := r.of, r.pane.Choice()
	return apart(func() tea.Msg {
		now, err := of.Preview(ctx, choice)
		return rescuePreviewMsg{gen, now, err}
	})
}

// rescuePreviewed takes what comes of a choice.
func (a *App) rescuePreviewed(msg rescuePreviewMsg) tea.Cmd {
	r := &a.rescue
	switch {
	case msg.gen != r.gen || errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		return a.failed("", msg.err, "")
	}
	r.now = &msg.now
	r.pane.Preview(r.now)
	return nil
}

// rescueDo carries out an action on what is given back.
func (a *App) rescueDo(action keymap.Action) tea.Cmd {
	r := &a.rescue
	if action == keymap.Back {
		return a.leaveRescue()
	}
	if r.of == nil {
		return nil
	}
	switch action {
	case keymap.Mark, keymap.MarkClass:
		if !r.pane.Toggle(action == keymap.MarkClass) {
			return a.say("nothing is lost")
		}
		return a.previewRescue()
	case keymap.LessBack:
		if !r.pane.Less() {
			return a.say(fmt.Sprintf("what is given back takes %s tokens, and the smallest budget is %s; space leaves single facts out",
				text.Num(r.pane.Taken()), text.Num(giveback.LeastBudget())))
		}
		return a.previewRescue()
	case keymap.MoreBack:
		if !r.pane.More() {
			return a.say("there is no budget: all that is chosen is given back")
		}
		return a.previewRescue()
	case keymap.BlockOwn:
		r.pane.Due()
		return a.previewRescue()
	case keymap.CopyItem:
		return a.copyRescue()
	case keymap.RescueWrite:
		return a.writeRescue()
	}
	r.pane.Do(action)
	return nil
}

// leaveRescue goes back to what was lost.
func (a *App) leaveRescue() tea.Cmd {
	a.shut()
	return a.toggleLoss()
}

// chosen says why there is nothing to write or to copy, empty when there is something.
func (r *rescuing) chosen() string {
	switch {
	case r.now == nil:
		return "it is still being looked at what comes of the choice"
	case !r.now.Changes(r.of):
		return "nothing is given back and nothing taken out: space chooses"
	}
	return ""
}

// copyRescue copies the choice as a message to the agent that goes on.
func (a *App) copyRescue() tea.Cmd {
	r := &a.rescue
	if why := r.chosen(); why != "" {
		return a.say(why)
	}
	return a.copyText("the message to the agent", r.of.Message(r.now))
}

// writeRescue puts the session together, and asks for the path.
func (a *App) writeRescue() tea.Cmd {
	r := &a.rescue
	if why := r.chosen(); why != "" {
		return a.say(why)
	}
	ctx, gen := r.start()
	of, now, world := r.of, *r.now, a.engine.World(a.s, a.params)
	return func() tea.Msg {
		done, err := of.Write(ctx, now, world)
		return rescuedMsg{gen, done, err}
	}
}

// rescued asks for the path.
func (a *App) rescued(msg rescuedMsg) tea.Cmd {
	r := &a.rescue
	switch {
	case msg.gen != r.gen || errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		return a.failed("", msg.err, "; y copies it as a message")
	}
	if g, bad := reassemble.Failed(msg.done.Gates); bad {
		return a.complain("not written: the gate " + g.Name + " failed: " + g.Message)
	}
	cmd := a.openLine(a.engine.SuggestRescue(a.s, msg.done))
	a.writing, a.into = true, func(path string) tea.Cmd { return a.saveRescue(msg.done, path, false) }
	return cmd
}

// saveRescue writes the session.
func (a *App) saveRescue(done *pipeline.Rescued, path string, force bool) tea.Cmd {
	r := &a.rescue
	save, of, now, gen := a.engine.SaveRescue, r.of, r.now, r.gen
	path = strings.TrimSpace(path)
	return func() tea.Msg { return rescueSavedMsg{gen, path, done, save(of, now, done, path, force)} }
}

// rescueSaved says what was written, and how to go on with it.
func (a *App) rescueSaved(msg rescueSavedMsg) tea.Cmd {
	switch {
	case errors.Is(msg.err, ErrExists) && msg.gen == a.rescue.gen:
		a.ask(fmt.Sprintf("%s exists. Replace it? y, or any other key for no", text.CleanLine(msg.path)), func(yes bool) tea.Cmd {
			if !yes {
				return a.say("not written")
			}
			return a.saveRescue(msg.done, msg.path, true)
		})
		return nil
	case msg.err != nil:
		return a.failed("", msg.err, "; w can write it somewhere else")
	}
	words := fmt.Sprintf("written: %s, %s → %s tokens", msg.path, text.Num(msg.done.TokensBefore), text.Num(msg.done.TokensAfter))
	a.farewell = "written  " + text.CleanLine(msg.path) + "\n"
	if resume := msg.done.Written.Command(msg.path); resume != "" {
		a.farewell += "resume   " + text.CleanLine(resume) + "\n"
		words += "; how to resume it is said when you leave"
	}
	return a.done(words)
}
