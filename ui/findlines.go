package ui

import (
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/ui/page"
	"cutline/ui/scroll"
)

// lined is a pane of lines that can be searched.
type lined interface {
	Len() int
	LineText(i int) string // clean
	Line() int             // the cursor
	GoTo(line int)
	Marks() scroll.Marks
	SetMarks(scroll.Marks)
}

// lined is what find looks into instead of the messages; nil for the messages.
func (a *App) lined() lined {
	switch {
	case a.page != nil && !a.page.IsText() && a.page.Kind != page.Keys:
		return a.page
	case a.page == nil && a.in == nil && a.view != planView:
		return a.both
	}
	return nil
}

// linesAtOnce is how many lines are looked into before the screen is drawn again.
const linesAtOnce = 20_000

// linesMsg says that the lines from one on are to be looked into.
type linesMsg struct{ gen, next int }

// searchLines marks the lines that hold the pattern; the cursor goes to the first of them from it on.
func (a *App) searchLines() tea.Cmd {
	a.find.lines.SetMarks(nil)
	if a.find.pattern.Empty() {
		return nil
	}
	a.find.from, a.find.of = a.find.lines.Line(), a.find.lines.Len()
	return a.foundLines(linesMsg{a.find.gen, 0})
}

// foundLines looks into the next lines. What they say is known only here, so it is done in portions.
func (a *App) foundLines(msg linesMsg) tea.Cmd {
	f := &a.find
	if msg.gen != f.gen || f.lines == nil || f.lines != a.lined() {
		return nil
	}
	marks := slices.Clone(f.lines.Marks())
	end := min(msg.next+linesAtOnce, f.lines.Len())
	for i := msg.next; i < end; i++ {
		if f.pattern.In(f.lines.LineText(i)) {
			marks = append(marks, i)
			if !f.moved && i >= f.from {
				f.lines.GoTo(i)
				f.moved = true
			}
		}
	}
	f.lines.SetMarks(marks)
	f.at, f.busy = end, end < f.lines.Len()
	if f.busy {
		return func() tea.Msg { return linesMsg{f.gen, end} }
	}
	if !f.moved && len(marks) > 0 {
		f.lines.GoTo(marks[0])
	}
	if a.line == nil {
		return a.say(a.linesWords())
	}
	return nil
}

// linesWords say what was found in the lines of a page or a view.
func (a *App) linesWords() string {
	k, n := a.find.lines.Marks().Of(a.find.lines.Line())
	switch what := fmt.Sprintf("%q", a.find.pattern.String()); {
	case n == 0:
		return what + " is in none of the lines that show; folded ones are not looked into"
	case k > 0:
		return fmt.Sprintf("%s: line %d of %d that hold it; n and N go to the next", what, k, n)
	default:
		return fmt.Sprintf("%s is in %d lines; n and N go to the next", what, n)
	}
}

// nextLine goes to the next line found.
func (a *App) nextLine(in lined, action keymap.Action) tea.Cmd {
	d := +1
	if action == keymap.HitPrev {
		d = -1
	}
	if len(in.Marks()) == 0 {
		return a.say(findFirst)
	}
	to := in.Marks().Next(in.Line(), d)
	if to < 0 {
		return a.say(fmt.Sprintf("there is none further on; %d lines hold it", len(in.Marks())))
	}
	in.GoTo(to)
	return nil
}
