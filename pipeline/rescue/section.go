package rescue

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cutline/pipeline/facts"
	"cutline/pipeline/pin"
	"cutline/pipeline/summarize"
)

// The words over what is given back. A place is written L12, so that no number of a line is taken for
// one of the conversation.
const (
	heading = "## Given back\n\nThis stood in the conversation before it was compacted and is missing, or not whole, above. It is quoted word for word; L12 is line 12 of the earlier session file."
	lead    = "The conversation was compacted, and this is missing, or not whole, in its summary. It is quoted word for word; L12 is line 12 of the session file."
	wrong   = "These stand in the summary and nowhere in the session; do not rely on them:"
)

// titles are the headings of the classes, in the order of facts.Class.
var titles = [...]string{
	facts.Constraint: "Demanded or forbidden", facts.Ask: "Asked for, and maybe done since", facts.File: "Changed files", facts.State: "Open work", facts.Error: "Errors", facts.Identifier: "Names",
	facts.Number: "Numbers", facts.Command: "Commands", facts.Link: "Links",
}

// short are the classes whose items need no line of their own.
var short = map[facts.Class]bool{facts.File: true, facts.Identifier: true, facts.Number: true, facts.Link: true}

// Section is what is given back as a part of a summary, empty without items.
func Section(items []Item) string {
	if len(items) == 0 {
		return ""
	}
	return heading + list(items)
}

// Message is what a person sends to an agent that goes on with the summary as it is: what it lost, and
// what it invented. It is empty when there is neither.
func Message(items []Item, changes []Change) string {
	var b strings.Builder
	if len(items) > 0 {
		b.WriteString(lead + list(items))
	}
	if len(changes) > 0 {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(wrong + "\n")
		for _, c := range changes {
			b.WriteString("\n- " + c.Class + ": " + strings.Join(strings.Fields(c.Text), " "))
		}
	}
	return b.String()
}

// list are the items by class, each in the order of the conversation. What stands in another one that is
// quoted of the same message is not said twice, but for a demand, which would be overlooked in it.
func list(items []Item) string {
	items = slices.DeleteFunc(slices.Clone(items), func(x Item) bool {
		return x.Class != facts.Constraint && slices.ContainsFunc(items, func(y Item) bool {
			longer := len(y.Text) > len(x.Text) || y.Class < x.Class
			return longer && !short[y.Class] && y.Index == x.Index && strings.Contains(y.Text, x.Text)
		})
	})
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.Index, b.Index)) })
	var b strings.Builder
	for i := 0; i < len(items); {
		x := &items[i]
		if i == 0 || items[i-1].Class != x.Class {
			b.WriteString("\n\n### " + titles[x.Class] + "\n")
		}
		if !short[x.Class] {
			b.WriteString("\n" + summarize.Neutralize(pin.Item(x.Who, x.Text, x.place())))
			i++
			continue
		}
		b.WriteString("\n- ")
		for k := i; i < len(items) && items[i].Class == x.Class && items[i].Index == x.Index; i++ {
			if i > k {
				b.WriteString(", ")
			}
			b.WriteString(summarize.Neutralize(items[i].Text))
		}
		b.WriteString(" (" + x.place() + ")")
	}
	return b.String()
}

// place is where an item stands.
func (x *Item) place() string {
	if x.Line > 0 {
		return fmt.Sprintf("L%d", x.Line)
	}
	return fmt.Sprintf("message %d", x.Index)
}

// quotation is what an item adds to the section.
func (x *Item) quotation() string {
	if short[x.Class] {
		return ", " + x.Text
	}
	return "\n" + pin.Item(x.Who, x.Text, x.place())
}

// Weigh sets what the items take.
func Weigh(items []Item, count func(string) int) {
	for i := range items {
		items[i].Tokens = count(items[i].quotation())
	}
}

// ends are what may stand behind a summary in its message: the frame around it, the lists of files that
// Prime Agent keeps there, the paragraph by which Claude Code goes on.
var ends = []string{"</conversation_summary>", "</summary>", "\n\n<read-files>\n", "\n\n<modified-files>\n", "\n\nIf you need specific details from before compaction"}

// End is where the summary ends in the text of its message, in bytes.
func End(text string) int {
	end := len(text)
	for _, e := range ends {
		if i := strings.LastIndex(text[:end], e); i >= 0 && behind(text[i+len(e):end]) {
			end = i
		}
	}
	return end
}

// maxBehind is how long what stands behind a summary may be, in bytes: a closing tag in the middle of a
// text ends nothing. State that was put back may be long, and then stands behind a tag of ours.
const maxBehind = 4_000

func behind(rest string) bool {
	return len(rest) <= maxBehind || strings.Contains(rest, "\n</") || strings.Contains(rest, "</modified-files>")
}

// Amend puts a section at the end of the summary in the text of its message.
func Amend(text, section string) string {
	if section == "" {
		return text
	}
	end := End(text)
	head := strings.TrimRight(text[:end], "\n")
	if head != "" {
		head += "\n\n"
	}
	tail := text[end:]
	if tail != "" && !strings.HasPrefix(tail, "\n") {
		tail = "\n" + tail
	}
	return head + section + tail
}
