package slim

import (
	"fmt"
	"strings"

	"cutline/model"
	"cutline/model/js"
)

// Source gives the text of messages; a session is one.
type Source interface {
	Message(i int) (model.Message, error)
}

// Text is what the summarizer reads: the preamble, and for each message its words, a stump
// or a marker. A message that can no longer be read leaves a marker and the error of the
// first one.
func Text(s Source, out Output, p Params) (string, []string, error) {
	var parts []string
	var failed error
	out.Pieces(func(run []Allocation) {
		if len(run) > 1 {
			parts = append(parts, foldedMarker(run))
			return
		}
		piece, _, err := Piece(s, run[0], p)
		if err != nil && failed == nil {
			failed = err
		}
		parts = append(parts, piece)
	})
	return out.Preamble + strings.Join(parts, Separator), parts, failed
}

// Piece is what is read in the place of one message, and what of its text is lost.
func Piece(s Source, a Allocation, p Params) (read, lost string, err error) {
	if a.Tier == Omitted {
		return a.Marker(), "", nil
	}
	m, err := s.Message(a.Index)
	if err != nil {
		return fmt.Sprintf("[%s message that can no longer be read, %d chars]", a.Role, a.Size), "", err
	}
	whole := Rendered(m, p.ValueLimit)
	switch a.Tier {
	case Truncated:
		read, lost = Truncate(m, whole, a)
		return read, lost, nil
	case Dropped:
		return "", whole, nil
	case Full, Omitted:
	}
	return whole, "", nil
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
