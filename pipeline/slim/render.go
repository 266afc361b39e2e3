package slim

import (
	"fmt"
	"slices"
	"strings"

	"cutline/model"
	"cutline/model/js"
)

// Source gives the text of messages; a session is one.
type Source interface {
	Message(i int) (model.Message, error)
}

// Place is what stands in one place of the slimmed text.
type Place struct {
	Index  int // of its message; of the first one when a run of omitted ones shares a marker
	Role   model.Role
	Origin model.Origin // of a message that was read
	Text   string
	Marker bool // it stands for messages that are not here, so it has no role's label
}

// Places are the pieces of the slimmed text, in order. A message that can no longer be read
// leaves a marker and the error of the first one.
func Places(s Source, out Output, p Params) ([]Place, error) {
	var places []Place
	var failed error
	out.Pieces(func(run []Allocation) {
		if len(run) > 1 {
			places = append(places, Place{Index: run[0].Index, Role: run[0].Role, Text: foldedMarker(run), Marker: true})
			return
		}
		at, _, err := place(s, run[0], p)
		if err != nil && failed == nil {
			failed = err
		}
		places = append(places, at)
	})
	return places, failed
}

// Text is what the summarizer reads: the preamble, and for each message its words, a stump
// or a marker. A message that can no longer be read leaves a marker and the error of the
// first one.
func Text(s Source, out Output, p Params) (string, []string, error) {
	places, err := Places(s, out, p)
	parts := make([]string, len(places))
	for k := range places {
		parts[k] = places[k].Text
	}
	return out.Preamble + strings.Join(parts, Separator), parts, err
}

// Piece is what is read in the place of one message, and what of its text is lost.
func Piece(s Source, a Allocation, p Params) (read, lost string, err error) {
	at, lost, err := place(s, a, p)
	return at.Text, lost, err
}

func place(s Source, a Allocation, p Params) (at Place, lost string, err error) {
	at = Place{Index: a.Index, Role: a.Role}
	if a.Tier == Omitted {
		at.Text, at.Marker = a.Marker(), true
		return at, "", nil
	}
	m, err := s.Message(a.Index)
	if err != nil {
		at.Text, at.Marker = fmt.Sprintf("[%s message that can no longer be read, %d chars]", a.Role, a.Size), true
		return at, "", err
	}
	calls := ""
	if a.Said {
		m, calls = apart(m, p.ValueLimit)
	}
	at.Origin, at.Text = m.Origin, Rendered(m, p.ValueLimit)
	if p.Form == Serialize {
		at.Text = Serialized(m)
		a.Protected = false // its label is another one
		if a.Tier == Truncated && js.Units(at.Text) <= a.Allocation {
			return at, "", nil // it is shorter than its row let on
		}
	}
	switch a.Tier {
	case Truncated:
		at.Text, lost = Truncate(m, at.Text, a)
	case Dropped:
		at.Text, lost = "", at.Text
	case Full, Omitted:
	}
	if lost != "" && calls != "" {
		lost += Separator
	}
	return at, lost + calls, nil
}

// apart parts what a message says from its calls, which are given as text, and from what else is
// in it.
func apart(m model.Message, limit int) (said model.Message, rest string) {
	other := m
	other.Parts = slices.DeleteFunc(slices.Clone(m.Parts), func(p model.Part) bool { return p.Kind == model.Text })
	return m.Said(), Rendered(other, limit)
}

// Rendered is the transcript form of a message; with a limit, arguments and results keep
// their head and tail within it.
func Rendered(m model.Message, limit int) string {
	if limit <= 0 {
		return m.Transcript()
	}
	var b strings.Builder
	b.WriteString(m.Role.String() + ": ")
	for i, p := range m.Parts {
		if i > 0 {
			b.WriteString(Separator)
		}
		switch p.Kind {
		case model.Call:
			p.Args = HeadAndTail(p.Arguments(), limit)
		case model.Result:
			p.Output, p.JSON = []model.Part{{Kind: model.Text, Text: HeadAndTail(p.OutputText(), limit)}}, ""
		case model.Text, model.Thinking, model.Image, model.File, model.Unknown:
		}
		b.WriteString(p.Transcript())
	}
	return b.String()
}

// Truncate cuts a rendered message to its allocation, marker included, and gives what is
// lost. A user message keeps its label and puts its <user_query> blocks before all else.
func Truncate(m model.Message, whole string, a Allocation) (read, lost string) {
	marker := a.Marker()
	room := max(0, a.Allocation-js.Units(marker))
	if m.Role == model.User && a.Protected {
		label := m.Role.String() + ": "
		blocks, rest := model.QueryBlocks(strings.TrimPrefix(whole, label))
		query := strings.Join(blocks, "\n")
		space := max(0, room-js.Units(label))
		if js.Units(query) >= space {
			kept := js.Prefix(query, space)
			return label + kept + marker, query[len(kept):] + "\n" + rest
		}
		rest = tidy(rest)
		head := js.Prefix(rest, max(0, space-js.Units(query)-1))
		lost = rest[len(head):]
		if head != "" {
			head += "\n"
		}
		return label + head + query + marker, lost
	}
	kept := js.Prefix(whole, room)
	return kept + marker, whole[len(kept):]
}

// tidy folds runs of three or more line feeds to two and trims the ends.
func tidy(s string) string {
	for strings.Contains(s, "\n\n\n") {
		s = strings.ReplaceAll(s, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(s)
}

// HeadAndTail shortens a text to at most limit chars: white space is folded, both ends are
// kept, and the middle gives way to a marker that says exactly how many chars of the folded
// text are missing. The head gets the odd char. With a limit smaller than the marker the
// first limit chars are kept.
func HeadAndTail(value string, limit int) string {
	s := strings.Join(strings.Fields(value), " ")
	n := js.Units(s)
	if n <= limit {
		return s
	}
	missing := n - limit
	for {
		marker := fmt.Sprintf("…[%d chars omitted]…", missing)
		room := limit - js.Units(marker)
		if room <= 0 {
			return js.Prefix(s, limit)
		}
		head := js.Prefix(s, room-room/2)
		tail := js.Suffix(s, room/2)
		if m := n - js.Units(head) - js.Units(tail); m != missing {
			missing = m // it only grows: a longer marker leaves less room
			continue
		}
		return head + marker + tail
	}
}
