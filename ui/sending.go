package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/pipeline/pick"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
	"cutline/render"
	"cutline/render/text"
	"cutline/ui/page"
)

// sending is what is asked of a person before a prompt is sent, and who was agreed to.
type sending struct {
	job
	what    string     // what is being prepared, empty when nothing is
	page    *page.Page // asks; nil when nothing is asked
	notice  summarize.Notice
	errand  errand // what a yes would start
	agreed  agreement
	writers []pick.Writer // what the page of writers lists
	word    string        // that was looked for in a prompt
}

// agreement is what a yes holds for.
type agreement struct{ path, id, rung, host, model string }

func agreementOf(e *errand) agreement {
	i := e.writer().Info()
	return agreement{e.s.Path, e.s.ID, i.Rung, i.Host, i.Model}
}

// busy reports whether a prompt of the session, as it is, is prepared or asked about.
func (s *sending) busy() bool { return s.what != "" || s.page != nil }

// drop forgets what is prepared and what is asked.
func (s *sending) drop() {
	s.stop()
	s.what, s.page, s.errand, s.notice = "", nil, errand{}, summarize.Notice{}
}

// noticedMsg is a prompt that was prepared, to ask or to be looked at.
type noticedMsg struct {
	gen    int
	e      errand
	ask    bool
	notice summarize.Notice
	sends  bool
	text   string // what would be sent or read, when it is to be looked at; clean
	err    error
}

// permit starts a run at once when nothing would be sent or a yes was said before, and asks else.
func (a *App) permit(e errand) tea.Cmd {
	if _, sends := e.writer().(summarize.Sender); !sends || e.world.Text != "" || a.send.agreed == agreementOf(&e) {
		return a.start(a.bound(e))
	}
	return a.prepare(e, true)
}

// bound leaves out who would send something to another host than the one that was agreed to.
func (a *App) bound(e errand) errand {
	e.world.Summarizers = slices.DeleteFunc(slices.Clone(e.world.Summarizers), func(s summarize.Summarizer) bool {
		_, sends := s.(summarize.Sender)
		i := s.Info()
		return sends && i.Rung != e.plan.Pick.Summarizer && (a.send.agreed == (agreement{}) || i.Host != a.send.agreed.host)
	})
	return e
}

// prepare reads the messages for the prompt, beside the screen.
func (a *App) prepare(e errand, ask bool) tea.Cmd {
	ctx, gen := a.send.start()
	a.send.what = "preparing the prompt"
	return func() tea.Msg {
		msg := noticedMsg{gen: gen, e: e, ask: ask}
		if msg.notice, msg.sends, msg.err = pipeline.Notice(ctx, e.s, &e.plan, e.world); ask || msg.err != nil {
			return msg
		}
		if msg.sends {
			msg.text = text.Clean(render.Prompts(msg.notice))
		} else {
			msg.text, _, msg.err = slim.Text(e.s, e.plan.Slim, e.plan.Reads)
			msg.text = text.Clean(msg.text)
		}
		if msg.err == nil {
			msg.err = ctx.Err()
		}
		return msg
	}
}

// noticed asks, or shows the prompt.
func (a *App) noticed(msg noticedMsg) tea.Cmd {
	if msg.gen != a.send.gen {
		return nil
	}
	a.send.what = ""
	switch {
	case errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		return a.complain("the prompt could not be prepared: " + msg.err.Error())
	case !msg.ask:
		return a.showPrompt(&msg.e, msg.notice, msg.sends, msg.text)
	case !msg.sends: // nothing fits the budget: the next rung takes over
		return a.start(a.bound(msg.e))
	}
	a.send.errand, a.send.notice = msg.e, msg.notice
	a.askToSend()
	return nil
}

// askToSend puts the page that asks over the body.
func (a *App) askToSend() {
	a.page, a.line, a.query = nil, nil, ""
	a.send.page = page.New(page.Sending, "before it is sent", "y sends it "+a.th.Shapes.Dot+" any other key: no", a.th, a.sendingLines)
	a.arrange()
}

