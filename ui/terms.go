package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/query"
	"cutline/render/text"
	"cutline/ui/page"
)

// openSift opens the line for a filter, and the terms that can be chosen.
func (a *App) openSift() tea.Cmd {
	if a.s == nil {
		return a.say("no session is open yet")
	}
	f := &a.sift
	f.choices = query.Choices(a.s)
	f.count = query.Counts(f.choices, a.s, a.list.Fate)
	a.showTerms()
	a.offerTerms("")
	cmd := a.openLine("")
	a.arrange()
	return cmd
}

// showTerms puts up the page of the terms.
func (a *App) showTerms() {
	a.page = page.New(page.Choices, "filter the messages", "enter filters "+a.th.Shapes.Dot+" tab takes the term", a.th, a.choiceLines)
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
	f.wrong = ""
	if len(f.shown) == 0 { // the value is none: it is said, over those that there are
		if _, err := query.Parse(typed); err != nil {
			f.wrong = err.Error()
		}
		if key, _, ok := strings.Cut(last, ":"); ok {
			for k, c := range f.choices {
				if strings.HasPrefix(c.Term, key+":") {
					f.shown = append(f.shown, k)
				}
			}
		}
	}
	f.would, f.picked = a.wouldShow(typed), false
	a.page.SetLines(a.choiceLines)
}

// choiceLines are the terms, with how many messages each shows.
func (a *App) choiceLines(w int) []page.Line {
	f := &a.sift
	out := make([]page.Line, 0, len(f.shown)+1)
	const cells, number = 22, 8
	if f.wrong != "" { // it stands above what can be chosen, since the line covers what a notice would say
		for _, l := range text.Wrap(text.CleanLine(f.wrong), w) {
			out = append(out, page.Line{Item: -1, Text: a.th.Warn.Render(l)})
		}
	}
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

// siftOffer says beside the line what the filter would show, or what tab would make of it.
func (a *App) siftOffer(typed string) string {
	if _, last := query.Last(typed); last != "" && len(a.sift.shown) > 0 {
		term := a.sift.choices[max(a.page.Item(), 0)].Term
		if len(term) > len(last) && strings.HasPrefix(strings.ToLower(term), strings.ToLower(last)) {
			return "tab takes " + text.CleanLine(term)
		}
	}
	return a.sift.would
}

// wouldShow is what a filter that is typed would show.
func (a *App) wouldShow(typed string) string {
	f, err := query.Parse(typed)
	switch {
	case err != nil:
		return err.Error()
	case f.Empty():
		return "terms with blanks between, - before one for the opposite"
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
