package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/pipeline/reassemble"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/state"
)

// live is the page of the live state.
type live struct {
	pane    *state.Pane
	joining bool // the result is being put together again, and nothing else was changed since it was made
}

// toggleLive opens the live state, or closes it.
func (a *App) toggleLive() tea.Cmd {
	if a.at(keymap.Live) {
		return a.exit()
	}
	a.live.pane = state.New(a.th)
	a.stage = 5
	a.openRoom(&room{body: a.live.pane, scope: keymap.Live, name: "the live state", do: a.liveDo, show: a.relive})
	return nil
}

// relive shows the state of the plan.
func (a *App) relive() {
	a.live.pane.Show(reassemble.Place(a.report.Blocks, a.report.Pick.Family, a.report.Partition.Tail))
}

// liveDo carries out an action on the live state.
func (a *App) liveDo(action keymap.Action) tea.Cmd {
	p, b := a.live.pane, a.live.pane.At()
	switch action {
	case keymap.Back:
		if p.Back() {
			return nil
		}
		return a.exit()
	case keymap.Open:
		if !p.Enter() {
			return a.say("there is no text; E writes one")
		}
	case keymap.BlockOff:
		return a.switchBlock(b)
	case keymap.BlockEdit:
		return a.editBlock(b)
	case keymap.BlockOwn:
		return a.ownBlock(b)
	default:
		p.Do(action)
	}
	return nil
}

// changes are what a person made of the live state.
func (a *App) changes() []reassemble.Change { return a.report.Changes }

// fixedState answers a change where nobody keeps one.
const fixedState = "the live state cannot be changed here"

// switchBlock switches a block off, and on.
func (a *App) switchBlock(b *reassemble.Placed) tea.Cmd {
	switch {
	case b == nil || a.engine.SetState == nil:
		return a.say(fixedState)
	case b.Absent:
		return a.say("the session has none; E writes one")
	}
	c := reassemble.ChangeOf(b.Block, a.changes())
	c.Off = !c.Off
	words := render.StateName(b) + " is re-injected again"
	if c.Off {
		words = render.StateName(b) + " is switched off"
	}
	return a.setState(reassemble.With(a.changes(), c), words)
}

// ownBlock gives a block back to the session.
func (a *App) ownBlock(b *reassemble.Placed) tea.Cmd {
	if b == nil || a.engine.SetState == nil {
		return a.say(fixedState)
	}
	less := reassemble.Without(a.changes(), b.Name, b.Key)
	if len(less) == len(a.changes()) {
		return a.say(render.StateName(b) + " is as the session has it")
	}
	return a.setState(less, render.StateName(b)+" as the session has it")
}

// editBlock hands the text of a block to the editor.
func (a *App) editBlock(b *reassemble.Placed) tea.Cmd {
	if b == nil || a.engine.SetState == nil {
		return a.say(fixedState)
	}
	name, key, old := b.Name, b.Key, b.Text
	return a.handOver("state", old, func(path string, err error) tea.Msg { return blockEditedMsg{name, key, path, old, err} })
}

// blockEdited takes the text of a block from the editor.
func (a *App) blockEdited(msg blockEditedMsg) tea.Cmd {
	body, err := a.takeBack(msg.path)
	body = strings.TrimSpace(strings.ToValidUTF8(body, "\uFFFD"))
	b := reassemble.Block{Name: msg.name, Key: msg.key}
	for _, o := range a.report.Blocks {
		if o.Name == b.Name && o.Key == b.Key {
			b = o
		}
	}
	name := render.StateName(&reassemble.Placed{Block: b})
	c := reassemble.ChangeOf(b, a.changes())
	switch {
	case msg.err != nil:
		return a.failed("the editor failed: ", msg.err, "; "+name+" stays as it was")
	case err != nil:
		return a.failed("read the edited text: ", err, "")
	case body == strings.TrimSpace(msg.old):
		return a.say(name + " is unchanged")
	case body == "":
		c.Off = true
		return a.setState(reassemble.With(a.changes(), c), name+" is switched off: its text is empty")
	}
	c.Off, c.Edited, c.Text = false, true, body
	return a.setState(reassemble.With(a.changes(), c), name+" is the text that you wrote; 0 gives the session's own back")
}

// setState makes a plan with another live state. A result is put together again with it at once
// when nothing else was changed since it was made: the summary does not depend on what is re-injected.
func (a *App) setState(changes []reassemble.Change, words string) tea.Cmd {
	a.stage = 5
	a.engine.SetState(changes)
	return a.reinject(words)
}

// reinject makes a plan with something else that is re-injected, and a result with it where one is.
func (a *App) reinject(words string) tea.Cmd {
	fresh := a.result != nil && a.from == a.s && (!a.stale || a.live.joining) && a.running == nil
	a.replan()
	switch {
	case fresh:
		a.live.joining = true
		return tea.Batch(a.say(words), a.rejoin(words))
	case a.running != nil || a.send.busy():
		words += "; what is under way began without it"
	}
	return a.say(words)
}

// rejoin puts the result together again with the state of the moment, beside the screen.
func (a *App) rejoin(words string) tea.Cmd {
	ctx, gen := a.run.start()
	s, old, world := a.from, a.result, a.engine.World(a.from, a.params)
	return func() tea.Msg {
		res, err := pipeline.Rejoin(ctx, s, old, world)
		return rejoinedMsg{gen, words, res, err}
	}
}

// rejoined takes the result with the other state.
func (a *App) rejoined(msg rejoinedMsg) tea.Cmd {
	joining := a.live.joining
	switch {
	case msg.gen != a.run.gen:
		return nil
	case msg.err != nil:
		a.live.joining = false
		return a.failed("put the result together again: ", msg.err, "")
	case a.result == nil:
		return nil
	}
	a.take(compactedMsg{result: msg.result, edited: true})
	a.stale = a.stale || !joining
	a.both.Show(a.from, a.result)
	st := a.result.Status
	return tea.Batch(a.score(), a.say(fmt.Sprintf("%s: the result has it too, under the same summary: %s → %s tokens; w writes it", msg.words, text.Num(st.TokensBefore), text.Num(st.TokensAfter))))
}
