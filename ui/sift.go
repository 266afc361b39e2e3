package ui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/query"
	"cutline/render/text"
	"cutline/ui/page"
)

// sieve is one of the filters on the list: the messages that a reason touches, or what was typed.
type sieve struct {
	crumb  string
	rows   []int // the messages; nil when it was typed
	filter query.Filter
	holds  []int // messages that hold the words of the filter, as far as they were read
}

// sifting are the filters, and the page on which one is chosen.
type sifting struct {
	job
	sieves  []sieve
	at, of  int // bytes that were read for the words of the last one, of how many
	busy    bool
	choices []query.Choice // what the page offers
	count   []int          // how many messages each of them shows
	shown   []int          // which of them the page shows
	picked  bool           // a choice was gone to
	bad     string
	ctx     context.Context
}

// openSift opens the line for a filter, and the terms that can be chosen.
func (a *App) openSift() tea.Cmd {
	if a.s == nil {
		return a.say("no session is open yet")
	}
	f := &a.sift
	f.choices, f.bad, f.picked = query.Choices(a.s), "", false
	f.count = make([]int, len(f.choices))
	for k, c := range f.choices {
		one, err := query.Parse(c.Term)
		if err != nil { // a name of a tool that is no term
			continue
		}
		f.count[k] = len(a.passing(one))
	}
	a.page = page.New(page.Choices, "filter the messages", "enter filters "+a.th.Shapes.Dot+" tab takes the term", a.th, a.choiceLines)
	a.offerTerms("")
	cmd := a.openLine("")
	a.arrange()
	return cmd
}

// passing are the messages that the terms of a filter let through; its words are not looked at.
func (a *App) passing(f query.Filter) []int {
	var out []int
	for i := range a.s.Rows {
		if f.Is(query.Subject{Session: a.s, Index: i, Fate: a.list.Fate(i)}) {
			out = append(out, i)
		}
	}
	return out
}

// offerTerms shows the terms that what is typed may become.
func (a *App) offerTerms(typed string) {
	f := &a.sift
	_, last := query.Last(typed)
	last = strings.ToLower(last)
	f.shown = f.shown[:0]
	for k, c := range f.choices {
		if strings.Contains(strings.ToLower(c.Term), last) || last != "" && strings.Contains(c.About, last) {
			f.shown = append(f.shown, k)
		}
	}
	f.bad = ""
	if _, err := query.Parse(typed); err != nil {
		f.bad = err.Error()
	}
	f.picked = false
	a.page.SetLines(a.choiceLines)
}

// choiceLines are the terms, with how many messages each shows.
func (a *App) choiceLines(w int) []page.Line {
	f := &a.sift
	out := make([]page.Line, 0, len(f.shown)+1)
	const cells, number = 22, 8
	for _, k := range f.shown {
		c := f.choices[k]
		ink := a.th.Text
		if f.count[k] == 0 {
			ink = a.th.Dim
		}
		words := text.Label(c.Term, cells-1)
		out = append(out, page.Line{Item: k, Text: a.th.Key.Render(text.Pad(words, cells)) + ink.Render(text.PadLeft(text.Num(f.count[k]), number)+"  "+text.CutTail(c.About, max(1, w-cells-number-2), a.th.Shapes.Ellipsis))})
	}
	if len(out) == 0 {
		for _, l := range text.Wrap("no term has these letters: they are words, and messages that hold them are shown", w) {
			out = append(out, page.Line{Item: -1, Text: a.th.Dim.Render(l)})
		}
	}
	return out
}

// siftOffer says beside the line what the filter would show.
func (a *App) siftOffer(typed string) string {
	f, err := query.Parse(typed)
	switch {
	case err != nil:
		return err.Error()
	case f.Empty():
		return "terms with blanks between, - before one for the opposite"
	}
	if _, last := query.Last(typed); last != "" && len(a.sift.shown) > 0 {
		if term := a.sift.choices[max(a.page.Item(), 0)].Term; len(term) > len(last) && strings.HasPrefix(strings.ToLower(term), strings.ToLower(last)) {
			return "tab takes " + text.CleanLine(term)
		}
	}
	words := fmt.Sprintf("%s of %s", text.Num(len(a.passing(f))), text.Num(len(a.s.Rows)))
	if f.Reads() {
		words = "enter reads " + words
	}
	return words
}

// siftTyped takes a key while the line of a filter is open; false when it is the line's.
func (a *App) siftTyped(msg tea.KeyMsg) (tea.Cmd, bool) {
	value := a.line.Value()
	item := a.page.Item()
	switch msg.Type {
	case tea.KeyEsc:
		return a.closePage(), true
	case tea.KeyUp, tea.KeyDown, tea.KeyPgUp, tea.KeyPgDown:
		a.sift.picked = true
		return nil, false
	case tea.KeyTab:
		a.takeTerm(item)
		return nil, true
	case tea.KeyEnter:
		if item >= 0 && (a.sift.picked || strings.TrimSpace(value) == "") {
			a.takeTerm(item)
			value = a.line.Value()
		}
		f, err := query.Parse(value)
		switch {
		case err != nil:
			return a.say(err.Error()), true
		case f.Empty():
			return a.closePage(), true
		}
		return a.siftBy(f), true
	default:
	}
	return nil, false
}

// takeTerm puts a term in the place of the one that is being typed.
func (a *App) takeTerm(item int) {
	if item < 0 {
		return
	}
	before, _ := query.Last(a.line.Value())
	a.line.SetValue(before + a.sift.choices[item].Term + " ")
	a.line.CursorEnd()
	a.offerTerms(a.line.Value())
}

