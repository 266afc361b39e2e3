package code

import (
	"sort"
	"strings"

	"cutline/render/theme"
)

// Painted is a text with the kinds of its pieces.
type Painted struct {
	text  string
	spans []span // in order, without gaps from 0; what lies beyond the last is plain
	inks  *theme.Code
}

// span is a piece of text of one kind, up to a byte offset.
type span struct {
	to   int
	kind kind
}

// Coloured reports whether any piece of the text got a kind.
func (p Painted) Coloured() bool { return len(p.spans) > 0 }

// Lines returns the styled lines: as many as the text has, split at line ends.
func (p Painted) Lines() []string {
	out := make([]string, 0, strings.Count(p.text, "\n")+1)
	from := 0
	for {
		n := strings.IndexByte(p.text[from:], '\n')
		if n < 0 {
			return append(out, p.Range(from, len(p.text)))
		}
		out = append(out, p.Range(from, from+n))
		from += n + 1
	}
}

// Range returns the styled form of the bytes from to to of the text, which is
// what a wrapped line needs; the borders must lie between characters. Offsets
// outside the text are moved inside.
func (p Painted) Range(from, to int) string {
	to = max(min(to, len(p.text)), 0)
	from = max(min(from, to), 0)
	i := sort.Search(len(p.spans), func(i int) bool { return p.spans[i].to > from })
	if i == len(p.spans) {
		return p.ink(plain).Render(p.text[from:to])
	}
	var out strings.Builder
	for ; from < to; i++ {
		end, k := to, plain
		if i < len(p.spans) {
			end, k = min(p.spans[i].to, to), p.spans[i].kind
		}
		out.WriteString(p.ink(k).Render(p.text[from:end]))
		from = end
	}
	return out.String()
}

func (p Painted) ink(k kind) theme.Ink {
	switch k {
	case keyword:
		return p.inks.Keyword
	case literal:
		return p.inks.String
	case number:
		return p.inks.Number
	case comment:
		return p.inks.Comment
	case head:
		return p.inks.Head
	case plus:
		return p.inks.Plus
	case minus:
		return p.inks.Minus
	default:
		return p.inks.Text
	}
}