// sendingLines say what would be sent, and what can be answered.
func (a *App) sendingLines(w int) []page.Line {
	var out []page.Line
	add := func(s string) { out = append(out, page.Line{Text: s, Item: -1}) }
	for _, l := range render.Sending(a.send.notice) {
		for i, part := range text.Wrap(render.Words(a.th, text.CleanLine(l)), max(8, w-2)) {
			if i > 0 {
				part = "  " + part
			}
			add(part)
		}
	}
	add("")
	for _, r := range []struct{ keys, words string }{
		{"y enter", "send it; asked once for this session and model"},
		{"P", "show the prompt, word for word"},
		{"l", "let local write it this once, nothing is sent"},
		{"esc", "or any other key: no"},
	} {
		add(a.th.Key.Render(text.Pad(r.keys, 9)) + text.CutTail(r.words, max(1, w-9), a.th.Shapes.Ellipsis))
	}
	return out
}

// asksToSend reports whether the page that asks has the keys.
func (a *App) asksToSend() bool { return a.send.page != nil && a.page == nil && !a.picking }

// sendDo answers the page that asks. What is no answer is a no.
func (a *App) sendDo(action keymap.Action) tea.Cmd {
	e := a.send.errand
	switch action {
	case keymap.Up, keymap.Down, keymap.PageUp, keymap.PageDown:
		a.send.page.Do(action)
		return nil
	case keymap.Prompt:
		return a.showPrompt(&e, a.send.notice, true, text.Clean(render.Prompts(a.send.notice)))
	case keymap.Send:
		a.send.agreed = agreementOf(&e)
		a.send.drop()
		return a.start(a.bound(e))
	case keymap.Locally:
		a.send.drop()
		e.params.Pick.Summarizer = summarize.Local
		return a.start(a.errandOf(e.params))
	}
	a.send.drop()
	a.arrange()
	return a.say("nothing was sent")
}

// togglePrompt shows what would be sent or read, or closes it.
func (a *App) togglePrompt() tea.Cmd {
	switch {
	case a.page != nil && a.page.Kind == page.Prompt:
		return a.closePage()
	case a.preview || a.s.Approx:
		return a.say("the session is still being read")
	case a.send.what != "":
		return a.say("the prompt is being prepared; esc stops it")
	case a.report.Nothing != "":
		return a.say("nothing to compact: " + a.report.Nothing)
	}
	e := a.errandOf(a.params)
	if rung := a.report.Pick.Summarizer; writerOf(e.world.Summarizers, rung) == nil {
		return a.complain("there is no " + rung + " summarizer here to write a prompt; M shows who could write, local among them")
	}
	return a.prepare(e, false)
}

// showPrompt opens the page of a prompt; the text is clean.
func (a *App) showPrompt(e *errand, n summarize.Notice, sends bool, body string) tea.Cmd {
	rung := e.plan.Pick.Summarizer
	head := fmt.Sprintf("Nothing is sent: this is what the %s summarizer reads, here on this machine.", rung)
	if sends {
		head = fmt.Sprintf("This is what %s would send to %s, word for word; looking at it sends nothing. %s", rung, text.CleanLine(n.Host), upper(render.Hidden(n.Hidden))+".")
	}
	a.line, a.query = nil, ""
	a.page = page.Text(page.Prompt, "prompt "+a.th.Shapes.Dot+" "+rung, "/ finds "+a.th.Shapes.Dot+" esc goes back", a.th, head+"\n\n"+body)
	a.arrange()
	return nil
}

// findInPrompt goes to the next place of a word and remembers it for the next time.
func (a *App) findInPrompt(word string) tea.Cmd {
	if word == "" {
		word = a.send.word
	}
	a.send.word = word
	if !a.page.Find(word) {
		return a.say(fmt.Sprintf("%q is not in the prompt", word))
	}
	return a.say(fmt.Sprintf("%q; / and enter go to the next", word))
}

// upper begins a sentence.
func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
