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
	"cutline/pipeline/query"
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

// exactMsg is the count of a server.
type exactMsg struct {
	gen, tokens int
	err         error
}

// countExactly lets the server count the tokens of the prompt. It gets the prompt for that: pressing the key
// is a yes to this and to nothing else.
func (a *App) countExactly(e errand) tea.Cmd {
	ctx, gen := a.send.again(), a.send.gen
	return tea.Batch(a.say("the server counts"), func() tea.Msg {
		n, err := pipeline.CountExactly(ctx, e.s, &e.plan, e.world)
		return exactMsg{gen, n, err}
	})
}

// again is a context for more work of the same question.
func (s *sending) again() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	was := s.cancel
	s.cancel = func() {
		cancel()
		if was != nil {
			was()
		}
	}
	return ctx
}

func (a *App) exactlyCounted(msg exactMsg) tea.Cmd {
	switch {
	case msg.gen != a.send.gen || a.send.page == nil:
		return nil
	case msg.err != nil:
		return a.failed("the server did not count: ", msg.err, "")
	}
	n := &a.send.notice
	n.Tokens, n.Exact, n.Source = msg.tokens, true, "the server itself"
	a.askToSend()
	return nil
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

// findInText goes to the next place in a page of text, and remembers what is looked for.
func (a *App) findInText(typed string) tea.Cmd {
	p, err := query.Compile(typed)
	switch {
	case err != nil:
		return a.say(err.Error())
	case !p.Empty():
		a.find.pattern = p
	}
	return a.nextInText(keymap.HitNext)
}

// nextInText goes on to the next place, or to the one before.
func (a *App) nextInText(action keymap.Action) tea.Cmd {
	p, d := a.find.pattern, +1
	if action == keymap.HitPrev {
		d = -1
	}
	switch {
	case p.Empty():
		return a.say(findFirst)
	case !a.page.Find(p, d):
		return a.say(fmt.Sprintf("%q is not in the text", p.String()))
	}
	return a.say(fmt.Sprintf("%q; n and N go on", p.String()))
}

// upper begins a sentence.
func upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
