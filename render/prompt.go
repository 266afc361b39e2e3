package render

import (
	"fmt"
	"strings"

	"cutline/pipeline/summarize"
)

// Prompts are all requests that an attempt makes, as text.
func Prompts(n summarize.Notice) string {
	if len(n.More) == 0 {
		return Prompt(n.Prompt)
	}
	var b strings.Builder
	for k, p := range append([]summarize.Prompt{n.Prompt}, n.More...) {
		if k > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "=== request %d of %d ===\n\n%s", k+1, len(n.More)+1, Prompt(p))
	}
	return b.String()
}

// Prompt is a prompt as text: each of its parts under a line that names it. It is what the session
// says, and has to be cleaned before it is drawn.
func Prompt(p summarize.Prompt) string {
	var b strings.Builder
	part := func(name, body string) {
		if body == "" {
			return
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString("--- " + name + " ---\n" + body)
	}
	part("system", p.System)
	part("tools, as JSON", string(p.Tools))
	part("conversation, as JSON", string(p.Conversation))
	for _, t := range p.Turns {
		part(t.Role, t.Text)
	}
	return b.String()
}
