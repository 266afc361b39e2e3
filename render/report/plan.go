package report

import (
	"fmt"
	"strings"

	"cutline/render/text"
)

// Plan is what would become of each message, and why, as a document.
type Plan struct {
	Title    string
	Stage    string // the one whose reasons follow
	Headline string // what it decided, in one line
	Reasons  Part   // of which the decisions are written
	Messages []Message
}

// Message is a row of the plan.
type Message struct {
	Index         int
	Role          string // its letter
	Chars, Tokens int
	Fate          string
	Label         string
}

// Markdown is the plan as a document: the stage with its reasons, then a table of the messages.
func (p *Plan) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n## %s\n\n", code(p.Title), code(p.Stage))
	if p.Headline != "" {
		fmt.Fprintf(&b, "%s\n", code(p.Headline))
	}
	rows(&b, "Decisions", p.Reasons.Decisions)
	fmt.Fprintf(&b, "\n## Messages\n\n%s\n\n| | | Chars | ~Tokens | What becomes of it | Words |\n|--:|---|--:|--:|---|---|\n", quotes)
	for _, m := range p.Messages {
		fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %s |\n", m.Index, m.Role, text.Num(m.Chars), text.Num(m.Tokens), m.Fate, cell(m.Label))
	}
	return b.String()
}

// quotes is what a reader of a part of a session has to know.
const quotes = "It quotes the session: read it before it is handed on."

// cell is a code span in a table, where a bar ends the cell even in code.
func cell(s string) string { return strings.ReplaceAll(code(s), "|", `\|`) }

// Screen is a screen as a document: a block of code whose fence nothing in it can end.
func Screen(title string, lines []string) string {
	body := strings.Join(lines, "\n")
	fence := "```"
	for strings.Contains(body, fence) {
		fence += "`"
	}
	return fmt.Sprintf("# %s\n\n%s\n\n%stext\n%s\n%s\n", code(title), quotes, fence, body, fence)
}
