// Package pin holds what a person wants kept word for word, whatever a summary makes of it: a
// message, or words of one. Pins become a block of the re-injected state, so that whatever writes,
// counts and scores a result has them too.
package pin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/pipeline/facts"
	"cutline/pipeline/slim"
)

// Pin is a message, or words of one, that stays word for word.
type Pin struct {
	Index int    // the message of the live context in which it stands, -1 when it stands in none any more
	ID    string // of that message's record, empty when the format has none
	Role  model.Role
	Whole bool       // the whole message; else the words alone
	Part  int        // not Whole: the part of the message in which the words stand
	Span  facts.Span // in that part's text, or in its output text; the zero span: they were read from arguments
	Class string     // of the fact that it is, as facts.Class has it; empty for a message, and for words chosen by hand
	Text  string     // word for word
}

// Same reports whether two pins pin the same.
func (p Pin) Same(q Pin) bool {
	return p.Whole == q.Whole && p.Text == q.Text && (p.ID == q.ID || p.ID == "" || q.ID == "")
}

// Message pins message i whole: its words, its calls and its results, but not what it thought. The
// error is that of a message that cannot be read.
func Message(s *model.Session, i int) (Pin, error) {
	m, err := s.Message(i)
	if err != nil {
		return Pin{}, fmt.Errorf("pin message %d: %w", i, err)
	}
	return Pin{Index: i, ID: s.Rows[i].ID, Role: m.Role, Whole: true, Text: whole(m)}, nil
}

// whole is what is quoted of a message.
func whole(m model.Message) string {
	m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p model.Part) bool { return p.Kind == model.Thinking })
	return strings.TrimSpace(strings.TrimPrefix(m.Full(), m.Role.String()+": "))
}

// Fact pins words of message i, as a fact or a loss has them. Where they stand in it is looked for.
func Fact(s *model.Session, class string, i int, text string) Pin {
	p := Pin{Index: -1, Class: class, Text: text}
	if i >= 0 && i < len(s.Rows) {
		p.Index, p.ID, p.Role = i, s.Rows[i].ID, s.Rows[i].Role
		p.place(s)
	}
	return p
}

// place looks for the words in the message of the pin, and reports whether they stand there.
func (p *Pin) place(src slim.Source) bool {
	m, err := src.Message(p.Index)
	if err != nil {
		return false
	}
	if p.Whole {
		return whole(m) == p.Text
	}
	for k, part := range m.Parts {
		text := part.Text
		if part.Kind == model.Result {
			text = part.OutputText()
		}
		if at := strings.Index(text, p.Text); at >= 0 && part.Kind != model.Thinking {
			p.Part, p.Span = k, facts.Span{Start: at, End: at + len(p.Text)}
			return true
		}
	}
	p.Part, p.Span = 0, facts.Span{}
	return false
}

// constraint is the class that goes first.
var constraint = facts.Constraint.String()

// Ordered are pins as they are quoted: constraints first, each in the order of their messages, equal
// ones once, and no words of a message that is pinned whole.
func Ordered(pins []Pin) []Pin {
	out := make([]Pin, 0, len(pins))
	for _, p := range pins {
		if strings.TrimSpace(p.Text) == "" || slices.ContainsFunc(out, func(q Pin) bool { return q.Text == p.Text }) {
			continue
		}
		if !p.Whole && slices.ContainsFunc(pins, func(q Pin) bool { return q.Whole && q.Index == p.Index && strings.Contains(q.Text, p.Text) }) {
			continue
		}
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b Pin) int {
		return cmp.Or(cmp.Compare(later(a), later(b)), cmp.Compare(a.Index, b.Index), cmp.Compare(a.Part, b.Part), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return out
}

func later(p Pin) int {
	if p.Class == constraint {
		return 0
	}
	return 1
}

// Toggle is the list with another pin, or without it when it has it; on says which.
func Toggle(pins []Pin, p Pin) (out []Pin, on bool) {
	out = slices.DeleteFunc(slices.Clone(pins), p.Same)
	if len(out) < len(pins) {
		return out, false
	}
	return append(out, p), true
}