// siftBy puts one more filter on the list, which esc lifts.
func (a *App) siftBy(f query.Filter) tea.Cmd {
	a.showList()
	return a.addSieve(sieve{crumb: text.CleanLine(f.String()), filter: f})
}

// showList closes what is open over the list.
func (a *App) showList() {
	a.shut()
	a.view, a.page, a.line, a.query, a.focus, a.zoom = planView, nil, nil, "", 0, false
	a.arrange()
}

func (a *App) addSieve(s sieve) tea.Cmd {
	a.sift.sieves = append(a.sift.sieves, s)
	cmd := a.sieveWords(0)
	a.refilter()
	if a.sift.busy {
		return tea.Batch(cmd, a.follow())
	}
	return tea.Batch(cmd, a.follow(), a.say(a.siftWords()))
}

// sieveWords reads the messages from one on, when the words of the last filter ask for it. One filter is
// read for at a time: the words of the others are known by then, or were given up.
func (a *App) sieveWords(from int) tea.Cmd {
	f := &a.sift
	ctx, _ := f.start()
	f.busy = false
	n := len(f.sieves)
	if n == 0 || f.sieves[n-1].rows != nil || !f.sieves[n-1].filter.Reads() {
		return nil
	}
	filter := f.sieves[n-1].filter
	rows := a.passing(filter)
	at, _ := slices.BinarySearch(rows, from)
	f.busy, f.ctx = true, ctx
	c := scan{s: a.s, holds: filter.Holds, rows: rows, at: at, left: len(rows) - at}
	f.at, f.of = 0, c.whole()
	return a.readWords(c)
}

// readWords reads the next part of the messages, beside the screen.
func (a *App) readWords(c scan) tea.Cmd {
	ctx, gen := a.sift.ctx, a.sift.gen
	return func() tea.Msg {
		hits, rest, err := c.next(ctx)
		return siftedMsg{gen, hits, rest, err}
	}
}

// siftedMsg is what a part of the messages holds of the words of a filter.
type siftedMsg struct {
	gen  int
	hits []int
	rest scan
	err  error
}

// sifted takes what a part of the messages holds, and lets the reading go on.
func (a *App) sifted(msg siftedMsg) tea.Cmd {
	f := &a.sift
	if msg.gen != f.gen || msg.err != nil || len(f.sieves) == 0 {
		return nil
	}
	last := &f.sieves[len(f.sieves)-1]
	last.holds = slices.Compact(slices.Sorted(slices.Values(slices.Concat(last.holds, msg.hits))))
	a.refilter()
	f.busy = msg.rest.left > 0
	f.at = msg.rest.read
	cmds := []tea.Cmd{a.follow(), a.say(a.siftWords())}
	if f.busy {
		cmds = append(cmds, a.readWords(msg.rest))
	}
	return tea.Batch(cmds...)
}

// lift takes the last filter away.
func (a *App) lift() {
	f := &a.sift
	f.stop()
	f.busy = false
	if n := len(f.sieves); n > 0 {
		f.sieves = f.sieves[:n-1]
	}
	a.refilter()
}

// liftAll takes every filter away.
func (a *App) liftAll() {
	a.sift.stop()
	a.sift.busy, a.sift.sieves = false, nil
	a.list.Filter(nil, "")
}

// refilter shows what passes all filters, as the plan is now.
func (a *App) refilter() {
	f := &a.sift
	if len(f.sieves) == 0 {
		a.list.Filter(nil, "")
		return
	}
	var crumbs []string
	rows := make([]int, len(a.s.Rows))
	for i := range rows {
		rows[i] = i
	}
	for _, s := range f.sieves {
		crumbs = append(crumbs, s.crumb)
		rows = slices.DeleteFunc(rows, func(i int) bool { return !a.passes(&s, i) })
	}
	a.list.Filter(rows, strings.Join(crumbs, " › "))
}

func (a *App) passes(s *sieve, i int) bool {
	if s.rows != nil {
		_, ok := slices.BinarySearch(s.rows, i)
		return ok
	}
	if s.filter.Reads() {
		if _, ok := slices.BinarySearch(s.holds, i); !ok {
			return false
		}
	}
	return s.filter.Is(query.Subject{Session: a.s, Index: i, Fate: a.list.Fate(i)})
}

// siftWords say how many messages are shown.
func (a *App) siftWords() string {
	shown := fmt.Sprintf("%s of %s", text.Num(a.list.Shown()), count(len(a.s.Rows)))
	if a.sift.busy {
		return fmt.Sprintf("%s so far, %d%% read; esc gives it up", shown, 100*a.sift.at/max(1, a.sift.of))
	}
	return shown + "; esc lifts the filter, s sorts"
}

// siftAgain takes the filters over to what a followed file has become.
func (a *App) siftAgain(c change) tea.Cmd {
	moved := func(rows []int) []int {
		out := make([]int, 0, len(rows))
		for _, i := range rows {
			if i < len(c.to) && c.to[i] >= 0 {
				out = append(out, c.to[i])
			}
		}
		slices.Sort(out)
		return out
	}
	f := &a.sift
	if len(f.sieves) == 0 {
		return nil
	}
	from := c.before
	if f.busy || c.gone > 0 {
		from = 0
	}
	for k := range f.sieves {
		s := &f.sieves[k]
		if s.holds = moved(s.holds); s.rows != nil {
			s.rows = moved(s.rows)
		}
	}
	cmd := a.sieveWords(from)
	a.refilter()
	return cmd
}
