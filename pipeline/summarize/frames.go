package summarize

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// outer are the tags around a finished summary and around what goes with it.
var outer = []string{"conversation_summary", "todo_update", "carried_results", "memory_note", "analysis", "conversation", "previous-summary", "user-instructions"}

// Frames are the names of the tags of our own frames. Text that holds one could close the frame
// it stands in, and what follows would pass for ours.
var Frames = append([]string{"summary"}, outer...)

var frames, outerFrames = NewTags(Frames...), NewTags(outer...)

// Neutralize makes the tags of our own frames harmless inside quoted text: the angle
// brackets become square ones.
func Neutralize(s string) string { return frames.Neutralize(s) }

// NeutralizeOuter does so in a finished summary. No frame that it stands in is called summary,
// and HTML has an element of that name, which may stay.
func NeutralizeOuter(s string) string { return outerFrames.Neutralize(s) }

// Tags are names of tags that must not work.
type Tags struct{ tag *regexp.Regexp }

const (
	opening = "<＜﹤"
	closing = ">＞﹥"
)

// NewTags takes names without brackets.
func NewTags(names ...string) Tags {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = regexp.QuoteMeta(n)
	}
	// A tag that is not closed counts too: the text behind its piece could close it.
	return Tags{regexp.MustCompile(`(?i)^\s*[/／]?\s*(?:` + strings.Join(quoted, "|") + `)(?:[` + closing + `]|[\s/／][^` + opening + closing + `]*[` + closing + `]?|$)`)}
}

// tagBytes is how far behind its first bracket a tag is looked at.
const tagBytes = 1024

// Neutralize turns the angle brackets of the tags into square ones, also when a tag has
// attributes, white space, capitals or full-width brackets. The number of chars stays the same.
func (t Tags) Neutralize(s string) string {
	if !strings.ContainsAny(s, opening) {
		return s
	}
	var b strings.Builder
	rest := s
	for {
		i := strings.IndexAny(rest, opening)
		if i < 0 {
			break
		}
		_, size := utf8.DecodeRuneInString(rest[i:])
		behind := rest[i+size:]
		n := len(t.tag.FindString(behind[:min(len(behind), tagBytes)]))
		if n == 0 {
			b.WriteString(rest[:i+size])
			rest = behind
			continue
		}
		b.WriteString(rest[:i] + "[")
		body, end := behind[:n], ""
		if _, last := utf8.DecodeLastRuneInString(body); strings.Contains(closing, body[n-last:]) {
			body, end = body[:n-last], "]"
		}
		b.WriteString(body + end)
		rest = behind[n:]
	}
	b.WriteString(rest)
	return b.String()
}
