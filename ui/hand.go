package ui

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/keymap"
	"cutline/pipeline"
	"cutline/pipeline/partition"
	"cutline/pipeline/slim"
	"cutline/render/text"
)

// unmark takes back what was set by hand for the messages of one session.
func (a *App) unmark() {
	a.params.Partition.SplitAt = pipeline.Defaults().Partition.SplitAt
	a.params.Slim.In, a.params.Slim.Out = "", ""
}

// force forces the message under the cursor in or out; where that is so already, the rules decide again.
func (a *App) force(h slim.Hand) tea.Cmd {
	i := a.list.Selected()
	if i < 0 {
		return a.say("there is no message")
	}
	fate := a.list.Fate(i)
	switch {
	case a.report.Slim.Rule == slim.None:
		return a.say("the strategy has nothing read, so nothing can be forced in or out")
	case fate.Slim == nil && fate.Kept:
		return a.say(fmt.Sprintf("message %d is kept word for word: { } move the split", i))
	case fate.Slim == nil:
		return a.say(fmt.Sprintf("message %d is not summarized, whatever is forced", i))
	}
	if fate.Slim.Hand == h {
		h = slim.ByRule
	}
	a.list.Select(i) // and it stays there, whatever loses the most now
	a.params.Force(a.s, i, h)
	a.stage = 3
	return a.replanThen(func(before *pipeline.Report) tea.Cmd { return a.forced(i, h, before) })
}

// forced says what came of it.
func (a *App) forced(i int, h slim.Hand, before *pipeline.Report) tea.Cmd {
	words := fmt.Sprintf("message %d is forced %s", i, h)
	if h == slim.ByRule {
		words = fmt.Sprintf("message %d is left to the rules again", i)
	} else if n := together(&a.report, h) - together(before, h); n > 1 {
		words += fmt.Sprintf(", with %s of its calls and results", text.Num(n-1))
	}
	return tea.Batch(a.follow(), a.say(words+a.differs(before)))
}

// together is how many messages are forced so.
func together(r *pipeline.Report, h slim.Hand) int {
	n := 0
	for k := range r.Slim.Rows {
		if r.Slim.Rows[k].Hand == h {
			n++
		}
	}
	return n
}

// safePlace is the first place where a split is safe from position k of the considered messages on, in
// the direction d; -1 when there is none.
func (a *App) safePlace(k, d int) int {
	c := a.report.Partition.Considered
	safe := partition.Safe(a.s.Links, c)
	for ; k > 0 && k < len(c); k += d {
		if safe[k] && a.report.Partition.Behind(k) {
			return k
		}
	}
	return -1
}

// moveSplit moves the split to the next safe place, by hand.
func (a *App) moveSplit(d int) tea.Cmd {
	return a.splitAt(a.safePlace(a.report.Partition.SplitIndex+d, d))
}

// splitAt splits at a position of the considered messages, by hand; -1 is none.
func (a *App) splitAt(k int) tea.Cmd {
	a.stage = 2
	if k < 0 {
		return a.say("there is no safe place further on: a split may not part a call from its result, nor keep an earlier summary")
	}
	at := a.report.Partition.Considered[k]
	a.params.Partition.SplitAt = at
	return a.replanThen(func(*pipeline.Report) tea.Cmd {
		a.list.Do(keymap.ToSplit)
		return tea.Batch(a.follow(), a.say(fmt.Sprintf("split at %d, by hand: %s kept; 0 goes back to the rule", at, text.Num(len(a.report.Partition.Tail)))))
	})
}

// differs is what the plan of the moment makes otherwise than an earlier one, to follow a sentence.
func (a *App) differs(before *pipeline.Report) string {
	list := pipeline.Differs(before, &a.report)
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list[:min(len(list), 4)], ", ")
}
