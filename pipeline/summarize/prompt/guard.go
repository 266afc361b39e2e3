package prompt

import (
	"strings"

	"cutline/model/measure"
	"cutline/pipeline/slim"
	"cutline/pipeline/summarize"
)

// earlierLabel stands in the place of the role of a message that holds an earlier summary:
// nobody said it. The word is one that no family has to explain.
const earlierLabel = "earlier: "

// tags are those of our frames and those by which harnesses mark text of their own: a reminder
// in the conversation was for its agent, not for who reads it now.
var tags = func() summarize.Tags {
	names := append([]string{"user_query", "transcript"}, summarize.Frames...)
	for _, w := range measure.Wrappers {
		if name, ok := strings.CutPrefix(w.Open, "<"); ok {
			names = append(names, strings.TrimSuffix(name, ">"))
		}
	}
	return summarize.NewTags(names...)
}()

// guard keeps a text from passing for anything but a part of the place where it stands.
func guard(s string) string {
	return summarize.QuoteLines(tags.Neutralize(s), summarize.RoleLabel)
}

// body is the text of a message without its label, guarded.
func body(p slim.Place) (text string, labelled bool) {
	text, labelled = strings.CutPrefix(p.Text, p.Role.String()+": ")
	return guard(text), labelled
}

// message is a message as it stands in the conversation. The marker of one that is not there is
// our own text.
func message(p slim.Place) string {
	if p.Marker {
		return p.Text
	}
	text, labelled := body(p)
	switch {
	case earlier(p):
		return earlierLabel + text
	case labelled:
		return p.Role.String() + ": " + text
	}
	return text // so short a stump that its label is cut
}

// strip takes control characters out, except for line breaks and tabs.
func strip(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, s)
}
