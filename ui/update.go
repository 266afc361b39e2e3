package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/render"
	"cutline/render/theme"
)

// Update takes one message.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m, cmd := a.update(msg)
	return m, a.hovers(cmd)
}

func (a *App) update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return a, a.resized(msg)
	case tea.KeyMsg:
		return a, a.keys(msg)
	case tea.MouseMsg:
		return a, a.moused(msg)
	case previewedMsg:
		return a, a.previewed(msg)
	case loadedMsg:
		return a, a.loaded(msg)
	case planMsg:
		return a, a.pay()
	case weighMsg:
		return a, a.weighLate()
	case measureMsg:
		return a, a.measuring(msg)
	case measuredMsg:
		return a, a.measured(msg)
	case countedMsg:
		return a, a.countedAll(msg)
	case readMsg:
		return a, a.messageRead(msg)
	case litMsg:
		return a, a.lit(msg)
	case progressMsg:
		return a, a.progressed(msg)
	case tickMsg:
		return a, a.ticked(msg)
	case noticedMsg:
		return a, a.noticed(msg)
	case compactedMsg:
		return a, a.compacted(msg)
	case earlySignMsg:
		return a, a.earlySign(msg)
	case earlyMsg:
		return a, a.earlyMade(msg)
	case exactMsg:
		return a, a.exactlyCounted(msg)
	case editedMsg:
		return a, a.edited(msg)
	case blockEditedMsg:
		return a, a.blockEdited(msg)
	case rejoinedMsg:
		return a, a.rejoined(msg)
	case bankedMsg:
		return a, a.banked(msg)
	case depositedMsg:
		return a, a.deposited(msg)
	case savedMsg:
		return a, a.saved(msg)
	case foundMsg:
		return a, a.found(msg)
	case copiedMsg:
		return a, a.copied(msg)
	case lookedAtMsg:
		return a, a.lookedAt(msg)
	case siftedMsg:
		return a, a.sifted(msg)
	case linesMsg:
		return a, a.foundLines(msg)
	case weighedMsg:
		return a, a.filled(msg)
	case rescueReadMsg:
		return a, a.rescueRead(msg)
	case rescuePreviewMsg:
		return a, a.rescuePreviewed(msg)
	case rescuedMsg:
		return a, a.rescued(msg)
	case rescueSavedMsg:
		return a, a.rescueSaved(msg)
	case exportedMsg:
		return a, a.exported(msg)
	case scoredMsg:
		return a, a.scored(msg)
	case pastScoredMsg:
		return a, a.pastScored(msg)
	case benchMsg:
		return a, a.benched(msg)
	case labRowMsg:
		return a, a.compared(msg)
	case generationMsg:
		return a, a.generated(msg)
	case fadedMsg:
		return a, a.faded(msg)
	case huntedMsg:
		return a, a.hunted(msg)
	case kinMsg:
		return a, a.lookedAround(msg)
	case branchedMsg:
		return a, a.branched(msg)
	case lookMsg:
		return a, a.lookAgain(msg)
	case lookedMsg:
		return a, a.looked(msg)
	case followedMsg:
		return a, a.followed(msg)
	case SignalMsg:
		if msg.Interrupt && a.editing != "" { // it was meant for the editor
			return a, nil
		}
		return a, a.leave()
	case BackgroundMsg:
		return a, a.background(msg)
	}
	if a.line != nil { // the cursor of the line blinks
		l, cmd := a.line.Update(msg)
		a.line = &l
		return a, cmd
	}
	return a, nil
}

func (a *App) resized(msg tea.WindowSizeMsg) tea.Cmd {
	if msg.Width <= 0 || msg.Height <= 0 { // some terminals do not know at first
		return nil
	}
	again := a.w > 0
	a.w, a.h = msg.Width, msg.Height
	a.arrange()
	if again {
		return tea.Batch(a.follow(), a.pointer())
	}
	return a.follow()
}

// keys takes a key press. Letters that arrive in one read come as one message; each is a
// press of its own.
func (a *App) keys(msg tea.KeyMsg) tea.Cmd {
	if msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste && !msg.Alt && a.line == nil && a.asking == nil {
		var cmds []tea.Cmd
		for _, r := range msg.Runes {
			cmds = append(cmds, a.pressed(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}))
			if a.quit {
				break
			}
		}
		return tea.Batch(cmds...)
	}
	return a.pressed(msg)
}

// pressed takes one key press. The answer to the one before has been read by then.
func (a *App) pressed(msg tea.KeyMsg) tea.Cmd {
	a.past = notice{}
	if a.notice.answers && a.notice.kind == render.Info {
		a.past, a.notice.text = a.notice, ""
	}
	gen := a.notice.gen
	cmd := a.key(msg)
	if a.notice.gen != gen {
		a.notice.answers = true
	}
	return cmd
}

// key carries out a key press.
func (a *App) key(msg tea.KeyMsg) tea.Cmd {
	closed := false // an error, which any key closes
	if a.notice.kind == render.Problem {
		if a.complains() && a.wantsMore(msg) {
			return a.wholeError()
		}
		closed, a.notice.text = a.notice.text != "", ""
	}
	switch {
	case msg.Type == tea.KeyCtrlC:
		return a.leave()
	case msg.Type == tea.KeyCtrlZ:
		return tea.Suspend
	case a.frame.TooSmall:
		if msg.String() == "q" {
			return a.leave()
		}
		return nil
	case a.asking != nil:
		return a.answer(msg)
	case a.line != nil:
		return a.typed(msg)
	case a.copying:
		return a.copyKey(msg.String())
	case msg.Type == tea.KeyEsc && a.stoppable() && !a.asksToSend():
		return a.cancelRun()
	}
	key := msg.String()
	if msg.Type == tea.KeySpace {
		key = " "
	}
	action, ok := keymap.Find(a.scope(), key)
	switch {
	case ok:
		return a.Do(action)
	case a.asksToSend():
		return a.sendDo(keymap.Back)
	case closed || msg.Paste:
		return nil
	}
	return a.unmeant(key)
}

func (a *App) background(msg BackgroundMsg) tea.Cmd {
	switch {
	case msg.Either != nil:
		a.setTheme(msg.Either)
	case msg.Dark == a.th.Dark && !a.th.Either:
		return nil
	default:
		a.setTheme(a.engine.Theme(msg.Dark))
	}
	return a.follow()
}

func (a *App) setTheme(th *theme.Theme) {
	a.th = th
	a.list.SetTheme(th)
	a.msg.SetTheme(th)
	a.both.SetTheme(th)
	if a.line != nil {
		a.dress(a.line)
	}
	if a.picks != nil {
		a.picks.SetTheme(th)
	}
	if a.in != nil {
		a.in.SetTheme(th)
	}
	if a.running != nil && a.running.answer != nil {
		a.running.answer.SetTheme(th)
	}
	if a.send.page != nil {
		a.send.page.SetTheme(th)
	}
	if a.page != nil {
		a.page.SetTheme(th)
	}
}

// leave quits at once: what runs is cancelled, not waited for.
func (a *App) leave() tea.Cmd {
	a.quit = true
	for _, j := range a.jobs() {
		j.stop()
	}
	a.ahead.off()
	return tea.Quit
}
