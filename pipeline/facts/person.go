package facts

import (
	"strings"

	"cutline/model"
	"cutline/model/measure"
)

// piece is a part of a message's text that a person typed.
type piece struct {
	part int
	span Span
}

const (
	queryOpen   = "<user_query>"
	queryClose  = "</user_query>"
	argsOpen    = "<command-args>"
	argsClose   = "</command-args>"
	commandOpen = "<command-message>"
)

// typed gives what a person typed in a message of theirs: the content of <user_query> blocks
// when there is one, the arguments of a command that goes to the model, else the text without
// the blocks that the harness wrapped around it.
func typed(m model.Message) []piece {
	var out, queries []piece
	for k, p := range m.Parts {
		if p.Kind != model.Text {
			continue
		}
		if q := between(p.Text, queryOpen, queryClose); len(q) > 0 {
			queries = appendPieces(queries, k, p.Text, q)
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(p.Text), commandOpen) {
			if a := between(p.Text, argsOpen, argsClose); len(a) > 0 {
				out = appendPieces(out, k, p.Text, a[:1])
				continue
			}
		}
		out = appendPieces(out, k, p.Text, unwrapped(p.Text))
	}
	if len(queries) > 0 {
		return queries
	}
	return out
}

// Typed gives what a person typed in a message of theirs, without what a harness wrapped around
// it; empty when they sent no words.
func Typed(m model.Message) string {
	pieces := typed(m)
	words := make([]string, 0, len(pieces))
	for _, p := range pieces {
		words = append(words, m.Parts[p.part].Text[p.span.Start:p.span.End])
	}
	return strings.Join(words, "\n")
}

func appendPieces(out []piece, part int, text string, spans []Span) []piece {
	for _, s := range spans {
		body := text[s.Start:s.End]
		left := strings.TrimLeft(body, " \t\r\n")
		s.Start += len(body) - len(left)
		s.End = s.Start + len(strings.TrimRight(left, " \t\r\n"))
		if s.End > s.Start {
			out = append(out, piece{part, s})
		}
	}
	return out
}

// between gives what stands between each pair of tags.
func between(text, open, end string) []Span {
	var out []Span
	at := 0
	for {
		i := strings.Index(text[at:], open)
		if i < 0 {
			return out
		}
		i += at + len(open)
		j := strings.Index(text[i:], end)
		if j < 0 {
			return out
		}
		out = append(out, Span{i, i + j})
		at = i + j + len(end)
	}
}

// unwrapped gives the spans of a text outside wrapper blocks. A block begins a line and ends
// one; a tag that is quoted in a sentence is nothing special.
func unwrapped(text string) []Span {
	var out []Span
	start, at := 0, 0
	open := make(map[string]bool) // wrappers that are not closed from here on
	for at < len(text) {
		first := at + len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r"))
		if end := wrapper(text, first, open); end > first {
			out = append(out, Span{start, at})
			start, at = end, end
			continue
		}
		nl := strings.IndexByte(text[at:], '\n')
		if nl < 0 {
			break
		}
		at += nl + 1
	}
	return append(out, Span{start, len(text)})
}

// wrapper gives the end of the wrapper block that starts at i, or i when there is none.
func wrapper(text string, i int, open map[string]bool) int {
	if i == len(text) || !strings.ContainsRune("<#[C", rune(text[i])) {
		return i
	}
	for _, w := range measure.Wrappers {
		if !strings.HasPrefix(text[i:], w.Open) {
			continue
		}
		if w.Close == "" {
			if strings.TrimSpace(text[:i]) == "" {
				return len(text)
			}
			return i
		}
		if open[w.Open] {
			return i
		}
		from := i + len(w.Open)
		j := strings.Index(text[from:], w.Close)
		if j < 0 {
			open[w.Open] = true
			return i
		}
		return from + j + len(w.Close)
	}
	return i
}

// person notes the words of a person's turn and the constraints in them.
func (c *collector) person(row int, m model.Message) {
	words := make([]string, 0, len(m.Parts))
	pieces := typed(m)
	for _, p := range pieces {
		text := m.Parts[p.part].Text[p.span.Start:p.span.End]
		words = append(words, text)
		for _, s := range Sentences(text) {
			c.constraint(row, p, s, text[s.Start:s.End])
		}
		c.scan(row, p.part, p.span.Start, text, model.User)
	}
	ask := Fact{Class: Ask, Row: row, Last: row, Mentions: 1, Role: model.User}
	if len(pieces) > 0 {
		ask.Part, ask.Span = pieces[0].part, pieces[0].span
		if len(pieces) > 1 && pieces[len(pieces)-1].part == ask.Part {
			ask.Span.End = pieces[len(pieces)-1].span.End
		}
	} else {
		for _, p := range m.Parts {
			switch p.Kind {
			case model.Image:
				words = append(words, "[Image]")
			case model.File:
				words = append(words, "[File]")
			default:
			}
		}
	}
	if len(words) == 0 {
		return
	}
	ask.Text = strings.Join(words, "\n")
	ask.Key = normal(ask.Text)
	c.out.Asks = append(c.out.Asks, ask)
}

// constraint notes a sentence that holds a cue.
func (c *collector) constraint(row int, p piece, s Span, text string) {
	word, neg, ok := findCue(text)
	if !ok {
		return
	}
	key := normal(text)
	if i, ok := c.rules[key]; ok {
		c.out.Constraints[i].Mentions++
		c.out.Constraints[i].Last = row
		return
	}
	c.rules[key] = len(c.out.Constraints)
	c.out.Constraints = append(c.out.Constraints, Rule{Cue: word, Negative: neg, Fact: Fact{
		Class: Constraint, Text: strings.Clone(text), Key: key, Row: row, Last: row, Part: p.part, Mentions: 1, Role: model.User,
		Span: Span{p.span.Start + s.Start, p.span.Start + s.End},
	}})
}
