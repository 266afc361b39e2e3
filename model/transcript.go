package model

import (
	"fmt"
	"math"
	"strings"

	"cutline/model/js"
)

// ValueLimit is how many chars of one call's arguments or one result a transcript shows;
// the number is that of later public builds of the desktop agent whose stages we follow.
const ValueLimit = 100_000

// Transcript is the message as a summarizer reads it: the role, a colon and the parts
// joined by a blank line. Every part makes a piece, an empty or unknown one an empty piece.
func (m Message) Transcript() string { return m.transcript(ValueLimit) }

// Full is the transcript form with nothing cut, for a person to read.
func (m Message) Full() string { return m.transcript(math.MaxInt) }

func (m Message) transcript(most int) string {
	var b strings.Builder
	b.WriteString(m.Role.String())
	b.WriteString(": ")
	for i, p := range m.Parts {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(p.transcript(most))
	}
	return b.String()
}

// Transcript is one part as a summarizer reads it.
func (p Part) Transcript() string { return p.transcript(ValueLimit) }

func (p Part) transcript(most int) string {
	switch p.Kind {
	case Text:
		return p.Text
	case Image:
		return "[Image]"
	case File:
		return "[File]"
	case Thinking:
		if p.Redacted || p.Text == "" {
			return "[Thinking]"
		}
		return "[Thinking] " + p.Text
	case Call:
		return "[Tool call] " + OneLine(p.Name) + " " + limit(p.Arguments(), most)
	case Result:
		name := p.Name
		if name == "" {
			name = "unknown"
		}
		return "[Tool result] " + OneLine(name) + " " + limit(p.OutputText(), most)
	case Unknown:
	}
	return ""
}

// OneLine is a name as a text may hold it: none goes on in a line that looks like a message of its own.
func OneLine(name string) string {
	if !strings.ContainsAny(name, "\n\r\v\f\u0085\u2028\u2029") {
		return name
	}
	return strings.Join(strings.Fields(name), " ")
}

// Arguments are the arguments of a call in JavaScript's compact form; arguments that are
// not JSON stay as they are.
func (p Part) Arguments() string { return compactJSON(p.Args) }

func compactJSON(raw string) string {
	if c, ok := js.Compact(raw); ok {
		return c
	}
	return raw
}

// limit cuts a value to so many chars and says how many there were.
func limit(s string, most int) string {
	if len(s) <= most { // a string has at least as many bytes as chars
		return s
	}
	n := js.Units(s)
	if n <= most {
		return s
	}
	return js.Prefix(s, most) + LimitMark(n)
}

// LimitMark ends a value of n chars of which a transcript shows only the beginning.
func LimitMark(n int) string { return fmt.Sprintf("\n[... truncated, %d total chars]", n) }

// FullAt is where the text of a part begins in Full, that of its output for a result. A part
// without a text is where it begins.
func (m Message) FullAt(part int) int {
	before := m
	before.Parts = m.Parts[:part]
	n := len(before.Full())
	if part > 0 {
		n += len("\n\n")
	}
	if p := m.Parts[part]; p.Kind == Result { // which stands last
		n += len(p.transcript(math.MaxInt)) - len(p.OutputText())
	}
	return n
}
