package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"cutline/pipeline/facts"
	"cutline/pipeline/pin"
	"cutline/pipeline/retention"
	"cutline/pipeline/trace"
	"cutline/render"
)

// fixedPins answers a pin where nobody keeps one.
const fixedPins = "nothing can be pinned here"

// pinMessage pins the message under the cursor whole, or lets it go.
func (a *App) pinMessage() tea.Cmd {
	i := a.list.Selected()
	switch {
	case a.engine.SetPins == nil || i < 0:
		return a.say(fixedPins)
	case a.preview:
		return a.say("the session is still being read")
	}
	p, err := pin.Message(a.s, i)
	if err != nil {
		return a.failed("", err, "")
	}
	if strings.TrimSpace(p.Text) == "" {
		return a.say("there are no words to pin in this message")
	}
	pins, on := pin.Toggle(a.report.Pins, p)
	return a.setPins(pins, pinned("message "+trace.Num(i), on))
}

// pinItem pins the loss under the cursor, or lets it go.
func (a *App) pinItem() tea.Cmd {
	it := a.loss.pane.At()
	switch {
	case it == nil:
		return a.say("there is nothing to pin")
	case a.engine.SetPins == nil:
		return a.say(fixedPins)
	case it.Index < 0:
		return a.say("what is invented cannot be pinned: E takes it out of the summary")
	}
	p := a.pinOf(it)
	if whole := slices.IndexFunc(a.report.Pins, func(q pin.Pin) bool { return q.Whole && q.Index == p.Index && p.Index >= 0 }); whole >= 0 {
		return a.say("its message is pinned whole; * in the list of messages lets it go")
	}
	pins, on := pin.Toggle(a.report.Pins, p)
	return a.setPins(pins, pinned("the "+it.Class, on))
}

// pinConstraints pins every constraint that is lost or weakened.
func (a *App) pinConstraints() tea.Cmd {
	if a.engine.SetPins == nil {
		return a.say(fixedPins)
	}
	pins, n := a.report.Pins[:len(a.report.Pins):len(a.report.Pins)], 0
	for _, it := range a.loss.pane.Lost(facts.Constraint) {
		if p := a.pinOf(&it); !slices.ContainsFunc(pins, p.Same) {
			pins, n = append(pins, p), n+1
		}
	}
	if n == 0 {
		return a.say("no constraint is lost that is not pinned")
	}
	return a.setPins(pins, trace.Count(n, "constraint")+" pinned")
}

// pinOf is the pin of a loss.
func (a *App) pinOf(it *render.Item) pin.Pin {
	i := it.Index
	if it.Line > 0 { // of a recorded compaction: a point of the history
		i = int(a.s.History[i].Row)
	}
	return pin.Fact(a.s, it.Class, i, it.Text)
}

func pinned(what string, on bool) string {
	if on {
		return what + " is pinned"
	}
	return what + " is not pinned any more"
}

// setPins makes a plan with other pins, and a result with them.
func (a *App) setPins(pins []pin.Pin, words string) tea.Cmd {
	if a.result != nil && a.from != a.s {
		words += "; the result was made before the agent went on, so it stays without it"
	}
	if err := a.engine.SetPins(a.s, pins); err != nil {
		words += ", and not kept for the next time: " + err.Error()
	}
	return a.reinject(words)
}

// pinnedAt reports whether words of a message are pinned, or all of it.
func pinnedAt(pins []pin.Pin, i int, text string) bool {
	return slices.ContainsFunc(pins, func(p pin.Pin) bool {
		return p.Text == text || p.Whole && i >= 0 && p.Index == i && strings.Contains(p.Text, text)
	})
}

// copyInstruction copies what tells the agent to keep the pins when it compacts by itself.
func (a *App) copyInstruction() tea.Cmd {
	words := pin.Instruction(a.report.Pins, a.s.Format)
	if words == "" {
		return a.say("nothing is pinned; * pins a loss")
	}
	return a.copyText("the instruction to keep "+trace.Count(len(a.report.Pins), "pin"), words)
}

// lostRules reports whether a score has constraints that are lost and not pinned.
func lostRules(o *retention.Output, pins []pin.Pin) bool {
	return o != nil && slices.ContainsFunc(o.Facts, func(f retention.Fact) bool {
		return f.Class == facts.Constraint && f.State() != retention.Kept && !pinnedAt(pins, f.Index, f.Text)
	})
}
