package ui

import (
	"cmp"
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline/query"
	"cutline/pipeline/reassemble"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// question waits for a yes.
type question struct {
	words string
	then  func(yes bool) tea.Cmd
	leave func() tea.Cmd // what any other key than y and n does; nil when that is a no
}

func (q *question) draw(w int) string { return text.Cut(" "+q.words, w) }

// ask asks before something is done; the default is no.
func (a *App) ask(words string, then func(yes bool) tea.Cmd) {
	a.asking = &question{words: words, then: then}
}

func (a *App) answer(msg tea.KeyMsg) tea.Cmd {
	if a.scrolls(msg) {
		return nil
	}
	q := a.asking
	a.asking = nil
	switch key := strings.ToLower(msg.String()); {
	case key != "y" && key != "n" && q.leave != nil:
		return q.leave()
	default:
		return q.then(key == "y")
	}
}

// dress gives a line the colours of the theme.
func (a *App) dress(in *textinput.Model) {
	in.Cursor.Style, in.TextStyle, in.Cursor.TextStyle = a.th.Key.Style().Reverse(true), a.th.Text.Style(), a.th.Text.Style()
}

// openLine opens the line for finding and commands; in a page of keys it filters them.
func (a *App) openLine(value string) tea.Cmd {
	in := textinput.New()
	in.Prompt = ""
	in.SetValue(value)
	in.CursorEnd()
	a.typing = nil
	in.CharLimit = 4000
	in.Cursor.SetMode(cursor.CursorStatic) // nothing on the screen blinks
	a.dress(&in)
	a.line = &in
	a.writing, a.into = false, nil
	a.find.from, a.find.lines = a.list.Selected(), nil
	return in.Focus()
}

// askPath opens the line for the path that the result is written to.
func (a *App) askPath() tea.Cmd {
	switch {
	case a.result == nil:
		return a.say(compactFirst)
	case a.stale:
		return a.say("something was changed since; c runs it again")
	case a.written != "":
		return a.say("written already, to " + a.written + "; c makes another one, with an id of its own")
	}
	if g, bad := reassemble.Failed(a.result.Gates); bad {
		return a.complain("not written: the gate " + g.Name + " failed: " + g.Message)
	}
	cmd := a.openLine(a.engine.Suggest(a.from, a.result))
	a.writing = true
	return cmd
}

// typing is what the line is for while a room asks for something.
type typing struct {
	prompt, offer string
	live          func(value string)         // at every change; may be nil
	then          func(value string) tea.Cmd // at enter
	leave         func()                     // at esc; may be nil
	over          bool                       // what is typed first takes the place of the value
}

// typeFor opens the line for a value of its own.
func (a *App) typeFor(value string, t typing) tea.Cmd {
	cmd := a.openLine(value)
	a.typing = &t
	return cmd
}

// typedFor takes a key while the line is open for a room.
func (a *App) typedFor(msg tea.KeyMsg) tea.Cmd {
	t, value := a.typing, a.line.Value()
	switch msg.Type {
	case tea.KeyEsc:
		a.line, a.typing = nil, nil
		if t.leave != nil {
			t.leave()
		}
		return nil
	case tea.KeyEnter:
		a.line, a.typing = nil, nil
		return t.then(value)
	default:
	}
	if t.over && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) {
		a.line.SetValue("")
	}
	t.over = false
	l, cmd := a.line.Update(msg)
	a.line = &l
	if l.Value() != value && t.live != nil {
		t.live(l.Value())
	}
	return cmd
}

// lineView draws the line in the footer's place, and what enter would do.
func (a *App) lineView() string {
	prompt, offer := "/", ""
	switch {
	case a.typing != nil:
		prompt, offer = a.typing.prompt, a.typing.offer
	case a.writing:
		prompt, offer = "write to ", "enter writes · esc leaves it"
	case a.inTerms():
		prompt, offer = "& ", a.siftOffer(a.line.Value())
	case a.inKeys():
		prompt, offer = "search: ", "enter runs the one under the cursor"
	case a.page != nil && a.page.IsText():
		offer = cmp.Or(a.find.bad, "enter finds it in the text "+a.th.Shapes.Dot+" n and N go on")
	case a.picking:
		offer = "finds as you type · enter opens"
	case a.at(keymap.Loss):
		offer = "finds as you type in what was lost"
	default:
		offer = a.offer(a.line.Value())
	}
	offer = render.Words(a.th, offer)
	// What is typed comes first; of the offer goes what there is no room for, the last first.
	const enough = 24
	for offer != "" && a.w-text.Width(prompt)-text.Width(offer)-4 < max(enough, text.Width(a.line.Value())+1) {
		offer = offer[:max(0, strings.LastIndex(offer, " "+a.th.Shapes.Dot+" "))]
	}
	room := max(8, a.w-text.Width(prompt)-text.Width(offer)-3)
	body := text.Fit(" "+a.th.Key.Render(prompt)+a.field(room), a.w-text.Width(offer)-1)
	return text.Fit(body+a.th.Dim.Render(offer)+" ", a.w)
}

