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
	errand  errand   // what a yes would start
	purpose *purpose // when a yes is for more than one run; nil when it starts the errand
	agreed  agreement
	wide    map[string]agreement // what was agreed to for more than one run, by the words of the question
	writers []pick.Writer        // what the page of writers lists
}

// purpose is what a yes is for that starts more than one run.
type purpose struct {
	intro, yes    string
	then, locally func() tea.Cmd
}

// agreement is what a yes holds for: a session, and all who may be sent something of it, in order.
type agreement struct{ path, id, who string }

func agreementOf(e *errand) agreement {
	return agreement{e.s.Path, e.s.ID, whoOf(e.world.Summarizers, e.plan.Pick.Summarizer)}
}

// whoOf names all who may be sent something, from the picked one on.
func whoOf(all []summarize.Summarizer, picked string) string {
	who := ""
	for _, i := range sendersOf(all, picked) {
		who += fmt.Sprintf("%s %s %s\n", i.Rung, i.Host, i.Model)
	}
	return who
}

// busy reports whether a prompt of the session, as it is, is prepared or asked about.
func (s *sending) busy() bool { return s.what != "" || s.page != nil }

// drop forgets what is prepared and what is asked.
func (s *sending) drop() {
	s.stop()
	s.what, s.page, s.errand, s.notice, s.purpose = "", nil, errand{}, summarize.Notice{}, nil
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
	_, sends := e.writer().(summarize.Sender)
	switch {
	case !sends || e.world.Text != "":
		e.world = pipeline.Quiet(e.world)
		return a.start(e)
	case a.send.agreed == agreementOf(&e):
		return a.start(e)
	}
	return a.prepare(e, true)
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
		return a.failed("the prompt could not be prepared: ", msg.err, "")
	case !msg.ask:
		return a.showPrompt(&msg.e, msg.notice, msg.sends, msg.text)
	case !msg.sends && a.send.purpose != nil: // now; later the question is asked again
		a.send.drop()
		return a.say("nothing fits the budget, so nothing could be sent, and there is nothing to agree to")
	case !msg.sends: // nothing fits the budget, so nothing could be said of: the next rung that sends nothing takes over
		msg.e.world = pipeline.Quiet(msg.e.world)
		return a.start(msg.e)
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
	lines := render.Sending(a.send.notice)
	if a.send.purpose != nil {
		lines = slices.Insert(lines, 0, a.send.purpose.intro)
	}
	for _, l := range lines {
		for i, part := range text.Wrap(render.Words(a.th, text.CleanLine(l)), max(8, w-2)) {
			if i > 0 {
				part = "  " + part
			}
			add(part)
		}
	}
	add("")
	yes := "send it; asked once for this session and model"
	if a.send.purpose != nil {
		yes = a.send.purpose.yes
	}
	for _, r := range []struct{ keys, words string }{
		{"y", yes},
		{"P", "show the prompt, word for word"},
		{"#", "let the server count its tokens first, exactly; that sends it the prompt"},
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
		by := map[keymap.Action]int{keymap.Up: -1, keymap.Down: 1, keymap.PageUp: -wheelLines, keymap.PageDown: wheelLines}
		a.send.page.Scroll(by[action])
		return nil
	case keymap.Prompt:
		gen, n := a.send.gen, a.send.notice // a long one takes a while to be cleaned
		return func() tea.Msg {
			return noticedMsg{gen: gen, e: e, notice: n, sends: true, text: text.Clean(render.Prompts(n))}
		}
	case keymap.Count:
		return a.countExactly(e)
	case keymap.Send:
		a.send.agreed = agreementOf(&e)
		many := a.send.purpose
		a.send.drop()
		if many != nil {
			if a.send.wide == nil {
				a.send.wide = map[string]agreement{}
			}
			a.send.wide[many.intro] = a.send.agreed
			a.arrange()
			return many.then()
		}
		return a.start(e)
	case keymap.Locally:
		many := a.send.purpose
		a.send.drop()
		if many != nil {
			a.arrange()
			return many.locally()
		}
		e.params.Pick.Summarizer = summarize.Local
		return a.start(a.errandOf(e.params))
	}
	a.send.drop()
	a.arrange()
	return a.say("nothing was sent")
}
