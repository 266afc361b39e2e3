package pipeline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/rescue"
	"cutline/pipeline/retention"
)

// items are losses with whose words they are and where they stand.
func (r *Rescue) items(lost []retention.Loss) []rescue.Item {
	s := r.Session
	before := make(map[retention.Loss]bool, len(r.Before.Lost))
	for _, l := range r.Before.Lost {
		l.Points = 0
		before[l] = true
	}
	newest := -1 // the last request that was replaced
	for _, i := range r.in.Dropped {
		if s.History[i].Typed() {
			newest = i
		}
	}
	out := make([]rescue.Item, 0, len(lost))
	for _, l := range lost {
		pt := &s.History[l.Index]
		text := l.Text
		if (l.Class == facts.Error || l.Class == facts.Command) && r.goesOn(l) {
			text += "…"
		}
		x := rescue.Item{Class: l.Class, Text: text, Who: speaker(pt), Index: l.Index, Line: int(pt.Line), Kept: l.Kept, Points: l.Points}
		switch l.Class {
		case facts.Constraint, facts.State:
			x.Due = true
		case facts.Ask:
			l.Points = 0
			x.Due = l.Index == newest || !before[l] // else it was lost with a quotation that nobody had said so
		case facts.File, facts.Error, facts.Identifier, facts.Number, facts.Command, facts.Link:
		}
		out = append(out, x)
	}
	return out
}

// goesOn reports whether the last word of a fact is longer in the message: facts of calls are cut at
// some length, and half a word would be one that nobody said.
func (r *Rescue) goesOn(l retention.Loss) bool {
	m, err := r.Session.Past(l.Index)
	words := strings.Fields(l.Text)
	if err != nil || len(words) == 0 {
		return false
	}
	word, found := words[len(words)-1], false
	for rest, ok := retention.Text(m), true; ok; {
		if _, rest, ok = strings.Cut(rest, word); !ok {
			break
		}
		if next, _ := utf8.DecodeRuneInString(rest); rest == "" || !unicode.IsLetter(next) && !unicode.IsDigit(next) && next != '_' {
			return false
		}
		found = true
	}
	return found
}

// speaker is whose words a message of the history has.
func speaker(pt *model.Point) string {
	switch {
	case pt.Origin == model.FromSummary:
		return "an earlier summary"
	case pt.Origin == model.Injected:
		return "the agent's program"
	case pt.Role == model.Tool:
		return "a tool"
	}
	return pt.Role.String()
}