// offer says what enter would do with what has been typed.
func (a *App) offer(value string) string {
	name, rest, _ := strings.Cut(value, " ")
	if name == "compact" {
		if strings.TrimSpace(rest) == "" {
			return "enter runs /compact; more words are instructions"
		}
		return "enter runs /compact with these instructions"
	}
	if a.asks(value) {
		return "enter compacts: a phrase asks for it"
	}
	if c := a.placeCommand(value); c != nil {
		return "finds as you type " + a.th.Shapes.Dot + " enter goes to " + c[0].name + " when it is found nowhere"
	}
	if c := commandFor(name); c != "" {
		return "enter runs " + c + " " + a.th.Shapes.Dot + " or finds it"
	}
	return a.findOffer()
}

// commandFor is the command that the letters typed so far begin, for completion.
func commandFor(name string) string {
	if len(name) >= 3 && strings.HasPrefix("compact", name) {
		return "/compact"
	}
	return ""
}

// inKeys reports whether the page of keys is open.
func (a *App) inKeys() bool { return a.page != nil && a.page.Kind == page.Keys }

// inTerms reports whether a filter is being typed.
func (a *App) inTerms() bool { return a.page != nil && a.page.Kind == page.Choices }

// typed takes a key while the line is open.
func (a *App) typed(msg tea.KeyMsg) tea.Cmd {
	value := a.line.Value()
	if a.picking && a.page == nil && !a.writing {
		return a.pickerTyped(msg)
	}
	if a.typing != nil {
		return a.typedFor(msg)
	}
	if a.inTerms() {
		if cmd, done := a.siftTyped(msg); done {
			return cmd
		}
	}
	switch msg.Type {
	case tea.KeyEsc:
		if a.at(keymap.Loss) && a.page == nil && !a.writing {
			a.line = nil
			a.loss.pane.Find("")
			return nil
		}
		finds := !a.writing && !a.inKeys()
		a.line, a.writing = nil, false
		if finds {
			return a.leaveFind()
		}
		if a.inKeys() {
			a.query = ""
			a.page.SetLines(a.keyLines(""))
		}
		return nil
	case tea.KeyTab:
		if commandFor(value) != "" && !a.writing && a.page == nil && !a.at(keymap.Loss) {
			a.line.SetValue("compact ")
			a.line.CursorEnd()
		}
		return nil
	case tea.KeyEnter:
		return a.entered(value)
	case tea.KeyUp, tea.KeyDown, tea.KeyPgUp, tea.KeyPgDown:
		if a.page != nil {
			return a.pageDo(map[tea.KeyType]keymap.Action{tea.KeyUp: keymap.Up, tea.KeyDown: keymap.Down, tea.KeyPgUp: keymap.PageUp, tea.KeyPgDown: keymap.PageDown}[msg.Type])
		}
		if a.at(keymap.Loss) && !a.writing {
			a.loss.pane.Do(map[tea.KeyType]keymap.Action{tea.KeyUp: keymap.Up, tea.KeyDown: keymap.Down}[msg.Type])
		}
		return nil
	default:
	}
	l, cmd := a.line.Update(msg)
	if rest, ok := strings.CutPrefix(l.Value(), "/"); ok && !a.writing && commandFor(rest) != "" { // the prompt has one already
		l.SetValue(rest)
	}
	a.line = &l
	if now := l.Value(); now != value && !a.writing {
		if a.inTerms() {
			a.offerTerms(now)
			return cmd
		}
		if a.inKeys() {
			a.query = now
			a.page.SetLines(a.keyLines(now))
			return cmd
		}
		if a.page != nil && a.page.IsText() {
			_, err := query.Compile(now)
			a.find.bad = ""
			if err != nil {
				a.find.bad = err.Error()
			}
			return cmd
		}
		if a.at(keymap.Loss) {
			a.loss.pane.Find(now)
			return cmd
		}
		if commandFor(strings.Fields(now + " x")[0]) == "" {
			return tea.Batch(cmd, a.search(now))
		}
	}
	return cmd
}

// entered acts on the line.
func (a *App) entered(value string) tea.Cmd {
	writing, into := a.writing, a.into
	a.line, a.writing = nil, false
	switch {
	case writing:
		if strings.TrimSpace(value) == "" {
			return a.say("not written: no path")
		}
		if into != nil {
			return into(value)
		}
		return a.writeTo(value)
	case a.inKeys() && a.page.Item() < 0 && a.asks(value):
		a.closePage()
		return a.asked(value)
	case a.inKeys():
		return a.choose(a.page.Item())
	case a.page != nil && a.page.IsText():
		return a.findInText(value)
	case a.page == nil && a.at(keymap.Loss): // it is found already
		return nil
	}
	name, rest, _ := strings.Cut(strings.TrimPrefix(value, "/"), " ")
	if name == "compact" || commandFor(name) != "" && rest == "" {
		return a.compactWith(rest)
	}
	if a.asks(value) {
		return a.asked(value)
	}
	if c := a.placeCommand(value); c != nil && len(a.list.Hits()) == 0 {
		return c[0].run()
	}
	return a.keepFound(value)
}

// compactWith runs a compaction with the words that were typed behind the command.
func (a *App) compactWith(instructions string) tea.Cmd {
	a.params.Said = "/compact " + instructions
	cmd := a.compact(strings.TrimSpace(instructions))
	a.params.Said = "" // it started this run, no later one
	return cmd
}
