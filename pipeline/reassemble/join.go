package reassemble

import (
	"slices"
	"strings"

	"cutline/pipeline/trace"
)

// order is the order of the blocks behind the summary, and of those before it.
var order = []string{PinBlock, planBlock, transcriptBlock, modeBlock, rootBlock, automationBlock, todoBlock, skillBlock, fileBlock, NoteBlock, carriedBlock}

// leads are the families of prompts whose models get the mode and the project root before the
// summary: those for Anthropic's models.
var leads = map[string]bool{"terse": true, "nine": true}

func tagOf(name string) string {
	switch name {
	case todoBlock:
		return "todo_update"
	case transcriptBlock:
		return "transcript_location"
	case fileBlock:
		return "recent_file"
	case carriedBlock:
		return "carried_results"
	}
	return strings.ReplaceAll(name, "-", "_")
}

// Wrapped is the block as it stands in the summary message.
func (b Block) Wrapped() string {
	tag := tagOf(b.Name)
	return "<" + tag + ">\n" + b.Text + "\n</" + tag + ">"
}

// Join writes the blocks that are switched on in their order: those that the family of prompts
// puts before the summary, and those behind it.
func Join(blocks []Block, family string) (before, after string) {
	var head, rest []string
	for _, name := range order {
		for _, b := range blocks {
			switch {
			case b.Name != name || b.Off || b.Text == "":
			case leads[family] && (name == modeBlock || name == rootBlock):
				head = append(head, b.Wrapped())
			default:
				rest = append(rest, b.Wrapped())
			}
		}
	}
	return strings.Join(head, "\n\n"), strings.Join(rest, "\n\n")
}

// apart splits off the blocks whose text stays in the tail anyway.
func apart(blocks []Block, tail []int) (injected, repeated []Block) {
	for _, b := range blocks {
		if len(b.In) > 0 && !slices.ContainsFunc(b.In, func(i int) bool { return !slices.Contains(tail, i) }) {
			repeated = append(repeated, b)
			continue
		}
		injected = append(injected, b)
	}
	return injected, repeated
}

// decide says what becomes of a block.
func (b Block) decide(repeated, before bool) trace.Decision {
	chose := "re-injected after the summary"
	if before {
		chose = "re-injected before the summary"
	}
	because := "live state is no history; it comes from " + b.Source + ", " + trace.Num(chars(b.Wrapped())) + " chars"
	switch {
	case b.Off:
		chose = "switched off"
	case repeated:
		chose, because = "not repeated", b.Source+" stays word for word in the tail"
	}
	if b.Cut != "" && !repeated {
		because += "; " + b.Cut
	}
	return trace.Decision{Rule: "state-" + b.Name, Chose: chose, Because: because, Touches: b.In}
}
