package pin

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"cutline/model"
)

// RangeError is that of a message that a session does not have.
type RangeError struct{ Index, Rows int }

func (e *RangeError) Error() string {
	if e.Rows == 0 {
		return fmt.Sprintf("there is no message %d: the session has none", e.Index)
	}
	return fmt.Sprintf("there is no message %d: the session has 0 to %d", e.Index, e.Rows-1)
}

// UnknownError is that of words that no message of a session holds.
type UnknownError struct{ Words string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no message of the session holds the words %q", e.Words)
}

// Parse pins what a person names: the index of a message, or words that stand in one. Of several
// messages that hold the words the first of a person's is taken, else the first. What stands in no
// live message is looked for in the rest of the file. The error is a *RangeError, an *UnknownError,
// that of ctx, or that of a message that cannot be read.
func Parse(ctx context.Context, s *model.Session, given string) (Pin, error) {
	if i, err := strconv.Atoi(given); err == nil {
		if i < 0 || i >= len(s.Rows) {
			return Pin{}, &RangeError{i, len(s.Rows)}
		}
		return Message(s, i)
	}
	words := strings.TrimSpace(given)
	if words == "" {
		return Pin{}, &UnknownError{given}
	}
	found := Pin{Index: -1}
	for i := range s.Rows {
		if err := ctx.Err(); err != nil {
			return Pin{}, err
		}
		p := Pin{Index: i, ID: s.Rows[i].ID, Role: s.Rows[i].Role, Text: words}
		if found.Index >= 0 && !s.Rows[i].Typed() || !p.place(s) {
			continue
		}
		if found = p; s.Rows[i].Typed() {
			break
		}
	}
	if found.Index >= 0 {
		return found, nil
	}
	for i := range s.History {
		if err := ctx.Err(); err != nil {
			return Pin{}, err
		}
		p := Pin{Index: i, Role: s.History[i].Role, Text: words}
		if s.History[i].Row < 0 && !s.History[i].Is() && p.place(past{s}) {
			p.Index = -1
			return p, nil
		}
	}
	return Pin{}, &UnknownError{words}
}

// past gives the messages of a session's history.
type past struct{ s *model.Session }

func (p past) Message(i int) (model.Message, error) { return p.s.Past(i) }

// Find are pins in a session that has changed since: each is looked for by the id of its message and
// by its words, never by its index alone. One that is not found keeps its words and has Index -1.
func Find(s *model.Session, pins []Pin) []Pin {
	out := make([]Pin, len(pins))
	for k, p := range pins {
		out[k] = find(s, p)
	}
	return out
}

func find(s *model.Session, p Pin) Pin {
	try := func(i int) bool {
		p.Index = i
		return p.place(s)
	}
	was := p.Index
	if was >= 0 && was < len(s.Rows) && s.Rows[was].ID == p.ID && try(was) {
		return p
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		if p.ID != "" && r.ID != p.ID || p.ID == "" && r.Role != p.Role || i == was && p.ID == "" {
			continue
		}
		if p.ID == "" && r.Chars+len("[Tool result] ") < len(p.Text)/maxUTF8 { // too short to hold it
			continue
		}
		if try(i) {
			return p
		}
	}
	p.Index = -1
	return p
}

// maxUTF8 is how many bytes a char has at most.
const maxUTF8 = 4
